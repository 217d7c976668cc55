// The I/O chain on SPI0: four 74HC595 behind MOSI, their end into eight 74HC165, those into MISO
// (design hardware §1.8). Seen from the controller it is one shift register of 12 bytes.
const INPUTS = 8;
const FRAME = 12;
const BITS = 8;

export class Chain {
  // `inputs` are the wires of the 165s, a byte each; `latched` is [OUT0, OUT1, OUT2, OUT3].
  constructor({ onLatch = () => {}, say = () => {} } = {}) {
    this.register = new Uint8Array(FRAME);
    this.inputs = new Uint8Array(INPUTS);
    this.latched = [0, 0, 0, 0];
    this.onLatch = onLatch;
    this.say = say;
    this.bytes = 0;
    this.frames = 0;
    this.broken = false; // a wire is off: MISO reads ones
    this.loading = false;
  }

  attach(spi, clock, pins, { latch, load }) {
    this.spi = spi;
    const alarm = clock.createAlarm(() => spi.completeTransmit(this.answer));
    spi.onTransmit = (value) => {
      this.answer = this.shift(value);
      alarm.schedule((BITS * 1e9) / (spi.clockFrequency || 1e6));
    };
    this.loading = pins.level(load) === false;
    pins.watch(load, (level) => this.load(!level));
    pins.watch(latch, (level) => level && this.latch());
  }

  // Eight clock pulses: a byte in at the controller's end, one out at the other.
  shift(value) {
    if (this.spi && this.spi.dataBits !== BITS) {
      this.say(`SPI0 sends ${this.spi.dataBits} bits at a time; the I/O chain takes 8`);
    }
    const out = this.register[0];
    this.register.copyWithin(0, 1);
    this.register[FRAME - 1] = value & 255;
    if (this.loading) this.sample();
    this.bytes += 1;
    return this.broken ? 255 : out;
  }

  // LOAD# low: the 165s follow their inputs; high: they hold them.
  load(low) {
    this.loading = low;
    if (low) this.sample();
  }

  sample() {
    this.register.set(this.inputs);
  }

  // LATCH rises: what is in the 595s shows at their outputs.
  latch() {
    const [out3, out2, out1, out0] = this.register.subarray(INPUTS);
    this.frames += 1;
    const before = this.latched.join();
    this.latched = [out0, out1, out2, out3];
    if (this.latched.join() !== before) this.onLatch();
  }

  // The wires of one input byte change.
  wire(index, raw) {
    this.inputs[index] = raw;
    if (this.loading) this.sample();
  }
}
