// FRAM MB85RC256V: 32 KB at 0x50, two address bytes, every byte kept as soon as it is acknowledged
// (Fujitsu data sheet DS501-00017). The file is written byte by byte too: a power cut tears it
// exactly where it would tear the part.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

export const FRAM_BYTES = 32768;

export class Fram {
  constructor(path = '', address = 0x50) {
    this.address = address;
    this.data = new Uint8Array(FRAM_BYTES);
    this.file = path ? openSync(path, 'r+') : null;
    if (this.file !== null) readSync(this.file, this.data, 0, fstatSync(this.file).size, 0);
    this.at = 0;
    this.head = 0;
    this.written = 0;
  }

  start(reading) {
    this.head = reading ? 2 : 0;
  }

  write(byte) {
    if (this.head < 2) {
      this.at = this.head === 0 ? byte << 8 : (this.at & 0xff00) | byte;
      this.head += 1;
    } else {
      this.put(byte);
    }
    return true;
  }

  put(byte) {
    const at = this.at % FRAM_BYTES;
    this.data[at] = byte;
    if (this.file !== null) writeSync(this.file, this.data, at, 1, at);
    this.at = (at + 1) % FRAM_BYTES;
    this.written += 1;
  }

  read() {
    const at = this.at % FRAM_BYTES;
    this.at = (at + 1) % FRAM_BYTES;
    return this.data[at];
  }

  close() {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
