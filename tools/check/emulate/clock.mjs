// Time out of the cycle counter: what the library's peripherals take for its clock. A cycle lasts
// as long as the system clock says; when a program changes that, time goes on from where it was.
import { AT } from './fast_core.mjs';

// One thing that is to happen; a peripheral schedules and cancels it.
class Alarm {
  constructor(clock, callback) {
    this.clock = clock;
    this.callback = callback;
    this.nanos = Infinity;
    this.scheduled = false;
  }

  schedule(delta) {
    this.clock.add(this, this.clock.nanos + delta);
  }

  cancel() {
    if (this.scheduled) this.clock.remove(this);
  }
}

export class CycleClock {
  // `floats` is the module's memory as f64.
  constructor(floats, frequency) {
    this.floats = floats;
    this.alarms = []; // soonest last
    this.horizon = Infinity;
    this.setFrequency(frequency);
  }

  get nanos() {
    const f = this.floats;
    return f[AT.baseNs] + (f[AT.cyc] - f[AT.baseCyc]) * f[AT.ns];
  }

  get micros() {
    return this.nanos / 1000;
  }

  setFrequency(hertz) {
    const f = this.floats;
    const { nanos } = this;
    f[AT.baseNs] = Number.isFinite(nanos) ? nanos : 0;
    f[AT.baseCyc] = f[AT.cyc];
    f[AT.ns] = 1e9 / hertz;
    this.plan();
  }

  createAlarm(callback) {
    return new Alarm(this, callback);
  }

  add(alarm, nanos) {
    if (alarm.scheduled) this.take(alarm);
    alarm.nanos = nanos;
    alarm.scheduled = true;
    const { alarms } = this;
    let at = alarms.length;
    while (at > 0 && alarms[at - 1].nanos <= nanos) at -= 1;
    alarms.splice(at, 0, alarm);
    this.plan();
  }

  remove(alarm) {
    this.take(alarm);
    this.plan();
  }

  take(alarm) {
    alarm.scheduled = false;
    const at = this.alarms.indexOf(alarm);
    if (at >= 0) this.alarms.splice(at, 1);
  }

  // The loop is to run at most to the time `nanos`.
  until(nanos) {
    this.horizon = nanos;
    this.plan();
  }

  // Tell the loop when it has to come back: the cycle after which it is past that time.
  plan() {
    const f = this.floats;
    const next = this.alarms.length ? this.alarms[this.alarms.length - 1].nanos : Infinity;
    const nanos = Math.min(next, this.horizon);
    f[AT.limit] = nanos === Infinity ? 2 ** 60 : Math.ceil(f[AT.baseCyc] + (nanos - f[AT.baseNs]) / f[AT.ns] - 1e-6);
    this.onPlan?.();
  }

  // Everything that is due.
  fire() {
    const { alarms } = this;
    const now = this.nanos + 1e-3;
    while (alarms.length && alarms[alarms.length - 1].nanos <= now) {
      const alarm = alarms.pop();
      alarm.scheduled = false;
      alarm.callback();
    }
    this.plan();
  }
}
