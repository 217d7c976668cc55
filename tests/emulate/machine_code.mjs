// Calls one viper function of a compiled module many times in the emulated RP2040's core.
//
// node machine_code.mjs CODE.bin: each line of the input is a JSON list of arguments, a number or
// [bytes of an item, [items]]; each line of the output is [result, array after the call, ...].
// The interpreter's functions are stand-ins: converting gives what it is given, any other is refused.
import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { RP2040 } from '../../tools/check/emulate/library.mjs';

const RAM = 0x20000000;
const CODE = RAM + 0x1000;
const STUBS = RAM + 0x8000; // one `bx lr` for each function of the interpreter's table
const TABLE = RAM + 0x8800;
const SELF = RAM + 0x9000; // function object: +4 its module's context
const CONTEXT = RAM + 0x9100; // +12 the module's objects, one of them the interpreter's table
const GIVEN = RAM + 0x9300;
const ARRAYS = RAM + 0xa000;
const OBJECTS = RAM + 0x10000;
const MOST_OBJECTS = 2048;
const STACK = RAM + 0x40000;
const BACK = RAM + 0x100;
const FUNCTIONS = 90;
const CONVERTS = [3, 4]; // py/nativeglue.h: from object, to object
const BX_LR = 0x4770;
const STEPS = 1_000_000;

const rp = new RP2040();
const { core } = rp;
rp.logger = { debug() {}, info() {}, warn() {}, error(name, text) { throw new Error(text); } };
const code = readFileSync(process.argv[2]);
code.forEach((byte, at) => rp.writeUint8(CODE + at, byte));
for (let at = 0; at < FUNCTIONS; at++) {
  rp.writeUint16(STUBS + 2 * at, BX_LR);
  rp.writeUint32(TABLE + 4 * at, STUBS + 2 * at + 1);
}
rp.writeUint32(SELF + 4, CONTEXT);
rp.writeUint32(CONTEXT + 12, OBJECTS);
for (let at = 0; at < MOST_OBJECTS; at++) rp.writeUint32(OBJECTS + 4 * at, TABLE);

const WRITE = { 1: 'writeUint8', 2: 'writeUint16', 4: 'writeUint32' };
const READ = { 1: 'readUint8', 2: 'readUint16', 4: 'readUint32' };

function call(given) {
  const arrays = [];
  let free = ARRAYS;
  given.forEach((value, at) => {
    let word = value;
    if (Array.isArray(value)) {
      const [size, items] = value;
      items.forEach((item, i) => rp[WRITE[size]](free + size * i, item));
      word = free;
      arrays.push([size, free, items.length]);
      free += (size * items.length + 7) & ~3;
    }
    rp.writeUint32(GIVEN + 4 * at, word >>> 0);
  });
  core.registers.set([SELF, given.length, 0, GIVEN]);
  core.SP = STACK;
  core.LR = BACK + 1;
  core.PC = CODE;
  run();
  return [core.registers[0] | 0, ...arrays.map(read)];
}

function run() {
  for (let step = 0; core.PC !== BACK; step++) {
    const asked = (core.PC - STUBS) / 2;
    if (asked >= 0 && asked < FUNCTIONS && !CONVERTS.includes(asked)) {
      throw new Error(`the code asks the interpreter for its function ${asked}`);
    }
    if (step > STEPS) throw new Error('the code does not come to an end');
    core.executeInstruction();
  }
}

function read([size, from, count]) {
  const items = Array.from({ length: count }, (_, i) => rp[READ[size]](from + size * i));
  return size === 4 ? items.map((item) => item | 0) : items;
}

let lines = [];
for await (const line of createInterface({ input: process.stdin })) {
  lines.push(JSON.stringify(call(JSON.parse(line))));
  if (lines.length === 1000) flush();
}
flush();

function flush() {
  if (lines.length) writeAll(lines.join('\n') + '\n');
  lines = [];
}

function writeAll(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
