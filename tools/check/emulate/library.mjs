// The emulator library of tools/node, found from here whatever folder the program was started in.
import { createRequire } from 'node:module';

const load = createRequire(new URL('../../node/package.json', import.meta.url));
export const { RP2040, USBCDC, FIFO, GPIOPinState, I2CMode } = load('rp2040js');
