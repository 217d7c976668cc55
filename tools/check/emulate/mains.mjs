// The two optocouplers on the mains: both let go for 0.4 ms at every zero crossing, 100 times a
// second, and their wire goes high; without voltage it stays high (design hardware §1.5).
const PULSE_NS = 0.4e6;

export class Mains {
  constructor({ zc, lmot }) {
    this.pinOf = { zc, lmot };
    this.present = true;
    this.busLive = false;
    this.dhz = 500; // tenths of a hertz
    this.high = false;
    this.crossings = 0;
  }

  attach(clock, pins) {
    this.pins = pins;
    this.alarm = clock.createAlarm(() => this.turn());
    this.high = false;
    this.alarm.schedule(this.halfNs);
    this.show();
  }

  get halfNs() {
    return 1e10 / (2 * this.dhz);
  }

  turn() {
    this.high = !this.high;
    if (this.high && this.present) this.crossings += 1;
    this.alarm.schedule(this.high ? PULSE_NS : this.halfNs - PULSE_NS);
    this.show();
  }

  show() {
    this.pins.drive(this.pinOf.zc, this.high || !this.present);
    this.pins.drive(this.pinOf.lmot, this.high || !(this.present && this.busLive));
  }

  set(present, busLive, dhz) {
    const changed = present !== this.present || busLive !== this.busLive;
    this.present = present;
    this.busLive = busLive;
    this.dhz = dhz || this.dhz;
    if (changed && this.pins) this.show();
  }
}
