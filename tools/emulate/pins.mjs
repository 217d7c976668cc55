// The wires at the 30 GPIO: what the program drives, what the board drives, and the pulls.
//
// The library keeps a pin's input apart from its output and wants a real boolean; here every wire
// has one level, which the program reads back as on a board.
import { GPIOPinState } from './library.mjs';

export class Pins {
  constructor(rp) {
    this.rp = rp;
    this.driven = new Array(rp.gpio.length).fill(undefined);
    this.levels = new Array(rp.gpio.length).fill(null);
    this.watchers = rp.gpio.map(() => []);
    rp.gpio.forEach((pin, gp) => {
      pin.addListener(() => this.update(gp));
      this.update(gp);
    });
  }

  // The board drives a wire: true, false, or undefined when it lets go.
  drive(gp, level) {
    this.driven[gp] = level === undefined ? undefined : Boolean(level);
    this.update(gp);
  }

  // Call `action(level)` at every change of a wire.
  watch(gp, action) {
    this.watchers[gp].push(action);
  }

  level(gp) {
    return this.levels[gp];
  }

  // What is on the wire now; the program's own drive wins.
  resolve(gp) {
    const state = this.rp.gpio[gp].value;
    if (state === GPIOPinState.High) return true;
    if (state === GPIOPinState.Low) return false;
    if (this.driven[gp] !== undefined) return this.driven[gp];
    if (state === GPIOPinState.InputPullUp) return true;
    return state === GPIOPinState.InputBusKeeper ? this.levels[gp] === true : false;
  }

  update(gp) {
    const level = this.resolve(gp);
    if (level === this.levels[gp]) return;
    this.levels[gp] = level;
    this.rp.gpio[gp].setInputValue(level);
    for (const action of this.watchers[gp]) action(level);
  }
}
