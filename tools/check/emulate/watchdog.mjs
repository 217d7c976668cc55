// Watchdog with a deadline of its own. The library's counts round for ever and fires again and
// again; this one fires once, and reason and scratch words outlive the reset it makes.
import { Registers } from './registers.mjs';

const CTRL = 0x00;
const LOAD = 0x04;
const REASON = 0x08;
const SCRATCH = 0x0c;
const TICK = 0x2c;
const TRIGGER = 1 << 31;
const ENABLE = 1 << 30;
const COUNT = 0xffffff;
const RUNNING = 1 << 10;
export const BY_TIMER = 1;
export const BY_FORCE = 2;
// Erratum RP2040-E1: the counter goes down twice a microsecond.
const NANOS_PER_COUNT = 500;

export class Watchdog extends Registers {
  // `kept` is what an earlier chip's `keep()` gave: { reason, scratch }.
  constructor(clock, onBite, kept = {}) {
    super();
    this.clock = clock;
    this.onBite = onBite;
    this.reason = kept.reason ?? 0;
    this.scratch = new Uint32Array(kept.scratch ?? 8);
    this.control = 0;
    this.loaded = 0;
    this.tick = RUNNING | (1 << 9) | 12;
    this.deadline = Infinity;
    this.alarm = clock.createAlarm(() => this.bite(BY_TIMER));
  }

  // What outlives a reset.
  keep() {
    return { reason: this.reason, scratch: Array.from(this.scratch) };
  }

  bite(reason) {
    this.alarm.cancel();
    this.control = 0;
    this.reason = reason;
    this.onBite(reason);
  }

  arm() {
    this.alarm.cancel();
    this.deadline = Infinity;
    if (!(this.control & ENABLE) || !(this.tick & RUNNING)) return;
    this.deadline = this.clock.nanos + this.loaded * NANOS_PER_COUNT;
    this.alarm.schedule(this.loaded * NANOS_PER_COUNT);
  }

  get left() {
    if (this.deadline === Infinity) return this.loaded;
    return Math.max(0, Math.round((this.deadline - this.clock.nanos) / NANOS_PER_COUNT)) & COUNT;
  }

  readUint32(offset) {
    if (offset === CTRL) return ((this.control & ~COUNT) | this.left) >>> 0;
    if (offset === REASON) return this.reason;
    if (offset === TICK) return this.tick;
    if (offset >= SCRATCH && offset < TICK) return this.scratch[(offset - SCRATCH) >> 2];
    return 0;
  }

  writeUint32(offset, value) {
    if (offset === LOAD) {
      this.loaded = value & COUNT;
      this.arm();
    } else if (offset === CTRL) {
      const was = this.control & ENABLE;
      this.control = value & ~(COUNT | TRIGGER);
      if (value & TRIGGER) this.bite(BY_FORCE);
      else if ((this.control & ENABLE) !== was) this.arm();
    } else if (offset === TICK) {
      this.tick = (value & 0x3ff) | (value & (1 << 9) ? RUNNING : 0);
      this.arm();
    } else if (offset >= SCRATCH && offset < TICK) {
      this.scratch[(offset - SCRATCH) >> 2] = value;
    }
  }
}
