// PIO in emulated time: divider, waits on pins, counts, and instructions from outside.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { bootRom, flashWith } from './images.mjs';
import { Program } from './thumb.mjs';

const PIO = 0x50200000;
const CLKDIV = PIO + 0xc8;
const EXECCTRL = PIO + 0xcc;
const SHIFTCTRL = PIO + 0xd0;
const INSTR = PIO + 0xd8;
const PINCTRL = PIO + 0xdc;
const FSTAT = PIO + 4;
const RXF = PIO + 0x20;
const PIN = 13;

// Words of a PIO program, datasheet §3.4.
const SET_PIN = (value) => 0xe000 | value;
const SET_DIR = 0xe081;
const WAIT_PIN = (level) => 0x2000 | (level << 7) | PIN; // gpio
const X_DOWN = (to) => 0x0040 | to; // jmp x--
const IN_X_32 = 0x4020;
const MOV_X_ONES = 0xa02b; // mov x, ~null

function rigWith() {
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(new Program().sleep().forever()) });
  rig.powerOn();
  rig.chip.runUntil(1e5);
  return rig;
}

function load(rig, words, { divider = 1, set = 25, autopush = false } = {}) {
  const { rp } = rig.chip;
  words.forEach((word, i) => rp.writeUint32(PIO + 0x48 + 4 * i, word));
  rp.writeUint32(CLKDIV, Math.round(divider * 65536));
  rp.writeUint32(EXECCTRL, (words.length - 1) << 12);
  rp.writeUint32(SHIFTCTRL, autopush ? 1 << 16 : 0);
  rp.writeUint32(PINCTRL, (1 << 26) | (set << 5));
  rp.writeUint32(0x40014000 + 8 * set + 4, 6);
  rp.writeUint32(0x4001c004 + 4 * PIN, 0x40); // input enabled
  rp.writeUint32(INSTR, SET_DIR);
  rp.writeUint32(PIO, 1);
}

function edges(rig, gp, ms) {
  const times = [];
  rig.board.pins.watch(gp, () => times.push(rig.chip.nanos));
  rig.chip.runUntil(rig.chip.nanos + ms * 1e6);
  return times;
}

test('a square wave follows the clock divider exactly', () => {
  for (const divider of [125, 62.5, 1250]) {
    const rig = rigWith();
    load(rig, [SET_PIN(1), SET_PIN(0)], { divider });
    const times = edges(rig, 25, 1);
    const wanted = divider * 8;
    const mean = (times.at(-1) - times[0]) / (times.length - 1);
    assert.ok(Math.abs(mean - wanted) < wanted / 1000, `${mean} ns for ${divider}`);
  }
});

test('delays count: 10 us high and 30 us low at 1 MHz', () => {
  const rig = rigWith();
  load(rig, [SET_PIN(1) | (9 << 8), SET_PIN(0) | (29 << 8)], { divider: 125 });
  const times = edges(rig, 25, 1);
  const parts = [times[1] - times[0], times[2] - times[1]].sort((a, b) => a - b);
  assert.deepEqual(parts.map((ns) => Math.round(ns / 1000)), [10, 30]);
});

test('every edge on a pin is seen: a thousand zero crossings are counted exactly', () => {
  const rig = rigWith();
  rig.board.mains.dhz = 5000; // ten times as fast, for the sake of the test's time
  // x counts down from all ones at each rise; out comes x on demand
  load(rig, [WAIT_PIN(1), WAIT_PIN(0), X_DOWN(0)], { divider: 12.5 });
  rig.chip.rp.writeUint32(INSTR, MOV_X_ONES);
  const before = rig.board.mains.crossings;
  rig.chip.runUntil(rig.chip.nanos + 1.01e9);
  const x = rig.chip.rp.pio[0].machines[0].x >>> 0;
  const counted = 0xffffffff - x;
  const real = rig.board.mains.crossings - before;
  assert.ok(real >= 999 && Math.abs(counted - real) <= 1, `${counted} of ${real}`);
});

test('a machine that waits for a pin goes on when the pin changes, neither before nor late', () => {
  const rig = rigWith();
  load(rig, [WAIT_PIN(1), SET_PIN(1), WAIT_PIN(0), SET_PIN(0)], { divider: 125 });
  const rises = edges(rig, PIN, 100);
  const rig2 = rigWith();
  load(rig2, [WAIT_PIN(1), SET_PIN(1), WAIT_PIN(0), SET_PIN(0)], { divider: 125 });
  const answers = edges(rig2, 25, 100);
  assert.ok(answers.length > 15, `${answers.length}`);
  answers.forEach((at, i) => {
    const late = at - rises[i];
    assert.ok(late >= 0 && late <= 3000, `edge ${i}: ${late} ns`);
  });
});

test('the time between two crossings is 10 ms when the program counts microseconds', () => {
  const rig = rigWith();
  // two cycles a turn at 2 MHz: 1 us; wait for a rise, count down while high or low... to the next
  const words = [WAIT_PIN(0), WAIT_PIN(1), MOV_X_ONES, 0x00c5, X_DOWN(3), X_DOWN(7), 0, 0x00c9, X_DOWN(7), IN_X_32, X_DOWN(0)];
  words[3] = 0x00c0 | 3; // jmp pin, 3: stay while high
  words[4] = X_DOWN(5);
  words[5] = 0x00c0 | 7; // high again: done
  words[6] = X_DOWN(5);
  words[7] = IN_X_32;
  words[8] = 0x0000;
  load(rig, words.slice(0, 9), { divider: 62.5, autopush: true });
  const { rp } = rig.chip;
  rp.writeUint32(EXECCTRL, (PIN << 24) | (8 << 12));
  rig.chip.runUntil(rig.chip.nanos + 45e6);
  assert.equal(rp.readUint32(FSTAT) & (1 << 8), 0);
  const us = 0xffffffff - (rp.readUint32(RXF) >>> 0);
  assert.ok(us > 9550 && us < 9650, `${us} us`); // 10 ms less the 0.4 ms pulse
});

test('an instruction from outside goes before the one that waits, which then waits again', () => {
  const rig = rigWith();
  load(rig, [WAIT_PIN(1), SET_PIN(1)], { divider: 1250 });
  rig.board.mains.set(true, true, 500);
  rig.board.mains.pins.drive(PIN, false);
  const machine = rig.chip.rp.pio[0].machines[0];
  rig.chip.runUntil(rig.chip.nanos + 1e5);
  assert.equal(machine.waiting, true);
  rig.chip.rp.writeUint32(INSTR, 0xe025); // set x, 5
  assert.equal(machine.x, 5);
  rig.chip.runUntil(rig.chip.nanos + 1e5);
  assert.equal(machine.waiting, true);
  assert.equal(machine.pc, 0);
});

test('a machine that is switched off stands', () => {
  const rig = rigWith();
  load(rig, [SET_PIN(1), SET_PIN(0)], { divider: 125 });
  rig.chip.runUntil(rig.chip.nanos + 1e5);
  rig.chip.rp.writeUint32(PIO, 0);
  const { cycles } = rig.chip.rp.pio[0].machines[0];
  rig.chip.runUntil(rig.chip.nanos + 1e6);
  assert.equal(rig.chip.rp.pio[0].machines[0].cycles, cycles);
});

test('the library no longer runs PIO behind the clock', async () => {
  const rig = rigWith();
  load(rig, [SET_PIN(1), SET_PIN(0)], { divider: 125 });
  const { cycles } = rig.chip.rp.pio[0].machines[0];
  await new Promise((done) => setTimeout(done, 5));
  assert.equal(rig.chip.rp.pio[0].machines[0].cycles, cycles);
});

test('joined FIFOs hold eight words one way and none the other', () => {
  const rig = rigWith();
  const { rp } = rig.chip;
  load(rig, [WAIT_PIN(1)]);
  rp.writeUint32(SHIFTCTRL, 0x40000000);
  for (let i = 0; i < 9; i += 1) rp.writeUint32(PIO + 0x10, i);
  const machine = rp.pio[0].machines[0];
  assert.deepEqual([machine.txFIFO.itemCount, machine.rxFIFO.size], [8, 0]);
  rp.writeUint32(SHIFTCTRL, 0x80000000);
  assert.deepEqual([machine.txFIFO.size, machine.rxFIFO.size], [0, 8]);
});

test('a jump from outside takes a machine out of its wait', () => {
  const rig = rigWith();
  load(rig, [WAIT_PIN(1), SET_PIN(1), 0x0002], { divider: 125 });
  rig.chip.runUntil(rig.chip.nanos + 1e5);
  assert.equal(rig.board.pins.level(25), false);
  rig.chip.rp.writeUint32(INSTR, 1); // jmp 1
  rig.chip.runUntil(rig.chip.nanos + 1e5);
  assert.equal(rig.board.pins.level(25), true);
});

test('what follows a wait takes its whole time', () => {
  const rig = rigWith();
  load(rig, [WAIT_PIN(1), SET_PIN(1) | (31 << 8), SET_PIN(0), WAIT_PIN(0)], { divider: 125 });
  const times = edges(rig, 25, 35);
  assert.equal(times.length, 6);
  assert.ok(Math.abs(times[1] - times[0] - 32_000) < 2, `${times[1] - times[0]} ns`);
});
