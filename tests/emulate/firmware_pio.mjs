// Runs the firmware's two PIO programs on the emulated chip: what they push between zero crossings,
// and what the lamps get. The argument is JSON with the assembled programs; the answer is JSON.
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { bootRom, flashWith } from './images.mjs';
import { Program } from './thumb.mjs';

const { zero, lamps, words } = JSON.parse(process.argv[2]);
const PIO = 0x50200000;
const ZC = 13;
const LED = 16;
const machine = (index) => PIO + 0xc8 + 0x18 * index;
const rig = new Rig({ bootRom: bootRom(), flash: flashWith(new Program().forever()) });
rig.powerOn();
const { rp } = rig.chip;
const run = (ms) => rig.chip.runUntil(rig.chip.nanos + ms * 1e6);

function load(index, at, program, { divider, exec, shift, pins }) {
  const moved = program.opcodes.map((word) => (word >> 13 === 0 ? word + at : word));
  moved.forEach((word, i) => rp.writeUint32(PIO + 0x48 + 4 * (at + i), word));
  rp.writeUint32(machine(index), divider << 16);
  const wrap = ((at + program.top) << 12) | ((at + program.target) << 7);
  rp.writeUint32(machine(index) + 4, (wrap | exec) >>> 0);
  rp.writeUint32(machine(index) + 8, shift >>> 0);
  rp.writeUint32(machine(index) + 0x14, pins >>> 0);
  rp.writeUint32(machine(index) + 0x10, at); // jump to the start
}

rp.writeUint32(0x4001c004 + 4 * ZC, 0x40);
rp.writeUint32(0x40014000 + 8 * LED + 4, 6);
load(0, 0, zero, { divider: 25, exec: ZC << 24, shift: 0x80000000, pins: 0 });
rp.writeUint32(machine(1) + 0x14, (1 << 26) | (LED << 5)); // to set the pin's direction
rp.writeUint32(machine(1) + 0x10, 0xe081);
load(1, zero.opcodes.length, lamps, {
  divider: 5, exec: 0, shift: 0x40000000 | (24 << 25) | (1 << 17), pins: (1 << 29) | (LED << 10),
}); // prettier-ignore
rp.writeUint32(PIO, 0x33);
for (const word of words) {
  while (rp.pio[0].machines[1].txFIFO.full) run(0.01);
  rp.writeUint32(PIO + 0x14, word);
}
run(65);
const pushed = [];
while (!(rp.readUint32(PIO + 4) & (1 << 8))) pushed.push(rp.readUint32(PIO + 0x20));
const { pixels } = rig.board;
process.stdout.write(JSON.stringify({ pushed, lamps: pixels.lamps, frames: pixels.frames }));
