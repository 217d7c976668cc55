// Mains, currents, temperatures, charge pump, ARM latch, pins and random bits.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Analogue } from '../../tools/check/emulate/analogue.mjs';
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { bootRom, flashWith } from './images.mjs';
import { OE_SET, OUT_CLR, OUT_SET, RESULT } from './programs.mjs';
import { Program } from './thumb.mjs';

const KICK = 1 << 10;
const ARM = 1 << 11;
const ADC = 0x4004c000;

function rigWith(program = new Program().sleep().forever()) {
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(program) });
  rig.powerOn();
  rig.chip.runUntil(1e5);
  const { rp } = rig.chip;
  for (const gp of [10, 11]) rp.writeUint32(0x40014000 + 8 * gp + 4, 5);
  rp.writeUint32(OE_SET, KICK | ARM);
  return rig;
}

const after = (rig, ms) => rig.chip.runUntil(rig.chip.nanos + ms * 1e6);

function kick(rig, hz, ms) {
  for (let t = 0; t < ms; t += 1000 / hz) {
    rig.chip.rp.writeUint32(OUT_SET, KICK);
    after(rig, 500 / hz);
    rig.chip.rp.writeUint32(OUT_CLR, KICK);
    after(rig, 500 / hz);
  }
}

test('zero crossings come 100 times a second, 0.4 ms each, and stop with the mains', () => {
  const rig = rigWith();
  const times = [];
  rig.board.pins.watch(13, () => times.push(rig.chip.nanos));
  after(rig, 1001);
  assert.equal(times.length, 200);
  assert.equal(Math.round((times[1] - times[0]) / 1e5), 4);
  assert.equal(Math.round((times[2] - times[0]) / 1e5), 100);
  rig.board.mains.set(false, false, 500);
  times.length = 0;
  after(rig, 100);
  assert.deepEqual([times.length, rig.board.pins.level(13)], [0, true]);
});

test('the motor bus shows pulses while it is live and stays high while it is dead', () => {
  const rig = rigWith();
  assert.equal(rig.board.pins.level(14), true);
  rig.board.mains.set(true, true, 500);
  after(rig, 5);
  const levels = Array.from({ length: 100 }, () => (after(rig, 0.1), rig.board.pins.level(14)));
  const high = levels.filter(Boolean).length;
  assert.ok(high >= 3 && high <= 5, `${high}`);
});

test('50 kicks a second keep the live signal, 10 do not, and a stuck wire loses it', () => {
  const rig = rigWith();
  kick(rig, 50, 200);
  assert.equal(rig.outputs.alive, 1);
  after(rig, 200);
  assert.equal(rig.outputs.alive, 0);
  kick(rig, 50, 200);
  rig.chip.rp.writeUint32(OUT_SET, KICK);
  after(rig, 213);
  assert.equal(rig.outputs.alive, 0);
  kick(rig, 10, 300);
  assert.equal(rig.outputs.alive, 0);
});

test('ARM arms only with a live signal, and loses it with the signal or the level', () => {
  const rig = rigWith();
  rig.chip.rp.writeUint32(OUT_SET, ARM);
  assert.equal(rig.outputs.arm, 0);
  kick(rig, 50, 100);
  assert.equal(rig.outputs.arm, 1);
  rig.chip.rp.writeUint32(OUT_CLR, ARM);
  assert.equal(rig.outputs.arm, 0);
  rig.chip.rp.writeUint32(OUT_SET, ARM);
  assert.equal(rig.outputs.arm, 1);
  after(rig, 300);
  assert.equal(rig.outputs.arm, 0);
});

test('70 mA in a motor group are a sine of 246 steps about the middle', () => {
  const analogue = new Analogue();
  analogue.groupMa = [70, 0];
  const wave = Array.from({ length: 200 }, (_, i) => analogue.sample(0, i * 1e5));
  assert.ok(Math.abs(Math.max(...wave) - 2048 - 246) <= 1, `${Math.max(...wave)}`);
  assert.ok(Math.abs(2048 - Math.min(...wave) - 246) <= 1);
  assert.equal(analogue.sample(1, 12345), 2048);
});

test('the multiplexer shows thermistors, 12 V and tile levels by the outputs of the chain', () => {
  const { board } = rigWith();
  const at = (channel) => {
    board.chain.latched[3] = channel;
    board.outputsChanged();
    return board.analogue.sample(2, 0);
  };
  assert.equal(at(4), 2048); // 10 kohm at 25 degrees
  board.analogue.temperatureDc = [850, 250];
  assert.ok(at(4) < 500 && at(4) > 350, `${at(4)}`); // 1.1 kohm at 85 degrees
  assert.equal(at(5), 2048);
  assert.ok(Math.abs(at(6) - 2686) < 3, `${at(6)}`);
  assert.equal(at(0), 496);
});

test('a program reads the ADC', () => {
  const p = new Program().poke(ADC, 1).poke(ADC, 0x1005).until(ADC, 1 << 8).set(1, ADC + 4).ldr(0, 1);
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(p.set(1, RESULT).str(0, 1).forever()) });
  rig.powerOn();
  rig.chip.runUntil(1e5);
  assert.equal(rig.chip.rp.readUint32(RESULT), 2048); // channel 1, no current
});

test('a pin that the program drives reads back as it drives it', () => {
  const rig = rigWith();
  const { rp } = rig.chip;
  rp.writeUint32(0x4001c004 + 4 * 10, 0x40);
  rp.writeUint32(OUT_SET, KICK);
  assert.equal(rp.gpioValues & KICK, KICK);
  assert.equal(rp.gpio[10].inputValue, true); // a boolean: PIO compares with ===
});

test('pulls hold a wire that nobody drives', () => {
  const rig = rigWith();
  const { rp } = rig.chip;
  rp.writeUint32(0x4001c004 + 4 * 20, 0x48); // pull-up, input enabled
  rig.board.pins.drive(20, 0);
  assert.equal(rp.gpio[20].inputValue, false);
  rig.board.pins.drive(20, 1);
  assert.equal(rp.gpio[20].inputValue, true); // PIO compares with ===
  rig.board.pins.drive(20, undefined);
  assert.equal(rig.board.pins.level(20), true);
  rp.writeUint32(0x4001c004 + 4 * 20, 0x44);
  assert.equal(rig.board.pins.level(20), false);
});

test('random bits come from the ring oscillator, both kinds', () => {
  const rig = rigWith();
  const bits = Array.from({ length: 200 }, () => rig.chip.rp.readUint32(0x4006001c));
  const ones = bits.reduce((sum, bit) => sum + bit, 0);
  assert.ok(ones > 50 && ones < 150, `${ones}`);
});

test('the dice motor turns while one of its PWM outputs has more than the other', () => {
  const rig = rigWith();
  const { rp } = rig.chip;
  for (const gp of [18, 19]) rp.writeUint32(0x40014000 + 8 * gp + 4, 4);
  assert.equal(rig.outputs.dice, 0);
  rp.writeUint32(0x40050014 + 0x10, 999);
  rp.writeUint32(0x40050014 + 0x0c, 500);
  rp.writeUint32(0x40050014, 1);
  assert.equal(rig.outputs.dice, 1);
});

test('lamps are read from the wire: 24 words at once, green first', () => {
  const rig = rigWith();
  const { rp } = rig.chip;
  rp.writeUint32(0x40014000 + 8 * 16 + 4, 5);
  rp.writeUint32(OE_SET, 1 << 16);
  const send = (word) => {
    for (let bit = 23; bit >= 0; bit -= 1) {
      rp.writeUint32(OUT_SET, 1 << 16);
      after(rig, (word >> bit) & 1 ? 0.00068 : 0.00032);
      rp.writeUint32(OUT_CLR, 1 << 16);
      after(rig, (word >> bit) & 1 ? 0.0006 : 0.00096);
    }
  };
  for (let lamp = 0; lamp < 24; lamp += 1) send(lamp === 2 ? 0x280a01 : lamp);
  assert.equal(rig.board.pixels.frames, 1);
  assert.deepEqual(rig.board.pixels.lamps.slice(0, 4), [0, 1, 0x280a01, 3]);
  after(rig, 0.1);
  send(0xffffff);
  assert.deepEqual(rig.board.pixels.lamps.slice(0, 2), [0xffffff, 1]);
});

test('the beeper has the frequency of its PWM', () => {
  const rig = rigWith();
  const { rp } = rig.chip;
  rp.writeUint32(0x40014000 + 8 * 17 + 4, 4);
  rp.writeUint32(0x40050004, 2 << 4);
  rp.writeUint32(0x40050010, 23147);
  rp.writeUint32(0x4005000c, 11574 << 16);
  assert.equal(rig.board.beepHz, 0);
  rp.writeUint32(0x40050000, 1);
  assert.equal(rig.board.beepHz, 2700);
});
