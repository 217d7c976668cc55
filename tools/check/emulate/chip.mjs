// One RP2040 from power-up (or reset) to its end: the compiled core with the library's peripherals.
//
// A reset makes a new Chip from the old one: `new Chip({ ..., after: old, cause })`. Registers start
// over; flash, RAM, watchdog scratch words and the reason of the reset go over, as in silicon.
import { bootable, functionsOf, hooksFor } from './boot_rom.mjs';
import { CycleClock } from './clock.mjs';
import { AT, FastCore, HOOKED, PLACES, SIZES, machine } from './fast_core.mjs';
import { FlashCommands, QspiPins } from './flash_commands.mjs';
import { RP2040 } from './library.mjs';
import { PinMasks } from './pin_masks.mjs';
import { DmaBlock, PioBlock } from './pio.mjs';
import { ChipReset, FROM_POWER, FROM_RUN_PIN, RingOscillator } from './registers.mjs';
import { Watchdog } from './watchdog.mjs';
import { XipCache } from './xip.mjs';

const SECOND_STAGE = 0x20041f00; // the stack grows down from here: above it lie the stage's literals
const SECOND_STAGE_BYTES = 256;
const START_HZ = 125e6; // until the program sets its clocks
const MAGIC = 0xb007c0d3; // watchdog scratch 4: start at the address in scratch 7
const VECTORS = 0x1c; // vectors and pointers, no code: a jump there comes of a wild pointer
const SIO = 0xd;
const BURST_NS = 256; // between two looks at what a caller waits for
const UNIQUE = [0xe6, 0x60, 0x58, 0x38, 0x83, 0x00, 0x00, 0x01];

export class Chip {
  // bootRom Uint8Array of 16 KB; flash FlashMemory; say(text) tells people, detail(text) the curious; unique
  // 8 bytes; random() 0 to 1, for the ring oscillator.
  constructor({ bootRom, flash, say = () => {}, detail = () => {}, after = null,
    cause = FROM_POWER, unique = UNIQUE, random }) { // prettier-ignore
    this.flash = flash;
    this.say = say;
    this.said = new Set();
    this.ended = '';
    this.paused = false;
    this.m = machine(this.outside());
    this.clock = new CycleClock(this.m.floats, START_HZ);
    this.clock.onPlan = () => this.planned();
    this.rp = new RP2040(this.clock);
    this.rp.logger = this.logger(detail);
    this.core = new FastCore(this.m);
    this.take();
    this.share(bootRom, after);
    this.replace(after, cause, unique, random);
    this.pins = new PinMasks(this.rp, this.m);
    this.xip = new XipCache(this.m);
    this.hooks = hooksFor(this, functionsOf(bootRom));
    for (const at of this.hooks.keys()) this.m.bytes[PLACES.hooks + (at >> 1)] = 1;
    this.m.bytes.fill(1, PLACES.hooks, PLACES.hooks + (VECTORS >> 1));
    this.start();
  }

  // What the compiled core asks for.
  outside() {
    return {
      read: (address) => (address >>> 28 === SIO ? this.sio.readUint32(address & 0xfff) : this.rp.readUint32(address)),
      write: (address, value, bytes) => this.write(address >>> 0, value >>> 0, bytes),
      pins: (changed) => this.pins.changed(changed),
    };
  }

  write(address, value, bytes) {
    if (address >>> 28 === SIO) this.sio.writeUint32(address & 0xfff, value);
    else if (bytes === 4) this.rp.writeUint32(address, value);
    else if (bytes === 2) this.rp.writeUint16(address, value & 0xffff);
    else this.rp.writeUint8(address, value & 0xff);
  }

  // The library's complaints about registers it does not have: each once.
  logger(detail) {
    const once = (name, text) => {
      if (this.said.has(text) || this.said.size > 200) return;
      this.said.add(text);
      detail(`${name}: ${text}`);
    };
    return { debug() {}, info() {}, warn: once, error: once };
  }

  // The compiled core's parts in place of the library's.
  take() {
    const { m, rp } = this;
    this.sio = rp.sio; // the interpolators stay the library's
    rp.core = this.core;
    rp.sio = {
      readUint32: (offset) => m.sioRead(offset) >>> 0,
      writeUint32: (offset, value) => m.sioWrite(offset, value),
      get gpioValue() { return m.words[AT.out]; },
      get gpioOutputEnable() { return m.words[AT.oe]; },
    };
    const asked = rp.dma.dreq;
    rp.dma = rp.peripherals[0x50000] = new DmaBlock(m);
    asked.forEach((on, line) => on && line >= 16 && rp.dma.setDREQ(line));
    rp.pio = [new PioBlock(m, 0), new PioBlock(m, 1)];
    [rp.peripherals[0x50200], rp.peripherals[0x50300]] = rp.pio;
    let hertz = rp.clkSys;
    const set = (value) => {
      hertz = value;
      this.clock.setFrequency(value);
    };
    Object.defineProperty(rp, 'clkSys', { get: () => hertz, set });
  }

  share(bootRom, after) {
    const { m, rp } = this;
    const view = (Kind, at, bytes) => new Kind(m.buffer, at, bytes / (Kind.BYTES_PER_ELEMENT ?? 1));
    m.bytes.set(bootRom.subarray(0, SIZES.rom), PLACES.rom);
    rp.bootrom = view(Uint32Array, PLACES.rom, SIZES.rom);
    rp.sram = view(Uint8Array, PLACES.sram, SIZES.sram);
    rp.sramView = view(DataView, PLACES.sram, SIZES.sram);
    rp.flash = view(Uint8Array, PLACES.flash, SIZES.flash);
    rp.flashView = view(DataView, PLACES.flash, SIZES.flash);
    this.flash.moveTo(rp.flash);
    if (after) rp.sram.set(after.rp.sram);
  }

  replace(after, cause, unique, random) {
    const { peripherals } = this.rp;
    const kept = cause === FROM_POWER ? {} : { ...after?.watchdog.keep() };
    if (cause === FROM_RUN_PIN) kept.reason = 0;
    this.watchdog = new Watchdog(this.clock, () => this.end('watchdog'), kept);
    const ssi = new FlashCommands(peripherals[0x18000], unique, (divisor) => this.xip.divide(divisor));
    peripherals[0x18000] = ssi;
    peripherals[0x40018] = new QspiPins(ssi);
    peripherals[0x40058] = this.watchdog;
    peripherals[0x40060] = new RingOscillator(random);
    peripherals[0x40064] = new ChipReset(cause);
  }

  // The boot ROM's part at power-up, done here: check the second stage, copy it to RAM, jump.
  start() {
    const { core, rp } = this;
    const [, , , , magic, entry, stack, pc] = this.watchdog.scratch;
    core.SP = SECOND_STAGE;
    if (magic === MAGIC && entry === (pc ^ -MAGIC) >>> 0) {
      this.watchdog.scratch[4] = 0;
      core.SP = stack;
      core.PC = pc & ~1;
      return;
    }
    if (!bootable(rp.flash)) {
      this.stop('the flash holds no program: its second stage has a wrong checksum');
      return;
    }
    const top = SECOND_STAGE - 0x20000000;
    rp.sram.set(rp.flash.subarray(0, SECOND_STAGE_BYTES), top);
    core.LR = 0;
    core.PC = SECOND_STAGE;
  }

  get nanos() {
    return this.clock.nanos;
  }

  // The chip is to start again: 'watchdog', 'bootloader', 'run pin' or 'power'.
  end(why) {
    if (!this.ended || this.ended === 'stopped') this.ended = why;
    this.pause();
  }

  // The program cannot go on; somebody has to be told.
  stop(why) {
    this.end('stopped');
    this.say(why);
  }

  // Leave the loop after the present instruction.
  pause() {
    this.paused = true;
    this.clock.plan();
  }

  // The clock has set a new limit for the loop.
  planned() {
    if (this.paused) this.m.floats[AT.limit] = 0;
    this.core?.lookUp();
  }

  // Run until the emulated time `nanos`, until the chip ended, or until somebody called `pause`.
  // `when()` true stops it early, within a few instructions.
  runUntil(nanos, when = null) {
    this.paused = false;
    while (this.clock.nanos < nanos - 1e-3 && !this.ended && !this.paused && !when?.()) {
      this.clock.until(when ? Math.min(nanos, this.clock.nanos + BURST_NS) : nanos);
      this.go();
    }
  }

  // The loop, until it has something for us; then that.
  go() {
    const why = this.m.run();
    if (why === HOOKED) this.inRom();
    const code = this.m.words[AT.break];
    if (code) {
      this.m.words[AT.break] = 0;
      this.stop(`the program hit a breakpoint at ${hex(this.core.PC - 2)}`);
    }
    this.clock.fire();
  }

  // A function done by us, or a program gone astray.
  inRom() {
    const { core } = this;
    const pc = core.PC & ~1;
    const hook = this.hooks.get(pc);
    if (hook) {
      hook(core);
      core.PC = core.LR & ~1;
    } else this.stop(`the program ran into nowhere, to ${hex(pc)}, coming from ${hex(core.LR)}`);
  }

  // Time goes by while the processor does nothing: a flash operation, or a program that cannot go on.
  wait(nanos) {
    this.still(this.clock.nanos + nanos, () => !this.ended);
  }

  stand(nanos) {
    this.still(nanos, () => this.ended === 'stopped');
  }

  still(until, on) {
    const { paused } = this;
    const { horizon } = this.clock;
    this.m.words[AT.stalled] = 1;
    while (this.clock.nanos < until - 1e-3 && on()) {
      this.paused = false;
      this.clock.until(until);
      this.m.run();
      this.clock.fire();
    }
    this.m.words[AT.stalled] = 0;
    this.paused ||= paused;
    this.clock.until(horizon);
  }
}

function hex(address) {
  return `0x${(address >>> 0).toString(16).padStart(8, '0')}`;
}
