// Which handler of the loop each of the 65,536 opcodes has: a table of bytes, made once.
import { DECODE } from './layout';

export const enum Op {
  none, lslI, lsrI, asrI, addR, subR, addI3, subI3, movI, cmpI, addI, subI,
  and, eor, lslR, lsrR, asrR, adc, sbc, ror, tst, rsb, cmpR, cmn, orr, mul, bic, mvn,
  addH, cmpH, movH, bx, blx, ldrPc, strR, strhR, strbR, ldrsbR, ldrR, ldrhR, ldrbR, ldrshR,
  strI, ldrI, strbI, ldrbI, strhI, ldrhI, strSp, ldrSp, adr, addRdSp, addSp, subSp,
  sxth, sxtb, uxth, uxtb, push, pop, rev, rev16, revsh, cps, bkpt, hint, stm, ldm,
  beq, bne, bcs, bcc, bmi, bpl, bvs, bvc, bhi, bls, bge, blt, bgt, ble, udf, svc, b, wide,
}

export function decode(): void {
  for (let code: u32 = 0; code < 0x10000; code++) store<u8>(DECODE + code, <u8>handler(code));
}

function handler(code: u32): u32 {
  switch (code >> 12) {
    case 0: return code >> 11 & 1 ? Op.lsrI : Op.lslI;
    case 1: return code >> 11 & 1 ? Op.addR + (code >> 9 & 3) : Op.asrI;
    case 2: case 3: return Op.movI + (code >> 11 & 3);
    case 4: return code >> 11 & 1 ? Op.ldrPc : registers(code);
    case 5: return Op.strR + (code >> 9 & 7);
    case 6: case 7: case 8: return Op.strI + (code - 0x6000 >> 11);
    case 9: return code >> 11 & 1 ? Op.ldrSp : Op.strSp;
    case 10: return code >> 11 & 1 ? Op.addRdSp : Op.adr;
    case 11: return others(code);
    case 12: return code >> 11 & 1 ? Op.ldm : Op.stm;
    case 13: return branch(code >> 8 & 15);
    case 14: return code >> 11 & 1 ? Op.wide : Op.b;
    default: return Op.wide;
  }
}

function registers(code: u32): u32 {
  if ((code >> 10 & 1) == 0) return Op.and + (code >> 6 & 15);
  const kind = code >> 8 & 3;
  if (kind < 3) return Op.addH + kind;
  if (code & 7) return Op.none;
  return code >> 7 & 1 ? Op.blx : Op.bx;
}

function branch(condition: u32): u32 {
  return condition == 15 ? Op.svc : condition == 14 ? Op.udf : Op.beq + condition;
}

function others(code: u32): u32 {
  const kind = code >> 8 & 15;
  if (kind == 0) return code >> 7 & 1 ? Op.subSp : Op.addSp;
  if (kind == 2) return Op.sxth + (code >> 6 & 3);
  if (kind == 4 || kind == 5) return Op.push;
  if (kind == 12 || kind == 13) return Op.pop;
  if (kind == 6) return code == 0xb662 || code == 0xb672 ? Op.cps : Op.none;
  if (kind == 10) {
    const which = code >> 6 & 3;
    return which == 0 ? Op.rev : which == 1 ? Op.rev16 : which == 3 ? Op.revsh : Op.none;
  }
  if (kind == 14) return Op.bkpt;
  return kind == 15 && (code & 15) == 0 ? Op.hint : Op.none;
}
