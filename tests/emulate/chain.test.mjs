// The I/O chain as the controller sees it: frames in and out, latch, load, output enable.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { bootRom, flashWith } from './images.mjs';
import { OUT_CLR, OUT_SET, RESULT, frame, outputs, spi } from './programs.mjs';
import { Program } from './thumb.mjs';

const IDLE = [0x62, 0x62, 0x62, 0x62, 0x02, 0x00, 0xc5, 0x00, 0x0c];
const PINS = [5, 6, 7, 10, 11];

function rigWith(program) {
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(program) });
  rig.powerOn();
  rig.board.wire(IDLE);
  return rig;
}

function run(rig, ms) {
  const end = rig.nanos + ms * 1e6;
  while (rig.nanos < end) {
    rig.runUntil(end);
    rig.changed = false;
  }
}

const received = (rig) => [...rig.chip.rp.sram.subarray(RESULT & 0xffff, (RESULT & 0xffff) + 12)];

test('a frame brings in all inputs, and the frame before as its end', () => {
  const p = frame(spi(outputs(new Program(), ...PINS)), [1, 2, 4, 8]);
  const rig = rigWith(frame(p, [1, 2, 4, 8]).forever());
  run(rig, 2);
  assert.deepEqual(received(rig), [...IDLE.slice(0, 8), 8, 4, 2, 1]);
});

test('outputs change only when LATCH rises, and show only while OE# is low', () => {
  const p = frame(spi(outputs(new Program(), ...PINS)), [0x81, 0x02, 0x10, 0x40]);
  const rig = rigWith(p.poke(OUT_SET, 1 << 7).forever());
  run(rig, 1);
  assert.deepEqual(rig.board.chain.latched, [0x81, 0x02, 0x10, 0x40]);
  assert.deepEqual(rig.outputs.out, [0, 0, 0, 0]);
  rig.chip.rp.writeUint32(OUT_CLR, 1 << 7);
  assert.deepEqual(rig.outputs.out, [0x81, 0x02, 0x10, 0x40]);
});

test('before the program drives OE# the outputs are dead', () => {
  const rig = rigWith(new Program().forever());
  rig.board.chain.latched = [255, 255, 255, 255];
  assert.deepEqual(rig.outputs.out, [0, 0, 0, 0]);
  assert.equal(rig.outputs.enabled, 0);
});

test('outputs stay when LATCH falls over another content', () => {
  const rig = rigWith(outputs(new Program(), ...PINS).forever());
  run(rig, 0.1);
  const { chain } = rig.board;
  for (const byte of [0, 0, 0, 7]) chain.shift(byte);
  rig.chip.rp.writeUint32(OUT_SET, 1 << 5);
  for (const byte of [0, 0, 0, 9]) chain.shift(byte);
  rig.chip.rp.writeUint32(OUT_CLR, 1 << 5);
  assert.equal(chain.latched[0], 7);
});

test('inputs are those of the moment LOAD# rose, not of the end of the frame', () => {
  const rig = rigWith(new Program().forever());
  const { chain } = rig.board;
  chain.load(true);
  chain.load(false);
  rig.board.wire(IDLE.map(() => 0xff));
  const got = Array.from({ length: 12 }, () => chain.shift(0));
  assert.deepEqual(got.slice(0, 8), IDLE.slice(0, 8));
  chain.load(true);
  assert.equal(chain.shift(0), 0xff);
});

test('a frame at 2 MHz takes 48 us and a little', () => {
  const p = spi(outputs(new Program(), ...PINS)).poke(RESULT + 64, 1);
  const rig = rigWith(frame(p, [0, 0, 0, 0]).poke(RESULT + 64, 2).forever());
  const at = (value) => {
    rig.chip.runUntil(5e6, () => rig.chip.rp.readUint32(RESULT + 64) === value);
    return rig.chip.nanos;
  };
  const us = (at(1) - at(2)) / -1000;
  assert.ok(us > 48 && us < 110, `${us} us`);
});

test('a loose wire in the chain reads as ones', () => {
  const p = frame(spi(outputs(new Program(), ...PINS)), [1, 2, 4, 8]);
  const rig = rigWith(p.forever());
  rig.board.chain.broken = true;
  run(rig, 1);
  assert.deepEqual(received(rig), new Array(12).fill(255));
});

test('direct pins follow byte 8, the LMOT pin follows the mains', () => {
  const rig = rigWith(new Program().forever());
  const level = (gp) => rig.board.pins.level(gp);
  rig.board.wire([0, 0, 0, 0, 0, 0, 0, 0, 0b11101]);
  assert.deepEqual([20, 21, 12, 15].map(level), [true, false, true, true]);
  rig.board.mains.set(true, true, 500);
  assert.equal(level(14), false);
  rig.board.wire([0, 0, 0, 0, 0, 0, 0, 0, 0b01000]);
  assert.equal(level(14), false);
});

test('a byte of another length is told', () => {
  const said = [];
  const p = spi(outputs(new Program(), ...PINS)).poke(0x4003c000, 0x1e0f).poke(0x4003c008, 1);
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(p.forever()), say: (t) => said.push(t) });
  rig.powerOn();
  run(rig, 0.1);
  assert.match(said[0], /SPI0 sends 16 bits at a time; the I\/O chain takes 8/);
});
