// Two PIO blocks: registers, FIFOs, and when each state machine's next instruction is due.
// A machine that stalls costs nothing until what it waits for can have changed (datasheet §3).
import { CYC, NEVER, NEXT, PIO, PIO_BYTES, STALLED_MACHINES } from './layout';
import { dmaKick } from './dma';
import { setInterrupt } from './exceptions';
import { updatePins } from './pins';
import { step, unseen } from './pio_step';

// A block.
export const PAD_OUT: usize = 0x00;
export const PAD_OE: usize = 0x04;
export const FLAGS: usize = 0x08; // the eight IRQ flags
const FDEBUG: usize = 0x0c;
const INTE: usize = 0x10; // two lines: enabled, forced
const BYPASS: usize = 0x20;
const NUMBER: usize = 0x24;
export const CODE: usize = 0x40; // 32 words
const MACHINES: usize = 0x100;
const MACHINE_BYTES: usize = 0xc0;

// A state machine.
export const ON: usize = 0x00;
export const ADDR: usize = 0x04;
export const X: usize = 0x08;
export const Y: usize = 0x0c;
export const ISR: usize = 0x10;
export const ISR_COUNT: usize = 0x14;
export const OSR: usize = 0x18;
export const OSR_COUNT: usize = 0x1c;
const CLKDIV: usize = 0x20;
export const EXECCTRL: usize = 0x24;
export const SHIFTCTRL: usize = 0x28;
export const PINCTRL: usize = 0x2c;
export const EXEC: usize = 0x30; // an instruction to do instead, + 0x10000; 0 for none
export const STALL: usize = 0x34; // what it waits for, 0 when it does not
export const DUE: usize = 0x38; // i64: 1/256 cycles
export const INDEX: usize = 0x40;
export const BLOCK: usize = 0x44; // where its block lies
export const COUNT: usize = 0x48; // instructions and delays done, in its own cycles
const DIVIDER: usize = 0x4c; // 1/256 cycles
const TX: usize = 0x50; // words used, first, size; eight words
const RX: usize = 0x80;
const FIFO_WORDS: usize = 12;
export const FLAG_SET: usize = 0xb0; // an `irq wait` has set its flag and waits

export const ON_PIN: u32 = 1;
export const ON_RX: u32 = 2;
export const ON_TX: u32 = 3;
export const ON_IRQ: u32 = 4;

const TXSTALL: u32 = 24;
const TXOVER: u32 = 16;
const RXUNDER: u32 = 8;
export const RXSTALL: u32 = 0;

let due: i64 = NEVER; // cycle at which the first machine's next instruction is

// @ts-ignore: decorator
@inline
function machine(block: usize, index: usize): usize {
  return block + MACHINES + index * MACHINE_BYTES;
}

export function pioReset(): void {
  due = NEVER;
  for (let n: usize = 0; n < 2; n++) {
    const block = PIO + n * PIO_BYTES;
    store<u32>(block + NUMBER, <u32>n);
    for (let i: usize = 0; i < 4; i++) {
      const sm = machine(block, i);
      store<u32>(sm + INDEX, <u32>i);
      store<u32>(sm + BLOCK, <u32>block);
      store<u32>(sm + DIVIDER, 256);
      store<u32>(sm + CLKDIV, 1 << 16);
      store<u32>(sm + EXECCTRL, 31 << 12);
      store<u32>(sm + SHIFTCTRL, 3 << 18);
      store<u32>(sm + PINCTRL, 5 << 26);
      store<u32>(sm + OSR_COUNT, 32);
      join(sm);
    }
  }
}

// --------------------------------------------------------------------------- time
// @ts-ignore: decorator
@inline
export function pioDue(): i64 {
  return due;
}

function cycleOf(sm: usize): i64 {
  return load<i64>(sm + DUE) + 255 >> 8;
}

// Machines that are on and do not stall, and the cycles at which they are due: all that is looked at
// every time.
const LIST: usize = PIO + 0x800; // eight words: where the machine lies
const LIST_DUE: usize = PIO + 0x820; // eight i64
const AHEAD: u32 = 32; // instructions
let listed: usize = 0;
let changed: bool = false;

function plan(): void {
  listed = 0;
  changed = false;
  let first = NEVER;
  for (let n: usize = 0; n < 8; n++) {
    const sm = machine(PIO + (n >> 2) * PIO_BYTES, n & 3);
    if (!load<u32>(sm + ON) || load<u32>(sm + STALL)) continue;
    const at = cycleOf(sm);
    store<u32>(LIST + (listed << 2), <u32>sm);
    store<i64>(LIST_DUE + (listed << 3), at);
    listed += 1;
    first = min(first, at);
  }
  due = first;
  if (first < load<i64>(NEXT)) store<i64>(NEXT, first);
}

// Every machine that is due at the first such cycle does one instruction, and those after it that
// neither see nor show anything: when they are done makes no difference to anybody.
export function pioRun(): void {
  const now = due;
  let first = NEVER;
  changed = false;
  const count = listed;
  for (let n: usize = 0; n < count; n++) {
    let at = load<i64>(LIST_DUE + (n << 3));
    const sm = <usize>load<u32>(LIST + (n << 2));
    if (at <= now && load<u32>(sm + ON) && !load<u32>(sm + STALL)) {
      advance(sm);
      at = cycleOf(sm);
      store<i64>(LIST_DUE + (n << 3), at);
    }
    first = min(first, at);
  }
  if (changed) plan();
  else {
    due = first;
    if (first < load<i64>(NEXT)) store<i64>(NEXT, first);
  }
}

function advance(sm: usize): void {
  let ahead: u32 = 0;
  do {
    const took = step(sm);
    if (load<u32>(sm + STALL)) {
      changed = true;
      return;
    }
    store<u32>(sm + COUNT, load<u32>(sm + COUNT) + took);
    store<i64>(sm + DUE, load<i64>(sm + DUE) + <i64>took * <i64>load<u32>(sm + DIVIDER));
    ahead += 1;
  } while (ahead < AHEAD && unseen(sm));
}

// A machine that waited for `what` tries again at its next own cycle.
function wakeOne(sm: usize, what: u32): void {
  if (load<u32>(sm + STALL) != what) return;
  rouse(sm);
  changed = true;
  plan();
}

function rouse(sm: usize): void {
  const divider = <i64>load<u32>(sm + DIVIDER);
  const now = max(<i64>load<f64>(CYC), due == NEVER ? 0 : due) << 8;
  const last = load<i64>(sm + DUE);
  const ticks = max(1, (now - last + divider - 1) / divider);
  store<i64>(sm + DUE, last + ticks * divider);
  store<u32>(sm + COUNT, load<u32>(sm + COUNT) + <u32>ticks);
  setStall(sm, 0);
}

export function setStall(sm: usize, what: u32): void {
  const old = load<u32>(sm + STALL);
  store<u32>(sm + STALL, what);
  if ((old == 0) == (what == 0)) return;
  store<u32>(STALLED_MACHINES, load<u32>(STALLED_MACHINES) + (what ? 1 : -1));
}

export function wakePins(): void {
  for (let n: usize = 0; n < 8; n++) wakeOne(machine(PIO + (n >> 2) * PIO_BYTES, n & 3), ON_PIN);
}

// --------------------------------------------------------------------------- FIFOs
// @ts-ignore: decorator
@inline
function used(fifo: usize): u32 {
  return load<u32>(fifo);
}

// @ts-ignore: decorator
@inline
function size(fifo: usize): u32 {
  return load<u32>(fifo + 8);
}

function put(fifo: usize, value: u32): void {
  const at = load<u32>(fifo + 4) + used(fifo) & 7;
  store<u32>(fifo + FIFO_WORDS + (at << 2), value);
  store<u32>(fifo, used(fifo) + 1);
}

function get(fifo: usize): u32 {
  const at = load<u32>(fifo + 4);
  store<u32>(fifo + 4, at + 1 & 7);
  store<u32>(fifo, used(fifo) - 1);
  return load<u32>(fifo + FIFO_WORDS + (at << 2));
}

// One FIFO takes the other's words when they are joined; a change empties both.
function join(sm: usize): void {
  const how = load<u32>(sm + SHIFTCTRL) >> 30;
  const tx: u32 = how == 1 ? 8 : how == 2 ? 0 : 4;
  const rx: u32 = how == 2 ? 8 : how == 1 ? 0 : 4;
  if (size(sm + TX) == tx && size(sm + RX) == rx) return;
  memory.fill(sm + TX, 0, 12);
  memory.fill(sm + RX, 0, 12);
  store<u32>(sm + TX + 8, tx);
  store<u32>(sm + RX + 8, rx);
}

export function txUsed(sm: usize): u32 {
  return used(sm + TX);
}

export function rxUsed(sm: usize): u32 {
  return used(sm + RX);
}

// The machine takes a word; false when there is none.
export function pullWord(sm: usize): bool {
  if (used(sm + TX) == 0) return false;
  store<u32>(sm + OSR, get(sm + TX));
  store<u32>(sm + OSR_COUNT, 0);
  fifoChanged(sm);
  return true;
}

// The machine gives a word; false when there is no room.
export function pushWord(sm: usize): bool {
  if (used(sm + RX) >= size(sm + RX)) return false;
  put(sm + RX, load<u32>(sm + ISR));
  fifoChanged(sm);
  return true;
}

function fifoChanged(sm: usize): void {
  dmaKick();
  checkInterrupts(load<u32>(sm + BLOCK));
}

export function debug(sm: usize, bit: u32): void {
  const block = <usize>load<u32>(sm + BLOCK);
  store<u32>(block + FDEBUG, load<u32>(block + FDEBUG) | 1 << (bit + load<u32>(sm + INDEX)));
}

export function txStalled(sm: usize): void {
  debug(sm, TXSTALL);
}

// Is there room for (way 0) or a word from (way 1) machine `index` of a block? For the DMA.
export function pioReady(number: usize, index: usize, receive: bool): bool {
  const sm = machine(PIO + number * PIO_BYTES, index);
  return receive ? used(sm + RX) > 0 : used(sm + TX) < size(sm + TX);
}

function write(block: usize, index: usize, value: u32): void {
  const sm = machine(block, index);
  if (used(sm + TX) >= size(sm + TX)) {
    debug(sm, TXOVER);
    return;
  }
  put(sm + TX, value);
  wakeOne(sm, ON_TX);
  fifoChanged(sm);
}

function read(block: usize, index: usize): u32 {
  const sm = machine(block, index);
  if (used(sm + RX) == 0) {
    debug(sm, RXUNDER);
    return 0;
  }
  const value = get(sm + RX);
  wakeOne(sm, ON_RX);
  fifoChanged(sm);
  return value;
}

// --------------------------------------------------------------------------- interrupts
function raw(block: usize): u32 {
  let bits = (load<u32>(block + FLAGS) & 15) << 8;
  for (let i: usize = 0; i < 4; i++) {
    const sm = machine(block, i);
    if (used(sm + RX)) bits |= 1 << <u32>i;
    if (used(sm + TX) < size(sm + TX)) bits |= 16 << <u32>i;
  }
  return bits;
}

function status(block: usize, line: usize): u32 {
  const at = block + INTE + (line << 3);
  return (raw(block) & load<u32>(at)) | load<u32>(at + 4);
}

function checkInterrupts(block: usize): void {
  for (let line: usize = 0; line < 2; line++) {
    const at = block + INTE + (line << 3);
    const irq = 7 + 2 * load<u32>(block + NUMBER) + <u32>line;
    setInterrupt(irq, load<u32>(at) | load<u32>(at + 4) ? status(block, line) : 0);
  }
}

export function setFlags(block: usize, flags: u32): void {
  store<u32>(block + FLAGS, flags & 255);
  for (let i: usize = 0; i < 4; i++) wakeOne(machine(block, i), ON_IRQ);
  checkInterrupts(block);
}

// --------------------------------------------------------------------------- registers
export function pioRead(number: usize, at: u32): u32 {
  const block = PIO + number * PIO_BYTES;
  if (at >= 0x20 && at < 0x30) return read(block, (at - 0x20) >> 2);
  if (at >= 0xc8 && at < 0x128) return machineRead(block, at - 0xc8);
  if (at >= 0x12c && at < 0x144) return interruptRead(block, at - 0x12c);
  switch (at) {
    case 0x00: return control(block);
    case 0x04: return fifoStatus(block);
    case 0x08: return load<u32>(block + FDEBUG);
    case 0x0c: return levels(block);
    case 0x30: return load<u32>(block + FLAGS);
    case 0x38: return load<u32>(block + BYPASS);
    case 0x3c: return load<u32>(block + PAD_OUT);
    case 0x40: return load<u32>(block + PAD_OE);
    case 0x44: return 0x200404;
    case 0x128: return raw(block);
    default: return 0;
  }
}

function control(block: usize): u32 {
  let bits: u32 = 0;
  for (let i: usize = 0; i < 4; i++) bits |= load<u32>(machine(block, i) + ON) << <u32>i;
  return bits;
}

function fifoStatus(block: usize): u32 {
  let bits: u32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const sm = machine(block, i);
    const one: u32 = (used(sm + TX) == 0 ? 1 << 24 : 0) | (used(sm + TX) >= size(sm + TX) ? 1 << 16 : 0)
      | (used(sm + RX) == 0 ? 1 << 8 : 0) | (used(sm + RX) >= size(sm + RX) ? 1 : 0);
    bits |= one << <u32>i;
  }
  return bits;
}

function levels(block: usize): u32 {
  let bits: u32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const sm = machine(block, i);
    bits |= (used(sm + TX) | used(sm + RX) << 4) << 8 * <u32>i;
  }
  return bits;
}

function interruptRead(block: usize, at: u32): u32 {
  const line: usize = at >= 12 ? 1 : 0;
  const which = at % 12;
  return which == 8 ? status(block, line) : load<u32>(block + INTE + (line << 3) + which);
}

function machineRead(block: usize, at: u32): u32 {
  const sm = machine(block, at / 24);
  switch (at % 24) {
    case 0: return load<u32>(sm + CLKDIV);
    case 4: return load<u32>(sm + EXECCTRL) | (load<u32>(sm + EXEC) && load<u32>(sm + STALL) ? 1 << 31 : 0);
    case 8: return load<u32>(sm + SHIFTCTRL);
    case 12: return load<u32>(sm + ADDR);
    case 16: return load<u32>(block + CODE + (load<u32>(sm + ADDR) << 2));
    default: return load<u32>(sm + PINCTRL);
  }
}

// `alias` 0: the value, 1: toggles, 2: sets, 3: clears bits. Reading for it must change nothing.
export function pioWrite(number: usize, at: u32, given: u32, alias: u32): void {
  const block = PIO + number * PIO_BYTES;
  if (at >= 0x10 && at < 0x20) {
    write(block, (at - 0x10) >> 2, given);
    return;
  }
  const old: u32 = alias == 0 || at >= 0x20 && at < 0x30 ? 0 : pioRead(number, at);
  const value = alias == 0 ? given : alias == 1 ? old ^ given : alias == 2 ? old | given : old & ~given;
  if (at >= 0x48 && at < 0xc8) store<u32>(block + CODE + at - 0x48, value & 0xffff);
  else if (at >= 0xc8 && at < 0x128) machineWrite(block, at - 0xc8, value);
  else if (at >= 0x12c && at < 0x144) {
    const line: usize = at >= 0x138 ? 1 : 0;
    store<u32>(block + INTE + (line << 3) + (at - 0x12c) % 12, value & 0xfff);
    checkInterrupts(block);
  } else if (at == 0x00) setControl(block, value);
  else if (at == 0x08) store<u32>(block + FDEBUG, load<u32>(block + FDEBUG) & ~given);
  else if (at == 0x30) setFlags(block, load<u32>(block + FLAGS) & ~given);
  else if (at == 0x34) setFlags(block, load<u32>(block + FLAGS) | given);
  else if (at == 0x38) store<u32>(block + BYPASS, value);
}

// Enable, restart, restart the clock divider: four bits each.
function setControl(block: usize, value: u32): void {
  const now = <i64>load<f64>(CYC) << 8;
  for (let i: usize = 0; i < 4; i++) {
    const sm = machine(block, i);
    const was = load<u32>(sm + ON);
    const on = value >> <u32>i & 1;
    if (value >> 4 + <u32>i & 1) restart(sm);
    if (on && !was || value >> 8 + <u32>i & 1) store<i64>(sm + DUE, now + load<u32>(sm + DIVIDER));
    store<u32>(sm + ON, on);
  }
  plan();
}

function restart(sm: usize): void {
  store<u32>(sm + ISR, 0);
  store<u32>(sm + ISR_COUNT, 0);
  store<u32>(sm + OSR_COUNT, 32);
  store<u32>(sm + EXEC, 0);
  store<u32>(sm + COUNT, 0);
  store<u32>(sm + FLAG_SET, 0);
  if (load<u32>(sm + STALL)) rouse(sm);
}

function machineWrite(block: usize, at: u32, value: u32): void {
  const sm = machine(block, at / 24);
  switch (at % 24) {
    case 0: {
      store<u32>(sm + CLKDIV, value & 0xffffff00);
      const divider = value >> 8;
      store<u32>(sm + DIVIDER, value >> 16 ? divider : 0x1000000);
      break;
    }
    case 4: store<u32>(sm + EXECCTRL, value & 0x7fffffff); break;
    case 8:
      store<u32>(sm + SHIFTCTRL, value);
      join(sm);
      break;
    case 16: command(sm, value & 0xffff); break;
    case 20: store<u32>(sm + PINCTRL, value); break;
  }
}

// An instruction from outside: done at once, before one that waits, which is then tried again.
function command(sm: usize, code: u32): void {
  const stalled = load<u32>(sm + STALL);
  setStall(sm, 0);
  store<u32>(sm + EXEC, code | 0x10000);
  step(sm);
  if (!load<u32>(sm + STALL) && stalled) rouse(sm);
  updatePins();
  plan();
}
