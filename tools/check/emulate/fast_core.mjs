// The compiled core in place of the library's: the same names, so that the library's peripherals and
// the board find what they expect, over the module's memory.
import { coreModule } from './core_build.mjs';

const WORD = 2;
const DOUBLE = 3;
const word = (at) => at >> WORD;
const double = (at) => at >> DOUBLE;
// Places in the module's memory (core/layout.ts), as indexes of words and of doubles.
export const AT = {
  reg: word(0x100), nf: word(0x140), zf: word(0x144), cf: word(0x148), vf: word(0x14c),
  primask: word(0x150), ipsr: word(0x154), banked: word(0x158), spsel: word(0x15c), nPriv: word(0x160),
  waiting: word(0x164), event: word(0x168), stalled: word(0x16c), break: word(0x170), why: word(0x174),
  pending: word(0x180), enabled: word(0x184), priority: word(0x188), systick: word(0x198),
  pendSv: word(0x19c), svCall: word(0x1a0), nmi: word(0x1a4), vtor: word(0x1a8), shpr2: word(0x1ac),
  shpr3: word(0x1b0), next: double(0x1d0),
  cyc: double(0x1c0), limit: double(0x1c8), baseCyc: double(0x1d8), baseNs: double(0x1e0),
  ns: double(0x1e8), slept: double(0x1f0), steps: double(0x1f8), irqCycles: double(0x208),
  idle: double(0x250), idleEnd: double(0x258), readCount: word(0x274),
  irqCount: word(0x218), out: word(0x220), oe: word(0x224), level: word(0x280), isSio: word(0x284),
  isPio: word(0x288), elseOut: word(0x290), elseOe: word(0x294), outAnd: word(0x298), outOr: word(0x29c),
  outXor: word(0x2a0), oeAnd: word(0x2a4), oeOr: word(0x2a8), oeXor: word(0x2ac), inAnd: word(0x2b0),
  inOr: word(0x2b4), inXor: word(0x2b8), driven: word(0x2bc), drive: word(0x2c0), pullUp: word(0x2c4),
  keeper: word(0x2c8), watch: word(0x2cc), misses: word(0x304), missCycles: word(0x308),
}; // prettier-ignore
export const PLACES = { pio: 0x1000, pioBytes: 0x400, hooks: 0x4000, read: 0x6000, rom: 0x20000, sram: 0x40000, flash: 0x100000 };
export const SIZES = { rom: 0x4000, sram: 0x42000, flash: 0x200000 };
export const HOOKED = 2;
export const READINGS = 256; // of the timer, remembered

// The module with its memory; `outside` has read(address), write(address, value, bytes), pins(changed).
export function machine(outside) {
  const made = new WebAssembly.Instance(coreModule(), { outside, env: { abort() {} } });
  const { buffer } = made.exports.memory;
  const views = { words: new Uint32Array(buffer), floats: new Float64Array(buffer), bytes: new Uint8Array(buffer) };
  made.exports.reset();
  return { ...made.exports, ...views, buffer };
}

export class FastCore {
  constructor(m) {
    this.m = m;
    this.words = m.words;
    this.registers = m.words.subarray(AT.reg, AT.reg + 16);
    this.interruptPriorities = m.words.subarray(AT.priority, AT.priority + 4);
    this.longs = new BigInt64Array(m.buffer, AT.next << DOUBLE, 1);
  }

  // Something changed that the loop has to look at before its next instruction.
  lookUp() {
    this.longs[0] = 0n;
  }

  setInterrupt(irq, value) {
    this.m.setInterrupt(irq, value ? 1 : 0);
  }

  set interruptsUpdated(value) {
    if (value) this.lookUp();
  }

  get cycles() { return this.m.floats[AT.cyc]; }
  set cycles(value) { /* the divider's eight cycles: the program waits for them itself */ }
  get PC() { return this.registers[15]; }
  set PC(value) { this.registers[15] = value; }
  get SP() { return this.registers[13]; }
  set SP(value) { this.registers[13] = value & ~3; }
  get LR() { return this.registers[14]; }
  set LR(value) { this.registers[14] = value; }
  get N() { return (this.words[AT.nf] | 0) < 0; }
  get Z() { return this.words[AT.zf] === 0; }
  get C() { return this.words[AT.cf] === 1; }
  get V() { return (this.words[AT.vf] | 0) < 0; }
  get waiting() { return this.words[AT.waiting] === 1; }
  get asleepCycles() { return this.m.floats[AT.slept]; }
  get vectPending() {
    const set = this.pendingInterrupts;
    for (let i = 0; i < 4; i += 1) {
      const mine = set & this.interruptPriorities[i];
      if (mine) return 16 + (31 - Math.clz32(mine & -mine));
    }
    return 0;
  }
}

// Plain words and flags that the library's PPB reads and writes.
const WORDS = { pendingInterrupts: 'pending', enabledInterrupts: 'enabled', IPSR: 'ipsr', VTOR: 'vtor', SHPR2: 'shpr2', SHPR3: 'shpr3' };
const FLAGS = { pendingSystick: 'systick', pendingPendSV: 'pendSv', pendingSVCall: 'svCall', pendingNMI: 'nmi', PM: 'primask' };
for (const [name, at] of Object.entries(WORDS)) {
  Object.defineProperty(FastCore.prototype, name, {
    get() { return this.words[AT[at]] | 0; },
    set(value) { this.words[AT[at]] = value; },
  });
}
for (const [name, at] of Object.entries(FLAGS)) {
  Object.defineProperty(FastCore.prototype, name, {
    get() { return this.words[AT[at]] === 1; },
    set(value) { this.words[AT[at]] = value ? 1 : 0; },
  });
}
