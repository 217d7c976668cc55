// One RP2040 from power-up (or reset) to its end: the library's parts, mended, and emulated time.
//
// A reset makes a new Chip from the old one: `new Chip({ ..., after: old, cause })`. Registers start
// afresh; flash, RAM, watchdog scratch words and the reason of the reset go over, as in silicon.
import { bootable, functionsOf, hooksFor } from './boot_rom.mjs';
import { FlashCommands, QspiPins } from './flash_commands.mjs';
import { RP2040 } from './library.mjs';
import { PioClock } from './pio.mjs';
import { ChipReset, FROM_POWER, FROM_RUN_PIN, RingOscillator } from './registers.mjs';
import { Watchdog } from './watchdog.mjs';
import { XipCache } from './xip.mjs';

const ROM_BYTES = 0x4000;
const SECOND_STAGE = 0x20041f00; // the stack grows down from here: above it lie the stage's literals
const SECOND_STAGE_BYTES = 256;
const MAGIC = 0xb007c0d3; // watchdog scratch 4: start at the address in scratch 7
const VECTORS = 0x1c; // vectors and pointers, no code: a jump there comes of a wild pointer
const BURST = 32;
const UNIQUE = [0xe6, 0x60, 0x58, 0x38, 0x83, 0x00, 0x00, 0x01];

export class Chip {
  // bootRom Uint8Array of 16 KB; flash FlashMemory; say(text) tells people, detail(text) the curious; unique 8 bytes.
  constructor({ bootRom, flash, say = () => {}, detail = () => {}, after = null,
    cause = FROM_POWER, unique = UNIQUE }) { // prettier-ignore
    this.flash = flash;
    this.say = say;
    this.said = new Set();
    this.ended = '';
    this.rp = new RP2040();
    this.rp.logger = this.logger(detail);
    this.rp.loadBootrom(new Uint32Array(bootRom.slice(0, ROM_BYTES).buffer));
    this.share(flash.data, after);
    this.replace(after, cause, unique);
    this.clock = this.rp.clock;
    this.core = this.rp.core;
    this.xip = new XipCache(this.core);
    this.pio = new PioClock(this.rp);
    this.hooks = hooksFor(this, functionsOf(bootRom));
    this.rp.onBreak = () => this.stop(`the program hit a breakpoint at ${hex(this.core.PC - 2)}`);
    this.start();
  }

  // The library's complaints about registers it does not have: each once.
  logger(detail) {
    const once = (name, text) => {
      if (this.said.has(text) || this.said.size > 200) return;
      this.said.add(text);
      detail(`${name}: ${text}`);
    };
    return { debug() {}, info() {}, warn: once, error: once };
  }

  share(flash, after) {
    const { rp } = this;
    rp.flash = flash;
    rp.flash16 = new Uint16Array(flash.buffer);
    rp.flashView = new DataView(flash.buffer);
    if (after) rp.sram.set(after.rp.sram);
  }

  replace(after, cause, unique) {
    const { peripherals } = this.rp;
    const kept = cause === FROM_POWER ? {} : { ...after?.watchdog.keep() };
    if (cause === FROM_RUN_PIN) kept.reason = 0;
    this.watchdog = new Watchdog(this.rp.clock, () => this.end('watchdog'), kept);
    const ssi = new FlashCommands(peripherals[0x18000], unique);
    peripherals[0x18000] = ssi;
    peripherals[0x40018] = new QspiPins(ssi);
    peripherals[0x40058] = this.watchdog;
    peripherals[0x40060] = new RingOscillator();
    peripherals[0x40064] = new ChipReset(cause);
  }

  // The boot ROM's part at power-up, done here: check the second stage, copy it to RAM, jump.
  start() {
    const { core, rp } = this;
    const [, , , , magic, entry, stack, pc] = this.watchdog.scratch;
    core.SP = SECOND_STAGE;
    if (magic === MAGIC && entry === (pc ^ -MAGIC) >>> 0) {
      this.watchdog.scratch[4] = 0;
      core.SP = stack;
      core.PC = pc & ~1;
      return;
    }
    if (!bootable(rp.flash)) {
      this.stop('the flash holds no program: its second stage has a wrong checksum');
      return;
    }
    const top = SECOND_STAGE - 0x20000000;
    rp.sram.set(rp.flash.subarray(0, SECOND_STAGE_BYTES), top);
    core.LR = 0;
    core.PC = SECOND_STAGE;
  }

  get nanos() {
    return this.clock.nanos;
  }

  get nanosPerCycle() {
    return 1e9 / this.rp.clkSys;
  }

  // The chip is to start again: 'watchdog', 'bootloader', 'run pin' or 'power'.
  end(why) {
    if (!this.ended || this.ended === 'stopped') this.ended = why;
  }

  // The program cannot go on; somebody has to be told.
  stop(why) {
    this.end('stopped');
    this.say(why);
  }

  // Run until the emulated time `nanos`, or until the chip ended. `when()` true stops it early.
  runUntil(nanos, when = () => false) {
    while (this.clock.nanos < nanos && !this.ended && !when()) {
      if (this.core.waiting) this.idle(nanos);
      else this.burst();
    }
  }

  // Some instructions between two looks at the world outside; the loop that everything hangs on.
  burst() {
    const { clock, core, pio, xip } = this;
    const nanosPerCycle = this.nanosPerCycle;
    for (let i = 0; i < BURST && !core.waiting && !this.ended; i += 1) {
      if (core.registers[15] < ROM_BYTES && this.inRom()) return;
      const cycles = core.executeInstruction() + xip.misses * xip.missCycles;
      xip.misses = 0;
      if (pio.runners.length) pio.run(pio.cycle + cycles);
      else pio.cycle += cycles;
      const nanos = clock.nanosCounter + cycles * nanosPerCycle;
      const alarm = clock.nextAlarm;
      if (alarm === null || alarm.nanos > nanos) clock.nanosCounter = nanos;
      else clock.tick(cycles * nanosPerCycle);
    }
  }

  // True when the burst has to end here: a function done by us, or a program gone astray.
  inRom() {
    const { core } = this;
    const pc = core.PC & ~1;
    const hook = this.hooks.get(pc);
    if (hook) {
      hook(core);
      core.PC = core.LR & ~1;
    } else if (pc < VECTORS) {
      this.stop(`the program ran into nowhere, to ${hex(pc)}, coming from ${hex(core.LR)}`);
    }
    return this.ended !== '' || hook !== undefined;
  }

  // Sleep to the next thing that happens by itself, at most to `limit`.
  idle(limit) {
    const { clock, pio } = this;
    const alarm = clock.nextAlarm ? clock.nextAlarm.nanos : Infinity;
    const machine = clock.nanos + (pio.next - pio.cycle) * this.nanosPerCycle;
    const until = Math.max(clock.nanos, Math.min(alarm, machine, limit));
    const delta = until - clock.nanos;
    if (until === machine) {
      clock.tick(delta);
      pio.run(pio.next);
    } else {
      pio.run(pio.cycle + delta / this.nanosPerCycle);
      clock.tick(delta);
    }
  }

  // Time goes by while the processor does nothing else: a flash operation.
  wait(nanos) {
    const until = this.clock.nanos + nanos;
    while (this.clock.nanos < until && !this.ended) this.idle(until);
  }

  // A program that cannot go on: the rest of the chip does, until `nanos`.
  stand(nanos) {
    while (this.clock.nanos < nanos && this.ended === 'stopped') this.idle(nanos);
  }
}

function hex(address) {
  return `0x${(address >>> 0).toString(16).padStart(8, '0')}`;
}

