// The program that `python -m tools.check.emulate` starts: the rig, run in step with the Python side.
//
// Its one argument is JSON: bootRom, flash, fram (paths), gp, unique, speed (times real time, 0 as
// fast as possible), measure (times and memory go along with the outputs), symbols (a file, for where
// the time goes), seed (of the chip's random bits). Every few ms of emulated time, and at every change
// of an output, it sends what the outputs are ('o') and waits for what the inputs are ('i').
import { readFileSync } from 'node:fs';
import { FlashMemory } from './flash_memory.mjs';
import { FrameReader, frame, json } from './frames.mjs';
import { Meter } from './meter.mjs';
import { Profile } from './profile.mjs';
import { Rig } from './rig.mjs';

const SLICE_NS = 5e6;
const STEP_NS = 1e5; // what the machine does comes at most this much later
const HEAP_US = 1e6;

const options = JSON.parse(process.argv[2]);
const out = (bytes) => process.stdout.write(bytes);
const say = (text) => out(frame('n', text));
const drawn = {}; // random bits by the instruction that read them, as text
const chance = options.seed === undefined ? Math.random : seeded(options.seed);
const rig = new Rig({
  ...options,
  random: () => draw(chance()),
  bootRom: new Uint8Array(readFileSync(options.bootRom)),
  flash: new FlashMemory(options.flash),
  say,
  detail: (text) => out(frame('d', text)),
  onUsb: (bytes) => out(frame('u', bytes)),
  onReset: (why) => out(frame('r', why)),
});

const meter = options.measure ? new Meter(options.gp) : null;
const profile = options.symbols ? new Profile(JSON.parse(readFileSync(options.symbols))) : null;
if (meter) meter.profile = profile;
rig.onBegin = () => {
  meter?.attach(rig.chip, rig.board.pins);
  profile?.attach(rig.chip);
};

let answer = null; // resolves the wait for the machine's answer
let taken = 0; // bytes from the host already reported as taken
let given = 0;
let heapDue = 0;

const handlers = {
  u: (content) => {
    given += content.length;
    rig.send(content);
  },
  a: (content) => rig.usb?.taken(content.readUInt32LE(0)),
  h: (content) => rig.setOpen(content[0] === 1),
  c: (content) => (content.toString() === 'reset' ? rig.reset() : leave()),
  i: (content) => answer?.(JSON.parse(content.toString())),
};
const reader = new FrameReader((kind, content) => handlers[kind]?.(content));
process.stdin.on('data', (bytes) => reader.feed(bytes));
process.stdin.on('end', leave);
process.stdout.on('error', leave);

function leave() {
  rig.close();
  process.exit(0);
}

// A random bit goes to the program; a lab wants to know which, and for what part of it.
function draw(value) {
  if (meter) {
    const pc = rig.chip.core.PC;
    drawn[pc] = (drawn[pc] ?? '') + (value < 0.5 ? '0' : '1');
  }
  return value;
}

// Random numbers 0 to 1 that are the same for the same seed.
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// What the machine answered: wires, power, mains, currents, temperatures.
function apply(reply) {
  if (reply.power) rig.powerOn();
  else rig.powerOff();
  const { board } = rig;
  board.mains.set(Boolean(reply.mains), Boolean(reply.bus), reply.dhz);
  board.analogue.dhz = reply.dhz;
  board.analogue.groupMa = reply.ma;
  board.analogue.temperatureDc = reply.dc;
  board.analogue.v5safe = reply.bus ? 5 : 0;
  if (rig.chip) board.wire(reply.raw);
}

// How many of the host's bytes went into the board since the last report.
function reportTaken() {
  const now = given - rig.waiting;
  if (now === taken) return;
  const head = Buffer.alloc(4);
  head.writeUInt32LE(now - taken);
  taken = now;
  out(frame('a', head));
}

async function exchange() {
  const { board } = rig;
  const state = { us: Math.floor(rig.nanos / 1000), ...rig.outputs, resets: rig.resets };
  state.text = board.display.text;
  state.lamps = board.pixels.lamps;
  state.beep_hz = rig.chip ? board.beepHz : 0;
  state.usb = rig.usb?.ready ? 1 : 0;
  if (meter && rig.chip) measure(state);
  const reply = await new Promise((resolve) => {
    answer = resolve;
    out(json('o', state));
  });
  apply(reply);
  return reply.until_us * 1000;
}

// Every exchange what scans there were, every second the heap.
function measure(state) {
  state.meter = meter.take(rig.base);
  if (state.us < heapDue) return;
  heapDue = state.us + HEAP_US;
  state.heap = meter.heap();
  state.drawn = { ...drawn };
  for (const pc of Object.keys(drawn)) delete drawn[pc];
  if (profile) state.profile = profile.take();
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function run() {
  let until = await exchange();
  let origin = performance.now();
  let start = rig.nanos;
  for (;;) {
    rig.runUntil(Math.min(Math.max(until, rig.nanos + STEP_NS), rig.nanos + SLICE_NS));
    reportTaken();
    until = await exchange();
    if (!options.speed) continue;
    const ahead = (rig.nanos - start) / 1e6 / options.speed - (performance.now() - origin);
    if (ahead > 1) await sleep(ahead);
    else if (ahead < -200) [origin, start] = [performance.now(), rig.nanos]; // no catching up
  }
}

run().catch((problem) => {
  out(frame('e', problem.stack ?? String(problem)));
  process.exitCode = 1;
  rig.close();
});
