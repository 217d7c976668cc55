// What the program set for each of the 30 GPIO, as masks for the compiled core (core/pins.ts), which
// decides from them what is on every wire; and who is told when a wire changes.
import { AT } from './fast_core.mjs';

const PWM = 4;
const SIO = 5;
const PIO_0 = 6;
const PIO_1 = 7;
const EDGES = 12; // bits of a pin's interrupt status; the two below are its level

export class PinMasks {
  constructor(rp, m) {
    this.rp = rp;
    this.m = m;
    this.words = m.words;
    this.watchers = rp.gpio.map(() => []);
    rp.gpio.forEach((pin, gp) => this.adopt(pin, gp));
    Object.defineProperty(rp, 'gpioValues', { get: () => m.inputs() >>> 0 });
    rp.gpio.forEach((pin, gp) => this.refresh(gp));
  }

  // The library's pin reports here what changes, and sees the wire's level.
  adopt(pin, gp) {
    let enabled = 0;
    Object.defineProperty(pin, 'rawInputValue', { get: () => this.level(gp), set() {} });
    Object.defineProperty(pin, 'irqEnableMask', {
      get: () => enabled,
      set: (mask) => {
        enabled = mask;
        pin.irqStatus = (pin.irqStatus & EDGES) | (pin.inputValue ? 2 : 1);
        this.watch(gp);
      },
    });
    pin.checkForUpdates = () => this.refresh(gp);
  }

  bit(at, gp, on) {
    if (on) this.words[at] |= 1 << gp;
    else this.words[at] &= ~(1 << gp);
  }

  // One of the three overrides of a pin: 0 none, 1 inverted, 2 low, 3 high.
  override(and, gp, how, and_or_0 = 1) {
    this.bit(and, gp, and_or_0 && how < 2);
    this.bit(and + 1, gp, how === 3);
    this.bit(and + 2, gp, how === 1);
  }

  refresh(gp) {
    const pin = this.rp.gpio[gp];
    const select = pin.functionSelect;
    this.bit(AT.isSio, gp, select === SIO);
    this.bit(AT.isPio, gp, select === PIO_0);
    this.bit(AT.isPio + 1, gp, select === PIO_1);
    this.bit(AT.elseOut, gp, select === PWM && this.rp.pwm.gpioValue >> gp & 1);
    this.bit(AT.elseOe, gp, select === PWM && this.rp.pwm.gpioDirection >> gp & 1);
    this.override(AT.outAnd, gp, pin.outputOverride);
    this.override(AT.oeAnd, gp, pin.outputEnableOverride);
    this.override(AT.inAnd, gp, pin.inputOverride, pin.inputEnable);
    this.bit(AT.pullUp, gp, pin.pullupEnabled && !pin.pulldownEnabled);
    this.bit(AT.keeper, gp, pin.pullupEnabled && pin.pulldownEnabled);
    this.watch(gp);
    this.m.updatePins();
  }

  // Does anybody outside the core want to know of this wire?
  watch(gp) {
    const pin = this.rp.gpio[gp];
    const wanted = this.watchers[gp].length || pin.irqEnableMask || pin.functionSelect === PWM;
    this.bit(AT.watch, gp, wanted);
  }

  level(gp) {
    return (this.words[AT.level] >> gp & 1) === 1;
  }

  // The core calls this: these wires changed.
  changed(mask) {
    for (let left = mask; left; left &= left - 1) {
      const gp = 31 - Math.clz32(left & -left);
      const pin = this.rp.gpio[gp];
      const level = this.level(gp);
      if (pin.irqEnableMask || pin.functionSelect === PWM) pin.setInputValue(level);
      for (const action of this.watchers[gp]) action(level);
    }
  }
}
