// A very small assembler for ARMv6-M, for the hand-made programs of these tests.
//
// Constants are built with shifts and adds, so that there is no literal pool to place; every
// conditional branch goes the long way round, so that distance never matters.
const EQ = 0;
const NE = 1;

export class Program {
  constructor() {
    this.code = [];
    this.labels = new Map();
    this.fixes = [];
  }

  emit(...halfwords) {
    this.code.push(...halfwords);
    return this;
  }

  label(name) {
    this.labels.set(name, this.code.length);
    return this;
  }

  // rd = value (32 bits)
  set(rd, value) {
    const bytes = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
    while (bytes.length > 1 && bytes[0] === 0) bytes.shift();
    this.emit(0x2000 | (rd << 8) | bytes[0]);
    for (const byte of bytes.slice(1)) this.emit((8 << 6) | (rd << 3) | rd, 0x3000 | (rd << 8) | byte);
    return this;
  }

  add(rd, imm) { return this.emit(0x3000 | (rd << 8) | imm); }
  sub(rd, imm) { return this.emit(0x3800 | (rd << 8) | imm); }
  cmp(rn, imm) { return this.emit(0x2800 | (rn << 8) | imm); }
  and(rd, rm) { return this.emit(0x4000 | (rm << 3) | rd); }
  tst(rn, rm) { return this.emit(0x4200 | (rm << 3) | rn); }
  mov(rd, rm) { return this.emit(0x4600 | (rm << 3) | (rd & 7)); }
  ldr(rt, rn, off = 0) { return this.emit(0x6800 | ((off >> 2) << 6) | (rn << 3) | rt); }
  str(rt, rn, off = 0) { return this.emit(0x6000 | ((off >> 2) << 6) | (rn << 3) | rt); }
  ldrb(rt, rn, off = 0) { return this.emit(0x7800 | (off << 6) | (rn << 3) | rt); }
  strb(rt, rn, off = 0) { return this.emit(0x7000 | (off << 6) | (rn << 3) | rt); }
  ldrh(rt, rn, off = 0) { return this.emit(0x8800 | ((off >> 1) << 6) | (rn << 3) | rt); }
  bx(rm) { return this.emit(0x4700 | (rm << 3)); }
  blx(rm) { return this.emit(0x4780 | (rm << 3)); }
  breakpoint() { return this.emit(0xbe00); }
  irqOff() { return this.emit(0xb672); }
  irqOn() { return this.emit(0xb662); }
  sleep() { return this.emit(0xbf30); }

  jump(name) {
    this.fixes.push([this.code.length, name]);
    return this.emit(0xe000);
  }

  // Skip one instruction when the condition does not hold, then jump.
  unless(condition, name) { return this.emit(0xd000 | (condition << 8)).jump(name); }
  ifEqual(name) { return this.unless(NE, name); }
  ifNot(name) { return this.unless(EQ, name); }

  // memory[address] = value
  poke(address, value) { return this.set(0, value).set(1, address).str(0, 1); }

  // Wait until a bit of memory[address] is set.
  until(address, mask) {
    const name = `wait${this.code.length}`;
    return this.set(1, address).set(2, mask).label(name).ldr(0, 1).tst(0, 2).ifEqual(name);
  }

  // Sleep for ever, so that the emulation has nothing to do.
  forever() {
    const name = `end${this.code.length}`;
    return this.label(name).sleep().jump(name);
  }

  // Machine code, little end first.
  bytes() {
    for (const [at, name] of this.fixes) {
      const far = this.labels.get(name) - at - 2;
      this.code[at] = 0xe000 | (far & 0x7ff);
    }
    return Uint8Array.from(this.code.flatMap((half) => [half & 255, half >> 8]));
  }
}
