// The I2C bus: FRAM that keeps what it acknowledged, display, and an address nobody has.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Display } from '../../tools/check/emulate/display.mjs';
import { FRAM_BYTES, Fram } from '../../tools/check/emulate/fram.mjs';
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { bootRom, flashWith } from './images.mjs';
import { RESULT, i2c, i2cRead, i2cWrite } from './programs.mjs';
import { Program } from './thumb.mjs';

function ran(program, options = {}, ms = 5) {
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(program.forever()), ...options });
  rig.powerOn();
  rig.chip.runUntil(ms * 1e6);
  return rig;
}

const word = (rig, at = 0) => rig.chip.rp.readUint32(RESULT + at);

test('what is written to the FRAM is read back', () => {
  const p = i2cWrite(i2c(new Program(), 0x50), [0x12, 0x40, 0xde, 0xad, 0xbe, 0xef]);
  const rig = ran(i2cRead(p, [0x12, 0x40], 4, RESULT));
  assert.equal(word(rig), 0xefbeadde);
  assert.deepEqual([...rig.board.fram.data.subarray(0x1240, 0x1244)], [0xde, 0xad, 0xbe, 0xef]);
});

test('the FRAM keeps its bytes in the file, through a restart', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'fram-')), 'fram.bin');
  writeFileSync(path, new Uint8Array(FRAM_BYTES));
  const first = ran(i2cWrite(i2c(new Program(), 0x50), [0, 5, 77, 78]), { fram: path });
  assert.deepEqual([...readFileSync(path).subarray(4, 8)], [0, 77, 78, 0]);
  first.close();
  assert.deepEqual([...new Fram(path).data.subarray(5, 7)], [77, 78]);
});

test('a record of 64 bytes takes about 1.5 ms at 400 kHz', () => {
  const bytes = [0, 0, ...new Array(12).fill(9)];
  const p = i2cWrite(i2c(new Program(), 0x50).poke(RESULT, 1), bytes).poke(RESULT, 2);
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(p.forever()) });
  rig.powerOn();
  rig.chip.runUntil(1e7, () => word(rig) === 1);
  const start = rig.chip.nanos;
  rig.chip.runUntil(1e7, () => word(rig) === 2);
  const perByte = (rig.chip.nanos - start) / (bytes.length + 1);
  assert.ok(perByte > 22e3 && perByte < 27e3, `${perByte} ns`); // 67 of them: 1.5 ms
});

test('an address nobody has is refused and the bus stays usable', () => {
  const p = i2c(new Program(), 0x33).poke(0x40044010, 0x201).until(0x40044034, 1 << 6);
  p.set(1, 0x40044080).ldr(0, 1).set(1, RESULT).str(0, 1).set(1, 0x40044054).ldr(0, 1);
  i2cWrite(p.until(0x40044034, 1 << 9).set(1, 0x40044060).ldr(0, 1).poke(0x4004406c, 0)
    .poke(0x40044004, 0x50).poke(0x4004406c, 1), [0, 1, 42]); // prettier-ignore
  const rig = ran(p);
  assert.equal(word(rig) & 1, 1); // 7-bit address not acknowledged
  assert.equal(rig.board.fram.data[1], 42);
});

test('the FRAM wraps at its end and goes on where it was', () => {
  const fram = new Fram();
  fram.start(false);
  for (const byte of [0x7f, 0xff, 1, 2]) fram.write(byte);
  assert.deepEqual([fram.data[0x7fff], fram.data[0]], [1, 2]);
  fram.start(true);
  assert.equal(fram.read(), 0);
});

test('the display shows what its segments spell, and nothing before it is switched on', () => {
  const display = new Display();
  const send = (...bytes) => {
    display.start();
    for (const byte of bytes) assert.ok(display.write(byte));
  };
  send(0, 0x79, 0, 0x6d, 0, 2, 0, 0x5b, 0, 0x86);
  assert.equal(display.text, '');
  send(0x21);
  send(0x81);
  assert.equal(display.text, 'E5:21.');
});

test('display and FRAM share the bus of a program', () => {
  const p = i2cWrite(i2c(new Program(), 0x70), [0x21]);
  i2cWrite(p, [0x81]);
  i2cWrite(p, [0, 0x76, 0, 0x79, 0, 0, 0, 0x38, 0, 0x5c]);
  i2cWrite(i2c(p, 0x50), [0, 0, 5]);
  const rig = ran(p);
  assert.equal(rig.board.display.text, 'HELo');
  assert.equal(rig.board.fram.data[0], 5);
});
