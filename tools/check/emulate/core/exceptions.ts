// Interrupts and exceptions of an ARMv6-M core (ARM DDI 0419 §B1.5). As in the library, entry and
// return take no cycles of their own: real ones take some 15 each.
import {
  BANKED, CF, CYC, ENABLED, EVENT, IPSR, IRQ_COUNT, IRQ_CYCLES, IRQ_SINCE, NEXT, NF, NMI, NPRIV,
  PENDING, PENDSV, PRIMASK, PRIORITY, REG, SHPR2, SHPR3, SPSEL, SVCALL, SYSTICK, VF, VTOR, WAITING, ZF,
} from './layout';
import { read32, write } from './bus';

const SP: usize = REG + 52;
const LR: usize = REG + 56;
const PC: usize = REG + 60;
const LOWEST: u32 = 4;
const HARDWARE: u32 = 26;

export function apsr(): u32 {
  return (<i32>load<u32>(NF) < 0 ? 0x80000000 : 0) | (load<u32>(ZF) == 0 ? 0x40000000 : 0)
    | (load<u32>(CF) ? 0x20000000 : 0) | (<i32>load<u32>(VF) < 0 ? 0x10000000 : 0);
}

export function setApsr(value: u32): void {
  store<u32>(NF, value);
  store<u32>(ZF, value & 0x40000000 ? 0 : 1);
  store<u32>(CF, value >> 29 & 1);
  store<u32>(VF, value << 3);
}

// Urgency of what runs now, 0 the highest; 4 is the program itself.
function running(): i32 {
  const active = load<u32>(IPSR);
  if (active == 0) return LOWEST;
  if (active < 4) return <i32>active - 4;
  if (active == 11) return load<u32>(SHPR2) >>> 30;
  if (active == 14) return load<u32>(SHPR3) >> 22 & 3;
  if (active == 15) return load<u32>(SHPR3) >>> 30;
  return priorityOf(active - 16);
}

function priorityOf(irq: u32): i32 {
  for (let level: u32 = 0; level < LOWEST; level++) {
    if (load<u32>(PRIORITY + (level << 2)) >> irq & 1) return level;
  }
  return LOWEST;
}

// Number of the most urgent exception that is more urgent than `below`, 0 when there is none.
function due(below: i32): u32 {
  if (load<u32>(NMI)) return 2;
  const set = load<u32>(PENDING) & load<u32>(ENABLED);
  for (let level: i32 = 0; level < below; level++) {
    if (load<u32>(SVCALL) && level == load<u32>(SHPR2) >>> 30) return 11;
    if (load<u32>(PENDSV) && level == (load<u32>(SHPR3) >> 22 & 3)) return 14;
    if (load<u32>(SYSTICK) && level == load<u32>(SHPR3) >>> 30) return 15;
    const mine = set & load<u32>(PRIORITY + (<usize>level << 2));
    if (mine) return 16 + ctz(mine);
  }
  return 0;
}

// Take what is due. True when the processor is awake afterwards.
export function interrupts(): bool {
  const now = running();
  const number = due(now);
  if (number == 0) return false;
  store<u32>(WAITING, 0); // a masked interrupt wakes, and is taken when it is let in
  if (load<u32>(PRIMASK) && number != 2) return true;
  if (number == 2) store<u32>(NMI, 0);
  else if (number == 11) store<u32>(SVCALL, 0);
  else if (number == 14) store<u32>(PENDSV, 0);
  else if (number == 15) store<u32>(SYSTICK, 0);
  else if (number - 16 >= HARDWARE) store<u32>(PENDING, load<u32>(PENDING) & ~(1 << (number - 16)));
  enter(number);
  return true;
}

function useStack(process: u32): void {
  if (load<u32>(SPSEL) == process) return;
  const other = load<u32>(BANKED);
  store<u32>(BANKED, load<u32>(SP));
  store<u32>(SP, other & ~3);
  store<u32>(SPSEL, process);
}

function enter(number: u32): void {
  const handler = load<u32>(IPSR) != 0;
  const process = load<u32>(SPSEL);
  const top = load<u32>(SP);
  const frame = (top - 0x20) & ~4;
  for (let i: u32 = 0; i < 4; i++) write(frame + (i << 2), load<u32>(REG + (i << 2)), 4);
  write(frame + 0x10, load<u32>(REG + 48), 4);
  write(frame + 0x14, load<u32>(LR), 4);
  write(frame + 0x18, load<u32>(PC) & ~1, 4);
  const psr = apsr() | load<u32>(IPSR) | 1 << 24;
  write(frame + 0x1c, (psr & ~(1 << 9)) | (top >> 2 & 1) << 9, 4);
  store<u32>(SP, frame);
  store<u32>(LR, handler ? 0xfffffff1 : process ? 0xfffffffd : 0xfffffff9);
  store<u32>(IPSR, number);
  useStack(0);
  store<u32>(EVENT, 1);
  store<u32>(PC, read32(load<u32>(VTOR) + (number << 2)) & ~1);
  if (handler) return;
  store<f64>(IRQ_SINCE, load<f64>(CYC));
  store<u32>(IRQ_COUNT, load<u32>(IRQ_COUNT) + 1);
}

// A jump to 0xFFFFFFF1, F9 or FD in a handler.
export function leave(how: u32): void {
  useStack((how & 15) == 13 ? 1 : 0);
  const frame = load<u32>(SP);
  for (let i: u32 = 0; i < 4; i++) store<u32>(REG + (i << 2), read32(frame + (i << 2)));
  store<u32>(REG + 48, read32(frame + 0x10));
  store<u32>(LR, read32(frame + 0x14));
  store<u32>(PC, read32(frame + 0x18) & ~1);
  const psr = read32(frame + 0x1c);
  store<u32>(SP, (frame + 0x20) | (psr >> 9 & 1) << 2);
  setApsr(psr);
  store<u32>(IPSR, psr & 0x3f);
  store<u32>(EVENT, 1);
  store<i64>(NEXT, 0);
  if ((psr & 0x3f) == 0) {
    store<f64>(IRQ_CYCLES, load<f64>(IRQ_CYCLES) + load<f64>(CYC) - load<f64>(IRQ_SINCE));
  }
}

// A peripheral's interrupt line.
export function setInterrupt(irq: u32, on: u32): void {
  const bit: u32 = 1 << irq;
  const old = load<u32>(PENDING);
  if (on && !(old & bit)) {
    store<u32>(PENDING, old | bit);
    store<i64>(NEXT, 0);
  } else if (!on) store<u32>(PENDING, old & ~bit);
}

export function readSpecial(which: u32): u32 {
  switch (which) {
    case 0: return apsr();
    case 3: return apsr() | load<u32>(IPSR) | 1 << 24;
    case 5: return load<u32>(IPSR);
    case 8: return load<u32>(load<u32>(SPSEL) ? BANKED : SP);
    case 9: return load<u32>(load<u32>(SPSEL) ? SP : BANKED);
    case 16: return load<u32>(PRIMASK);
    case 20: return load<u32>(SPSEL) << 1 | load<u32>(NPRIV);
    default: return 0;
  }
}

export function writeSpecial(which: u32, value: u32): void {
  switch (which) {
    case 0: case 3: setApsr(value); break;
    case 8: store<u32>(load<u32>(SPSEL) ? BANKED : SP, value & ~3); break;
    case 9: store<u32>(load<u32>(SPSEL) ? SP : BANKED, value & ~3); break;
    case 16:
      store<u32>(PRIMASK, value & 1);
      store<i64>(NEXT, 0);
      break;
    case 20:
      store<u32>(NPRIV, value & 1);
      if (load<u32>(IPSR) == 0) useStack(value >> 1 & 1);
  }
}
