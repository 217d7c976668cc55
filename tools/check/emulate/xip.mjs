// Cost of reading the flash through the XIP cache, which the library leaves out: 16 KiB, two ways,
// lines of 8 bytes, 40 cycles a miss (design micropython §12: fits real boards best) while the flash
// has half the system clock, in proportion with another divisor. core/xip.ts looks lines up.
import { USUAL_DIVISOR } from './flash_commands.mjs';
import { AT } from './fast_core.mjs';

export const MISS_CYCLES = 40;

export class XipCache {
  constructor(m, missCycles = MISS_CYCLES) {
    this.m = m;
    this.missCycles = missCycles;
  }

  // Cycles of a miss at the usual divisor.
  get missCycles() { return this.cycles; }
  set missCycles(cycles) {
    this.cycles = cycles;
    this.divide(this.divisor ?? USUAL_DIVISOR);
  }

  divide(divisor) {
    this.divisor = divisor;
    this.m.words[AT.missCycles] = Math.round((this.cycles * divisor) / USUAL_DIVISOR);
  }

  get misses() { return this.m.words[AT.misses]; }

  flush() {
    this.m.flush();
  }
}
