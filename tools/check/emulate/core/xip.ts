// The flash cache: 16 KiB, two ways, lines of 8 bytes (tools/check/emulate/xip.mjs says where from).
import { LAST, MISSES, MISS_CYCLES, OLDER, TAGS } from './layout';

const SETS: u32 = 1024;

// Cycles that reading the flash at `address` costs beyond the read itself.
// @ts-ignore: decorator
@inline
export function touch(address: u32): i64 {
  const line = (address & 0xffffff) >> 3;
  if (line == load<u32>(LAST) && address >>> 24 < 0x12) return 0;
  return lookUp(address, line);
}

function lookUp(address: u32, line: u32): i64 {
  if (address >>> 24 >= 0x12) return miss();
  const set = line & (SETS - 1);
  const tag = TAGS + (set << 2);
  let cost: i64 = 0;
  if (load<u32>(tag) == line) store<u8>(OLDER + set, 1);
  else if (load<u32>(tag + (SETS << 2)) == line) store<u8>(OLDER + set, 0);
  else {
    cost = miss();
    if (address >>> 24 != 0x10) return cost; // read past the cache: no line is kept
    const way: u32 = load<u8>(OLDER + set);
    store<u32>(tag + (way << 12), line);
    store<u8>(OLDER + set, 1 - way);
  }
  store<u32>(LAST, line);
  return cost;
}

function miss(): i64 {
  store<u32>(MISSES, load<u32>(MISSES) + 1);
  return load<u32>(MISS_CYCLES);
}

export function flush(): void {
  memory.fill(TAGS, 0xff, SETS << 3);
  store<u32>(LAST, 0xffffffff);
}
