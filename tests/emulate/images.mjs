// A boot ROM and flash images of our own, just big enough to boot: nothing of Raspberry Pi's is
// in them. `node images.mjs FOLDER PROGRAM` writes rom.bin and flash.bin for the tests in Python.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootCrc } from '../../tools/check/emulate/boot_rom.mjs';
import { FlashMemory } from '../../tools/check/emulate/flash_memory.mjs';
import { Program } from './thumb.mjs';

const ROM_BYTES = 16384;
const CODE_AT = 0x100;
const TABLE_AT = 0x100;
const LOOKUP_AT = 0x1c; // where a real boot ROM has it, in the place of unused vectors
const FUNCTIONS_AT = 0x200;
const FUNCTIONS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX', 'UB'];
const STOP = new Program().breakpoint().bytes();

// lookup(table, code): the address that the table has for a two-letter code, 0 when it has none.
function lookup() {
  return new Program()
    .label('next').ldrh(2, 0).cmp(2, 0).ifEqual('none')
    .emit(0x428a).ifEqual('found') // cmp r2, r1
    .add(0, 4).jump('next')
    .label('found').ldrh(0, 0, 2).bx(14)
    .label('none').set(0, 0).bx(14).bytes(); // prettier-ignore
}

// 16 KB with the magic, the function table and the functions; these stop the program if they are
// ever really run, because the emulator is to do their work.
export function bootRom(listed = FUNCTIONS) {
  const rom = new Uint8Array(ROM_BYTES);
  const view = new DataView(rom.buffer);
  view.setUint32(0, 0x20042000, true);
  view.setUint32(4, 0x101, true);
  rom.set([0x4d, 0x75, 1, 3], 0x10);
  view.setUint16(0x14, TABLE_AT, true);
  view.setUint16(0x18, LOOKUP_AT | 1, true);
  listed.forEach((name, i) => {
    const at = FUNCTIONS_AT + 16 * i;
    rom.set([name.charCodeAt(0), name.charCodeAt(1), (at | 1) & 255, at >> 8], TABLE_AT + 4 * i);
    rom.set(STOP, at);
  });
  rom.set(lookup(), LOOKUP_AT);
  return rom;
}

// A second stage as compilers make them: it pushes what it uses and takes the program's address
// from a literal behind its code.
const LITERAL_AT = 0xf0;
const PUSH_8 = 0xb4ff;
const POP_8 = 0xbcff;
function secondStage() {
  const stage = new Uint8Array(256);
  const loads = new Program().emit(PUSH_8);
  loads.emit(0x4900 | ((LITERAL_AT - 4) >> 2)); // ldr r1, [pc, ...]
  loads.emit(0x468e, POP_8, 0x4770); // mov lr, r1; all back; bx lr
  stage.set(loads.bytes());
  new DataView(stage.buffer).setUint32(LITERAL_AT, 0x10000000 + CODE_AT + 1, true);
  return stage;
}

// Second stage, with its checksum, and a program at 0x10000100.
export function image(program) {
  const stage = secondStage();
  new DataView(stage.buffer).setUint32(252, bootCrc(stage.subarray(0, 252)), true);
  const code = program.bytes();
  const bytes = new Uint8Array(Math.ceil((CODE_AT + code.length) / 256) * 256).fill(0xff);
  bytes.set(stage);
  bytes.set(code, CODE_AT);
  return bytes;
}

// A flash chip with a program in it.
export function flashWith(program) {
  const flash = new FlashMemory();
  flash.data.set(image(program));
  return flash;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, name] = process.argv.slice(2);
  const { programs } = await import('./programs.mjs');
  writeFileSync(join(folder, 'rom.bin'), bootRom());
  writeFileSync(join(folder, 'flash.bin'), image(programs[name]()));
}
