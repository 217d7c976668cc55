// Reads and writes beyond SRAM, which the loop serves itself.
import {
  BASE_CYC, BASE_NS, CYC, FLASH, FLASH_MASK, HIGH, IDLE, IDLE_END, NS, POLL_CYC, POLL_ELSE, POLL_PC, POLL_RUN,
  READ, READINGS, READ_COUNT, REG, ROM, ROM_BYTES, SRAM, SRAM_AT, SRAM_BYTES,
} from './layout';
import { dmaRead, dmaWrite } from './dma';
import { outsideRead, outsideWrite } from './outside';
import { pioRead, pioWrite } from './pio';
import { sioRead, sioWrite } from './sio';

const TIMER: u32 = 0x40054000;
const SIO: u32 = 0xd;
const LR: usize = REG + 56;
const PC: usize = REG + 60;
const POLL_MOST: f64 = 200; // cycles between two readings
const POLL_LEAST: u32 = 4;
const DMA_PAGE: u32 = 0x50000;
const PIO0_PAGE: u32 = 0x50200;
const PIO1_PAGE: u32 = 0x50300;

// Microseconds since the chip started.
function micros(): u64 {
  return <u64>((load<f64>(BASE_NS) + (load<f64>(CYC) - load<f64>(BASE_CYC)) * load<f64>(NS)) / 1000);
}

// Does the program wait here? A few readings in a row, by one instruction, close together, with no
// other register touched: that is what busy waiting looks like, and little else does.
function poll(): void {
  const now = load<f64>(CYC);
  const since = now - load<f64>(POLL_CYC);
  const pc = load<u32>(PC);
  const same = pc == load<u32>(POLL_PC) && since < POLL_MOST && load<u32>(POLL_ELSE) == 0;
  const run: u32 = same ? load<u32>(POLL_RUN) + 1 : 0;
  store<f64>(POLL_CYC, now);
  store<u32>(POLL_PC, pc);
  store<u32>(POLL_ELSE, 0);
  store<u32>(POLL_RUN, run);
  if (run < POLL_LEAST) return;
  store<f64>(IDLE, load<f64>(IDLE) + since);
  store<f64>(IDLE_END, now);
}

// When the timer was read, and for whom: where the function that reads it returns to.
function note(): void {
  const count = load<u32>(READ_COUNT);
  const at = READ + <usize>(count % READINGS << 4);
  store<f64>(at, load<f64>(CYC));
  store<u32>(at + 8, load<u32>(LR));
  store<u32>(READ_COUNT, count + 1);
}

function timerRead(at: u32): u32 {
  if (at == 0x28 || at == 0x0c) {
    poll();
    note();
  }
  const now = micros();
  if (at == 0x0c) store<u32>(HIGH, <u32>(now >> 32));
  if (at == 0x08) return load<u32>(HIGH);
  return at == 0x24 ? <u32>(now >> 32) : <u32>now;
}

// A word; `address` is a multiple of 4 wherever that matters.
export function read32(address: u32): u32 {
  if (address - SRAM_AT < SRAM_BYTES) return load<u32>(SRAM + address - SRAM_AT);
  if (address < ROM_BYTES) return load<u32>(ROM + address);
  if (address >>> 26 == 4) return load<u32>(FLASH + (address & FLASH_MASK));
  const timer = address - TIMER;
  if (timer == 0x08 || timer == 0x0c || timer == 0x24 || timer == 0x28) return timerRead(timer);
  store<u32>(POLL_ELSE, 1);
  if (address >>> 28 == SIO) return sioRead(address & 0xfff);
  const page = address >>> 12;
  if (page == PIO0_PAGE) return pioRead(0, address & 0xfff);
  if (page == PIO1_PAGE) return pioRead(1, address & 0xfff);
  if (page == DMA_PAGE) return dmaRead(address & 0xfff);
  return outsideRead(address);
}

export function read16(address: u32): u32 {
  if (address - SRAM_AT < SRAM_BYTES) return load<u16>(SRAM + address - SRAM_AT);
  if (address < ROM_BYTES) return load<u16>(ROM + address);
  if (address >>> 26 == 4) return load<u16>(FLASH + (address & FLASH_MASK));
  return (read32(address & ~3) >> ((address & 2) << 3)) & 0xffff;
}

export function read8(address: u32): u32 {
  if (address - SRAM_AT < SRAM_BYTES) return load<u8>(SRAM + address - SRAM_AT);
  if (address < ROM_BYTES) return load<u8>(ROM + address);
  if (address >>> 26 == 4) return load<u8>(FLASH + (address & FLASH_MASK));
  return (read32(address & ~3) >> ((address & 3) << 3)) & 0xff;
}

// `bytes` 1, 2 or 4. Peripherals take a narrow write on every lane (datasheet §2.1.4).
export function write(address: u32, value: u32, bytes: u32): void {
  if (address - SRAM_AT < SRAM_BYTES) {
    const at = SRAM + address - SRAM_AT;
    if (bytes == 4) store<u32>(at, value);
    else if (bytes == 2) store<u16>(at, <u16>value);
    else store<u8>(at, <u8>value);
    return;
  }
  store<u32>(POLL_ELSE, 1);
  const page = address >>> 12;
  const mine = page & ~3;
  if (address >>> 28 != SIO && mine != PIO0_PAGE && mine != PIO1_PAGE && mine != DMA_PAGE) {
    outsideWrite(address, value, bytes);
    return;
  }
  if (bytes == 1) value = (value & 0xff) * 0x01010101;
  else if (bytes == 2) value = (value & 0xffff) * 0x00010001;
  const at = address & 0xffc;
  if (address >>> 28 == SIO) sioWrite(at, value);
  else if (mine == PIO0_PAGE) pioWrite(0, at, value, page & 3);
  else if (mine == PIO1_PAGE) pioWrite(1, at, value, page & 3);
  else dmaWrite(at, value, page & 3);
}
