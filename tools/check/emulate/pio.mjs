// The two PIO blocks of the compiled core (core/pio.ts), with the names the library's have.
import { PLACES } from './fast_core.mjs';

const MACHINES = 0x100;
const MACHINE_BYTES = 0xc0;

class Fifo {
  constructor(words, at) {
    this.words = words;
    this.at = at >> 2;
  }

  get itemCount() { return this.words[this.at]; }
  get size() { return this.words[this.at + 2]; }
  get full() { return this.itemCount >= this.size; }
  get empty() { return this.itemCount === 0; }
}

class Machine {
  constructor(words, at) {
    this.words = words;
    this.at = at >> 2;
    this.txFIFO = new Fifo(words, at + 0x50);
    this.rxFIFO = new Fifo(words, at + 0x80);
  }

  get enabled() { return this.words[this.at] === 1; }
  get pc() { return this.words[this.at + 1]; }
  get x() { return this.words[this.at + 2]; }
  get y() { return this.words[this.at + 3]; }
  get waiting() { return this.words[this.at + 13] !== 0; }
  get cycles() { return this.words[this.at + 18]; }
}

export class PioBlock {
  constructor(m, number) {
    this.m = m;
    this.number = number;
    const at = PLACES.pio + number * PLACES.pioBytes;
    this.at = at >> 2;
    this.machines = [0, 1, 2, 3].map((i) => new Machine(m.words, at + MACHINES + i * MACHINE_BYTES));
  }

  get pinValues() { return this.m.words[this.at]; }
  get pinDirections() { return this.m.words[this.at + 1]; }
  readUint32(offset) { return this.m.pioRead(this.number, offset & 0xfff) >>> 0; }
  writeUint32(offset, value) { this.m.pioWrite(this.number, offset, value, 0); }
  writeUint32Atomic(offset, value, alias) { this.m.pioWrite(this.number, offset, value, alias); }
}

// So does the DMA; the library's peripherals tell it when they want a transfer.
export class DmaBlock {
  constructor(m) {
    this.m = m;
  }

  setDREQ(line) { this.m.dmaRequest(line, 1); }
  clearDREQ(line) { this.m.dmaRequest(line, 0); }
  readUint32(offset) { return this.m.dmaRead(offset & 0xfff) >>> 0; }
  writeUint32(offset, value) { this.m.dmaWrite(offset, value, 0); }
  writeUint32Atomic(offset, value, alias) { this.m.dmaWrite(offset, value, alias); }
}
