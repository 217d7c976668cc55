// The 2 MB flash chip of a Pico, kept in a file: what is erased or programmed is on disk at once,
// so that the program's files survive a restart of the board and of the emulator.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

export const FLASH_BYTES = 2 * 1024 * 1024;
export const SECTOR = 4096;
export const PAGE = 256;

export class FlashMemory {
  constructor(path = '') {
    this.data = new Uint8Array(FLASH_BYTES).fill(0xff);
    this.file = path ? openSync(path, 'r+') : null;
    if (this.file !== null) readSync(this.file, this.data, 0, fstatSync(this.file).size, 0);
    this.erased = 0;
    this.programmed = 0;
  }

  // From now on the bytes are kept there: a chip's own memory, which it reads without asking.
  moveTo(view) {
    if (view === this.data) return;
    view.set(this.data);
    this.data = view;
  }

  keep(at, length) {
    if (this.file !== null) writeSync(this.file, this.data, at, length, at);
  }

  erase(at, length = SECTOR) {
    this.data.fill(0xff, at, at + length);
    this.keep(at, length);
    this.erased += 1;
  }

  // Programming only ever turns ones into zeros.
  program(at, bytes) {
    for (let i = 0; i < bytes.length; i += 1) this.data[at + i] &= bytes[i];
    this.keep(at, bytes.length);
    this.programmed += 1;
  }

  close() {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
