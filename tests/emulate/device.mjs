// A USB serial device of a few lines: what a firmware does with the controller's registers.
const USB = 0x50110000;
const DPRAM = 0x50100000;
const MAIN_CTRL = USB + 0x40;
const SIE_STATUS = USB + 0x50;
const BUFF_STATUS = USB + 0x58;
const SETUP_SEEN = 1 << 17;
const BUS_RESET = 1 << 19;
const AVAILABLE = 1 << 10;
const FULL = 1 << 15;
const IN2_CTRL = DPRAM + 0x10;
const OUT2_CTRL = DPRAM + 0x14;
const IN_BUF = (endpoint) => DPRAM + 0x80 + 8 * endpoint;
const OUT_BUF = (endpoint) => DPRAM + 0x84 + 8 * endpoint;
const EP0_DATA = 0x100;
const IN2_DATA = 0x180;
const OUT2_DATA = 0x1c0;
const ENABLE = 0x80000000;
const PACKET = 64;

// Configuration: CDC control interface, CDC data interface with bulk endpoints 2 in and 2 out.
const HEAD = [9, 2, 0, 0, 2, 1, 0, 0x80, 50];
const REST = [
  9, 4, 0, 0, 1, 2, 2, 0, 0, 7, 5, 0x81, 3, 8, 0, 16,
  9, 4, 1, 0, 2, 10, 0, 0, 0, 7, 5, 2, 2, 64, 0, 0, 7, 5, 0x82, 2, 64, 0, 0,
]; // prettier-ignore
export const CONFIGURATION = [...HEAD, ...REST];
CONFIGURATION[2] = CONFIGURATION.length;

export class Device {
  constructor(rp) {
    this.rp = rp;
    this.lines = [];
    this.received = [];
    this.packets = 0;
    this.outgoing = [];
    this.writing = false;
    this.deaf = false; // does not take what came
  }

  get(at) { return this.rp.readUint32(at); }
  put(at, value) { this.rp.writeUint32(at, value >>> 0); }

  start() {
    this.put(MAIN_CTRL, 1);
  }

  say(text) {
    this.outgoing.push(...Buffer.from(text));
  }

  poll() {
    const status = this.get(SIE_STATUS);
    if (status & BUS_RESET) this.put(SIE_STATUS, BUS_RESET);
    if (status & SETUP_SEEN) this.setup();
    const done = this.get(BUFF_STATUS);
    if (done & (1 << 4)) {
      this.put(BUFF_STATUS, 1 << 4);
      this.writing = false;
    }
    if (done & (1 << 5) && !this.deaf) this.take();
    if (done & 1) this.put(BUFF_STATUS, 1);
    this.write();
  }

  setup() {
    const bytes = [...this.rp.usbDPRAM.subarray(0, 8)];
    this.put(SIE_STATUS, SETUP_SEEN);
    if (bytes[1] === 0x22) this.lines.push(bytes[2]);
    if (bytes[1] === 9) this.configure();
    this.answer(bytes[1] === 6 ? CONFIGURATION.slice(0, bytes[6]) : []);
  }

  answer(bytes) {
    this.rp.usbDPRAM.set(bytes, EP0_DATA);
    this.put(IN_BUF(0), FULL | AVAILABLE | bytes.length);
  }

  configure() {
    this.put(IN2_CTRL, ENABLE | (1 << 29) | (2 << 26) | IN2_DATA);
    this.put(OUT2_CTRL, ENABLE | (1 << 29) | (2 << 26) | OUT2_DATA);
    this.listen();
  }

  listen() {
    this.put(OUT_BUF(2), AVAILABLE | PACKET);
  }

  take() {
    const length = this.get(OUT_BUF(2)) & 0x3ff;
    this.received.push(...this.rp.usbDPRAM.subarray(OUT2_DATA, OUT2_DATA + length));
    this.packets += 1;
    this.put(BUFF_STATUS, 1 << 5);
    this.listen();
  }

  write() {
    if (this.writing || !this.outgoing.length || !this.lines.length) return;
    const part = this.outgoing.splice(0, PACKET);
    this.rp.usbDPRAM.set(part, IN2_DATA);
    this.writing = true;
    this.put(IN_BUF(2), FULL | AVAILABLE | part.length);
  }
}
