// What the meter tells of scans: a processor that waits for frames, with the times made by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AT } from '../../tools/emulate/fast_core.mjs';
import { Meter } from '../../tools/emulate/meter.mjs';

const KICK = 1;
const LOAD = 2;
const US = 1000;
const FIRST_US = 3349; // a frame samples the inputs then, and every millisecond after

class Chip {
  constructor() {
    this.m = { floats: new Float64Array(0x400), words: new Uint32Array(0x400) };
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
