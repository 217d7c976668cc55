// DMA and PIO together, by the words of the RP2040 datasheet (§2.5, §3): pacing timers, chains,
// triggers by alias, rings, swapped bytes, FIFO requests; side-set, autopull, flags, forced jumps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { bootRom, flashWith } from './images.mjs';
import { Program } from './thumb.mjs';

const DMA = 0x50000000;
const TIMER0 = DMA + 0x420;
const PIO = 0x50200000;
const RAM = 0x20010000;
const EN = 1;
const WORDS = 2 << 2;
const BYTES = 0;
const INCR_READ = 1 << 4;
const INCR_WRITE = 1 << 5;
const QUIET = 1 << 21;
const BSWAP = 1 << 22;
const BUSY = 1 << 24;
const FOREVER = 0x3f << 15;
const BY_TIMER_0 = 0x3b << 15;
const chain = (to) => to << 11;
const ring = (bits, writes) => (bits << 6) | (writes ? 1 << 10 : 0);

function start() {
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(new Program().sleep().forever()) });
  rig.powerOn();
  rig.chip.runUntil(1e5);
  const { rp } = rig.chip;
  const get = (at) => rp.readUint32(at) >>> 0;
  const put = (at, value) => rp.writeUint32(at, value >>> 0);
  const run = (us) => rig.chip.runUntil(rig.chip.nanos + us * 1000);
  // A channel by its plain registers; the last of them starts it.
  const channel = (n, from, to, count, ctrl) => {
    put(DMA + 0x40 * n, from);
    put(DMA + 0x40 * n + 4, to);
    put(DMA + 0x40 * n + 8, count);
    put(DMA + 0x40 * n + 12, ctrl);
  };
  return { rig, rp, get, put, run, channel };
}

test('a block is copied, the channel is then idle and its addresses are past the end', () => {
  const { get, put, run, channel } = start();
  for (let i = 0; i < 8; i += 1) put(RAM + 4 * i, 0x1000 + i);
  channel(0, RAM, RAM + 0x100, 8, EN | WORDS | INCR_READ | INCR_WRITE | FOREVER);
  assert.equal(get(DMA + 12) & BUSY, BUSY);
  run(1);
  assert.deepEqual([0, 1, 7].map((i) => get(RAM + 0x100 + 4 * i)), [0x1000, 0x1001, 0x1007]);
  assert.deepEqual([get(DMA), get(DMA + 4), get(DMA + 12) & BUSY], [RAM + 32, RAM + 0x120, 0]);
  assert.equal(get(DMA + 0x804), 8); // the count it would start with again
});

test('a pacing timer of X / Y gives one transfer every Y / X cycles', () => {
  for (const [x, y] of [[1, 12500], [3, 1000], [1, 7]]) {
    const { rig, get, put, run, channel } = start();
    put(TIMER0, (x << 16) | y);
    channel(0, RAM, RAM + 0x100, 100, EN | WORDS | INCR_WRITE | BY_TIMER_0);
    const before = rig.chip.core.cycles;
    while (get(DMA + 12) & BUSY) run(0.008);
    const took = rig.chip.core.cycles - before;
    assert.ok(Math.abs(took - (100 * y) / x) <= 3, `${took} cycles for ${x}/${y}`);
  }
});

test('ten transfers of a 10 kHz timer, chained round by two quick channels, make exactly 1 kHz', () => {
  const { get, put, run, channel } = start();
  put(TIMER0, (1 << 16) | 12500);
  put(RAM, 1);
  // 1 adds nothing but a hop; 2 counts turns by moving its write address on
  channel(1, RAM, RAM + 4, 1, WORDS | EN | FOREVER | chain(2) | QUIET);
  put(DMA + 0x80, RAM);
  put(DMA + 0x84, RAM + 0x1000);
  put(DMA + 0x88, 1);
  put(DMA + 0x90, WORDS | EN | INCR_WRITE | FOREVER | chain(0) | QUIET); // AL1_CTRL: no trigger
  channel(0, RAM, RAM + 8, 10, WORDS | EN | BY_TIMER_0 | chain(1) | QUIET);
  const turns = () => (get(DMA + 0x84) - RAM - 0x1000) / 4;
  run(5000);
  const first = turns();
  run(100_000);
  assert.equal(turns() - first, 100);
});

test('a channel that is chained to itself stops; one that was never enabled is not started', () => {
  const { get, run, channel, put } = start();
  channel(3, RAM, RAM + 4, 2, EN | WORDS | FOREVER | chain(3));
  run(1);
  assert.equal(get(DMA + 0xcc) & BUSY, 0);
  put(DMA + 0x108, 4);
  channel(5, RAM, RAM + 4, 1, EN | WORDS | FOREVER | chain(4));
  run(1);
  assert.equal(get(DMA + 0x10c) & BUSY, 0);
});

// Alias -> offsets of read, write, count, ctrl; the last place of each starts the channel.
const ALIASES = [[0, 4, 8, 12], [0x14, 0x18, 0x1c, 0x10], [0x28, 0x2c, 0x24, 0x20], [0x3c, 0x34, 0x38, 0x30]];
test('each of the four aliases holds the same registers, and its last one starts the channel', () => {
  for (const [i, [read, write, count, ctrl]] of ALIASES.entries()) {
    const { get, put, run } = start();
    const values = { [read]: RAM, [write]: RAM + 0x40, [count]: 1, [ctrl]: EN | WORDS | FOREVER };
    put(RAM, 77);
    const last = 16 * i + 12;
    for (const at of Object.keys(values)) if (Number(at) !== last) put(DMA + Number(at), values[at]);
    run(1);
    assert.equal(get(RAM + 0x40), 0, `alias ${i} before its trigger`);
    put(DMA + last, values[last]);
    run(1);
    assert.equal(get(RAM + 0x40), 77, `alias ${i}`);
    assert.deepEqual([get(DMA), get(DMA + read)], [RAM, RAM]);
  }
});

test('one channel writes another its address again and so starts it: an endless ring of frames', () => {
  const { get, put, run, channel } = start();
  put(RAM + 0x40, RAM + 0x100);
  channel(1, RAM + 0x40, DMA + 0x2c, 1, EN | WORDS | FOREVER | QUIET | chain(1)); // to AL2_WRITE_ADDR_TRIG of 0
  run(1);
  put(TIMER0, (1 << 16) | 125);
  channel(0, RAM, RAM + 0x100, 4, EN | WORDS | INCR_WRITE | BY_TIMER_0 | QUIET | chain(1));
  run(6.5);
  assert.equal(get(DMA + 4), RAM + 0x108); // four, and two of the next round
});

test('a ring keeps the address within its power of two, on the side that is chosen', () => {
  const { get, run, channel } = start();
  channel(0, RAM, RAM + 0x108, 6, EN | WORDS | INCR_READ | INCR_WRITE | FOREVER | ring(4, true));
  run(1);
  assert.deepEqual([get(DMA), get(DMA + 4)], [RAM + 24, RAM + 0x100]);
});

test('swapped bytes: words and halfwords are turned round, bytes stay', () => {
  const { get, put, run, channel } = start();
  put(RAM, 0x11223344);
  channel(0, RAM, RAM + 4, 1, EN | WORDS | FOREVER | BSWAP);
  channel(1, RAM, RAM + 8, 1, EN | (1 << 2) | FOREVER | BSWAP);
  channel(2, RAM, RAM + 12, 1, EN | BYTES | FOREVER | BSWAP);
  run(1);
  assert.deepEqual([get(RAM + 4), get(RAM + 8), get(RAM + 12)], [0x44332211, 0x4433, 0x44]);
});

test('a trigger of zero starts nothing and raises the interrupt of a quiet channel', () => {
  const { get, put } = start();
  put(DMA + 0x10, EN | WORDS | FOREVER | QUIET);
  put(DMA + 0x3c, 0);
  assert.deepEqual([get(DMA + 0x400), get(DMA + 12) & BUSY], [1, 0]);
  put(DMA + 0x400, 1);
  assert.equal(get(DMA + 0x400), 0);
});

// --------------------------------------------------------------------------- with PIO
const MACHINE = (i) => PIO + 0xc8 + 0x18 * i;
function load(put, words, { at = 0, machine = 0, divider = 1, exec = 0, shift = 0, pins = 0 } = {}) {
  words.forEach((word, i) => put(PIO + 0x48 + 4 * (at + i), word));
  put(MACHINE(machine), divider << 16);
  put(MACHINE(machine) + 4, ((at + words.length - 1) << 12) | (at << 7) | exec);
  put(MACHINE(machine) + 8, shift);
  put(MACHINE(machine) + 0x14, pins);
  put(MACHINE(machine) + 0x10, at);
}
const AUTOPULL = 1 << 17;
const AUTOPUSH = 1 << 16;
const TX = (i) => i << 15;
const RX = (i) => (4 + i) << 15;
const OUT_X_32 = 0x6020;
const MOV_ISR_X = 0xa0c1;
const PUSH_BLOCK = 0x8020;
const PULL_BLOCK = 0x80a0;

test('a machine is fed and emptied by two channels at its own pace, no word lost or doubled', () => {
  const { get, put, run, channel } = start();
  for (let i = 0; i < 50; i += 1) put(RAM + 4 * i, 0xa000 + i);
  load(put, [OUT_X_32, MOV_ISR_X, PUSH_BLOCK], { divider: 25, shift: AUTOPULL });
  put(PIO, 1);
  channel(0, RAM, PIO + 0x10, 50, EN | WORDS | INCR_READ | TX(0));
  channel(1, PIO + 0x20, RAM + 0x400, 50, EN | WORDS | INCR_WRITE | RX(0));
  run(5);
  assert.ok(get(DMA + 0x08) > 30, 'the FIFO holds the channel back');
  run(45);
  const got = Array.from({ length: 50 }, (_, i) => get(RAM + 0x400 + 4 * i));
  assert.deepEqual(got, Array.from({ length: 50 }, (_, i) => 0xa000 + i));
});

test('a full receive FIFO stalls the push; a push that does not block loses the newest', () => {
  const { get, put, run } = start();
  load(put, [0x0041, 0xa0c1, 0x8020]); // jmp x--, 1; mov isr, x; push block
  load(put, [0x0044, 0xa0c1, 0x8000], { at: 3, machine: 1 }); // the same without waiting
  put(PIO, 3);
  run(10);
  const words = (sm) => Array.from({ length: 4 }, () => get(PIO + 0x20 + 4 * sm));
  const stalled = words(0);
  assert.equal(get(PIO + 8) & 1, 1); // RXSTALL
  run(10);
  const next = words(0);
  assert.equal(next[0], (stalled[3] - 1) >>> 0);
  assert.equal(get(PIO + 4) >> 9 & 1, 0); // the other one's is full too
});

test('side-set takes effect while the instruction stalls, and with its enable bit only when set', () => {
  const { rig, put, run } = start();
  put(0x40014000 + 8 * 25 + 4, 6);
  const base = (1 << 29) | (25 << 10); // one side-set pin
  load(put, [PULL_BLOCK | (1 << 12)], { pins: base });
  put(MACHINE(0) + 0x14, base | (1 << 26) | (25 << 5));
  put(MACHINE(0) + 0x10, 0xe081 | 0); // set pindirs, 1
  put(PIO, 1);
  run(1);
  assert.equal(rig.board.pins.level(25), true);
  put(PIO, 0);
  load(put, [0xe020 | (1 << 12) | (1 << 11), 0xe020, 0xe020 | (1 << 12)], { exec: 1 << 30, pins: (2 << 29) | (25 << 10) });
  put(PIO, 0x11);
  run(1);
  const seen = new Set();
  rig.board.pins.watch(25, (level) => seen.add(level));
  run(1);
  assert.deepEqual([...seen].sort(), [false, true]);
});

test('jmp pin and jmp x-- count how long a wire is high, to the cycle', () => {
  const { rig, get, put, run } = start();
  put(0x4001c004 + 4 * 20, 0x40);
  rig.board.pins.drive(20, true);
  // set x to all ones; while the pin is high: x-- (two cycles a turn); then give x
  const words = [0xa02b, 0x00c3, 0x0004, 0x0041, MOV_ISR_X, PUSH_BLOCK, 0x0006];
  load(put, words, { exec: 20 << 24 });
  put(PIO, 1);
  run(100);
  rig.board.pins.drive(20, false);
  run(1);
  const turns = 0xffffffff - get(PIO + 0x20);
  assert.ok(Math.abs(turns - 100 * 125 / 2) <= 2, `${turns}`);
});

test('what a machine reads of a pin is what was there before its own side-set', () => {
  const { rig, get, put, run } = start();
  // clock on 25 wired back to 20: in pins, 1 with side-set high must read the low from before
  rig.board.pins.watch(25, (level) => rig.board.pins.drive(20, level));
  put(0x40014000 + 8 * 25 + 4, 6);
  put(0x4001c004 + 4 * 20, 0x40);
  const pins = (1 << 29) | (25 << 10) | (20 << 15) | (1 << 26) | (25 << 5);
  load(put, [0x4001 | (1 << 12), 0x4001], { pins, shift: AUTOPUSH | (8 << 20), divider: 4 });
  put(MACHINE(0) + 0x10, 0xe081);
  put(PIO, 1);
  run(10);
  get(PIO + 0x20);
  assert.equal(get(PIO + 0x20), 0b01010101);
});

test('autopull fills the register again in the background: bits go out without a gap', () => {
  const { rig, put, run } = start();
  put(0x40014000 + 8 * 25 + 4, 6);
  load(put, [0x6001], { pins: (1 << 20) | 25 | (1 << 26) | (25 << 5), shift: AUTOPULL | (4 << 25), divider: 125 });
  put(MACHINE(0) + 0x10, 0xe081);
  for (let i = 0; i < 4; i += 1) put(PIO + 0x10, 0xa0000000); // 1 0 1 0
  const times = [];
  rig.board.pins.watch(25, () => times.push(Math.round(rig.chip.nanos / 1000)));
  put(PIO, 1);
  run(40);
  const gaps = times.slice(1).map((at, i) => at - times[i]);
  assert.equal(times.length, 16);
  assert.ok(gaps.every((gap) => gap === 1), `${gaps}`);
});

test('flags: one machine waits for another, and an irq that waits goes on when it is cleared', () => {
  const { get, put, run } = start();
  load(put, [0x20c4, 0xe021, MOV_ISR_X, PUSH_BLOCK, 0x0004]); // wait 1 irq 4; set x, 1; push
  load(put, [0xc024, 0xe022, MOV_ISR_X, PUSH_BLOCK, 0x0009], { at: 5, machine: 1 }); // irq wait 4
  put(PIO, 1);
  run(1);
  assert.equal(get(PIO + 4) >> 8 & 1, 1); // nothing received yet
  put(PIO, 3);
  run(1);
  assert.deepEqual([get(PIO + 0x20), get(PIO + 0x24), get(PIO + 0x30)], [1, 2, 0]);
});
