// The computer at the other end of the USB cable: it finds the serial port and moves bytes.
//
// The library's host answers an empty read with an empty packet every 10 us, a storm of interrupts;
// here a read waits until there is something. A write waits while nobody takes the bytes, as on a
// cable whose host has stopped reading, and DTR follows whether a program has the port open.
import { USBCDC } from './library.mjs';

const AVAILABLE = 1 << 10;
const LENGTH = 0x3ff;
const IN_CONTROL = 0x80;
const PER_ENDPOINT = 8;
const DTR_AND_RTS = 3;
export const WINDOW = 256; // as MicroPython's own buffer

export class UsbHost {
  // onData(bytes) for what the board sends; window = bytes that may wait to be taken.
  constructor(controller, onData, { window = WINDOW } = {}) {
    this.controller = controller;
    this.onData = onData;
    this.window = window;
    this.untaken = 0;
    this.queue = [];
    this.reads = []; // sizes the board asked for and has not got
    this.heldWrite = -1;
    this.open = false;
    this.line = -1; // control line state the board was last told
    this.busy = false;
    this.cdc = new USBCDC(controller);
    this.mend();
  }

  mend() {
    const { cdc, controller } = this;
    const setLine = cdc.cdcSetControlLineState.bind(cdc);
    const written = controller.onEndpointWrite;
    this.sendLine = (value) => {
      this.line = value;
      this.busy = true;
      setLine(value);
    };
    cdc.cdcSetControlLineState = () => this.sendLine(this.wanted);
    cdc.onSerialData = (bytes) => this.onData(bytes);
    controller.onEndpointWrite = (endpoint, bytes) => {
      if (endpoint === 0 && bytes.length === 0) this.busy = false;
      written(endpoint, bytes);
      if (!this.busy) this.tellLine();
    };
    controller.onEndpointRead = (endpoint, size) => {
      if (endpoint !== cdc.outEndpoint) return;
      this.reads.push(size);
      this.feed();
    };
    const updated = controller.DPRAMUpdated.bind(controller);
    this.release = (offset, value) => {
      this.untaken += value & LENGTH;
      updated(offset, value);
    };
    controller.DPRAMUpdated = (offset, value) => {
      if (!(value & AVAILABLE) || offset !== this.inControl) updated(offset, value);
      else if (this.room) this.release(offset, value);
      else this.heldWrite = offset;
    };
  }

  get inControl() {
    return this.cdc.inEndpoint > 0 ? IN_CONTROL + PER_ENDPOINT * this.cdc.inEndpoint : -1;
  }

  get ready() {
    return this.cdc.initialized;
  }

  get room() {
    return this.open && this.untaken < this.window;
  }

  get wanted() {
    return this.open ? DTR_AND_RTS : 0;
  }

  tellLine() {
    if (this.ready && !this.busy && this.line !== this.wanted) this.sendLine(this.wanted);
  }

  // A program opened the port, or closed it.
  setOpen(open) {
    this.open = open;
    this.untaken = 0;
    this.tellLine();
    this.resume();
  }

  // The program on the host has read `count` of the bytes.
  taken(count) {
    this.untaken = Math.max(0, this.untaken - count);
    this.resume();
  }

  // The packet that had to wait may go.
  resume() {
    if (this.heldWrite < 0 || !this.room) return;
    const offset = this.heldWrite;
    this.heldWrite = -1;
    const value = this.controller.rp2040.usbDPRAMView.getUint32(offset, true);
    if (value & AVAILABLE) this.release(offset, value);
  }

  // Bytes for the board; `waiting` says how many it has not taken yet.
  send(bytes) {
    for (const byte of bytes) this.queue.push(byte);
    this.feed();
  }

  get waiting() {
    return this.queue.length;
  }

  feed() {
    while (this.reads.length && this.queue.length) {
      const part = this.queue.splice(0, this.reads.shift());
      this.controller.endpointReadDone(this.cdc.outEndpoint, Uint8Array.from(part));
    }
  }
}
