// Chip, board and cable together, and their life: power, resets, and time that goes on through them.
import { Board } from './board.mjs';
import { Chip } from './chip.mjs';
import { FROM_POWER, FROM_RUN_PIN, FROM_WATCHDOG } from './registers.mjs';
import { UsbHost } from './usb.mjs';

// After a reset the USB host needs a moment to see the device go and come.
const RESTART_NS = 1e6;

export class Rig {
  // flash FlashMemory; onUsb(bytes); onReset(why); onChange() when an output changed.
  constructor({ bootRom, flash, fram = '', gp, say = () => {}, detail, missCycles, unique, random,
    onUsb = () => {}, onReset = () => {} }) { // prettier-ignore
    this.make = (after, cause) => {
      const chip = new Chip({ bootRom, flash, say, detail, after, cause, unique, random });
      if (missCycles !== undefined) chip.xip.missCycles = missCycles;
      return chip;
    };
    this.flash = flash;
    this.onUsb = onUsb;
    this.onReset = onReset;
    this.changed = false;
    this.board = new Board({ gp, fram, say, onChange: () => this.change() });
    this.base = 0;
    this.open = false;
    this.early = []; // bytes for a board that has no power yet
    this.chip = null;
    this.resets = 0;
  }

  // An output changed: the machine has to be told before time goes on.
  change() {
    this.changed = true;
    this.chip?.pause();
  }

  get nanos() {
    return this.base + (this.chip ? this.chip.nanos : 0);
  }

  // Power comes on.
  powerOn() {
    if (this.chip) return;
    this.board.powerUp();
    this.begin(null, FROM_POWER);
  }

  // Power goes, at once.
  powerOff() {
    if (!this.chip) return;
    this.base += this.chip.nanos;
    this.chip = null;
    this.changed = true;
  }

  begin(after, cause) {
    this.chip = this.make(after, cause);
    this.usb = new UsbHost(this.chip.rp.usbCtrl, (bytes) => this.onUsb(bytes));
    this.usb.setOpen(this.open);
    this.usb.send(this.early);
    this.early = [];
    this.board.attach(this.chip);
    this.onBegin?.();
    this.changed = true;
  }

  // RUN pulled low for a moment: the reset button.
  reset() {
    this.chip?.end('run pin');
  }

  setOpen(open) {
    this.open = open;
    this.usb?.setOpen(open);
  }

  // Bytes from the computer.
  send(bytes) {
    if (this.chip) this.usb.send(bytes);
    else this.early.push(...bytes);
  }

  get waiting() {
    return this.chip ? this.usb.waiting : this.early.length;
  }

  // Let time pass to `nanos`, or until an output changes.
  runUntil(nanos) {
    if (!this.chip) {
      this.base = Math.max(this.base, nanos);
      return;
    }
    const { chip } = this;
    if (!this.changed) chip.runUntil(nanos - this.base);
    if (chip.ended === 'stopped') chip.stand(nanos - this.base);
    if (chip.ended && chip.ended !== 'stopped') this.restart(chip);
  }

  restart(chip) {
    this.base += chip.nanos + RESTART_NS;
    this.resets += 1;
    this.onReset(chip.ended);
    this.begin(chip, chip.ended === 'run pin' ? FROM_RUN_PIN : FROM_WATCHDOG);
  }

  // What the outputs are, for the machine; dead without power.
  get outputs() {
    this.changed = false;
    if (this.chip) return this.board.outputs;
    return { out: [0, 0, 0, 0], dice: 0, arm: 0, emit: 0, enabled: 0, alive: 0 };
  }

  close() {
    this.flash.close();
    this.board.fram.close();
  }
}
