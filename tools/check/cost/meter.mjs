// Loaded into the test harness's Node (`--import`) before its VM: counts bytecodes by class for
// each scan and each interrupt of the firmware. Python code in the VM (metering.py) says by
// `_meter` where a scan begins and ends, and where a stand-in for the chip's own functions runs:
// its bytecodes are taken out again, and the call is counted by its name's number instead.
//
// environment: METER = JSON {"classes": [...257], "kinds": n, "natives": n, "flat": number,
// "inside": number}; of calls of `flat`, machine code on the board, the opcodes go to `inside`
import { Buffer } from 'node:buffer';

const { classes, kinds, natives, flat, inside } = JSON.parse(process.env.METER);
let counters;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const memory = (made.instance ?? made).exports.hist;
  if (memory) counters = new Uint32Array(memory.buffer, 0, classes.length);
  return made;
};

const row = kinds + natives;             // of one stretch: classes, then calls
const done = [];                         // [what, ...row] of each stretch
const calls = new Array(natives).fill(0);
const held = new Uint32Array(classes.length);
let depth = 0;
let outer = 0;                           // the call that is under way
const opcodes = () => counters.subarray(0, 256).reduce((sum, each) => sum + each, 0);
let before = 0;

const meter = {
  begin() { calls.fill(0); depth = 0; counters.fill(0); },
  end(what) {
    const sums = new Array(kinds).fill(0);
    for (let i = 0; i < classes.length; i++) if (counters[i]) sums[classes[i]] += counters[i];
    done.push([what, ...sums, ...calls]);
  },
  pause(native) {
    if (depth++) return;
    held.set(counters);
    calls[native]++;
    outer = native;
    if (native === flat) before = opcodes();
  },
  resume() {
    if (--depth) return;
    if (outer === flat) calls[inside] += opcodes() - before;
    counters.set(held);
  },
};
let loader;
Object.defineProperty(globalThis, 'loadMicroPython', {
  configurable: true,
  get: () => loader,
  set: (given) => {
    loader = async (options) => {
      const mp = await given(options);
      mp.registerJsModule('_meter', {
        begin: () => { meter.begin(); }, end: (what) => { meter.end(what); },
        pause: (native) => { meter.pause(native); }, resume: () => { meter.resume(); },
        save: (path) => {
          mp.FS.writeFile(path, Buffer.from(Int32Array.from(done.flat()).buffer));
          done.length = 0;
        },
      });
      return mp;
    };
  },
});
