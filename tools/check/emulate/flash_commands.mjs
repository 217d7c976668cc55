// The flash chip's serial commands, for programs that speak to it themselves through the SSI:
// its maker and size (0x9F) and its unique number (0x4B), which becomes the board's own id.
import { Registers } from './registers.mjs';

const SS_CONTROL = 0x0c;
const DRIVE_LOW = 2;
const DATA = 0x60;
const STATUS_READY = 0x0e;
const SR = 0x28;
const BAUDR = 0x14;
export const USUAL_DIVISOR = 2; // of the system clock, as the second stage of a Pico sets it
const JEDEC = [0xef, 0x40, 0x15]; // Winbond, 2 MB: a W25Q16JV as on the Pico
const UNIQUE_AFTER = 5; // one command byte, four that mean nothing

// IO_QSPI: only the select pin's override matters (datasheet §2.19.6.2).
export class QspiPins extends Registers {
  constructor(ssi) {
    super();
    this.ssi = ssi;
  }

  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (offset === SS_CONTROL) this.ssi.select(((value >> 8) & 3) === DRIVE_LOW);
  }
}

// The flash controller, in front of the library's own, which serves the second stage well.
export class FlashCommands {
  // `onDivisor(divisor)`: the flash's clock changed, and with it what a cache miss costs.
  constructor(plain, unique, onDivisor = () => {}) {
    this.plain = plain;
    this.divisor = USUAL_DIVISOR;
    this.onDivisor = onDivisor;
    this.unique = unique;
    this.selected = false;
    this.sent = [];
    this.answer = 0;
  }

  select(low) {
    if (low && !this.selected) this.sent = [];
    this.selected = low;
  }

  answerTo(value) {
    this.sent.push(value & 255);
    const at = this.sent.length - 1;
    if (this.sent[0] === 0x9f) return at ? (JEDEC[at - 1] ?? 0) : 0;
    if (this.sent[0] === 0x4b) return this.unique[at - UNIQUE_AFTER] ?? 0;
    return 0;
  }

  readUint32(offset) {
    if (offset === BAUDR) return this.divisor;
    if (this.selected && offset === DATA) return this.answer;
    return this.selected && offset === SR ? STATUS_READY : this.plain.readUint32(offset);
  }

  writeUint32(offset, value) {
    if (this.selected && offset === DATA) this.answer = this.answerTo(value);
    else this.plain.writeUint32(offset, value);
  }

  setDivisor(value) {
    this.divisor = value & 0xfffe;
    this.onDivisor(this.divisor || USUAL_DIVISOR);
  }

  writeUint32Atomic(offset, value, alias) {
    if (offset === BAUDR) this.setDivisor(value);
    if (this.selected && offset === DATA) this.writeUint32(offset, value);
    else this.plain.writeUint32Atomic(offset, value, alias);
  }
}
