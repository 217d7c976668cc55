// Cost of reading the flash through the XIP cache, which the library leaves out: 16 KiB, two ways,
// lines of 8 bytes, 40 cycles a miss (design micropython §12: fits real boards best). core/xip.ts.
import { AT } from './fast_core.mjs';

export const MISS_CYCLES = 40;

export class XipCache {
  constructor(m, missCycles = MISS_CYCLES) {
    this.m = m;
    this.missCycles = missCycles;
  }

  get missCycles() { return this.m.words[AT.missCycles]; }
  set missCycles(cycles) { this.m.words[AT.missCycles] = cycles; }
  get misses() { return this.m.words[AT.misses]; }

  flush() {
    this.m.flush();
  }
}
