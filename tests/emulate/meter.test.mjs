// What the meter tells of scans: a processor that waits for frames, with the times made by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AT, PLACES, READINGS } from '../../tools/check/emulate/fast_core.mjs';
import { Meter } from '../../tools/check/emulate/meter.mjs';

const KICK = 1;
const LOAD = 2;
const US = 1000;
const FIRST_US = 3349; // a frame samples the inputs then, and every millisecond after

class Chip {
  constructor() {
    const buffer = new ArrayBuffer(0x8000);
    this.m = { floats: new Float64Array(buffer), words: new Uint32Array(buffer) };
    this.m.floats[AT.ns] = 1; // a cycle lasts a nanosecond
    this.nanos = 0;
    this.watched = {};
    this.meter = new Meter({ kick: KICK, load: LOAD });
    this.meter.attach(this, { watch: (pin, called) => (this.watched[pin] = called) });
    this.framed = FIRST_US - 1000;
  }

  to(us) {
    while (this.framed + 1000 <= us) {
      this.framed += 1000;
      this.nanos = this.framed * US;
      this.watched[LOAD](0);
    }
    this.nanos = this.m.floats[AT.cyc] = us * US;
  }

  // Awake at one time, the live signal at the other.
  scan(from, until) {
    this.to(from);
    this.m.floats[AT.idleEnd] = from * US;
    this.to(until);
    this.watched[KICK](1);
  }

  // The timer is read, from one place of the program or another.
  look(us, from) {
    const { floats, words } = this.m;
    const at = PLACES.read + (words[AT.readCount] % READINGS) * 16;
    words[AT.readCount] += 1;
    floats[at >> 3] = us * US;
    words[(at + 8) >> 2] = from;
  }

  seen() {
    return this.meter.take(0).scans.map((scan) => scan[4] - FIRST_US);
  }
}

test('a scan that wakes while its frame is on its way to the memory fetches that frame', () => {
  const chip = new Chip();
  const awake = [64, 170, 49, 49, 139]; // after its frame sampled the inputs
  awake.forEach((after, i) => chip.scan(FIRST_US + 5000 * i + after, FIRST_US + 5000 * i + 1500));
  assert.deepEqual(chip.seen(), [0, 5000, 10_000, 15_000, 20_000]);
});

test('a frame that samples after the scan has fetched its frames is for the next scan', () => {
  const chip = new Chip();
  chip.scan(FIRST_US + 5950, FIRST_US + 8500);
  assert.deepEqual(chip.seen(), [5000]);
});

const OWN = 0x10001235; // the program's look at its clock returns to there
const OTHER = 0x10004321;
const thought = (chip) => chip.meter.take(0).scans.map((scan) => scan[5]);

test('a motor is switched behind the longest stretch without a look at the clock', () => {
  const chip = new Chip();
  [5055, 5080, 5083, 6600, 6800, 6950].forEach((us) => chip.look(us, OWN));
  chip.scan(5000, 7000);
  assert.deepEqual(thought(chip), [6600]);
});

test('what reads the timer from elsewhere is no look at the clock', () => {
  const chip = new Chip();
  [[5055, OWN], [6000, OTHER], [6600, OWN], [6700, OTHER], [6950, OWN]].forEach((read) => chip.look(...read));
  chip.scan(5000, 7000);
  assert.deepEqual(thought(chip), [6600]);
});

test('with fewer looks, or the first ones forgotten, nobody knows', () => {
  const chip = new Chip();
  [5055, 6950].forEach((us) => chip.look(us, OWN));
  chip.scan(5000, 7000);
  for (let i = 0; i < READINGS; i += 1) chip.look(10_055 + i, OWN);
  chip.scan(10_000, 12_000);
  assert.deepEqual(thought(chip), [-1, -1]);
});
