// The wires at the 30 GPIO as the board has them: it drives some, and is told of changes on others.
import { AT } from './fast_core.mjs';

export class Pins {
  constructor(chip) {
    this.masks = chip.pins;
    this.words = chip.m.words;
    this.update = chip.m.updatePins;
  }

  // The board drives a wire: true, false, or undefined when it lets go.
  drive(gp, level) {
    this.masks.bit(AT.driven, gp, level !== undefined);
    this.masks.bit(AT.drive, gp, level);
    this.update();
  }

  // Call `action(level)` at every change of a wire.
  watch(gp, action) {
    this.masks.watchers[gp].push(action);
    this.masks.watch(gp);
  }

  level(gp) {
    return this.masks.level(gp);
  }
}
