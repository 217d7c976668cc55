// The live-signal watchdog and the ARM latch (design hardware §1.4): a charge pump that GP10 has to
// keep filled with edges, and a latch that a rising edge of GP11 sets.
//
// Pump: every rising edge shares 1 uF at 2.7 V with 0.47 uF; 100 kohm empties both while the wire
// is high, the small one alone while it is low. The transistor conducts from about 1.3 V: 50 edges
// a second hold it, 10 do not, and a stuck wire lets it go within a tenth of a second.
const SOURCE_V = 2.7;
const SHARE = 1 / 1.47;
const ON_V = 1.3;
const HIGH_TAU_NS = 147e6;
const LOW_TAU_NS = 47e6;

export class Safety {
  constructor({ kick, arm, onChange = () => {} }) {
    this.pinOf = { kick, arm };
    this.onChange = onChange;
    this.reset();
  }

  reset() {
    this.volts = 0;
    this.at = 0;
    this.high = false;
    this.latch = false;
    this.alive = false;
    this.edges = 0;
  }

  attach(clock, pins) {
    this.reset();
    this.clock = clock;
    this.alarm = clock.createAlarm(() => this.decide());
    pins.watch(this.pinOf.kick, (level) => this.kick(level));
    pins.watch(this.pinOf.arm, (level) => this.arm(level));
  }

  get tau() {
    return this.high ? HIGH_TAU_NS : LOW_TAU_NS;
  }

  leak() {
    const now = this.clock.nanos;
    this.volts *= Math.exp((this.at - now) / this.tau);
    this.at = now;
  }

  kick(level) {
    this.leak();
    this.high = level;
    this.edges += 1;
    if (level) this.volts += (SOURCE_V - this.volts) * SHARE;
    this.decide();
  }

  // Is the transistor on, and when does it let go by itself?
  decide() {
    this.leak();
    const before = this.armed;
    this.alive = this.volts > ON_V;
    this.alarm.cancel();
    if (this.alive) this.alarm.schedule(this.tau * Math.log(this.volts / ON_V) + 1000);
    if (this.armed !== before) this.onChange();
  }

  arm(level) {
    const before = this.armed;
    this.latch = level;
    if (this.armed !== before) this.onChange();
  }

  get armed() {
    return this.latch && this.alive;
  }
}
