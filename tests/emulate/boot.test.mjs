// Power-up: the second stage, the program, and what is said when there is none.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Chip } from '../../tools/check/emulate/chip.mjs';
import { FlashMemory } from '../../tools/check/emulate/flash_memory.mjs';
import { bootRom, flashWith } from './images.mjs';
import { OUT_SET, RESULT, outputs, pause, rom } from './programs.mjs';
import { Program } from './thumb.mjs';

function chipWith(program, options = {}) {
  const said = [];
  const flash = program ? flashWith(program) : new FlashMemory();
  const chip = new Chip({ bootRom: bootRom(), flash, say: (text) => said.push(text), ...options });
  return { chip, said };
}

const result = (chip, at = 0) => chip.rp.readUint32(RESULT + at);

test('the program in flash starts and drives a pin', () => {
  const { chip, said } = chipWith(outputs(new Program(), 25).poke(OUT_SET, 1 << 25).forever());
  chip.runUntil(1e5);
  assert.equal(chip.rp.gpio[25].outputValue, true);
  assert.deepEqual(said, []);
});

test('an empty flash is told, not run', () => {
  const { chip, said } = chipWith(null);
  chip.runUntil(1e6);
  assert.equal(chip.ended, 'stopped');
  assert.match(said[0], /flash holds no program: its second stage has a wrong checksum/);
});

test('a program that jumps into nowhere is told with the place it came from', () => {
  const { chip, said } = chipWith(new Program().set(0, 0x11).bx(0));
  chip.runUntil(1e6);
  assert.match(said.at(-1), /ran into nowhere, to 0x00000010, coming from 0x/);
});

test('a breakpoint ends the program with its address', () => {
  const { chip, said } = chipWith(new Program().breakpoint());
  chip.runUntil(1e6);
  assert.match(said[0], /hit a breakpoint at 0x10000100/);
});

test('a function that the boot ROM does not have is not found', () => {
  const { chip } = chipWith(
    new Program().set(3, 0x18).ldrh(3, 3).set(0, 0x14).ldrh(0, 0).set(1, 0x5a5a).blx(3)
      .set(1, RESULT).str(0, 1).poke(RESULT + 4, 7).forever(),
  ); // prettier-ignore
  chip.runUntil(1e5);
  assert.equal(result(chip), 0);
  assert.equal(result(chip, 4), 7);
});

test('asking for the USB boot loader ends the program', () => {
  const { chip } = chipWith(rom(new Program(), 'UB', 0, 0).forever());
  chip.runUntil(1e5);
  assert.equal(chip.ended, 'bootloader');
});

test('a pause of 1000 us by the timer takes 1000 us of emulated time', () => {
  const { chip } = chipWith(pause(new Program(), 1000).poke(RESULT, 1).forever());
  chip.runUntil(2e6, () => result(chip) === 1);
  assert.ok(Math.abs(chip.nanos - 1e6) < 20e3, `${chip.nanos} ns`);
});

test('at 12 MHz an instruction takes 83 ns, not 8', () => {
  const busy = new Program();
  for (let i = 0; i < 100; i += 1) busy.emit(0xbf00);
  const { chip } = chipWith(busy.poke(RESULT, 1).forever());
  chip.xip.missCycles = 0;
  chip.rp.clkSys = 12e6;
  chip.runUntil(1e6, () => result(chip) === 1);
  assert.ok(chip.nanos > 100 * 83 && chip.nanos < 160 * 83, `${chip.nanos} ns`);
});

test('a miss of the flash cache costs 40 cycles, a hit nothing', () => {
  const loop = new Program().set(0, 200).label('again').sub(0, 1).cmp(0, 0).ifNot('again');
  const { chip } = chipWith(loop.poke(RESULT, 1).forever());
  chip.runUntil(1e6, () => result(chip) === 1);
  const cycles = chip.nanos / 8;
  const lines = 8;
  assert.ok(cycles > 200 * 4 + lines * 40 && cycles < 200 * 6 + (lines + 4) * 40, `${cycles}`);
});

test('with the flash at a quarter of the clock a miss costs twice as much', () => {
  const took = (divisor) => {
    const busy = new Program().poke(0x18000014, divisor);
    for (let i = 0; i < 800; i += 1) busy.emit(0xbf00);
    const { chip } = chipWith(busy.poke(RESULT, 1).forever());
    chip.runUntil(1e6, () => result(chip) === 1);
    return chip.nanos / 8;
  };
  const misses = 1600 / 8;
  assert.ok(Math.abs(took(4) - took(2) - 40 * misses) < 40 * 12, `${took(4)}, ${took(2)}`);
});
