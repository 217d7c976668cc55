// The wires at the 30 GPIO. Each has one level: what the program drives, else what the board drives,
// else its pulls; a program reads its own output back, as on a board.
import {
  DRIVE, DRIVEN, ELSE_OE, ELSE_OUT, IN_AND, IN_OR, IN_XOR, IS_PIO, IS_SIO, KEEPER, LEVEL, OE, OE_AND,
  OE_OR, OE_XOR, OUT, OUT_AND, OUT_OR, OUT_XOR, PIO, PIO_BYTES, PULL_UP, STALLED_MACHINES, WATCH,
} from './layout';
import { outsidePins } from './outside';
import { PAD_OE, PAD_OUT, wakePins } from './pio';

function driven(sio: usize, pad: usize, others: usize): u32 {
  return (load<u32>(sio) & load<u32>(IS_SIO))
    | (load<u32>(PIO + pad) & load<u32>(IS_PIO))
    | (load<u32>(PIO + PIO_BYTES + pad) & load<u32>(IS_PIO + 4))
    | load<u32>(others);
}

// Something that drives a pin has changed: what follows from it.
export function updatePins(): void {
  const oe = ((driven(OE, PAD_OE, ELSE_OE) & load<u32>(OE_AND)) | load<u32>(OE_OR)) ^ load<u32>(OE_XOR);
  const out = ((driven(OUT, PAD_OUT, ELSE_OUT) & load<u32>(OUT_AND)) | load<u32>(OUT_OR)) ^ load<u32>(OUT_XOR);
  const old = load<u32>(LEVEL);
  const board = load<u32>(DRIVEN);
  const idle = load<u32>(PULL_UP) | (load<u32>(KEEPER) & old);
  const level = (oe & out) | (~oe & ((board & load<u32>(DRIVE)) | (~board & idle)));
  const changed = level ^ old;
  if (changed == 0) return;
  store<u32>(LEVEL, level);
  if (load<u32>(STALLED_MACHINES)) wakePins();
  if (changed & load<u32>(WATCH)) outsidePins(changed);
}

// What peripherals see on the pins.
// @ts-ignore: decorator
@inline
export function inputs(): u32 {
  return ((load<u32>(LEVEL) & load<u32>(IN_AND)) | load<u32>(IN_OR)) ^ load<u32>(IN_XOR);
}
