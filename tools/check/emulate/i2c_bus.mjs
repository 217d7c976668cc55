// An I2C bus with its devices, at the speed the controller was set to: nine bits a byte.
import { I2CMode } from './library.mjs';

const BYTE_BITS = 9;
const EDGE_BITS = 1;

// A device has `address`, `start(reading)`, `write(byte)` true when it acknowledges, `read()`,
// and may have `stop()`.
export class I2cBus {
  constructor(devices = []) {
    this.devices = devices;
    this.device = null;
    this.transfers = 0;
  }

  attach(i2c, clock, clkSys) {
    let next = () => {};
    const alarm = clock.createAlarm(() => next());
    const after = (bits, action) => {
      next = action;
      alarm.schedule((bits * (i2c.sclHighPeriod + i2c.sclLowPeriod) * 1e9) / clkSys());
    };
    this.device = null;
    i2c.onStart = () => after(EDGE_BITS, () => i2c.completeStart());
    i2c.onConnect = (address, mode) =>
      after(BYTE_BITS, () => i2c.completeConnect(this.connect(address, mode === I2CMode.Read)));
    i2c.onWriteByte = (value) =>
      after(BYTE_BITS, () => i2c.completeWrite(this.device?.write(value) ?? false));
    i2c.onReadByte = () => after(BYTE_BITS, () => i2c.completeRead(this.device?.read() ?? 0xff));
    i2c.onStop = () =>
      after(EDGE_BITS, () => {
        this.release();
        i2c.completeStop();
      });
  }

  connect(address, reading) {
    this.device = this.devices.find((device) => device.address === address) ?? null;
    this.device?.start(reading);
    this.transfers += 1;
    return this.device !== null;
  }

  release() {
    this.device?.stop?.();
    this.device = null;
  }
}
