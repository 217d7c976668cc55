// The boot ROM image: what its table of functions says, and the few functions done here instead.
//
// The flash functions of a real boot ROM talk to the serial flash chip byte by byte through a
// controller that the library does not model, and would never come back. A program finds them by
// the table at 0x14, so a call to one of their addresses is caught there and done in one go.
import { PAGE, SECTOR, FLASH_BYTES } from './flash_memory.mjs';

const TABLE_POINTER = 0x14;
const ROM_BYTES = 0x4000;
const ERASE_NS = 45e6;
const PROGRAM_NS = 0.4e6;
const BLOCK_BYTES = 65536;
const BLOCK_NS = 150e6;
export const TIMES = { eraseNs: ERASE_NS, programNs: PROGRAM_NS, blockNs: BLOCK_NS };

// {code of two letters: address} of the functions that the image's table lists.
export function functionsOf(image) {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const found = new Map();
  let at = view.getUint16(TABLE_POINTER, true);
  while (at > 0 && at + 4 <= ROM_BYTES) {
    const code = view.getUint16(at, true);
    if (code === 0) break;
    const name = String.fromCharCode(code & 255, code >> 8);
    found.set(name, view.getUint16(at + 2, true) & ~1);
    at += 4;
  }
  return found;
}

// Hooks by address for `chip`: each returns to its caller.
export function hooksFor(chip, functions) {
  const hooks = new Map();
  const put = (name, action) => {
    if (functions.has(name)) hooks.set(functions.get(name), action);
  };
  const nothing = () => {};
  put('IF', nothing); // connect the flash's pins
  put('EX', nothing); // leave execute-in-place
  put('CX', nothing); // enter it again
  put('FC', () => chip.xip.flush());
  put('RE', (core) => erase(chip, core.registers[0], core.registers[1], core.registers[2]));
  put('RP', (core) => program(chip, core.registers[0], core.registers[1], core.registers[2]));
  put('UB', () => chip.end('bootloader'));
  return hooks;
}

function within(chip, what, at, length, unit) {
  if (at % unit === 0 && length % unit === 0 && at + length <= FLASH_BYTES) return true;
  chip.say(
    `the program asked to ${what} ${length} bytes of flash at 0x${at.toString(16)}, which is not ` +
      `a multiple of ${unit} within 2 MB; nothing was done`,
  );
  return false;
}

// flash_range_erase(offset, count, block size, block command): interrupts are off meanwhile.
function erase(chip, at, count, block) {
  if (!within(chip, 'erase', at, count, SECTOR)) return;
  const end = at + count;
  while (at < end && !chip.ended) {
    const whole = block === BLOCK_BYTES && at % BLOCK_BYTES === 0 && end - at >= BLOCK_BYTES;
    const length = whole ? BLOCK_BYTES : SECTOR;
    chip.wait(whole ? BLOCK_NS : ERASE_NS);
    // A reset in the middle leaves a sector half erased, as on the board.
    chip.flash.erase(at, chip.ended ? length / 2 : length);
    at += length;
  }
}

// flash_range_program(offset, data, count)
function program(chip, at, from, count) {
  if (!within(chip, 'program', at, count, PAGE)) return;
  for (let done = 0; done < count && !chip.ended; done += PAGE) {
    const page = new Uint8Array(PAGE);
    for (let i = 0; i < PAGE; i += 1) page[i] = chip.rp.readUint8(from + done + i);
    chip.wait(PROGRAM_NS);
    chip.flash.program(at + done, chip.ended ? page.subarray(0, PAGE / 2) : page);
  }
}

const POLYNOMIAL = 0x04c11db7;

// CRC-32 of the second stage as the boot ROM computes it: not reflected, start all ones.
export function bootCrc(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  }
  return crc >>> 0;
}

// True when the flash begins with a second stage that the boot ROM would start.
export function bootable(flash) {
  const view = new DataView(flash.buffer, flash.byteOffset, 256);
  return view.getUint32(252, true) === bootCrc(flash.subarray(0, 252));
}

