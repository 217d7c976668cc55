// The I/O chain: four 74HC595 behind MOSI, their end into eight 74HC165, those into MISO (design
// hardware §1.8). Seen from the controller it is one shift register of 12 bytes. It works by its
// wires, whoever drives them, PIO or a program; SPI0 moves whole bytes, for the library has no wires
// there.
const INPUTS = 8;
const FRAME = 12;
const BITS = 8;
const LENGTH = FRAME * BITS;

export class Chain {
  // `inputs` are the wires of the 165s, a byte each; `latched` is [OUT0, OUT1, OUT2, OUT3].
  constructor({ onLatch = () => {}, say = () => {} } = {}) {
    this.bits = new Uint8Array(LENGTH); // a ring; the one at `head` is what MISO shows
    this.head = 0;
    this.inputs = new Uint8Array(INPUTS);
    this.latched = [0, 0, 0, 0];
    this.onLatch = onLatch;
    this.say = say;
    this.frames = 0;
    this.broken = false; // a wire is off: MISO reads ones
    this.loading = false;
    this.show = () => {}; // puts the bit at the end of the chain on MISO
  }

  attach(spi, clock, pins, { latch, load, sck, mosi, miso }) {
    this.spi = spi;
    const alarm = clock.createAlarm(() => spi.completeTransmit(this.answer));
    spi.onTransmit = (value) => {
      this.answer = this.shift(value);
      alarm.schedule((BITS * 1e9) / (spi.clockFrequency || 1e6));
    };
    let shown;
    this.show = () => {
      const bit = this.broken || this.bits[this.head] === 1;
      if (bit !== shown) pins.drive(miso, (shown = bit));
    };
    this.loading = pins.level(load) === false;
    pins.watch(load, (level) => this.load(!level));
    pins.watch(latch, (level) => level && this.latch());
    pins.watch(sck, (level) => {
      if (level) this.clock(pins.level(mosi) ? 1 : 0);
      this.show();
    });
    this.show();
  }

  // SCK rises: every bit goes on by one, MOSI comes in at the far end.
  clock(bit) {
    this.bits[this.head] = bit;
    this.head = (this.head + 1) % LENGTH;
    if (this.loading) this.sample();
  }

  // Eight clock pulses: a byte in at the controller's end, one out at the other.
  shift(value) {
    if (this.spi && this.spi.dataBits !== BITS) {
      this.say(`SPI0 sends ${this.spi.dataBits} bits at a time; the I/O chain takes 8`);
    }
    const out = this.byte(0);
    for (let bit = BITS - 1; bit >= 0; bit -= 1) this.clock((value >> bit) & 1);
    return this.broken ? 255 : out;
  }

  // One of the twelve bytes, from the controller's input on.
  byte(index) {
    let value = 0;
    for (let i = 0; i < BITS; i += 1) {
      value = (value << 1) | this.bits[(this.head + BITS * index + i) % LENGTH];
    }
    return value;
  }

  // LOAD# low: the 165s follow their inputs; high: they hold them.
  load(low) {
    this.loading = low;
    if (low) this.sample();
    this.show();
  }

  sample() {
    for (let i = 0; i < INPUTS * BITS; i += 1) {
      this.bits[(this.head + i) % LENGTH] = (this.inputs[i >> 3] >> (7 - (i & 7))) & 1;
    }
  }

  // LATCH rises: what is in the 595s shows at their outputs.
  latch() {
    const shown = [11, 10, 9, 8].map((index) => this.byte(index));
    this.frames += 1;
    const before = this.latched.join();
    this.latched = shown;
    if (shown.join() !== before) this.onLatch();
  }

  // The wires of one input byte change.
  wire(index, raw) {
    this.inputs[index] = raw;
    if (this.loading) {
      this.sample();
      this.show();
    }
  }

  // Power was off: whatever was in the registers is gone.
  forget() {
    this.bits.fill(0);
    this.latched = [0, 0, 0, 0];
    this.show();
  }
}
