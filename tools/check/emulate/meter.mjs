// What the program does with its time and memory, read from outside: nothing of it takes a cycle.
//
// A scan ends with an edge of the live signal, the last thing a scan does. It began when the
// program last stopped waiting (asleep, or reading the timer over and over), or with the end of the
// scan before when it did not wait at all.
import { AT, PLACES, READINGS } from './fast_core.mjs';

const RAM = 0x20000000;
const RAM_BYTES = 0x42000;
const BLOCK = 16; // bytes of a heap block
const BLOCKS_A_BYTE = 4;
const LONG_NS = 3e6; // a scan that a profile looks at apart
const FRAME_US = 50; // from the sampling of the inputs until the frame is in memory
const FETCH_US = 60; // from the end of waiting until the scan fetches the frames, at least
const FRAMES = 64; // remembered
const LOOKS = 3; // at the clock: at the begin, as a motor is switched, at the end
const GAP = 4; // bytes that may lie between the two tables

export class Meter {
  constructor({ kick, load }) {
    this.kick = kick;
    this.load = load;
    this.scans = [];
    this.sampled = []; // when the last frames sampled the inputs, us
    this.area = null;
    this.profile = null;
  }

  attach(chip, pins) {
    this.chip = chip;
    this.f = chip.m.floats;
    this.ended = 0;
    this.area = null;
    pins.watch(this.kick, () => this.scanEnded());
    pins.watch(this.load, (level) => !level && this.frameBegan());
  }

  frameBegan() {
    this.sampled.push(this.chip.nanos / 1000);
    if (this.sampled.length > FRAMES) this.sampled.shift();
  }

  scanEnded() {
    const { f } = this;
    const now = f[AT.cyc];
    const began = Math.max(f[AT.idleEnd], this.ended);
    this.ended = now;
    this.profile?.scanEnded((now - began) * f[AT.ns] > LONG_NS);
    const us = (cycles) => (cycles * f[AT.ns]) / 1000;
    const end = this.chip.nanos / 1000;
    const begin = end - us(now - began);
    const seen = this.sampled.findLast((at) => at + FRAME_US <= begin + FETCH_US) ?? begin;
    const thought = this.thought(began);
    this.scans.push([begin, end, us(f[AT.idle]), us(f[AT.irqCycles]), seen, thought < 0 ? -1 : end - us(now - thought)]);
  }

  // The cycle at which the scan that began then looked at its clock as it switched a motor, if it did:
  // behind the longest stretch without a look, in which it thinks. -1: not known. A scan ends with a
  // look, how long it took; what looks from elsewhere does not count.
  thought(began) {
    const { words, floats } = this.chip.m;
    const readings = [];
    for (let back = READINGS; back > 0; back -= 1) {
      const at = PLACES.read + ((words[AT.readCount] - back) & (READINGS - 1)) * 16;
      readings.push([floats[at >> 3], words[(at + 8) >> 2]]);
    }
    const own = readings.at(-1)[1];
    const looks = readings.filter(([at, from]) => from === own && at > began).map(([at]) => at);
    if (looks.length < LOOKS || readings[0][0] > began) return -1; // the first ones are forgotten
    let found = 1;
    for (let i = 2; i < looks.length; i += 1) {
      if (looks[i] - looks[i - 1] > looks[found] - looks[found - 1]) found = i;
    }
    return looks[found];
  }

  // Since the last call, of every scan: begin, end, all waiting and all interrupts until then, and
  // when the last frame that it found sampled the inputs, and `thought`, us. And the processor's cycles.
  take(base) {
    const { f } = this;
    const scans = this.scans.map(([begin, end, idle, irq, seen, thought]) =>
      [begin + base / 1000, end + base / 1000, idle, irq, seen + base / 1000,
        thought < 0 ? thought : thought + base / 1000].map(Math.floor));
    this.scans = [];
    return {
      scans,
      cycles: f[AT.cyc], idle: f[AT.idle], irq: f[AT.irqCycles], irqs: this.chip.m.words[AT.irqCount],
      hertz: Math.round(1e9 / f[AT.ns]), steps: f[AT.steps],
    }; // prettier-ignore
  }

  // MicroPython's heap: bytes free and the largest free block; null before there is one.
  heap() {
    this.area ??= this.find();
    if (!this.area) return null;
    const { table, bytes } = this.area;
    const at = PLACES.sram + table - RAM;
    let free = 0;
    let run = 0;
    let largest = 0;
    for (let i = 0; i < bytes * BLOCKS_A_BYTE; i += 1) {
      const kind = (this.chip.m.bytes[at + (i >> 2)] >> ((i & 3) * 2)) & 3;
      run = kind ? 0 : run + 1;
      if (!kind) free += 1;
      if (run > largest) largest = run;
    }
    return { free: free * BLOCK, largest: largest * BLOCK };
  }

  // The collector's record of its heap: where its table is, how long, the finalisers' table behind
  // it, begin and end of the blocks (py/mpstate.h). Nothing else in RAM looks like that.
  find() {
    const words = new Uint32Array(this.chip.m.buffer, PLACES.sram, RAM_BYTES >> 2);
    const inside = (address) => address >= RAM && address < RAM + RAM_BYTES;
    for (let i = 0; i + 4 < words.length; i += 1) {
      const [table, bytes, finalisers, pool, end] = words.subarray(i, i + 5);
      if (!inside(table) || finalisers - table - bytes >>> 0 > GAP || !inside(pool) || end <= pool) continue;
      if (end - pool === bytes * BLOCKS_A_BYTE * BLOCK && pool > finalisers) return { table, bytes };
    }
    return null;
  }
}
