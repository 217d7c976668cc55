// Programs for the emulated chip, as firmware would talk to its registers, in hand-made Thumb.
import { CONFIGURATION } from './device.mjs';
import { Program } from './thumb.mjs';

export const SIO = 0xd0000000;
export const OUT_SET = SIO + 0x14;
export const OUT_CLR = SIO + 0x18;
export const OE_SET = SIO + 0x24;
const IO_BANK = 0x40014000;
const SPI0 = 0x4003c000;
const I2C0 = 0x40044000;
const WATCHDOG = 0x40058000;
const TIMER_LOW = 0x4005400c;
export const RESULT = 0x20001000; // where programs leave what they found
const FUNCTION_SPI = 1;
const FUNCTION_I2C = 3;
const FUNCTION_SIO = 5;
const LATCH = 1 << 5;
const LOAD = 1 << 6;
const OE = 1 << 7;

const select = (p, gp, fn) => p.poke(IO_BANK + 8 * gp + 4, fn);

// GPIO outputs: function SIO, driven, low.
export function outputs(p, ...pins) {
  for (const gp of pins) select(p, gp, FUNCTION_SIO);
  const mask = pins.reduce((all, gp) => all | (1 << gp), 0);
  return p.poke(OUT_CLR, mask).poke(OE_SET, mask);
}

// SPI0 as master, 8 bits, 2 MHz at 125 MHz.
export function spi(p) {
  for (const gp of [2, 3, 4]) select(p, gp, FUNCTION_SPI);
  return p.poke(SPI0 + 0x10, 2).poke(SPI0, 0x1e07).poke(SPI0 + 4, 2);
}

// One 12-byte frame of the I/O chain; what comes back goes to RESULT.
export function frame(p, out) {
  p.poke(OUT_CLR, LOAD).poke(OUT_SET, LOAD);
  const bytes = [0, 0, 0, 0, 0, 0, 0, 0, out[3], out[2], out[1], out[0]];
  bytes.forEach((byte, i) => {
    p.poke(SPI0 + 8, byte).until(SPI0 + 0xc, 4); // receive FIFO not empty
    p.set(1, SPI0 + 8).ldr(0, 1).set(1, RESULT + i).strb(0, 1);
  });
  return p.poke(OUT_SET, LATCH).poke(OUT_CLR, LATCH);
}

export function i2c(p, address) {
  for (const gp of [8, 9]) select(p, gp, FUNCTION_I2C);
  p.poke(I2C0 + 0x6c, 0).poke(I2C0 + 4, address);
  return p.poke(I2C0 + 0x1c, 124).poke(I2C0 + 0x20, 188).poke(I2C0 + 0x6c, 1); // 400 kHz
}

const STOP = 1 << 9;
const READ = 1 << 8;
const RESTART = 1 << 10;
const STOP_SEEN = 1 << 9;

// Write bytes to the device; ends with a stop.
export function i2cWrite(p, bytes) {
  bytes.forEach((byte, i) => p.poke(I2C0 + 0x10, byte | (i === bytes.length - 1 ? STOP : 0)));
  p.until(I2C0 + 0x34, STOP_SEEN);
  return p.set(1, I2C0 + 0x60).ldr(0, 1);
}

// Set the device's address pointer, then read `count` bytes to `to`.
export function i2cRead(p, head, count, to) {
  head.forEach((byte) => p.poke(I2C0 + 0x10, byte));
  for (let i = 0; i < count; i += 1) {
    p.poke(I2C0 + 0x10, READ | (i === 0 ? RESTART : 0) | (i === count - 1 ? STOP : 0));
  }
  p.until(I2C0 + 0x34, STOP_SEEN);
  p.set(1, I2C0 + 0x60).ldr(0, 1);
  for (let i = 0; i < count; i += 1) {
    p.set(1, I2C0 + 0x10).ldr(0, 1).set(1, to + i).strb(0, 1);
  }
  return p;
}

// Call a function of the boot ROM by its code, as the SDK does: table at 0x14, lookup at 0x18.
export function rom(p, code, ...args) {
  p.set(3, 0x18).ldrh(3, 3).set(0, 0x14).ldrh(0, 0);
  p.set(1, code.charCodeAt(0) | (code.charCodeAt(1) << 8)).blx(3).mov(4, 0);
  args.forEach((value, i) => p.set(i, value));
  return p.blx(4);
}

// Start the watchdog for that many microseconds.
export function watchdog(p, us) {
  return p.poke(WATCHDOG + 4, us * 2).poke(WATCHDOG, 0x40000000);
}
export const feed = (p, us) => p.poke(WATCHDOG + 4, us * 2);

export function pause(p, us) {
  const name = `pause${p.code.length}`;
  p.set(1, TIMER_LOW).ldr(2, 1).set(3, us).emit(0x18d2); // adds r2, r2, r3
  return p.label(name).ldr(0, 1).emit(0x4290, 0xd200).jump(name); // cmp r0, r2; bhs past the jump
}

// --------------------------------------------------------------------------- whole programs

// Outputs on, one frame that switches the drum and the ring on.
function chain() {
  const p = outputs(new Program(), 5, 6, 7, 10, 11);
  return frame(frame(spi(p), [3, 0, 0, 0]), [3, 0, 0, 0]).forever();
}

// What was in flash sector 0x100000 goes to GPIO 25; then it is erased and a zero programmed:
// dark at the first start, lit at the second.
function remember() {
  const p = outputs(new Program(), 25).set(1, 0x10100000).ldrb(0, 1).cmp(0, 0).ifNot('fresh');
  p.poke(OUT_SET, 1 << 25).poke(RESULT, 1).forever();
  p.label('fresh').poke(0x20002000, 0xabcd1200).irqOff();
  rom(rom(p, 'IF'), 'EX');
  rom(p, 'RE', 0x100000, 4096, 65536, 0xd8);
  rom(p, 'RP', 0x100000, 0x20002000, 256);
  rom(rom(p, 'FC'), 'CX');
  return p.irqOn().poke(RESULT, 2).forever();
}

// A USB serial port that sends back what it gets, one packet at a time (device.mjs does the same).
const USB = 0x50110000;
const DPRAM = 0x50100000;
const SIE_STATUS = USB + 0x50;
const BUFFERS = USB + 0x58;
const READY = 0x8400; // full, available
const ENDPOINT = 0xa8000000; // enabled, interrupt per packet, bulk (| offset of its data)

function descriptor(p) {
  const bytes = [...CONFIGURATION, ...new Array(3).fill(0)];
  for (let i = 0; i + 4 <= bytes.length; i += 4) {
    const word = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    p.poke(DPRAM + 0x100 + i, word);
  }
  return p;
}

function echo() {
  const p = descriptor(new Program()).poke(USB + 0x40, 1);
  const bit = (register, mask, name) =>
    p.set(1, register).ldr(0, 1).set(2, mask).tst(0, 2).ifNot(name);
  p.label('loop');
  bit(SIE_STATUS, 1 << 19, 'reset');
  bit(SIE_STATUS, 1 << 17, 'setup');
  bit(BUFFERS, 1 << 5, 'packet');
  p.poke(BUFFERS, 1).jump('loop');
  p.label('reset').poke(SIE_STATUS, 1 << 19).jump('loop');
  p.label('setup').poke(SIE_STATUS, 1 << 17).set(1, DPRAM).ldrb(0, 1, 1);
  p.cmp(0, 6).ifEqual('describe').cmp(0, 9).ifNot('answer');
  p.poke(DPRAM + 0x10, ENDPOINT | 0x180).poke(DPRAM + 0x14, ENDPOINT | 0x1c0);
  p.poke(DPRAM + 0x94, 0x440);
  p.label('answer').poke(DPRAM + 0x80, READY).jump('loop');
  p.label('describe').ldrb(0, 1, 6).set(2, READY).emit(0x1880); // adds r0, r0, r2
  p.set(1, DPRAM + 0x80).str(0, 1).jump('loop');
  p.label('packet').poke(BUFFERS, 1 << 5).set(1, DPRAM + 0x180);
  for (let i = 0; i < 64; i += 4) p.ldr(0, 1, 0x40 + i).str(0, 1, i);
  p.set(1, DPRAM + 0x94).ldr(0, 1).set(2, 0x3ff).and(0, 2).set(2, READY).emit(0x1880);
  p.set(1, DPRAM + 0x90).str(0, 1).until(BUFFERS, 1 << 4).poke(BUFFERS, 1 << 4);
  return p.poke(DPRAM + 0x94, 0x440).jump('loop');
}

export const programs = { chain, remember, echo };
