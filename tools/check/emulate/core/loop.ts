// The instruction loop of one ARMv6-M core (ARM DDI 0419), Cortex-M0+ cycles as the library counts
// them. One long function, because the program counter, the flags and the cycles have to stay in
// local variables: that is what makes it fast. It is left only when something else has to happen.
// copy: for the same reason each instruction has its flags and its way out written out.
import {
  BREAK, CF, CYC, DECODE, EVENT, FLASH, FLASH_MASK, HOOKS, IDLE, IDLE_END, IPSR, LIMIT, NEVER, NEXT, NF, PRIMASK, REG, ROM, ROM_BYTES, SLEPT, SRAM, SRAM_AT, SRAM_BYTES, STALLED, STEPS, SVCALL, VALUE, VF,
  WAITING, WHY, ZF,
} from './layout';
import { read16, read32, read8, write } from './bus';
import { dmaDue, dmaRun } from './dma';
import { interrupts, leave, readSpecial, writeSpecial } from './exceptions';
import { Op } from './decode';
import { pioDue, pioRun } from './pio';
import { touch } from './xip';

const SP: usize = REG + 52;
const LR: usize = REG + 56;
const PC: usize = REG + 60;
const AWAKE: i32 = 0;
const OUTSIDE: i32 = 1; // the limit: JavaScript's turn

// What the machine does beside the processor, up to now; interrupts; how long until the next of it.
function attend(): i32 {
  for (;;) {
    const now = <i64>load<f64>(CYC);
    while (min(pioDue(), dmaDue()) <= now) {
      if (pioDue() <= dmaDue()) pioRun();
      else dmaRun();
    }
    const limit = <i64>load<f64>(LIMIT);
    if (now >= limit || load<u32>(BREAK)) return OUTSIDE;
    const next = min(limit, min(pioDue(), dmaDue()));
    if (!load<u32>(STALLED)) {
      store<i64>(NEXT, NEVER);
      interrupts();
      if (!load<u32>(WAITING)) {
        store<i64>(NEXT, min(next, load<i64>(NEXT)));
        return AWAKE;
      }
      store<f64>(SLEPT, load<f64>(SLEPT) + <f64>(next - now));
      store<f64>(IDLE, load<f64>(IDLE) + <f64>(next - now));
      store<f64>(IDLE_END, <f64>next);
    }
    store<f64>(CYC, <f64>next);
  }
  return OUTSIDE; // for the compiler: the loop has no other end
}

// @ts-ignore: decorator
@inline
function reg(n: u32): u32 {
  return load<u32>(REG + (n << 2));
}

// @ts-ignore: decorator
@inline
function setReg(n: u32, value: u32): void {
  store<u32>(REG + (n << 2), value);
}

// Cycles of a single read or write beyond the first: SIO none, APB 3 or 4, all else one.
function cost(address: u32, writing: bool): i64 {
  const region = address >>> 28;
  if (region == 4) return writing ? 4 : 3;
  return region == 0xd ? 0 : 1;
}

// A read outside SRAM: its cycles; the value is left in memory. `size` 0, 1, 2: 4, 2, 1 bytes.
function slowRead(address: u32, size: u32, cyc: i64): i64 {
  store<f64>(CYC, <f64>cyc);
  let extra = cost(address, false);
  if (address >>> 26 == 4) extra += touch(address);
  store<u32>(VALUE, size == 0 ? read32(address) : size == 1 ? read16(address) : read8(address));
  return extra;
}

function slowWrite(address: u32, value: u32, bytes: u32, cyc: i64): i64 {
  store<f64>(CYC, <f64>cyc);
  write(address, value, bytes);
  return cost(address, true);
}

// A word of a load-multiple or a pop: the cycles of its cache miss.
function pull(address: u32, cyc: i64): i64 {
  if (address - SRAM_AT < SRAM_BYTES) {
    store<u32>(VALUE, load<u32>(SRAM + address - SRAM_AT));
    return 0;
  }
  return slowRead(address, 0, cyc) - cost(address, false);
}

function fetchSlow(pc: u32): u32 {
  return pc < ROM_BYTES ? load<u16>(ROM + pc) : read16(pc);
}

export function run(): i32 {
  let cyc: i64 = <i64>load<f64>(CYC);
  let next: i64 = 0; // look round first
  let pc: u32 = load<u32>(PC) & ~1;
  let nf: u32 = load<u32>(NF);
  let zf: u32 = load<u32>(ZF);
  let cf: u32 = load<u32>(CF);
  let vf: u32 = load<u32>(VF);
  let steps: i64 = 0;
  let why: i32 = 0;

  for (;;) {
    if (cyc >= next) {
      store<f64>(CYC, <f64>cyc);
      store<u32>(PC, pc);
      store<u32>(NF, nf);
      store<u32>(ZF, zf);
      store<u32>(CF, cf);
      store<u32>(VF, vf);
      const outside = attend() != AWAKE;
      cyc = <i64>load<f64>(CYC);
      pc = load<u32>(PC);
      if (outside) {
        why = OUTSIDE;
        break;
      }
      next = load<i64>(NEXT);
    }

    let op: u32;
    if (pc >>> 24 == 0x10) {
      cyc += touch(pc);
      op = load<u16>(FLASH + (pc & FLASH_MASK));
    } else if (pc - SRAM_AT < SRAM_BYTES) {
      op = load<u16>(SRAM + pc - SRAM_AT);
    } else {
      if (pc < ROM_BYTES && load<u8>(HOOKS + (pc >> 1))) {
        why = 2;
        break;
      }
      if (pc >>> 26 == 4) cyc += touch(pc);
      op = fetchSlow(pc);
    }
    pc += 2;
    steps += 1;

    switch (<i32>load<u8>(DECODE + op)) {
      case Op.lslI: {
        const shift = op >> 6 & 31;
        const a = reg(op >> 3 & 7);
        const r = a << shift;
        if (shift) cf = a >>> (32 - shift) & 1;
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.lsrI: {
        const shift = op >> 6 & 31;
        const a = reg(op >> 3 & 7);
        const r: u32 = shift ? a >>> shift : 0;
        cf = shift ? a >>> (shift - 1) & 1 : a >>> 31;
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.asrI: {
        const shift = op >> 6 & 31;
        const a = reg(op >> 3 & 7);
        const r: u32 = <u32>(<i32>a >> (shift ? shift : 31));
        cf = shift ? a >>> (shift - 1) & 1 : a >>> 31;
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.addR: {
        const a = reg(op >> 3 & 7);
        const b = reg(op >> 6 & 7);
        const r = a + b;
        setReg(op & 7, r);
        nf = zf = r;
        cf = u32(r < a);
        vf = (a ^ r) & (b ^ r);
        cyc += 1;
        break;
      }
      case Op.subR: {
        const a = reg(op >> 3 & 7);
        const b = reg(op >> 6 & 7);
        const r = a - b;
        setReg(op & 7, r);
        nf = zf = r;
        cf = u32(a >= b);
        vf = (a ^ b) & (a ^ r);
        cyc += 1;
        break;
      }
      case Op.addI3: {
        const a = reg(op >> 3 & 7);
        const b = op >> 6 & 7;
        const r = a + b;
        setReg(op & 7, r);
        nf = zf = r;
        cf = u32(r < a);
        vf = (a ^ r) & (b ^ r);
        cyc += 1;
        break;
      }
      case Op.subI3: {
        const a = reg(op >> 3 & 7);
        const b = op >> 6 & 7;
        const r = a - b;
        setReg(op & 7, r);
        nf = zf = r;
        cf = u32(a >= b);
        vf = (a ^ b) & (a ^ r);
        cyc += 1;
        break;
      }
      case Op.movI: {
        const r = op & 0xff;
        setReg(op >> 8 & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.cmpI: {
        const a = reg(op >> 8 & 7);
        const b = op & 0xff;
        const r = a - b;
        nf = zf = r;
        cf = u32(a >= b);
        vf = (a ^ b) & (a ^ r);
        cyc += 1;
        break;
      }
      case Op.addI: {
        const a = reg(op >> 8 & 7);
        const b = op & 0xff;
        const r = a + b;
        setReg(op >> 8 & 7, r);
        nf = zf = r;
        cf = u32(r < a);
        vf = (a ^ r) & (b ^ r);
        cyc += 1;
        break;
      }
      case Op.subI: {
        const a = reg(op >> 8 & 7);
        const b = op & 0xff;
        const r = a - b;
        setReg(op >> 8 & 7, r);
        nf = zf = r;
        cf = u32(a >= b);
        vf = (a ^ b) & (a ^ r);
        cyc += 1;
        break;
      }
      case Op.and: {
        const r = reg(op & 7) & reg(op >> 3 & 7);
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.eor: {
        const r = reg(op & 7) ^ reg(op >> 3 & 7);
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.lslR: {
        const shift = reg(op >> 3 & 7) & 0xff;
        const a = reg(op & 7);
        const r: u32 = shift < 32 ? a << shift : 0;
        if (shift) cf = shift <= 32 ? a >>> (32 - shift) & 1 : 0;
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.lsrR: {
        const shift = reg(op >> 3 & 7) & 0xff;
        const a = reg(op & 7);
        const r: u32 = shift < 32 ? a >>> shift : 0;
        if (shift) cf = shift <= 32 ? a >>> (shift - 1) & 1 : 0;
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.asrR: {
        const shift = reg(op >> 3 & 7) & 0xff;
        const a = reg(op & 7);
        const r: u32 = <u32>(<i32>a >> (shift < 32 ? shift : 31));
        if (shift) cf = shift < 32 ? a >>> (shift - 1) & 1 : a >>> 31;
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.adc: {
        const a = reg(op & 7);
        const b = reg(op >> 3 & 7);
        const sum = <u64>a + <u64>b + <u64>cf;
        const r = <u32>sum;
        setReg(op & 7, r);
        nf = zf = r;
        cf = <u32>(sum >>> 32);
        vf = (a ^ r) & (b ^ r);
        cyc += 1;
        break;
      }
      case Op.sbc: {
        const a = reg(op & 7);
        const b = reg(op >> 3 & 7);
        const sum = <u64>a + <u64>(~b) + <u64>cf;
        const r = <u32>sum;
        setReg(op & 7, r);
        nf = zf = r;
        cf = <u32>(sum >>> 32);
        vf = (a ^ b) & (a ^ r);
        cyc += 1;
        break;
      }
      case Op.ror: {
        const shift = reg(op >> 3 & 7) & 0xff;
        const r = rotr<u32>(reg(op & 7), shift & 31);
        if (shift) cf = r >>> 31;
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.tst: {
        nf = zf = reg(op & 7) & reg(op >> 3 & 7);
        cyc += 1;
        break;
      }
      case Op.rsb: {
        const b = reg(op >> 3 & 7);
        const r = 0 - b;
        setReg(op & 7, r);
        nf = zf = r;
        cf = u32(b == 0);
        vf = b & r;
        cyc += 1;
        break;
      }
      case Op.cmpR: {
        const a = reg(op & 7);
        const b = reg(op >> 3 & 7);
        const r = a - b;
        nf = zf = r;
        cf = u32(a >= b);
        vf = (a ^ b) & (a ^ r);
        cyc += 1;
        break;
      }
      case Op.cmn: {
        const a = reg(op & 7);
        const b = reg(op >> 3 & 7);
        const r = a + b;
        nf = zf = r;
        cf = u32(r < a);
        vf = (a ^ r) & (b ^ r);
        cyc += 1;
        break;
      }
      case Op.orr: {
        const r = reg(op & 7) | reg(op >> 3 & 7);
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.mul: {
        const r = reg(op & 7) * reg(op >> 3 & 7);
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.bic: {
        const r = reg(op & 7) & ~reg(op >> 3 & 7);
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.mvn: {
        const r = ~reg(op >> 3 & 7);
        setReg(op & 7, r);
        nf = zf = r;
        cyc += 1;
        break;
      }
      case Op.addH: {
        const m = op >> 3 & 15;
        const d = (op >> 4 & 8) | (op & 7);
        const r = (d == 15 ? pc + 2 : reg(d)) + (m == 15 ? pc + 2 : reg(m));
        cyc += 1;
        if (d == 15) {
          pc = r & ~1;
          cyc += 1;
        } else setReg(d, d == 13 ? r & ~3 : r);
        break;
      }
      case Op.cmpH: {
        const m = op >> 3 & 15;
        const a = reg((op >> 4 & 8) | (op & 7));
        const b = m == 15 ? pc + 2 : reg(m);
        const r = a - b;
        nf = zf = r;
        cf = u32(a >= b);
        vf = (a ^ b) & (a ^ r);
        cyc += 1;
        break;
      }
      case Op.movH: {
        const m = op >> 3 & 15;
        const d = (op >> 4 & 8) | (op & 7);
        const r = m == 15 ? pc + 2 : reg(m);
        cyc += 1;
        if (d == 15) {
          pc = r & ~1;
          cyc += 1;
        } else setReg(d, d == 13 ? r & ~3 : r);
        break;
      }
      case Op.bx:
      case Op.blx: {
        const m = op >> 3 & 15;
        const to = m == 15 ? pc + 2 : reg(m);
        cyc += 2;
        if (op & 0x80) store<u32>(LR, pc | 1);
        else if (to >>> 28 == 15 && load<u32>(IPSR)) {
          store<f64>(CYC, <f64>cyc);
          leave(to);
          nf = load<u32>(NF);
          zf = load<u32>(ZF);
          cf = load<u32>(CF);
          vf = load<u32>(VF);
          pc = load<u32>(PC);
          next = 0;
          break;
        }
        pc = to & ~1;
        break;
      }
      case Op.ldrPc: {
        const a = (pc + 2 & ~3) + ((op & 0xff) << 2);
        if (a >>> 24 == 0x10) {
          cyc += 2 + touch(a);
          setReg(op >> 8 & 7, load<u32>(FLASH + (a & FLASH_MASK)));
        } else if (a - SRAM_AT < SRAM_BYTES) {
          cyc += 2;
          setReg(op >> 8 & 7, load<u32>(SRAM + a - SRAM_AT));
        } else {
          cyc += 1 + slowRead(a, 0, cyc);
          setReg(op >> 8 & 7, load<u32>(VALUE));
          next = load<i64>(NEXT);
        }
        break;
      }
      case Op.ldrR:
      case Op.ldrI:
      case Op.ldrSp: {
        let a: u32;
        let t: u32 = op & 7;
        if (op >> 12 == 5) a = reg(op >> 3 & 7) + reg(op >> 6 & 7);
        else if (op >> 12 == 6) a = reg(op >> 3 & 7) + (op >> 4 & 0x7c);
        else {
          a = load<u32>(SP) + ((op & 0xff) << 2);
          t = op >> 8 & 7;
        }
        if (a - SRAM_AT < SRAM_BYTES) {
          cyc += 2;
          setReg(t, load<u32>(SRAM + a - SRAM_AT));
        } else {
          store<u32>(PC, pc);
          cyc += 1 + slowRead(a, 0, cyc);
          setReg(t, load<u32>(VALUE));
          next = load<i64>(NEXT);
        }
        break;
      }
      case Op.ldrhR:
      case Op.ldrhI:
      case Op.ldrshR: {
        const a = reg(op >> 3 & 7) + (op >> 12 == 5 ? reg(op >> 6 & 7) : op >> 5 & 0x3e);
        let value: u32;
        if (a - SRAM_AT < SRAM_BYTES) {
          cyc += 2;
          value = load<u16>(SRAM + a - SRAM_AT);
        } else {
          store<u32>(PC, pc);
          cyc += 1 + slowRead(a, 1, cyc);
          value = load<u32>(VALUE);
          next = load<i64>(NEXT);
        }
        setReg(op & 7, op >> 9 == 0b0101111 ? <u32>(<i32>(value << 16) >> 16) : value);
        break;
      }
      case Op.ldrbR:
      case Op.ldrbI:
      case Op.ldrsbR: {
        const a = reg(op >> 3 & 7) + (op >> 12 == 5 ? reg(op >> 6 & 7) : op >> 6 & 31);
        let value: u32;
        if (a - SRAM_AT < SRAM_BYTES) {
          cyc += 2;
          value = load<u8>(SRAM + a - SRAM_AT);
        } else {
          store<u32>(PC, pc);
          cyc += 1 + slowRead(a, 2, cyc);
          value = load<u32>(VALUE);
          next = load<i64>(NEXT);
        }
        setReg(op & 7, op >> 9 == 0b0101011 ? <u32>(<i32>(value << 24) >> 24) : value);
        break;
      }
      case Op.strR:
      case Op.strI:
      case Op.strSp: {
        let a: u32;
        let t: u32 = op & 7;
        if (op >> 12 == 5) a = reg(op >> 3 & 7) + reg(op >> 6 & 7);
        else if (op >> 12 == 6) a = reg(op >> 3 & 7) + (op >> 4 & 0x7c);
        else {
          a = load<u32>(SP) + ((op & 0xff) << 2);
          t = op >> 8 & 7;
        }
        if (a - SRAM_AT < SRAM_BYTES) {
          cyc += 2;
          store<u32>(SRAM + a - SRAM_AT, reg(t));
        } else {
          store<u32>(PC, pc);
          cyc += 1 + slowWrite(a, reg(t), 4, cyc);
          next = load<i64>(NEXT);
        }
        break;
      }
      case Op.strhR:
      case Op.strhI: {
        const a = reg(op >> 3 & 7) + (op >> 12 == 5 ? reg(op >> 6 & 7) : op >> 5 & 0x3e);
        if (a - SRAM_AT < SRAM_BYTES) {
          cyc += 2;
          store<u16>(SRAM + a - SRAM_AT, <u16>reg(op & 7));
        } else {
          store<u32>(PC, pc);
          cyc += 1 + slowWrite(a, reg(op & 7), 2, cyc);
          next = load<i64>(NEXT);
        }
        break;
      }
      case Op.strbR:
      case Op.strbI: {
        const a = reg(op >> 3 & 7) + (op >> 12 == 5 ? reg(op >> 6 & 7) : op >> 6 & 31);
        if (a - SRAM_AT < SRAM_BYTES) {
          cyc += 2;
          store<u8>(SRAM + a - SRAM_AT, <u8>reg(op & 7));
        } else {
          store<u32>(PC, pc);
          cyc += 1 + slowWrite(a, reg(op & 7), 1, cyc);
          next = load<i64>(NEXT);
        }
        break;
      }
      case Op.adr: {
        setReg(op >> 8 & 7, (pc + 2 & ~3) + ((op & 0xff) << 2));
        cyc += 1;
        break;
      }
      case Op.addRdSp: {
        setReg(op >> 8 & 7, load<u32>(SP) + ((op & 0xff) << 2));
        cyc += 1;
        break;
      }
      case Op.addSp: {
        store<u32>(SP, load<u32>(SP) + ((op & 0x7f) << 2));
        cyc += 1;
        break;
      }
      case Op.subSp: {
        store<u32>(SP, load<u32>(SP) - ((op & 0x7f) << 2));
        cyc += 1;
        break;
      }
      case Op.sxth: {
        setReg(op & 7, <u32>(<i32>(reg(op >> 3 & 7) << 16) >> 16));
        cyc += 1;
        break;
      }
      case Op.sxtb: {
        setReg(op & 7, <u32>(<i32>(reg(op >> 3 & 7) << 24) >> 24));
        cyc += 1;
        break;
      }
      case Op.uxth: {
        setReg(op & 7, reg(op >> 3 & 7) & 0xffff);
        cyc += 1;
        break;
      }
      case Op.uxtb: {
        setReg(op & 7, reg(op >> 3 & 7) & 0xff);
        cyc += 1;
        break;
      }
      case Op.push: {
        let list = op & 0xff;
        const count = popcnt(op & 0x1ff);
        let a = load<u32>(SP) - (count << 2);
        store<u32>(SP, a & ~3);
        const fast = a - SRAM_AT < SRAM_BYTES - 36;
        cyc += 1 + <i64>popcnt(list);
        while (list) {
          const value = reg(ctz(list));
          if (fast) store<u32>(SRAM + a - SRAM_AT, value);
          else slowWrite(a, value, 4, cyc);
          a += 4;
          list &= list - 1;
        }
        if (op & 0x100) {
          if (fast) store<u32>(SRAM + a - SRAM_AT, load<u32>(LR));
          else slowWrite(a, load<u32>(LR), 4, cyc);
        }
        if (!fast) next = load<i64>(NEXT);
        break;
      }
      case Op.pop: {
        let list = op & 0xff;
        let a = load<u32>(SP);
        cyc += 1 + <i64>popcnt(list);
        while (list) {
          cyc += pull(a, cyc);
          setReg(ctz(list), load<u32>(VALUE));
          a += 4;
          list &= list - 1;
        }
        if (op & 0x100) {
          cyc += 2 + pull(a, cyc);
          const to = load<u32>(VALUE);
          store<u32>(SP, a + 4 & ~3);
          if (to >>> 28 == 15 && load<u32>(IPSR)) {
            store<f64>(CYC, <f64>cyc);
            leave(to);
            nf = load<u32>(NF);
            zf = load<u32>(ZF);
            cf = load<u32>(CF);
            vf = load<u32>(VF);
            pc = load<u32>(PC);
            next = 0;
          } else pc = to & ~1;
        } else store<u32>(SP, a & ~3);
        break;
      }
      case Op.rev: {
        setReg(op & 7, bswap<u32>(reg(op >> 3 & 7)));
        cyc += 1;
        break;
      }
      case Op.rev16: {
        const a = reg(op >> 3 & 7);
        setReg(op & 7, (a & 0x00ff00ff) << 8 | a >>> 8 & 0x00ff00ff);
        cyc += 1;
        break;
      }
      case Op.revsh: {
        const a = reg(op >> 3 & 7);
        setReg(op & 7, <u32>(<i32>((a & 0xff) << 24) >> 16) | a >>> 8 & 0xff);
        cyc += 1;
        break;
      }
      case Op.cps: {
        cyc += 1;
        store<u32>(PRIMASK, op >> 4 & 1);
        if (!(op & 0x10)) next = 0;
        break;
      }
      case Op.hint: {
        cyc += 1;
        const which = op >> 4 & 15;
        if (which == 2 || which == 3) {
          cyc += 1;
          if (which == 2 && load<u32>(EVENT)) store<u32>(EVENT, 0);
          else {
            store<u32>(WAITING, 1);
            next = 0;
          }
        } else if (which == 4) store<u32>(EVENT, 1);
        break;
      }
      case Op.stm: {
        const n = op >> 8 & 7;
        let list = op & 0xff;
        let a = reg(n);
        cyc += 1;
        while (list) {
          const value = reg(ctz(list));
          if (a - SRAM_AT < SRAM_BYTES) store<u32>(SRAM + a - SRAM_AT, value);
          else {
            store<u32>(PC, pc);
            slowWrite(a, value, 4, cyc);
            next = load<i64>(NEXT);
          }
          a += 4;
          cyc += 1;
          list &= list - 1;
        }
        if (!(op >> n & 1)) setReg(n, a);
        break;
      }
      case Op.ldm: {
        const n = op >> 8 & 7;
        let list = op & 0xff;
        let a = reg(n);
        cyc += 1;
        while (list) {
          cyc += 1 + pull(a, cyc);
          setReg(ctz(list), load<u32>(VALUE));
          a += 4;
          list &= list - 1;
        }
        if (!(op >> n & 1)) setReg(n, a);
        break;
      }
      case Op.beq: { cyc += 1; if (zf == 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bne: { cyc += 1; if (zf != 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bcs: { cyc += 1; if (cf) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bcc: { cyc += 1; if (!cf) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bmi: { cyc += 1; if (<i32>nf < 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bpl: { cyc += 1; if (<i32>nf >= 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bvs: { cyc += 1; if (<i32>vf < 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bvc: { cyc += 1; if (<i32>vf >= 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bhi: { cyc += 1; if (cf && zf != 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bls: { cyc += 1; if (!cf || zf == 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bge: { cyc += 1; if (<i32>(nf ^ vf) >= 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.blt: { cyc += 1; if (<i32>(nf ^ vf) < 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.bgt: { cyc += 1; if (<i32>(nf ^ vf) >= 0 && zf != 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.ble: { cyc += 1; if (<i32>(nf ^ vf) < 0 || zf == 0) { cyc += 1; pc += 2 + (<i32>(op << 24) >> 23); } break; }
      case Op.b: {
        pc += 2 + (<i32>(op << 21) >> 20);
        cyc += 2;
        break;
      }
      case Op.svc: {
        store<u32>(SVCALL, 1);
        cyc += 1;
        next = 0;
        break;
      }
      case Op.wide: {
        let low: u32;
        if (pc >>> 24 == 0x10) {
          cyc += touch(pc);
          low = load<u16>(FLASH + (pc & FLASH_MASK));
        } else if (pc - SRAM_AT < SRAM_BYTES) low = load<u16>(SRAM + pc - SRAM_AT);
        else low = fetchSlow(pc);
        if (op >> 11 == 0b11110 && low >> 14 == 3 && low >> 12 & 1) {
          const s = op >> 10 & 1;
          const i1 = 1 - (s ^ low >> 13 & 1);
          const i2 = 1 - (s ^ low >> 11 & 1);
          const far = (0 - s) << 24 | i1 << 23 | i2 << 22 | (op & 0x3ff) << 12 | (low & 0x7ff) << 1;
          store<u32>(LR, pc + 2 | 1);
          pc += 2 + far;
          cyc += 3;
          break;
        }
        cyc += 3;
        if (op == 0xf3bf && low >> 8 == 0x8f) pc += 2; // barriers
        else if (op == 0xf3ef && low >> 12 == 8) {
          store<u32>(NF, nf);
          store<u32>(ZF, zf);
          store<u32>(CF, cf);
          store<u32>(VF, vf);
          setReg(low >> 8 & 15, readSpecial(low & 0xff));
          pc += 2;
        } else if (op >> 4 == 0xf38 && low >> 8 == 0x88) {
          store<u32>(NF, nf);
          store<u32>(ZF, zf);
          store<u32>(CF, cf);
          store<u32>(VF, vf);
          writeSpecial(low & 0xff, reg(op & 15));
          nf = load<u32>(NF);
          zf = load<u32>(ZF);
          cf = load<u32>(CF);
          vf = load<u32>(VF);
          pc += 2;
          next = 0;
        } else {
          store<u32>(BREAK, 0x100);
          next = 0;
        }
        break;
      }
      default: { // bkpt, udf, and what no instruction is
        store<u32>(BREAK, 1 + (op & 0xff));
        cyc += 1;
        next = 0;
      }
    }
  }
  store<f64>(CYC, <f64>cyc);
  store<u32>(PC, pc);
  store<u32>(NF, nf);
  store<u32>(ZF, zf);
  store<u32>(CF, cf);
  store<u32>(VF, vf);
  store<f64>(STEPS, load<f64>(STEPS) + <f64>steps);
  store<u32>(WHY, <u32>why);
  return why;
}
