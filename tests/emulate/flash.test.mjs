// Flash erase and program through the boot ROM's table: kept, timed, and torn by a reset.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Chip } from '../../tools/check/emulate/chip.mjs';
import { functionsOf } from '../../tools/check/emulate/boot_rom.mjs';
import { FlashMemory } from '../../tools/check/emulate/flash_memory.mjs';
import { bootRom, flashWith, image } from './images.mjs';
import { RESULT, programs, rom, watchdog } from './programs.mjs';
import { Program } from './thumb.mjs';

const ROM = bootRom();
const AT = 0x100000;

function start(flash, said = []) {
  const chip = new Chip({ bootRom: ROM, flash, say: (text) => said.push(text) });
  chip.runUntil(300e6, () => chip.rp.readUint32(RESULT) !== 0);
  return chip;
}

const erase = (p, at, count = 4096, block = 4096) => rom(p, 'RE', at, count, block, 0x20);

test('a program erases and programs flash, and finds it again after a restart', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'flash-')), 'flash.bin');
  const bytes = new Uint8Array(2 * 1024 * 1024).fill(0xff);
  bytes.set(image(programs.remember()));
  writeFileSync(path, bytes);
  const first = start(new FlashMemory(path));
  assert.equal(first.rp.readUint32(RESULT), 2);
  assert.equal(first.rp.gpio[25].outputValue, false);
  first.flash.close();
  assert.equal(readFileSync(path).readUInt32LE(AT), 0xabcd1200);
  const second = start(new FlashMemory(path));
  assert.equal(second.rp.readUint32(RESULT), 1);
  assert.equal(second.rp.gpio[25].outputValue, true);
});

test('a sector takes 45 ms to erase and a page 0.4 ms to program', () => {
  const chip = start(flashWith(programs.remember()));
  assert.ok(chip.nanos > 45.4e6 && chip.nanos < 45.6e6, `${chip.nanos} ns`);
});

test('a block of 64 KB is erased at once when the program asks for blocks', () => {
  const flash = flashWith(erase(new Program(), AT, 65536, 65536).poke(RESULT, 1).forever());
  flash.data[AT + 65535] = 0;
  const chip = start(flash);
  assert.equal(flash.data[AT + 65535], 0xff);
  assert.ok(chip.nanos > 150e6 && chip.nanos < 151e6, `${chip.nanos} ns`);
});

test('programming turns ones into zeros and never back', () => {
  const flash = new FlashMemory();
  flash.program(0, Uint8Array.of(0xf0, 0xff));
  flash.program(0, Uint8Array.of(0x3c, 0x00));
  assert.deepEqual([...flash.data.subarray(0, 2)], [0x30, 0x00]);
});

test('an erase outside the flash or off a sector is told and not done', () => {
  for (const at of [0x1ff000 + 4096, AT + 100]) {
    const said = [];
    const flash = flashWith(erase(new Program(), at).poke(RESULT, 1).forever());
    start(flash, said);
    assert.match(said[0], /asked to erase 4096 bytes of flash at 0x[0-9a-f]+, which is not a multiple/);
    assert.equal(flash.erased, 0);
  }
});

test('a watchdog that bites during an erase leaves the sector torn', () => {
  const p = watchdog(new Program(), 20_000);
  const flash = flashWith(erase(p, AT).poke(RESULT, 1).forever());
  flash.data.fill(0, AT, AT + 4096);
  const chip = start(flash);
  assert.equal(chip.ended, 'watchdog');
  assert.ok(chip.nanos > 20e6 && chip.nanos < 20.1e6, `${chip.nanos} ns`);
  assert.deepEqual([flash.data[AT], flash.data[AT + 4095]], [0xff, 0]);
});

test('PIO goes on during an erase: everything but the processor does', () => {
  const p = erase(new Program().poke(0x50200048, 0xe001).poke(0x502000dc, 0x04000320) // set pins, 1
    .poke(0x502000cc, 0).poke(0x50200000, 1), AT).poke(RESULT, 1).forever(); // prettier-ignore
  const chip = start(flashWith(p));
  assert.ok(chip.rp.pio[0].machines[0].cycles > 5e6, `${chip.rp.pio[0].machines[0].cycles}`);
});

test('the table of functions is read as the SDK reads it', () => {
  const functions = functionsOf(ROM);
  assert.deepEqual([...functions.keys()], ['IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'UB']);
  assert.equal(functions.get('RE') & 1, 0);
});

test('the flash chip tells its size and its unique number', () => {
  const unique = [1, 2, 3, 4, 5, 6, 7, 8];
  const chip = new Chip({ bootRom: ROM, flash: new FlashMemory(), unique });
  const ask = (...bytes) => {
    chip.rp.writeUint32(0x4001800c, 2 << 8);
    const got = bytes.map((byte) => {
      chip.rp.writeUint32(0x18000060, byte);
      return chip.rp.readUint32(0x18000060);
    });
    chip.rp.writeUint32(0x4001800c, 3 << 8);
    return got;
  };
  assert.deepEqual(ask(0x9f, 0, 0, 0), [0, 0xef, 0x40, 0x15]);
  assert.deepEqual(ask(0x4b, ...new Array(12).fill(0)).slice(5), unique);
});
