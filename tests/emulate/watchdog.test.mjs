// The watchdog: fed, missed, forced; one reset, with its reason and scratch words kept.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RP2040 } from '../../tools/check/emulate/library.mjs';
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { BY_FORCE, Watchdog } from '../../tools/check/emulate/watchdog.mjs';
import { bootRom, flashWith } from './images.mjs';
import { RESULT, feed, pause, watchdog } from './programs.mjs';
import { Program } from './thumb.mjs';

const REASON = 0x40058008;
const SCRATCH0 = 0x4005800c;

function rigWith(program) {
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(program) });
  rig.whys = [];
  rig.onReset = (why) => rig.whys.push(why);
  rig.powerOn();
  return rig;
}

function run(rig, ms) {
  const end = rig.nanos + ms * 1e6;
  while (rig.nanos < end) {
    rig.changed = false;
    rig.runUntil(end);
  }
}

// Reason of this start to RESULT; the first start notes 5 in scratch 0 and starts the watchdog.
function biter() {
  const p = new Program().set(1, REASON).ldr(0, 1).set(1, RESULT).str(0, 1).cmp(0, 0).ifNot('again');
  return watchdog(p.poke(SCRATCH0, 5), 100_000).forever().label('again').forever();
}

test('a program that feeds it in time is never reset', () => {
  const p = watchdog(new Program(), 2000).label('loop');
  const rig = rigWith(feed(pause(p, 1500), 2000).jump('loop'));
  run(rig, 30);
  assert.equal(rig.resets, 0);
});

test('a program that does not feed it is reset at its deadline, once, with the reason kept', () => {
  const rig = rigWith(biter());
  run(rig, 99.9);
  assert.equal(rig.resets, 0);
  run(rig, 300);
  assert.deepEqual(rig.whys, ['watchdog']);
  assert.equal(rig.chip.rp.readUint32(RESULT), 1);
  assert.equal(rig.chip.rp.readUint32(SCRATCH0), 5);
});

test('a forced reset has another reason', () => {
  const p = new Program().set(1, REASON).ldr(0, 1).set(1, RESULT).str(0, 1).cmp(0, 0).ifNot('again');
  const rig = rigWith(p.poke(0x40058000, 0x80000000).label('again').forever());
  run(rig, 10);
  assert.deepEqual(rig.whys, ['watchdog']);
  assert.equal(rig.chip.rp.readUint32(RESULT), 2);
});

test('the reset button clears the reason and keeps the scratch words', () => {
  const rig = rigWith(biter());
  run(rig, 110);
  assert.equal(rig.chip.rp.readUint32(REASON), 1);
  rig.reset();
  run(rig, 10);
  assert.equal(rig.chip.rp.readUint32(REASON), 0);
  assert.equal(rig.chip.rp.readUint32(SCRATCH0), 5);
});

test('power off and on clears everything but flash and FRAM', () => {
  const rig = rigWith(biter());
  run(rig, 110);
  rig.board.fram.data[3] = 9;
  rig.powerOff();
  run(rig, 5);
  rig.powerOn();
  assert.equal(rig.chip.rp.readUint32(SCRATCH0), 0);
  assert.equal(rig.chip.rp.readUint32(REASON), 0);
  assert.equal(rig.board.fram.data[3], 9);
});

test('stopped by clearing its enable bit, it lets go', () => {
  const rig = rigWith(watchdog(new Program(), 5000).poke(0x4005b000, 1 << 30).forever());
  run(rig, 50);
  assert.equal(rig.resets, 0);
});

test('the counter reads down twice a microsecond', () => {
  const p = pause(watchdog(new Program(), 5000), 1000).set(1, 0x40058000).ldr(0, 1);
  const rig = rigWith(p.set(1, RESULT).str(0, 1).forever());
  run(rig, 3);
  const left = rig.chip.rp.readUint32(RESULT) & 0xffffff;
  assert.ok(left > 7900 && left < 8010, `${left}`);
});

test('a restart may begin at an address of the program', () => {
  const entry = 0x20003001;
  const p = new Program().poke(0x20003000, 0x70e520aa | 0).poke(0x4005801c, 0xb007c0d3)
    .poke(0x40058020, (entry ^ -0xb007c0d3) >>> 0).poke(0x40058024, 0x20040000)
    .poke(0x40058028, entry).poke(0x40058000, 0x80000000).forever(); // prettier-ignore
  const rig = rigWith(p);
  for (let i = 0; i < 100 && rig.resets === 0; i += 1) run(rig, 0.02);
  assert.equal(rig.chip.core.SP, 0x20040000);
  assert.equal(rig.chip.core.PC >>> 4, 0x2000300);
});

test('time goes on through a reset, and the board keeps its display', () => {
  const rig = rigWith(biter());
  rig.board.display.memory[0] = 0x3f;
  const before = rig.nanos;
  run(rig, 150);
  assert.ok(rig.nanos >= before + 150e6);
  assert.equal(rig.board.display.memory[0], 0x3f);
});

test('forced while it was counting, it bites once and not again at its deadline', () => {
  const { clock } = new RP2040();
  const bites = [];
  const dog = new Watchdog(clock, (reason) => bites.push(reason));
  dog.writeUint32(4, 2000);
  dog.writeUint32(0, 0x40000000);
  dog.writeUint32(0, 0xc0000000);
  clock.tick(5e6);
  assert.deepEqual(bites, [BY_FORCE]);
});

test('RAM keeps its content through a reset', () => {
  const rig = rigWith(biter());
  rig.chip.rp.writeUint32(0x20008000, 0x600df00d);
  run(rig, 110);
  assert.equal(rig.resets, 1);
  assert.equal(rig.chip.rp.readUint32(0x20008000), 0x600df00d);
});
