// The USB serial port on the emulated controller, with a device of a few lines as the firmware:
// it answers the host's set-up and echoes what comes, by the controller's registers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RP2040 } from '../../tools/check/emulate/library.mjs';
import { UsbHost } from '../../tools/check/emulate/usb.mjs';
import { Rig } from '../../tools/check/emulate/rig.mjs';
import { Device } from './device.mjs';
import { bootRom, flashWith } from './images.mjs';
import { programs } from './programs.mjs';

function cable({ window, open = true } = {}) {
  const rp = new RP2040();
  rp.logger = { debug() {}, info() {}, warn() {}, error() {} };
  const got = [];
  const host = new UsbHost(rp.usbCtrl, (bytes) => got.push(...bytes), { window });
  host.setOpen(open);
  const device = new Device(rp);
  const run = (us) => {
    for (let t = 0; t < us; t += 5) {
      rp.clock.tick(5000);
      device.poll();
    }
  };
  device.start();
  run(20_000);
  return { rp, host, device, got, run };
}

const text = (bytes) => Buffer.from(bytes).toString();

test('the host finds the serial port and says that a program has it open', () => {
  const { host, device } = cable();
  assert.equal(host.ready, true);
  assert.deepEqual([host.cdc.inEndpoint, host.cdc.outEndpoint], [2, 2]);
  assert.deepEqual(device.lines, [3]);
});

test('DTR follows the program on the host: closed, open, closed', () => {
  const { host, device, run } = cable({ open: false });
  assert.deepEqual(device.lines, [0]);
  host.setOpen(true);
  run(1000);
  host.setOpen(false);
  run(1000);
  assert.deepEqual(device.lines, [0, 3, 0]);
});

test('an empty read waits: not one packet comes while nothing was sent', () => {
  const { device, run } = cable();
  run(10_000);
  assert.equal(device.packets, 0);
});

test('what the host sends comes in packets of at most 64 bytes, in order', () => {
  const { host, device, run } = cable();
  const sent = Buffer.from(Array.from({ length: 150 }, (_, i) => i));
  host.send(sent);
  run(2000);
  assert.deepEqual(device.received, [...sent]);
  assert.equal(device.packets, 3);
  assert.equal(host.waiting, 0);
});

test('what the device sends reaches the host', () => {
  const { host, device, got, run } = cable();
  device.say('hello there');
  run(1000);
  assert.equal(text(got), 'hello there');
  assert.equal(host.untaken, 11);
});

test('a host that stops reading holds the device up, and loses nothing', () => {
  const { host, device, got, run } = cable({ window: 100 });
  const all = 'x'.repeat(64) + 'y'.repeat(64) + 'z'.repeat(64);
  device.say(all);
  run(5000);
  assert.equal(got.length, 128);
  assert.equal(device.writing, true);
  host.taken(128);
  run(5000);
  assert.equal(text(got), all);
  assert.equal(device.writing, false);
});

test('nobody has the port open: the device waits, as on a cable', () => {
  const { host, device, got, run } = cable({ open: false });
  device.say('early');
  run(2000);
  assert.deepEqual([got.length, device.writing], [0, true]);
  host.setOpen(true);
  run(2000);
  assert.equal(text(got), 'early');
});

test('bytes for a board that does not read wait at the host', () => {
  const { host, device, run } = cable();
  device.deaf = true;
  host.send(Buffer.from('a'.repeat(200)));
  run(2000);
  assert.equal(host.waiting, 136); // one packet is in the controller
  device.deaf = false;
  run(2000);
  assert.equal(device.received.length, 200);
});

test('a program on the chip is found and echoes what comes through the cable', () => {
  const got = [];
  const rig = new Rig({ bootRom: bootRom(), flash: flashWith(programs.echo()), missCycles: 0,
    onUsb: (bytes) => got.push(...bytes) }); // prettier-ignore
  rig.open = true;
  rig.powerOn();
  rig.chip.runUntil(30e6, () => rig.usb.ready);
  rig.usb.send(Buffer.from('x'.repeat(100) + 'end'));
  rig.chip.runUntil(40e6, () => got.length === 103);
  assert.equal(text(got), 'x'.repeat(100) + 'end');
});
