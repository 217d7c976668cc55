// One RP2040 without what JavaScript has of it: the core, SIO, both PIO blocks, the DMA, the timer's
// clock, the flash cache, and the wires at its pins. Compiled by tools/check/emulate/core_build.mjs.
import { decode } from './decode';
import { dmaReset } from './dma';
import { DIVISOR, HOOKS, IN_AND, LAST, NEXT, OE_AND, OUT_AND, PRIORITY, ROM_BYTES } from './layout';
import { pioReset } from './pio';
import { flush } from './xip';

export { dmaRead, dmaRequest, dmaWrite } from './dma';
export { setInterrupt } from './exceptions';
export { run } from './loop';
export { updatePins, inputs } from './pins';
export { pioRead, pioWrite } from './pio';
export { sioRead, sioWrite } from './sio';
export { flush } from './xip';
export { read32, read16, read8, write } from './bus';

export function reset(): void {
  decode();
  flush();
  pioReset();
  dmaReset();
  store<u32>(DIVISOR, 1);
  store<u32>(PRIORITY, 0xffffffff);
  store<u32>(OUT_AND, 0xffffffff);
  store<u32>(OE_AND, 0xffffffff);
  memory.fill(HOOKS, 0, ROM_BYTES >> 1);
}
