// SIO: GPIO, divider, spinlocks (RP2040 datasheet §2.3.1). No second core: its mailbox is empty and
// says at once that it was reset.
import {
  DIVIDEND, DIVISOR, DIV_CSR, HI_OE, HI_OUT, LOCKS, OE, OUT, QUOTIENT, REMAINDER,
} from './layout';
import { outsideRead, outsideWrite } from './outside';
import { inputs, updatePins } from './pins';

const PINS: u32 = 0x3fffffff;
const DIV_READY: u32 = 3;

export function sioRead(at: u32): u32 {
  if (at >= 0x100 && at < 0x180) return lock((at - 0x100) >> 2);
  switch (at >> 2) {
    case 0x00: return 0; // core 0
    case 0x01: return inputs();
    case 0x04: return load<u32>(OUT);
    case 0x08: return load<u32>(OE);
    case 0x0c: return load<u32>(HI_OUT);
    case 0x10: return load<u32>(HI_OE);
    case 0x14: return 3; // mailbox: something to read, room to write
    case 0x16: return 0;
    case 0x17: return load<u32>(LOCKS);
    case 0x18: case 0x1a: return load<u32>(DIVIDEND);
    case 0x19: case 0x1b: return load<u32>(DIVISOR);
    case 0x1c:
      store<u32>(DIV_CSR, load<u32>(DIV_CSR) & ~2);
      return load<u32>(QUOTIENT);
    case 0x1d: return load<u32>(REMAINDER);
    case 0x1e: return load<u32>(DIV_CSR);
    default: return at >= 0x80 && at < 0x100 || at == 8 ? outsideRead(0xd0000000 + at) : 0;
  }
}

function lock(index: u32): u32 {
  const bit: u32 = 1 << index;
  const taken = load<u32>(LOCKS);
  if (taken & bit) return 0;
  store<u32>(LOCKS, taken | bit);
  return bit;
}

// Four registers in a row: value, set, clear, toggle.
function change(word: usize, how: u32, value: u32): void {
  const old = load<u32>(word);
  store<u32>(word, (how == 0 ? value : how == 1 ? old | value : how == 2 ? old & ~value : old ^ value) & PINS);
}

export function sioWrite(at: u32, value: u32): void {
  if (at >= 0x10 && at < 0x30) {
    change(at < 0x20 ? OUT : OE, (at >> 2) & 3, value);
    updatePins();
  } else if (at >= 0x30 && at < 0x50) change(at < 0x40 ? HI_OUT : HI_OE, (at >> 2) & 3, value);
  else if (at >= 0x60 && at < 0x70) divide(at, value);
  else if (at == 0x70 || at == 0x74) {
    store<u32>(at == 0x70 ? QUOTIENT : REMAINDER, value);
    store<u32>(DIV_CSR, DIV_READY);
  } else if (at >= 0x100 && at < 0x180) store<u32>(LOCKS, load<u32>(LOCKS) & ~(1 << ((at - 0x100) >> 2)));
  else if (at >= 0x80) outsideWrite(0xd0000000 + at, value, 4);
}

function divide(at: u32, value: u32): void {
  store<u32>(at & 4 ? DIVISOR : DIVIDEND, value);
  const a = load<u32>(DIVIDEND);
  const b = load<u32>(DIVISOR);
  const signed = at >= 0x68;
  if (b == 0) {
    store<u32>(QUOTIENT, signed && <i32>a < 0 ? 1 : 0xffffffff);
    store<u32>(REMAINDER, a);
  } else if (signed && b == 0xffffffff) {
    store<u32>(QUOTIENT, 0 - a);
    store<u32>(REMAINDER, 0);
  } else {
    store<u32>(QUOTIENT, signed ? <u32>(<i32>a / <i32>b) : a / b);
    store<u32>(REMAINDER, signed ? <u32>(<i32>a % <i32>b) : a % b);
  }
  store<u32>(DIV_CSR, DIV_READY);
}
