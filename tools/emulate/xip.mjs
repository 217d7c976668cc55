// Cost of reading the flash through the XIP cache, which the library leaves out: 16 KiB, two ways,
// lines of 8 bytes, 40 cycles a miss (design micropython §12: fits real boards best).
const SETS = 1024;
const LINE_SHIFT = 3;
const FLASH = 0x10;
const UNCACHED = 0x12;
export const MISS_CYCLES = 40;

export class XipCache {
  constructor(core, missCycles = MISS_CYCLES) {
    this.missCycles = missCycles;
    this.tags = new Int32Array(SETS * 2).fill(-1);
    this.older = new Uint8Array(SETS);
    this.last = -1;
    this.misses = 0; // since the chip last counted their cycles
    this.hook(core, 'readUint16');
    this.hook(core, 'readUint32');
    this.hook(core, 'readUint8');
  }

  hook(core, name) {
    const read = core[name].bind(core);
    core[name] = (address) => {
      if (address >>> 26 === 4) this.touch(address >>> 0);
      return read(address);
    };
  }

  touch(address) {
    const line = (address & 0xffffff) >>> LINE_SHIFT;
    if (address >>> 24 >= UNCACHED) {
      this.misses += 1;
      return;
    }
    if (line === this.last) return;
    const set = line & (SETS - 1);
    const tags = this.tags;
    if (tags[set] === line) this.older[set] = 1;
    else if (tags[set + SETS] === line) this.older[set] = 0;
    else {
      this.misses += 1;
      if (address >>> 24 !== FLASH) return; // read past the cache: no line is kept
      const way = this.older[set];
      tags[set + way * SETS] = line;
      this.older[set] = 1 - way;
    }
    this.last = line;
  }

  flush() {
    this.tags.fill(-1);
    this.last = -1;
  }
}
