// A MicroPython VM as a child process. Messages both ways: length (4 bytes), then that many bytes;
// the first byte of a request says what it is. Answers begin with 0 (good) or 1 (a traceback).
//   F path\0 content   put a file       X text   run Python, answer its `answer` as text
//   G path             get a file       S block  write block IN, call go(), answer block OUT
//   A                  the stand-ins are there: find their blocks
//   M                  memory: heap size, bytes in use, largest free block is not asked for
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';
import { install } from './glue.mjs';

const [packageFolder, heapBytes] = process.argv.slice(2);
const HEAP = Number(heapBytes);
const NOT_OURS = 128 * 1024 * 1024;      // the port adds this to gc.mem_free()
const COLLECT = 512;                     // messages between two collections

let at = null;                           // addresses of IN, OUT, WIRES and the GPIO levels
let unlocked = false;
let lock = null;                         // { at, step } of the heap's lock in memory
const made = install(() => {
  // The traceback of a MemoryError needs the heap: let it have it again before it unwinds.
  if (lock) {
    const bytes = new Uint8Array(made.memory.buffer);
    if (bytes[lock.at] >= lock.step) { bytes[lock.at] = 0; unlocked = true; }
  }
});
await import(pathToFileURL(path.join(packageFolder, 'micropython.mjs')));
const print = (text) => fs.writeSync(2, text + '\n');
const mp = await globalThis.loadMicroPython({ heapsize: HEAP, pystack: 2048, stdout: print, stderr: print });

const readAll = (n) => {
  const out = Buffer.alloc(n);
  for (let at = 0; at < n;) {
    const got = fs.readSync(0, out, at, n - at);
    if (!got) process.exit(0);
    at += got;
  }
  return out;
};
const answer = (good, body) => {
  const data = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.writeUInt32LE(data.length + 1, 0);
  head[4] = good ? 0 : 1;
  fs.writeSync(1, Buffer.concat([head, data]));
};

// The chain's shift registers (design hardware §1.8), and the machine that exchanges a frame with
// them (firmware/hal/exchange.py). Inputs: the frame that WIRES[0] names, of block IN. Outputs:
// motors and aux as the plant gets them, nothing while OE# is high.
const IN_FRAMES = 4, IN_GPIO = 52, IN_FAULTS = 98, MISO_LOW = 2, AMUX = 0x0700;
const MISO = 4, SIGNATURE = 3, SIG1 = 1, GUARD_FRAMES = 2;
let seen = new Uint8Array(0);
const memoryBytes = () => {
  if (seen.buffer !== made.memory.buffer) seen = new Uint8Array(made.memory.buffer);
  return seen;
};
const registers = {
  shift: new Uint8Array(4).fill(0xa5), last: new Uint8Array(4), shown: new Uint8Array(4),
  missing: 0, motors: 0, aux: 0,
  frame(into, wish, note) {               // one exchange: into the rings, and what is wished out
    const bytes = memoryBytes(), { shift, last, shown } = this;
    const wires = at[2], n = bytes[wires];
    const good = bytes[at[0] + IN_FAULTS] & MISO_LOW ? 0 : 255;
    const from = at[0] + IN_FRAMES + 8 * n;
    for (let i = 0; i < 8; i++) bytes[into + i] = bytes[from + i] & good;
    let proven = (bytes[into + 6] & SIGNATURE) === SIG1;
    let same = true;
    for (let i = 0; i < 4; i++) {
      bytes[into + 8 + i] = shift[i] & good;
      bytes[note + i] = last[i];
      proven = proven && bytes[into + 8 + i] === last[i];
      shift[i] = last[i] = bytes[wish + 3 - i];
      same = same && shift[i] === shown[i];
    }
    const g = at[3] + 4 * n;
    const levels = bytes[g] | bytes[g + 1] << 8 | bytes[g + 2] << 16 | bytes[g + 3] << 24;
    const turned = levels >>> MISO | levels << 32 - MISO;
    for (let i = 0; i < 4; i++) bytes[into + 12 + i] = turned >>> 24 - 8 * i;
    if (proven) {
      this.missing = 0;
      if (!same) { shown.set(shift); this.show(); }
    } else if (++this.missing >= GUARD_FRAMES && bytes[wires + 2]) {
      bytes[wires + 2] = 0;
      this.show();
    }
  },
  show() {
    const bytes = memoryBytes(), shown = this.shown, on = bytes[at[2] + 2];
    bytes[at[2] + 4] = shown[0] & 7;
    const motors = on ? shown[2] << 8 | shown[3] | bytes[at[2] + 3] << 16 : 0;
    const aux = on ? (shown[0] << 8 | shown[1]) & ~AMUX : 0;
    if (motors !== this.motors || aux !== this.aux) {
      this.motors = motors;
      this.aux = aux;
      bytes[at[2] + 1] = 1;
    }
  },
};
mp.registerJsModule('_registers', {
  frame: (into, wish, note) => { registers.frame(into, wish, note); }, show: () => { registers.show(); },
});

// Where the lock is: the one place in memory that counts up and down with heap_lock().
const snaps = [];
mp.registerJsModule('_probe', { look: () => { snaps.push(new Uint8Array(made.memory.buffer).slice(0, 1 << 20)); } });
mp.runPython(`
import sys, gc, micropython, _probe
sys.path[:] = ['/fakes', '/fw']
_look = _probe.look
def _find():
    _look(); micropython.heap_lock(); _look(); micropython.heap_lock(); _look()
    micropython.heap_unlock(); _look(); micropython.heap_unlock(); _look()
_find()
def _memory():
    return '%d %d' % (gc.mem_free() - ${NOT_OURS} + gc.mem_alloc(), gc.mem_alloc())
`);
{
  const [a, b, c, d, e] = snaps;
  const found = [];
  for (let at = 0; at < a.length; at++) {
    const step = b[at] - a[at];
    if (step > 0 && a[at] === 0 && c[at] - b[at] === step && d[at] === b[at] && e[at] === a[at]) found.push({ at, step });
  }
  if (found.length === 1) lock = found[0];
  snaps.length = 0;
}
const memory = mp.globals.get('_memory');
const collect = () => mp.runPython('gc.collect()');      // takes effect as the call returns
collect();
const heap0 = Number(memory().split(' ')[0]);

let go = null, messages = 0;
function find() {
  if (lock) mp.runPython(`import stepper; stepper.lock.found(${lock.at}, ${lock.step})`);
  mp.runPython('from stepper import go, addresses');
  go = mp.globals.get('go');
  at = mp.globals.get('addresses')().split(' ').map(Number);
}
function step(block) {
  if (!go) find();
  const bytes = memoryBytes();
  bytes.set(block, at[0]);
  bytes.copyWithin(at[3], at[0] + IN_GPIO, at[0] + IN_GPIO + 20);
  go();
  const view = new DataView(made.memory.buffer, at[1]);
  view.setInt32(4, registers.motors, true);
  view.setUint16(8, registers.aux, true);
  const events = view.getUint16(14, true);
  if (++messages % COLLECT === 0) { grown(); collect(); }
  const tx = view.getUint16(12, true);
  const parts = [Buffer.from(made.memory.buffer, at[1], 32)];
  if (tx) parts.push(Buffer.from(made.memory.buffer, at[1] + 32, tx));
  if (events) parts.push(Buffer.from(made.memory.buffer, at[1] + 1056, 64 * events));
  return Buffer.concat(parts);
}
function grown() {
  const [total, used] = memory().split(' ').map(Number);
  if (total > heap0) throw new Error(`the heap grew beyond ${HEAP} bytes: ${used} of ${total} in use`);
}
function run(text) {
  mp.runPython(text);
  const said = mp.globals.get('answer');
  mp.globals.set('answer', undefined);
  return said === undefined || said === null ? '' : String(said);
}

const todo = {
  A: () => { find(); return ''; },
  F: (body) => {
    const end = body.indexOf(0);
    const name = body.subarray(0, end).toString();
    const folders = name.split('/').slice(1, -1);
    for (let i = 1; i <= folders.length; i++) {
      try { mp.FS.mkdir('/' + folders.slice(0, i).join('/')); } catch { /* is there */ }
    }
    mp.FS.writeFile(name, body.subarray(end + 1));
    return '';
  },
  G: (body) => {
    try { return Buffer.from(mp.FS.readFile(body.toString())); } catch { return ''; }
  },
  X: (body) => run(body.toString()),
  S: step,
  M: () => { collect(); grown(); return memory() + ' ' + (lock ? 1 : 0); },
};
answer(true, '');
for (;;) {
  const body = readAll(readAll(4).readUInt32LE(0));
  const kind = String.fromCharCode(body[0]);
  try {
    unlocked = false;
    answer(true, todo[kind](body.subarray(1)));
  } catch (error) {
    const text = String(error.message ?? error).slice(0, 4000);
    answer(false, (unlocked ? 'allocated while the heap was locked\n' : '') + text);
  }
}
