// The board around the chip: everything on its pins, as the machine's controller has it.
//
// Devices live as long as the board has power; a chip that was reset is attached again.
import { Analogue } from './analogue.mjs';
import { Chain } from './chain.mjs';
import { Display } from './display.mjs';
import { Fram } from './fram.mjs';
import { I2cBus } from './i2c_bus.mjs';
import { Mains } from './mains.mjs';
import { Pins } from './pins.mjs';
import { Pixels } from './pixels.mjs';
import { Safety } from './safety.mjs';

// GPIO numbers, as hardware/machine.toml has them; main.mjs gets them from there.
export const GP = {
  sck: 2, mosi: 3, miso: 4, latch: 5, load: 6, oe: 7, kick: 10, arm: 11, zc: 13, lmot: 14, dice: [18, 19], emit: 22, led: 16, buzz: 17,
  direct: [20, 21, 12, 14, 15],
}; // prettier-ignore
const LMOT_BIT = 3;
const PWM_FUNCTION = 4;

export class Board {
  constructor({ gp = GP, fram = '', say = () => {}, onChange = () => {} } = {}) {
    this.gp = gp;
    this.onChange = onChange;
    this.chain = new Chain({ onLatch: () => this.outputsChanged(), say });
    this.fram = new Fram(fram);
    this.display = new Display();
    this.bus = new I2cBus([this.fram, this.display]);
    this.analogue = new Analogue();
    this.mains = new Mains(gp);
    this.safety = new Safety({ kick: gp.kick, arm: gp.arm, onChange });
    this.pixels = new Pixels(gp.led);
    this.raw = new Uint8Array(9);
  }

  attach(chip) {
    const { rp, clock } = chip;
    const { gp } = this;
    this.rp = rp;
    this.pins = new Pins(chip);
    this.pins.drive(gp.oe, true); // external pull-up: outputs dead until the program says so
    this.chain.attach(rp.spi[0], clock, this.pins, gp);
    this.bus.attach(rp.i2c[0], clock, () => rp.clkSys);
    this.analogue.attach(rp.adc, clock);
    this.mains.attach(clock, this.pins);
    this.safety.attach(clock, this.pins);
    this.pixels.attach(clock, this.pins);
    for (const pin of [gp.oe, gp.emit]) this.pins.watch(pin, () => this.onChange());
    this.wire(this.raw);
  }

  outputsChanged() {
    this.analogue.channel = this.chain.latched[3] & 7;
    this.onChange();
  }

  // Levels of all input wires: eight bytes of the chain, then the direct pins.
  wire(raw) {
    this.raw.set(raw);
    for (let i = 0; i < 8; i += 1) this.chain.wire(i, raw[i]);
    this.gp.direct.forEach((pin, bit) => {
      if (bit !== LMOT_BIT) this.pins.drive(pin, raw[8] >> bit & 1);
    });
  }

  // Power is back after a cut: what had no supply has forgotten everything but the FRAM.
  powerUp() {
    this.chain.forget();
    this.display.memory.fill(0);
    this.display.reset();
    this.pixels.dark();
  }

  get enabled() {
    return this.pins.level(this.gp.oe) === false;
  }

  // The dice motor turns while its two wires differ: DRV8833, both low = coast.
  get dice() {
    const [a, b] = this.gp.dice.map((pin) => this.duty(pin));
    return a !== b;
  }

  duty(pin) {
    if (this.rp.gpio[pin].functionSelect !== PWM_FUNCTION) return this.pins.level(pin) ? 1 : 0;
    const channel = this.rp.pwm.channels[(pin >> 1) & 7];
    const compare = pin & 1 ? channel.cc >>> 16 : channel.cc & 0xffff;
    return channel.csr & 1 ? Math.min(1, compare / (channel.top + 1)) : 0;
  }

  // Tone of the beeper in Hz, 0 while it is silent.
  get beepHz() {
    if (!(this.duty(this.gp.buzz) > 0)) return 0;
    const { top, div } = this.rp.pwm.channels[(this.gp.buzz >> 1) & 7];
    return Math.round(this.rp.clkSys / ((div / 16 || 1) * (top + 1)));
  }

  // What the machine gets to feel: dead outputs read 0.
  get outputs() {
    return {
      out: this.enabled ? this.chain.latched : [0, 0, 0, 0],
      dice: this.dice ? 1 : 0,
      arm: this.safety.armed ? 1 : 0,
      emit: this.pins.level(this.gp.emit) ? 1 : 0,
      enabled: this.enabled ? 1 : 0,
      alive: this.safety.alive ? 1 : 0,
    };
  }
}
