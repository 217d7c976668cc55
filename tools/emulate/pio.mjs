// Steps the PIO state machines in emulated time, each at the system clock over its own divider.
// The library runs them from setTimeout, as fast as the computer likes, and ignores the divider.
import { FIFO } from './library.mjs';

const SHIFTCTRL = 0xd0;
const INSTR = 0xd8;
const MACHINE_BYTES = 0x18;
const WAIT_PIN = 1;
const WAIT_TX = 3;
const FIFO_WORDS = 4;
const JOIN_TX = 1 << 30;
const JOIN_RX = 1 << 31;

// One enabled state machine and the system cycle at which its next instruction is due.
class Runner {
  constructor(pio, machine, cycle) {
    this.pio = pio;
    this.machine = machine;
    this.due = this.last = cycle;
    this.seen = machine.cycles;
  }

  get divider() {
    return (this.machine.clockDivInt || 65536) + this.machine.clockDivFrac / 256;
  }

  // A stalled machine waits for nothing in particular here: pins and FIFOs release it themselves.
  rouse(cycle) {
    const { machine, divider } = this;
    const delay = (machine.cycles - this.seen) * divider;
    const ticks = Math.max(1, Math.ceil((cycle - this.last) / divider));
    this.due = this.last + ticks * divider + delay;
  }

  step() {
    const { machine } = this;
    const before = machine.cycles;
    this.last = this.due;
    machine.step();
    this.pio.checkChangedPins();
    this.seen = machine.cycles;
    this.due = machine.waiting
      ? Infinity
      : this.last + Math.max(1, machine.cycles - before) * this.divider;
  }
}

export class PioClock {
  constructor(rp) {
    this.cycle = 0;
    this.runners = [];
    for (const pio of rp.pio) this.take(pio);
    this.pios = rp.pio;
  }

  take(pio) {
    pio.run = () => {};
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      const executes = pio.machines[(offset - INSTR) / MACHINE_BYTES];
      if (executes) release(executes);
      write(offset, value);
      const shifts = pio.machines[(offset - SHIFTCTRL) / MACHINE_BYTES];
      if (shifts) join(shifts, value);
      pio.checkChangedPins();
      if (offset === 0) this.enabledChanged();
    };
  }

  enabledChanged() {
    const old = this.runners;
    this.runners = [];
    for (const pio of this.pios) {
      for (const machine of pio.machines) {
        if (!machine.enabled) continue;
        const known = old.find((runner) => runner.machine === machine);
        machine.checkWait();
        this.runners.push(known ?? new Runner(pio, machine, this.cycle));
      }
    }
  }

  // System cycle of the next instruction; Infinity when every machine stands or stalls.
  get next() {
    let due = Infinity;
    for (const runner of this.runners) {
      if (runner.due === Infinity && !runner.machine.waiting) runner.rouse(this.cycle);
      if (runner.due < due) due = runner.due;
    }
    return due;
  }

  // Let everything up to the system cycle `to` happen.
  run(to) {
    if (this.runners.length) {
      for (;;) {
        const due = this.next;
        if (due > to) break;
        if (due > this.cycle) this.cycle = due;
        for (const runner of this.runners) if (runner.due === due) runner.step();
      }
    }
    this.cycle = to;
  }
}

// One FIFO takes the other's four words; the library always has four and four. A change empties both.
function join(machine, value) {
  const tx = value & JOIN_TX ? 2 * FIFO_WORDS : value & JOIN_RX ? 0 : FIFO_WORDS;
  if (machine.txFIFO.size === tx) return;
  machine.txFIFO = new FIFO(tx);
  machine.rxFIFO = new FIFO(2 * FIFO_WORDS - tx);
  machine.updateDMATx();
  machine.updateDMARx();
}

// An instruction written from outside goes first; the stalled one is tried again after it.
function release(machine) {
  if (machine.waiting && (machine.waitType === WAIT_PIN || machine.waitType === WAIT_TX)) {
    machine.waiting = false;
  }
}
