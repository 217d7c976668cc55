// The counting VM (opcount.py) as a process: one JSON request a line in, one answer a line out.
//
// {"run": text}                 runs Python text in the VM's __main__
// {"classes": [..257]}          from now on counts come as sums of these classes, and behind them
//                               the calls of machine code and the opcodes that it replaces
// {"put": path, "data": base64} writes a file into the VM's file system
// {"call": name, "args": [..]}  calls a global function and answers what it returns
// {"count": name, "args": [..]} calls a global function once for each of args (a list of argument
//                               lists) and answers the counts of every call: [[counts, result]..]
import { Buffer } from 'node:buffer';
import path from 'node:path';
import readline from 'node:readline';

const folder = process.argv[2];
const heap = Number(process.argv[3] ?? 192 * 1024);
const COUNTERS = 257; // opcodes, and the divisions of the dictionaries (opcount.py)
const instantiate = WebAssembly.instantiate;
let exported;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  exported = (made.instance ?? made).exports;
  return made;
};
await import(path.join(folder, 'micropython.mjs'));
const mp = await globalThis.loadMicroPython({
  heapsize: heap, pystack: 2048, linebuffer: true,
  stdout: (text) => process.stderr.write(text + '\n'),
});
const counters = new Uint32Array(exported.hist.buffer, 0, COUNTERS);
let classes = [...counters.keys()];
let kinds = COUNTERS;

function counts() {
  const sums = new Array(kinds).fill(0);
  for (let i = 0; i < COUNTERS; i++) if (counters[i]) sums[classes[i]] += counters[i];
  return sums;
}

// A function that is machine code on the board: its opcodes are taken out and counted apart.
const held = new Uint32Array(COUNTERS);
const flat = { calls: 0, opcodes: 0 };
const opcodes = () => counters.subarray(0, 256).reduce((sum, each) => sum + each, 0);
mp.registerJsModule('_meter', {
  pause: () => { held.set(counters); flat.calls += 1; flat.before = opcodes(); },
  resume: () => { flat.opcodes += opcodes() - flat.before; counters.set(held); },
});

const actions = {
  put: (request) => {
    mp.FS.mkdirTree(path.posix.dirname(request.put));
    mp.FS.writeFile(request.put, Buffer.from(request.data, 'base64'));
    return null;
  },
  call: (request) => mp.globals.get(request.call)(...request.args) ?? null,
  run: (request) => { mp.runPython(request.run); return null; },
  classes: (request) => {
    classes = request.classes;
    kinds = Math.max(...classes) + 1;
    return kinds;
  },
  count: (request) => {
    const called = mp.globals.get(request.count);
    return request.args.map((given) => {
      counters.fill(0);
      flat.calls = flat.opcodes = 0;
      const result = called(...given);
      const found = counts();
      return [kinds < COUNTERS ? [...found, flat.calls, flat.opcodes] : found, result ?? null];
    });
  },
};

for await (const line of readline.createInterface({input: process.stdin})) {
  const request = JSON.parse(line);
  let answer;
  try {
    const action = Object.keys(actions).find((name) => name in request);
    answer = {value: actions[action](request)};
  } catch (error) {
    answer = {error: String(error.message ?? error).slice(0, 2000)};
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
