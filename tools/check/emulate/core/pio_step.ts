// One instruction of a PIO state machine (RP2040 datasheet §3.4).
import {
  ADDR, BLOCK, CODE, EXEC, EXECCTRL, FLAGS, FLAG_SET, INDEX, ISR, ISR_COUNT, ON_IRQ, ON_PIN, ON_RX, ON_TX, OSR,
  OSR_COUNT, PAD_OE, PAD_OUT, PINCTRL, RXSTALL, SHIFTCTRL, X, Y, debug, pullWord, pushWord, rxUsed,
  setFlags, setStall, txStalled, txUsed,
} from './pio';
import { inputs, updatePins } from './pins';

const AUTOPUSH: u32 = 1 << 16;
const AUTOPULL: u32 = 1 << 17;
const IN_RIGHT: u32 = 1 << 18;
const OUT_RIGHT: u32 = 1 << 19;
const STATUS_RX: u32 = 1 << 4;
const SIDE_PINDIR: u32 = 1 << 29;
const SIDE_EN: u32 = 1 << 30;

let jumped: bool = false;
// The pins as two flip-flops before this cycle saw them (§3.5.6.3): without what it does itself.
let seen: u32 = 0;

// Do it. The machine's cycles it takes, delay included; nothing of that when it stalls.
export function step(sm: usize): u32 {
  const exec = load<u32>(sm + EXEC);
  const block = <usize>load<u32>(sm + BLOCK);
  const code: u32 = exec ? exec & 0xffff : load<u32>(block + CODE + (load<u32>(sm + ADDR) << 2));
  seen = inputs();
  const delay = sideSet(sm, block, code >> 8 & 31);
  jumped = false;
  store<u32>(sm + EXEC, 0);
  const wait = execute(sm, block, code);
  setStall(sm, wait);
  if (wait) {
    if (exec) store<u32>(sm + EXEC, exec);
    return 0;
  }
  refill(sm, code);
  if (!exec && !jumped) advance(sm);
  return 1 + (load<u32>(sm + EXEC) ? 0 : delay);
}

// Would the next instruction neither look at anything outside the machine nor change it? A jump on its
// own registers, or a move between them, with a side-set that changes no pin.
export function unseen(sm: usize): bool {
  if (load<u32>(sm + EXEC) || load<u32>(sm + SHIFTCTRL) & AUTOPULL) return false;
  const block = <usize>load<u32>(sm + BLOCK);
  const code = load<u32>(block + CODE + (load<u32>(sm + ADDR) << 2));
  const field = code >> 5 & 7;
  switch (code >> 13) {
    case 0:
      if (field == 6) return false;
      break;
    case 5: {
      const from = code & 7;
      if (from == 0 || from == 5 || !(OWN >> field & 1)) return false;
      break;
    }
    case 7:
      if (field != 1 && field != 2) return false;
      break;
    default: return false;
  }
  return !sideChanges(sm, block, code >> 8 & 31);
}

const OWN: u32 = 0b11001110; // destinations of a move: x, y, none, ISR, OSR

function sideChanges(sm: usize, block: usize, field: u32): bool {
  const pins = load<u32>(sm + PINCTRL);
  const count = pins >>> 29;
  if (count == 0) return false;
  const control = load<u32>(sm + EXECCTRL);
  if (control & SIDE_EN) return (field & 16) != 0;
  const word = load<u32>(block + (control & SIDE_PINDIR ? PAD_OE : PAD_OUT));
  return (rotr<u32>(word, pins >> 10 & 31) & ((1 << count) - 1)) != field >> (5 - count);
}

function advance(sm: usize): void {
  const at = load<u32>(sm + ADDR);
  const control = load<u32>(sm + EXECCTRL);
  store<u32>(sm + ADDR, at == (control >> 12 & 31) ? control >> 7 & 31 : at + 1 & 31);
}

// Side-set takes effect even while the instruction stalls; what is left of the field is the delay.
function sideSet(sm: usize, block: usize, field: u32): u32 {
  const pins = load<u32>(sm + PINCTRL);
  const count = pins >>> 29;
  if (count == 0) return field;
  const control = load<u32>(sm + EXECCTRL);
  const optional = (control & SIDE_EN) != 0;
  if (!optional || field & 16) {
    const bits = optional ? count - 1 : count;
    const value = (field >> (5 - count)) & ((1 << bits) - 1);
    setPins(block + (control & SIDE_PINDIR ? PAD_OE : PAD_OUT), value, pins >> 10 & 31, bits);
  }
  return field & ((1 << (5 - count)) - 1);
}

function setPins(word: usize, value: u32, base: u32, count: u32): void {
  if (count == 0) return;
  const ones: u32 = count >= 32 ? 0xffffffff : (1 << count) - 1;
  const mask = rotl<u32>(ones, base);
  const old = load<u32>(word);
  const now = (old & ~mask) | rotl<u32>(value & ones, base);
  if (now == old) return;
  store<u32>(word, now);
  updatePins();
}

// What it waits for, 0 when it is done.
function execute(sm: usize, block: usize, code: u32): u32 {
  const field = code >> 5 & 7;
  const low = code & 31;
  switch (code >> 13) {
    case 0:
      if (condition(sm, field)) jump(sm, low);
      return 0;
    case 1: return waitFor(sm, block, code);
    case 2: return inBits(sm, field, low);
    case 3: return outBits(sm, block, field, low);
    case 4: return code & 0x80 ? pull(sm, code) : push(sm, code);
    case 5:
      move(sm, block, field, code >> 3 & 3, source(sm, code & 7));
      return 0;
    case 6: return irq(sm, block, code);
    default:
      set(sm, block, field, low);
      return 0;
  }
}

function jump(sm: usize, to: u32): void {
  store<u32>(sm + ADDR, to & 31);
  jumped = true;
}

function down(word: usize): bool {
  const value = load<u32>(word);
  store<u32>(word, value - 1);
  return value != 0;
}

function condition(sm: usize, which: u32): bool {
  switch (which) {
    case 0: return true;
    case 1: return load<u32>(sm + X) == 0;
    case 2: return down(sm + X);
    case 3: return load<u32>(sm + Y) == 0;
    case 4: return down(sm + Y);
    case 5: return load<u32>(sm + X) != load<u32>(sm + Y);
    case 6: return (seen >> (load<u32>(sm + EXECCTRL) >> 24 & 31) & 1) != 0;
    default: return load<u32>(sm + OSR_COUNT) < pullAt(sm);
  }
}

function flagOf(sm: usize, low: u32): u32 {
  const own = low & 0x10;
  return own ? (low & 4) | (low + load<u32>(sm + INDEX) & 3) : low & 7;
}

function waitFor(sm: usize, block: usize, code: u32): u32 {
  const wanted = code >> 7 & 1;
  const low = code & 31;
  const kind = code >> 5 & 3;
  if (kind == 2) {
    const flag = flagOf(sm, low);
    const flags = load<u32>(block + FLAGS);
    if ((flags >> flag & 1) != wanted) return ON_IRQ;
    if (wanted) setFlags(block, flags & ~(1 << flag));
    return 0;
  }
  const pin = kind == 0 ? low : low + (load<u32>(sm + PINCTRL) >> 15) & 31;
  return (seen >> pin & 1) == wanted ? 0 : ON_PIN;
}

function pushAt(sm: usize): u32 {
  const value = load<u32>(sm + SHIFTCTRL) >> 20 & 31;
  return value ? value : 32;
}

function pullAt(sm: usize): u32 {
  const value = load<u32>(sm + SHIFTCTRL) >> 25 & 31;
  return value ? value : 32;
}

function source(sm: usize, which: u32): u32 {
  switch (which) {
    case 0: return rotr<u32>(seen, load<u32>(sm + PINCTRL) >> 15 & 31);
    case 1: return load<u32>(sm + X);
    case 2: return load<u32>(sm + Y);
    case 5: return status(sm);
    case 6: return load<u32>(sm + ISR);
    case 7: return load<u32>(sm + OSR);
    default: return 0;
  }
}

function status(sm: usize): u32 {
  const control = load<u32>(sm + EXECCTRL);
  return (control & STATUS_RX ? rxUsed(sm) : txUsed(sm)) < (control & 15) ? 0xffffffff : 0;
}

// With autopush a machine that found no room has shifted already: it only waits to push.
function inBits(sm: usize, from: u32, low: u32): u32 {
  const control = load<u32>(sm + SHIFTCTRL);
  const automatic = (control & AUTOPUSH) != 0;
  if (automatic && load<u32>(sm + ISR_COUNT) >= pushAt(sm)) return pushFull(sm);
  const bits: u32 = low ? low : 32;
  const value = source(sm, from) & (bits == 32 ? 0xffffffff : (1 << bits) - 1);
  const old = load<u32>(sm + ISR);
  store<u32>(sm + ISR, bits == 32 ? value
    : control & IN_RIGHT ? old >>> bits | value << (32 - bits) : old << bits | value);
  store<u32>(sm + ISR_COUNT, min<u32>(32, load<u32>(sm + ISR_COUNT) + bits));
  return automatic && load<u32>(sm + ISR_COUNT) >= pushAt(sm) ? pushFull(sm) : 0;
}

function pushFull(sm: usize): u32 {
  if (!pushWord(sm)) {
    debug(sm, RXSTALL);
    return ON_RX;
  }
  store<u32>(sm + ISR, 0);
  store<u32>(sm + ISR_COUNT, 0);
  return 0;
}

function outBits(sm: usize, block: usize, to: u32, low: u32): u32 {
  const control = load<u32>(sm + SHIFTCTRL);
  if (control & AUTOPULL && load<u32>(sm + OSR_COUNT) >= pullAt(sm)) {
    if (!pullWord(sm)) {
      txStalled(sm);
      return ON_TX;
    }
  }
  const bits: u32 = low ? low : 32;
  const old = load<u32>(sm + OSR);
  const right = (control & OUT_RIGHT) != 0;
  const value = bits == 32 ? old : right ? old & ((1 << bits) - 1) : old >>> (32 - bits);
  store<u32>(sm + OSR, bits == 32 ? 0 : right ? old >>> bits : old << bits);
  store<u32>(sm + OSR_COUNT, min<u32>(32, load<u32>(sm + OSR_COUNT) + bits));
  output(sm, block, to, value, bits);
  return 0;
}

function output(sm: usize, block: usize, to: u32, value: u32, bits: u32): void {
  const pins = load<u32>(sm + PINCTRL);
  switch (to) {
    case 0: setPins(block + PAD_OUT, value, pins & 31, pins >> 20 & 63); break;
    case 1: store<u32>(sm + X, value); break;
    case 2: store<u32>(sm + Y, value); break;
    case 4: setPins(block + PAD_OE, value, pins & 31, pins >> 20 & 63); break;
    case 5: jump(sm, value); break;
    case 6:
      store<u32>(sm + ISR, value);
      store<u32>(sm + ISR_COUNT, bits);
      break;
    case 7: store<u32>(sm + EXEC, (value & 0xffff) | 0x10000); break;
  }
}

// With autopull the OSR is filled again in the background, as soon as there is a word (§3.5.4.2).
function refill(sm: usize, code: u32): void {
  if (!(load<u32>(sm + SHIFTCTRL) & AUTOPULL) || load<u32>(sm + OSR_COUNT) < pullAt(sm)) return;
  if (txUsed(sm) && code >> 13 != 4) pullWord(sm);
}

function pull(sm: usize, code: u32): u32 {
  if (code & 0x40 && load<u32>(sm + OSR_COUNT) < pullAt(sm)) return 0;
  if (load<u32>(sm + SHIFTCTRL) & AUTOPULL && load<u32>(sm + OSR_COUNT) == 0) return 0; // a fence
  if (pullWord(sm)) return 0;
  txStalled(sm);
  if (code & 0x20) return ON_TX;
  store<u32>(sm + OSR, load<u32>(sm + X));
  store<u32>(sm + OSR_COUNT, 0);
  return 0;
}

function push(sm: usize, code: u32): u32 {
  if (code & 0x40 && load<u32>(sm + ISR_COUNT) < pushAt(sm)) return 0;
  if (!pushWord(sm)) {
    debug(sm, RXSTALL);
    if (code & 0x20) return ON_RX;
  }
  store<u32>(sm + ISR, 0);
  store<u32>(sm + ISR_COUNT, 0);
  return 0;
}

function reversed(value: u32): u32 {
  value = (value & 0x55555555) << 1 | (value >>> 1 & 0x55555555);
  value = (value & 0x33333333) << 2 | (value >>> 2 & 0x33333333);
  value = (value & 0x0f0f0f0f) << 4 | (value >>> 4 & 0x0f0f0f0f);
  return bswap<u32>(value);
}

function move(sm: usize, block: usize, to: u32, how: u32, value: u32): void {
  if (how == 1) value = ~value;
  else if (how == 2) value = reversed(value);
  switch (to) {
    case 4: store<u32>(sm + EXEC, (value & 0xffff) | 0x10000); break;
    case 6:
      store<u32>(sm + ISR, value);
      store<u32>(sm + ISR_COUNT, 0);
      break;
    case 7:
      store<u32>(sm + OSR, value);
      store<u32>(sm + OSR_COUNT, 0);
      break;
    case 3: break;
    default: output(sm, block, to, value, 32);
  }
}

// `irq wait` sets its flag once and then waits until somebody has cleared it.
function irq(sm: usize, block: usize, code: u32): u32 {
  const flag: u32 = 1 << flagOf(sm, code & 31);
  const flags = load<u32>(block + FLAGS);
  if (code & 0x40) {
    setFlags(block, flags & ~flag);
    return 0;
  }
  const again = load<u32>(sm + FLAG_SET) != 0;
  if (!again) setFlags(block, flags | flag);
  const wait = (code & 0x20) != 0 && (!again || (flags & flag) != 0);
  store<u32>(sm + FLAG_SET, wait ? 1 : 0);
  return wait ? ON_IRQ : 0;
}

function set(sm: usize, block: usize, to: u32, value: u32): void {
  const pins = load<u32>(sm + PINCTRL);
  switch (to) {
    case 0: setPins(block + PAD_OUT, value, pins >> 5 & 31, pins >> 26 & 7); break;
    case 1: store<u32>(sm + X, value); break;
    case 2: store<u32>(sm + Y, value); break;
    case 4: setPins(block + PAD_OE, value, pins >> 5 & 31, pins >> 26 & 7); break;
  }
}
