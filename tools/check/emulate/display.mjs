// HT16K33 with four seven-segment digits at 0x70: its 16 bytes of memory, and what one would read.
const MEMORY = 16;
const PLACES = [0, 2, 6, 8]; // memory bytes of the digits; 4 is the colon
const COLON = 4;
const SEGMENTS = {
  0x00: ' ', 0x3f: '0', 0x06: '1', 0x5b: '2', 0x4f: '3', 0x66: '4', 0x6d: '5', 0x7d: '6', 0x07: '7',
  0x7f: '8', 0x6f: '9', 0x40: '-', 0x77: 'A', 0x7c: 'b', 0x39: 'C', 0x5e: 'd', 0x79: 'E', 0x71: 'F',
  0x76: 'H', 0x38: 'L', 0x54: 'n', 0x5c: 'o', 0x73: 'P', 0x50: 'r', 0x78: 't', 0x3e: 'U', 0x6e: 'y',
  0x3d: 'G', 0x46: '+', 0x1e: 'J', 0x08: '_',
}; // prettier-ignore

export class Display {
  constructor(address = 0x70) {
    this.address = address;
    this.memory = new Uint8Array(MEMORY);
    this.reset();
  }

  // Power-up: oscillator off, display off.
  reset() {
    this.running = this.on = false;
    this.dim = 15;
    this.at = 0;
    this.first = true;
  }

  start() {
    this.first = true;
  }

  write(byte) {
    if (this.first) this.command(byte);
    else {
      this.memory[this.at] = byte;
      this.at = (this.at + 1) % MEMORY;
    }
    this.first = false;
    return true;
  }

  command(byte) {
    if (byte < 0x10) this.at = byte;
    else if (byte >> 4 === 2) this.running = Boolean(byte & 1);
    else if (byte >> 4 === 8) this.on = Boolean(byte & 1);
    else if (byte >> 4 === 14) this.dim = byte & 15;
  }

  read() {
    const value = this.memory[this.at];
    this.at = (this.at + 1) % MEMORY;
    return value;
  }

  // What stands there: four characters, a colon, a point behind a digit; '' while it is dark.
  get text() {
    if (!this.running || !this.on) return '';
    const digits = PLACES.map((place) => {
      const bits = this.memory[place];
      return (SEGMENTS[bits & 0x7f] ?? '?') + (bits & 0x80 ? '.' : '');
    });
    if (this.memory[COLON] & 2) digits.splice(2, 0, ':');
    return digits.join('');
  }
}
