// The twelve DMA channels and four pacing timers (RP2040 datasheet §2.5). One transfer of every
// ready channel a cycle; the order among them is by number.
import { CYC, DMA, NEVER, NEXT } from './layout';
import { read16, read32, read8, write } from './bus';
import { setInterrupt } from './exceptions';
import { pioReady } from './pio';

const CHANNELS: u32 = 12;
// A channel: 32 bytes.
const READ_ADDR: usize = 0x00;
const WRITE_ADDR: usize = 0x04;
const COUNT: usize = 0x08;
const RELOAD: usize = 0x0c;
const CTRL: usize = 0x10;
const CREDIT: usize = 0x14;
// The block, behind them.
const TIMERS: usize = DMA + 0x200; // four words
const TIMER_SINCE: usize = DMA + 0x210; // four f64: cycle at which it was set
const TIMER_PULSES: usize = DMA + 0x230; // four f64: pulses given since
const RAW: usize = DMA + 0x250;
const INTE: usize = DMA + 0x254; // enabled, forced; twice
const OUTSIDE: usize = DMA + 0x264; // request lines of JavaScript's peripherals, two words
const RUNNING: usize = DMA + 0x26c; // mask of channels that are busy

const EN: u32 = 1;
const INCR_READ: u32 = 1 << 4;
const INCR_WRITE: u32 = 1 << 5;
const RING_WRITE: u32 = 1 << 10;
const QUIET: u32 = 1 << 21;
const BSWAP: u32 = 1 << 22;
const BUSY: u32 = 1 << 24;
const WRITABLE: u32 = 0xffffff;
const TIMER_0: u32 = 59;
const FOREVER: u32 = 63;
const CREDIT_MOST: u32 = 63;

let soon: i64 = NEVER; // cycle of the next transfer
let pulse: i64 = NEVER; // cycle of the next pulse of a timer that somebody waits for

// @ts-ignore: decorator
@inline
export function dmaDue(): i64 {
  return min(soon, pulse);
}

// @ts-ignore: decorator
@inline
function channel(index: u32): usize {
  return DMA + (<usize>index << 5);
}

export function dmaReset(): void {
  soon = pulse = NEVER;
  for (let i: u32 = 0; i < CHANNELS; i++) store<u32>(channel(i) + CTRL, i << 11);
}

function now(): i64 {
  return <i64>load<f64>(CYC);
}

// A FIFO or a request line has changed: look whether a channel can go on.
export function dmaKick(): void {
  if (load<u32>(RUNNING) == 0) return;
  const at = now() + 1;
  if (at >= soon) return;
  soon = at;
  if (at < load<i64>(NEXT)) store<i64>(NEXT, at);
}

export function dmaRequest(line: u32, on: u32): void {
  const word = OUTSIDE + (<usize>(line >> 5) << 2);
  const bit: u32 = 1 << (line & 31);
  const old = load<u32>(word);
  store<u32>(word, on ? old | bit : old & ~bit);
  if (on) dmaKick();
}

function treq(at: usize): u32 {
  return load<u32>(at + CTRL) >> 15 & 63;
}

function ready(at: usize): bool {
  const line = treq(at);
  if (line == FOREVER) return true;
  if (line >= TIMER_0) return load<u32>(at + CREDIT) > 0;
  if (line < 16) return pioReady(line >> 3, line & 3, (line & 4) != 0);
  return (load<u32>(OUTSIDE + (<usize>(line >> 5) << 2)) >> (line & 31) & 1) != 0;
}

export function dmaRun(): void {
  const at = dmaDue();
  if (pulse <= at) givePulses(at);
  let more = false;
  const first = load<u32>(RUNNING);
  for (let i: u32 = 0; i < CHANNELS; i++) {
    if (!(first >> i & 1) || !(load<u32>(RUNNING) >> i & 1)) continue;
    const ch = channel(i);
    if (!(load<u32>(ch + CTRL) & EN) || !ready(ch)) continue;
    transfer(i, ch);
    more = true;
  }
  soon = more && load<u32>(RUNNING) ? at + 1 : NEVER;
  planPulse(at);
}

// The pulses that a timer has given by the cycle `at`: X / Y of the cycles since it was set.
function pulsesBy(timer: usize, at: i64): i64 {
  const word = load<u32>(TIMERS + (timer << 2));
  if ((word & 0xffff) == 0) return 0;
  return (at - <i64>load<f64>(TIMER_SINCE + (timer << 3))) * <i64>(word >>> 16) / <i64>(word & 0xffff);
}

function givePulses(at: i64): void {
  for (let timer: usize = 0; timer < 4; timer++) {
    const total = pulsesBy(timer, at);
    const given = TIMER_PULSES + (timer << 3);
    const fresh = <u32>(total - <i64>load<f64>(given));
    store<f64>(given, <f64>total);
    if (fresh == 0) continue;
    for (let i: u32 = 0; i < CHANNELS; i++) {
      const ch = channel(i);
      if (!(load<u32>(RUNNING) >> i & 1) || treq(ch) != TIMER_0 + <u32>timer) continue;
      store<u32>(ch + CREDIT, min(CREDIT_MOST, load<u32>(ch + CREDIT) + fresh));
    }
  }
}

// When the next pulse comes that a running channel waits for.
function planPulse(at: i64): void {
  pulse = NEVER;
  const running = load<u32>(RUNNING);
  for (let i: u32 = 0; i < CHANNELS; i++) {
    if (!(running >> i & 1)) continue;
    const line = treq(channel(i));
    if (line < TIMER_0 || line == FOREVER) continue;
    const timer = <usize>(line - TIMER_0);
    const x = <i64>(load<u32>(TIMERS + (timer << 2)) >>> 16);
    const y = <i64>(load<u32>(TIMERS + (timer << 2)) & 0xffff);
    if (x == 0 || y == 0) continue;
    const next = pulsesBy(timer, at) + 1;
    pulse = min(pulse, <i64>load<f64>(TIMER_SINCE + (timer << 3)) + (next * y + x - 1) / x);
  }
  const due = dmaDue();
  if (due < load<i64>(NEXT)) store<i64>(NEXT, due);
}

function stepped(address: u32, bytes: u32, ring: u32): u32 {
  if (ring == 0) return address + bytes;
  const mask: u32 = (1 << ring) - 1;
  return (address & ~mask) | (address + bytes & mask);
}

function transfer(index: u32, ch: usize): void {
  const ctrl = load<u32>(ch + CTRL);
  const size = ctrl >> 2 & 3;
  const bytes: u32 = 1 << size;
  const from = load<u32>(ch + READ_ADDR);
  const to = load<u32>(ch + WRITE_ADDR);
  const ring = ctrl >> 6 & 15;
  const left = load<u32>(ch + COUNT) - 1;
  if (load<u32>(ch + CREDIT)) store<u32>(ch + CREDIT, load<u32>(ch + CREDIT) - 1);
  if (ctrl & INCR_READ) store<u32>(ch + READ_ADDR, stepped(from, bytes, ctrl & RING_WRITE ? 0 : ring));
  if (ctrl & INCR_WRITE) store<u32>(ch + WRITE_ADDR, stepped(to, bytes, ctrl & RING_WRITE ? ring : 0));
  store<u32>(ch + COUNT, left);
  let value = size == 0 ? read8(from) : size == 1 ? read16(from) : read32(from);
  if (ctrl & BSWAP) value = size == 2 ? bswap<u32>(value) : size == 1 ? <u32>bswap<u16>(<u16>value) : value;
  if (left == 0) idle(index, ch);
  write(to, value, bytes);
  if (left == 0) finished(index, ctrl);
}

function idle(index: u32, ch: usize): void {
  store<u32>(ch + CTRL, load<u32>(ch + CTRL) & ~BUSY);
  store<u32>(RUNNING, load<u32>(RUNNING) & ~(1 << index));
}

function finished(index: u32, ctrl: u32): void {
  if (!(ctrl & QUIET)) raise(index);
  const next = ctrl >> 11 & 15;
  if (next != index && next < CHANNELS) trigger(next);
}

function raise(index: u32): void {
  store<u32>(RAW, load<u32>(RAW) | 1 << index);
  checkInterrupts();
}

function checkInterrupts(): void {
  for (let line: usize = 0; line < 2; line++) setInterrupt(11 + <u32>line, status(line));
}

function status(line: usize): u32 {
  return (load<u32>(RAW) & load<u32>(INTE + (line << 3))) | load<u32>(INTE + (line << 3) + 4);
}

function trigger(index: u32): void {
  const ch = channel(index);
  const ctrl = load<u32>(ch + CTRL);
  if (!(ctrl & EN) || ctrl & BUSY || load<u32>(ch + RELOAD) == 0) return;
  store<u32>(ch + COUNT, load<u32>(ch + RELOAD));
  store<u32>(ch + CTRL, ctrl | BUSY);
  store<u32>(ch + CREDIT, 0);
  givePulses(now()); // those of the past are nobody's
  store<u32>(RUNNING, load<u32>(RUNNING) | 1 << index);
  dmaKick();
  planPulse(now());
}

// --------------------------------------------------------------------------- registers
// Which of read, write, count, ctrl stands at each place of a channel's four aliases; the last of
// each four starts it.
const ORDER: u32 = 0b11_10_01_00;
function fieldOf(at: u32): u32 {
  const place = at >> 2 & 3;
  switch (at >> 4 & 3) {
    case 0: return ORDER >> (place << 1) & 3;
    case 1: return place == 0 ? 3 : place - 1;
    case 2: return place == 0 ? 3 : place == 1 ? 2 : place - 2;
    default: return place == 0 ? 3 : place == 1 ? 1 : place == 2 ? 2 : 0;
  }
}

export function dmaRead(at: u32): u32 {
  if (at < CHANNELS * 0x40) {
    const ch = channel(at >> 6);
    const field = fieldOf(at);
    return load<u32>(ch + (field == 3 ? CTRL : field == 2 ? COUNT : <usize>field << 2));
  }
  if (at >= 0x800 && at < 0x800 + CHANNELS * 0x40) {
    return load<u32>(channel((at - 0x800) >> 6) + (at & 4 ? RELOAD : CREDIT));
  }
  switch (at) {
    case 0x400: return load<u32>(RAW);
    case 0x404: case 0x408: return load<u32>(INTE + at - 0x404);
    case 0x40c: return status(0);
    case 0x414: case 0x418: return load<u32>(INTE + 8 + at - 0x414);
    case 0x41c: return status(1);
    case 0x420: case 0x424: case 0x428: case 0x42c: return load<u32>(TIMERS + at - 0x420);
    case 0x448: return CHANNELS;
    default: return 0;
  }
}

export function dmaWrite(at: u32, given: u32, alias: u32): void {
  const old: u32 = alias == 0 ? 0 : dmaRead(at);
  const value = alias == 0 ? given : alias == 1 ? old ^ given : alias == 2 ? old | given : old & ~given;
  if (at < CHANNELS * 0x40) channelWrite(at, value);
  else if (at >= 0x800) store<u32>(channel((at - 0x800) >> 6) + CREDIT, 0);
  else if (at == 0x400 || at == 0x40c || at == 0x41c) {
    store<u32>(RAW, load<u32>(RAW) & ~given);
    checkInterrupts();
  } else if (at >= 0x404 && at < 0x420) {
    const word: u32 = at < 0x410 ? at - 0x404 : at - 0x40c;
    store<u32>(INTE + <usize>word, value & 0xffff);
    checkInterrupts();
  } else if (at >= 0x420 && at < 0x430) setTimer((at - 0x420) >> 2, value);
  else if (at == 0x430) {
    for (let i: u32 = 0; i < CHANNELS; i++) if (value >> i & 1) trigger(i);
  } else if (at == 0x444) {
    for (let i: u32 = 0; i < CHANNELS; i++) if (value >> i & 1) idle(i, channel(i));
  }
}

function setTimer(timer: usize, value: u32): void {
  store<u32>(TIMERS + (timer << 2), value);
  store<f64>(TIMER_SINCE + (timer << 3), <f64>now());
  store<f64>(TIMER_PULSES + (timer << 3), 0);
  planPulse(now());
}

function channelWrite(at: u32, value: u32): void {
  const index = at >> 6;
  const ch = channel(index);
  const field = fieldOf(at);
  if (field == 3) {
    const old = load<u32>(ch + CTRL);
    store<u32>(ch + CTRL, (old & ~WRITABLE) | (value & WRITABLE));
    dmaKick();
    planPulse(now());
  } else store<u32>(ch + (field == 2 ? RELOAD : <usize>field << 2), value);
  if ((at & 12) != 12) return;
  if (value) trigger(index);
  else if (load<u32>(ch + CTRL) & QUIET) raise(index); // a null trigger ends a chain
}
