// The I/O chain: four 74HC595 behind MOSI, their end into eight 74HC165, those into MISO (design
// hardware §1.8). Seen from the controller it is one shift register of 12 bytes. A program drives it
// by SPI0, which the library moves a byte at a time, or by PIO, whose clock edges are counted here.
const INPUTS = 8;
const BITS = 8;

export class Chain {
  // `inputs` are the wires of the 165s, a byte each; `latched` is [OUT0, OUT1, OUT2, OUT3].
  constructor({ onLatch = () => {}, say = () => {} } = {}) {
    this.register = new Uint32Array(3); // first out: the top bit of the first; last in: the 595s
    this.inputs = new Uint8Array(INPUTS);
    this.latched = [0, 0, 0, 0];
    this.onLatch = onLatch;
    this.say = say;
    this.held = 0;
    this.bytes = 0;
    this.frames = 0;
    this.broken = false; // a wire is off: MISO reads ones
    this.loading = false;
  }

  attach(spi, clock, pins, { latch, load, sck, mosi, miso }) {
    this.spi = spi;
    this.pins = pins;
    this.wires = { mosi, miso };
    const alarm = clock.createAlarm(() => spi.completeTransmit(this.answer));
    spi.onTransmit = (value) => {
      this.answer = this.shift(value);
      alarm.schedule((BITS * 1e9) / (spi.clockFrequency || 1e6));
    };
    this.loading = pins.level(load) === false;
    pins.watch(load, (level) => this.load(!level));
    pins.watch(latch, (level) => level && this.latch());
    pins.watch(sck, (level) => level && this.edge());
    this.show();
  }

  // A rising edge of the clock wire: every register moves by one bit.
  edge() {
    this.move(this.pins.level(this.wires.mosi) ? 1 : 0);
    if (this.loading) this.sample();
    this.show();
  }

  move(bit) {
    const r = this.register;
    const out = r[0] >>> 31;
    r[0] = (r[0] << 1) | (r[1] >>> 31);
    r[1] = (r[1] << 1) | (r[2] >>> 31);
    r[2] = (r[2] << 1) | bit;
    return out;
  }

  // The end of the chain on the controller's input.
  show() {
    this.pins?.drive(this.wires.miso, this.broken || this.register[0] >>> 31 === 1);
  }

  // Eight clock pulses of the SPI: a byte in at the controller's end, one out at the other.
  shift(value) {
    if (this.spi && this.spi.dataBits !== BITS) {
      this.say(`SPI0 sends ${this.spi.dataBits} bits at a time; the I/O chain takes 8`);
    }
    let out = 0;
    for (let bit = BITS - 1; bit >= 0; bit -= 1) out = (out << 1) | this.move((value >> bit) & 1);
    if (this.loading) this.sample();
    this.bytes += 1;
    return this.broken ? 255 : out;
  }

  // LOAD# low: the 165s follow their inputs; high: they hold them.
  load(low) {
    this.loading = low;
    if (low) this.sample();
    this.show();
  }

  sample() {
    const i = this.inputs;
    this.register[0] = (i[0] << 24) | (i[1] << 16) | (i[2] << 8) | i[3];
    this.register[1] = (i[4] << 24) | (i[5] << 16) | (i[6] << 8) | i[7];
  }

  // LATCH rises: what is in the 595s shows at their outputs.
  latch() {
    const word = this.register[2]; // OUT3 came first
    this.frames += 1;
    if (word === this.held) return;
    this.held = word;
    this.latched = [word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24];
    this.onLatch();
  }

  // The wires of one input byte change.
  wire(index, raw) {
    this.inputs[index] = raw;
    if (this.loading) {
      this.sample();
      this.show();
    }
  }
}
