// Where the program spends its time: every so often, which C function runs and for which Python
// function. Read from outside with the symbols of the image's ELF; it takes no cycle of the chip.
import { AT, PLACES } from './fast_core.mjs';

const RAM = 0x20000000;
const RAM_BYTES = 0x42000;
const FLASH = 0x10000000;
const FLASH_BYTES = 0x200000;
const EVERY_NS = 9973; // no divisor of anything the program does regularly
const STACK_WORDS = 400;
const WAIT_CYCLES = 300; // since it last waited: still waiting
const STATE_WORDS = 400;
const DEEPEST = 8; // pools of names, one behind the other

export class Profile {
  // symbols: { type: address of mp_type_fun_bc, state: of mp_state_ctx, code: [[address, name], ...] by address }
  constructor(symbols) {
    this.symbols = symbols;
    this.samples = 0;
    this.python = new Map();
    this.c = new Map();
    this.slow = new Map(); // of long scans alone
    this.scan = [];
    this.names = new Map();
  }

  attach(chip) {
    this.chip = chip;
    this.names.clear();
    const alarm = chip.clock.createAlarm(() => {
      this.sample();
      alarm.schedule(EVERY_NS);
    });
    alarm.schedule(EVERY_NS);
  }

  word(address) {
    const { m } = this.chip;
    if (address >>> 0 >= RAM && address < RAM + RAM_BYTES) return m.words[(PLACES.sram + address - RAM) >> 2];
    if (address >= FLASH && address < FLASH + FLASH_BYTES) return m.words[(PLACES.flash + address - FLASH) >> 2];
    return 0;
  }

  byte(address) {
    return (this.word(address & ~3) >> (8 * (address & 3))) & 255;
  }

  sample() {
    const { chip } = this;
    const f = chip.m.floats;
    if (chip.core.waiting || f[AT.cyc] - f[AT.idleEnd] < WAIT_CYCLES) return;
    this.samples += 1;
    const python = this.running(chip.core.SP);
    this.count(this.python, python);
    this.count(this.c, this.place(chip.core.PC));
    this.scan.push(python);
  }

  // A scan has ended; `long` ones are counted apart, too.
  scanEnded(long) {
    if (long) for (const name of this.scan) this.count(this.slow, name);
    this.scan = [];
  }

  count(map, name) {
    map.set(name, (map.get(name) ?? 0) + 1);
  }

  // The C function an address lies in.
  place(pc) {
    if (pc >= RAM) return 'code in RAM';
    const { code } = this.symbols;
    let low = 0;
    let high = code.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (code[middle][0] <= pc) low = middle;
      else high = middle - 1;
    }
    return code[low][1];
  }

  // The innermost Python function: the first function object that the C stack points at.
  running(sp) {
    for (let at = sp; at < sp + 4 * STACK_WORDS; at += 4) {
      const value = this.word(at);
      if (value >= RAM && value < RAM + RAM_BYTES && this.word(value) === this.symbols.type) return this.name(value);
    }
    return '(no Python)';
  }

  name(fun) {
    const bytecode = this.word(fun + 12);
    if (!this.names.has(bytecode)) this.names.set(bytecode, this.text(this.qstr(fun, bytecode)));
    return this.names.get(bytecode);
  }

  // Number of a function's name: behind the prelude's two variable-length fields (py/bc.h).
  qstr(fun, bytecode) {
    let at = bytecode;
    while (this.byte(at) & 0x80) at += 1;
    at += 1;
    while (this.byte(at) & 0x80) at += 1;
    at += 1;
    let local = 0;
    for (;;) {
      const byte = this.byte(at);
      local = (local << 7) | (byte & 0x7f);
      at += 1;
      if (!(byte & 0x80)) break;
    }
    const table = this.word(this.word(fun + 4) + 8);
    const half = table + 2 * local;
    return (this.word(half & ~3) >> (8 * (half & 2))) & 0xffff;
  }

  // The text of a name: pools hang on a chain, the newest first (py/qstr.h).
  text(number) {
    let pool = this.pool();
    for (let i = 0; pool && i < DEEPEST; i += 1) {
      const before = this.word(pool + 4) & 0x7fffffff;
      if (number >= before) return this.chars(this.word(pool + 24 + 4 * (number - before)));
      pool = this.word(pool);
    }
    return `name ${number}`;
  }

  chars(at) {
    let text = '';
    for (let byte = this.byte(at); byte && text.length < 60; byte = this.byte((at += 1))) text += String.fromCharCode(byte);
    return text;
  }

  // The newest pool: the word of MicroPython's state that begins a chain which ends in the flash.
  pool() {
    for (let i = 0; i < STATE_WORDS; i += 1) {
      const at = this.word(this.symbols.state + 4 * i);
      if (at < RAM || at >= RAM + RAM_BYTES || at & 3) continue;
      const [before, room, used] = [this.word(at + 4) & 0x7fffffff, this.word(at + 8), this.word(at + 12)];
      const older = this.word(at);
      const size = (this.word(older + 4) & 0x7fffffff) + this.word(older + 12);
      if (older && used && used <= room && room < 4096 && before === size) return at;
    }
    return 0;
  }

  take() {
    const table = (map) => [...map].sort((a, b) => b[1] - a[1]).slice(0, 60);
    return { samples: this.samples, every_us: EVERY_NS / 1000, python: table(this.python), c: table(this.c), slow: table(this.slow) };
  }
}
