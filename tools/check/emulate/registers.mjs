// Peripherals of our own in place of the library's: a word per offset, and the four aliases that
// every RP2040 peripheral has (plain write, XOR, set, clear; RP2040 datasheet §2.1.2).
export class Registers {
  constructor(words = {}) {
    this.words = new Map(Object.entries(words).map(([at, word]) => [Number(at), word]));
    this.rawWriteValue = 0;
  }

  readUint32(offset) {
    return this.words.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.words.set(offset, value >>> 0);
  }

  writeUint32Atomic(offset, value, alias) {
    this.rawWriteValue = value;
    if (alias === 0) {
      this.writeUint32(offset, value >>> 0);
      return;
    }
    const old = this.readUint32(offset);
    const word = alias === 1 ? old ^ value : alias === 2 ? old | value : old & ~value;
    this.writeUint32(offset, word >>> 0);
  }
}

const RANDOM_BIT = 0x1c;
const STATUS = 0x18;
const STABLE = 0x80000000;

// Ring oscillator: MicroPython and the firmware take their entropy from its random bit. The library
// reads all ones there, which the firmware's health test rightly refuses.
export class RingOscillator extends Registers {
  constructor(random = Math.random) {
    super();
    this.random = random;
  }

  readUint32(offset) {
    if (offset === RANDOM_BIT) return this.random() < 0.5 ? 0 : 1; // main.mjs notes it by the same rule
    return offset === STATUS ? STABLE : super.readUint32(offset);
  }
}

const VREG = 0;
const VREG_START = 0x10b1; // 1.1 V, in regulation
const CHIP_RESET = 8;
export const FROM_POWER = 1 << 8;
export const FROM_RUN_PIN = 1 << 16;
export const FROM_WATCHDOG = 0;

// Voltage regulator and chip reset: why the chip last started (datasheet §2.12.8).
export class ChipReset extends Registers {
  constructor(cause) {
    super({ [VREG]: VREG_START, [CHIP_RESET]: cause });
  }
}
