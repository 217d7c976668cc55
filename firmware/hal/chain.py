"""The shift-register chain: one 12-byte frame a millisecond, from a hard timer interrupt.

Sent: eight bytes nobody keeps, then OUT3 OUT2 OUT1 OUT0. Received: IN0 to IN7, then the four
output bytes that the 595s held until now: the loop-back, which proves the frame before (design
hardware §1.8). Two frames in a row with a wrong loop-back or signature switch the outputs off and
the image says "chain broken" (signature 0), which the firmware latches as E901.

Everything `tick` touches was made before the first interrupt: it allocates nothing. Between two
scans it latches every edge; `collect` hands them over with the interrupt held off for some 40 us.
"""

import struct

from hal.chip import GPIO_IN
from hal.pinmap import DIRECT, INVERT
from mjtable.iomap import BIT_SIG0, BIT_SIG1, BYTE_SIG1, INPUTS_OF

FRAME = 12
INPUT_BYTES = 8
DIRECT_BYTE = 8
SIGNATURE = BIT_SIG1 | BIT_SIG0
BAD_FRAMES = 2  # design hardware §4.2 row 11
FRAMES_MASK = 0xFFFF
HALF = INPUT_BYTES // 2
_COPY = "%ds" % (DIRECT_BYTE + 1)  # nine bytes at once, a fifth of the time of a loop
_NONE = bytes(DIRECT_BYTE + 1)


class Chain:
    """`spi` has write_readinto; `load`, `latch`: pins to call; `registers`: machine.mem32."""

    def __init__(self, spi, load, latch, outputs_off, registers, lock, unlock):
        self._xfer = spi.write_readinto
        self._load = load
        self._latch = latch
        self._outputs_off = outputs_off
        self._registers = registers
        self._lock = lock
        self._unlock = unlock
        self._tx = bytearray(FRAME)
        self._next = bytearray(FRAME)
        self._rx = bytearray(FRAME)
        self._good = bytearray(FRAME)  # what the next frame must be if nothing changes
        self._rx_parts = _parts(self._rx)
        self._good_parts = _parts(self._good)
        self._fresh = True  # the frame sent last differs from the one before
        self._direct = -1  # GPIO levels of the direct pins, as last taken
        self._bus_high = False  # the motor bus read dead in the sample before
        self.level = bytearray(DIRECT_BYTE + 1)
        self._rose = bytearray(DIRECT_BYTE + 1)
        self._fell = bytearray(DIRECT_BYTE + 1)
        self._old_rose = bytearray(DIRECT_BYTE + 1)
        self._old_fell = bytearray(DIRECT_BYTE + 1)
        self._edges = 0
        self.fitted = INPUTS_OF[0]
        self.frames = 0  # frames so far, modulo 2^16: the interrupt is alive
        self.bad = 0  # bad frames in a row
        self.broken = False
        self.lost = 0  # bad frames ever
        self._direct_mask = 0
        for gp in DIRECT:
            self._direct_mask |= 1 << gp
        self._bus_bit = 1 << DIRECT[3]  # LMOT_FB, byte 8 bit 3
        self.tick = self._tick  # bound once

    def _tick(self, _timer):
        """One frame: by the cost model 131 us, 267 with one byte changed, 411 with several."""
        pin = self._load  # a pin in a local is called in a third of the time
        pin(0)
        pin(1)  # the 165s hold what their inputs are now
        xfer = self._xfer
        xfer(self._tx, self._rx)
        pin = self._latch
        pin(1)  # the 595s show what has just been sent
        pin(0)
        self.frames = self.frames + 1 & FRAMES_MASK
        direct = self._registers[GPIO_IN] & self._direct_mask
        if direct & self._bus_bit:  # high: dead, or the 0.4 ms pulse of a zero crossing
            if not self._bus_high:
                self._bus_high = True
                direct &= ~self._bus_bit
        else:
            self._bus_high = False
        if self._fresh or self.bad or self._rx != self._good:
            self._frame()
        if direct != self._direct:
            self._direct = direct
            self._pins(direct)

    def _frame(self):
        """A frame that differs from the last good one, or that follows a change of outputs."""
        rx = self._rx
        good = self._good
        seen = self._rx_parts
        known = self._good_parts
        if rx[BYTE_SIG1] & SIGNATURE == BIT_SIG1 and seen[2] == known[2]:
            if self.bad:
                self._mended()
            i = HALF if seen[0] == known[0] else 0
            end = HALF if seen[1] == known[1] else INPUT_BYTES
            while i < end:  # without calls: this is the interrupt's longest way
                byte = rx[i]
                if byte != good[i]:
                    good[i] = byte
                    now = (byte ^ INVERT[i]) & self.fitted[i]
                    changed = self.level[i] ^ now
                    self.level[i] = now
                    self._rose[i] |= changed & now
                    self._fell[i] |= changed & ~now
                    if changed:
                        self._edges |= 1 << i
                i += 1
        else:
            self._spoilt()
        if self._fresh:
            self._fresh = False
            tx = self._tx  # what was sent comes back with the next frame
            good[8] = tx[8]
            good[9] = tx[9]
            good[10] = tx[10]
            good[11] = tx[11]

    def _mended(self):
        """A good frame after bad ones."""
        self.bad = 0
        if self.broken:
            self.broken = False
            self._edges |= 1 << BYTE_SIG1

    def _spoilt(self):
        """A frame without its signature or with a wrong loop-back: nothing of it is believed."""
        if self.bad < BAD_FRAMES:
            self.bad += 1
        self.lost = self.lost + 1 & FRAMES_MASK
        if self.bad >= BAD_FRAMES and not self.broken:
            self.broken = True
            self._outputs_off(1)
            self._edges |= 1 << BYTE_SIG1

    def _take(self, i, now):
        """Byte `i` is `now`: latch its edges."""
        changed = self.level[i] ^ now
        if changed:
            self.level[i] = now
            self._rose[i] |= changed & now
            self._fell[i] |= changed & ~now
            self._edges |= 1 << i

    def _pins(self, direct):
        """Byte 8: the pins wired straight to the controller."""
        now = 0
        for bit in range(len(DIRECT)):
            now |= (direct >> DIRECT[bit] & 1) << bit
        self._take(DIRECT_BYTE, now ^ INVERT[DIRECT_BYTE])

    def send(self, motors, aux):
        """Outputs from the next frame on: OUT0, OUT1 motors, OUT2, OUT3 `aux`."""
        frame = self._next
        frame[11] = motors & 255
        frame[10] = motors >> 8 & 255
        frame[9] = aux & 255
        frame[8] = aux >> 8 & 255
        state = self._lock()
        self._next = self._tx
        self._tx = frame
        self._fresh = True
        self._unlock(state)

    def collect(self, inputs):
        """Levels as of the last frame and all edges since the last call, into the image."""
        state = self._lock()
        edges = self._edges
        self._edges = 0
        if edges:
            rose = self._rose
            self._rose = self._old_rose
            self._old_rose = rose
            fell = self._fell
            self._fell = self._old_fell
            self._old_fell = fell
            struct.pack_into(_COPY, inputs.level, 0, self.level)
        self._unlock(state)
        if edges or inputs.edges:
            rose = self._old_rose
            fell = self._old_fell
            struct.pack_into(_COPY, inputs.rose, 0, rose)
            struct.pack_into(_COPY, inputs.fell, 0, fell)
            struct.pack_into(_COPY, rose, 0, _NONE)
            struct.pack_into(_COPY, fell, 0, _NONE)
        if self.broken:
            inputs.level[BYTE_SIG1] &= ~SIGNATURE
        inputs.edges = edges

    def release(self):
        """Let the outputs show, unless the chain is broken; the interrupt cannot come between."""
        state = self._lock()
        if not self.broken:
            self._outputs_off(0)
        self._unlock(state)

    def forget(self):
        """Start anew, `fitted` being known: the next collect reports every byte, as it must."""
        for i in range(INPUT_BYTES):
            self.level[i] = (self._good[i] ^ INVERT[i]) & self.fitted[i]
        self._edges = (1 << DIRECT_BYTE + 1) - 1


def _parts(frame):
    """Lower inputs, upper inputs, outputs: compared without a loop."""
    view = memoryview(frame)
    return view[:HALF], view[HALF:INPUT_BYTES], view[INPUT_BYTES:]
