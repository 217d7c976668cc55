// The WS2812 lamps on GP16: reads their bits from the wire as the lamps do, by how long it is high.
const LAMPS = 24;
const BITS = 24;
const ONE_NS = 500; // high for longer: a one
const LATCH_NS = 50_000; // low for longer: the next bit is the first lamp's

export class Pixels {
  constructor(pin) {
    this.pin = pin;
    this.lamps = new Array(LAMPS).fill(0); // green << 16 | red << 8 | blue
    this.frames = 0;
  }

  attach(clock, pins) {
    this.rose = this.fell = 0;
    this.bits = 0;
    this.word = 0;
    pins.watch(this.pin, (level) => (level ? this.rise(clock.nanos) : this.fall(clock.nanos)));
  }

  rise(nanos) {
    if (nanos - this.fell > LATCH_NS) this.bits = 0;
    this.rose = nanos;
  }

  fall(nanos) {
    this.fell = nanos;
    this.word = ((this.word << 1) | (nanos - this.rose > ONE_NS ? 1 : 0)) & 0xffffff;
    this.bits += 1;
    if (this.bits % BITS) return;
    const lamp = this.bits / BITS - 1;
    if (lamp < LAMPS) this.lamps[lamp] = this.word;
    if (lamp === LAMPS - 1) this.frames += 1;
  }

  dark() {
    this.lamps.fill(0);
  }
}
