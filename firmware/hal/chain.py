"""The shift-register chain: one 12-byte frame a millisecond, from a hard timer interrupt.

Sent: eight bytes nobody keeps, then OUT3 OUT2 OUT1 OUT0. Received: IN0 to IN7, then the four
output bytes that the 595s held until now: the loop-back, which proves the frame before (design
hardware §1.8). Two frames in a row with a wrong loop-back or signature switch the outputs off and
the image says "chain broken" (signature 0), which the firmware latches as E901.

The interrupt keeps each frame that differs from the one before; `collect` makes edges of them
(`edges.py`), so none between two scans is lost. Should a scan last so long that the queue is full,
the newest frame takes the place of the one before it: what is lost then is a pulse that came and
went in the overlong scan, never a level. Everything `tick` touches was made before the first
interrupt: it allocates nothing.
"""

from struct import pack_into

from hal.chip import GPIO_IN
from hal.edges import (
    BUS,
    BYTES,
    DIRECT_BYTE,
    IDLE,
    OUT_AUX,
    OUT_MOTORS,
    SIGNATURE_WORD,
    WIRES,
    Edges,
    empty_frame,
)
from mjtable.iomap import BIT_SIG0, BIT_SIG1, BYTE_SIG1, INPUTS_OF

SIGNATURE = BIT_SIG1 | BIT_SIG0
BAD_FRAMES = 2  # design hardware §4.2 row 11
FRAMES_MASK = 0xFFFF
DEPTH = 12  # frames: more than the 10 ms that a scan may last
_COPY = "%ds" % BYTES  # nine bytes at once, a fifth of the time of a loop
_NONE = bytes(BYTES)


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
        self._tx = empty_frame()
        self._next = empty_frame()
        self._queue = [empty_frame() for _ in range(DEPTH)]
        self._count = 0  # frames in it: those that brought a change since the last collect
        self._rx = self._queue[0]  # the one after them
        self._spare = [empty_frame() for _ in range(DEPTH)]
        self._seen = Edges()
        self._good = self._seen.before  # the last one believed, with the loop-back that comes next
        self._known = None  # a frame that equals this one is not looked at
        self._fresh = True  # the frame sent last differs from the one before
        self._wires = IDLE  # GPIO levels of the direct pins, as last taken
        self._went_high = self._went_low = 0
        self._bus_frame = -1  # high in this one too, the motor bus is dead
        self._edges = 0  # of bytes, beside those of the frames in the queue
        self.fitted = INPUTS_OF[0]
        self.frames = 0  # frames so far, modulo 2^16: the interrupt is alive
        self.bad = 0  # bad frames in a row
        self.broken = False
        self.lost = 0  # bad frames ever
        self.tick = self._tick  # bound once
        self._look = self._looked_at
        self._move = self._moved
        self.forget()

    def _tick(self, _timer):
        """One frame: by the cost model 119 us, 184 with any inputs changed, 260 at most."""
        pin = self._load  # a pin in a local is called in a third of the time
        pin(0)
        pin(1)  # the 165s hold what their inputs are now
        rx = self._rx
        xfer = self._xfer
        xfer(self._tx, rx)
        pin = self._latch
        pin(1)  # the 595s show what has just been sent
        pin(0)
        self.frames = self.frames + 1 & FRAMES_MASK
        wires = self._registers[GPIO_IN] & WIRES
        if rx != self._known:
            self._look(rx)
        if wires != self._wires:
            self._move(wires)

    def _looked_at(self, rx):
        """A frame that brings a change, follows a bad one, or sent new outputs."""
        good = self._good
        changed = rx != good
        if changed and (
            rx[SIGNATURE_WORD] & SIGNATURE != BIT_SIG1
            or rx[OUT_MOTORS] != good[OUT_MOTORS]
            or rx[OUT_AUX] != good[OUT_AUX]
        ):
            self._spoilt()
        else:
            if self.bad:
                self._mended()
            if changed:
                count = self._count + 1
                queue = self._queue
                if count == DEPTH:  # no place for one more: this one instead of the one before
                    count -= 1
                    queue[count] = queue[count - 1]
                    queue[count - 1] = rx
                self._count = count
                self._rx = queue[count]
                self._good = good = rx
            self._known = good
        if self._fresh:
            self._fresh = False
            tx = self._tx  # what was sent comes back with the next frame
            good[OUT_MOTORS] = tx[OUT_MOTORS]
            good[OUT_AUX] = tx[OUT_AUX]

    def _mended(self):
        """A good frame after bad ones."""
        self.bad = 0
        if self.broken:
            self.broken = False
            self._edges |= 1 << BYTE_SIG1

    def _spoilt(self):
        """A frame without its signature or with a wrong loop-back: nothing of it is believed."""
        self._known = None
        if self.bad < BAD_FRAMES:
            self.bad += 1
        self.lost = self.lost + 1 & FRAMES_MASK
        if self.bad >= BAD_FRAMES and not self.broken:
            self.broken = True
            self._outputs_off(1)
            self._edges |= 1 << BYTE_SIG1

    def _moved(self, wires):
        """The pins wired straight to the controller, one of them changed."""
        before = self._wires
        if wires & BUS & ~before and self.frames != self._bus_frame:
            # dead, or the 0.4 ms pulse of a zero crossing: the next frame will tell
            self._bus_frame = self.frames + 1 & FRAMES_MASK
            wires &= ~BUS
            if wires == before:
                return
        self._wires = wires
        self._went_high |= wires & ~before
        self._went_low |= before & ~wires
        self._edges |= 1 << DIRECT_BYTE

    def send(self, motors, aux):
        """Outputs from the next frame on: OUT0, OUT1 motors, OUT2, OUT3 `aux`."""
        frame = self._next
        frame[OUT_MOTORS] = (motors & 255) << 8 | motors >> 8 & 255
        frame[OUT_AUX] = (aux & 255) << 8 | aux >> 8 & 255
        state = self._lock()
        self._next = self._tx
        self._tx = frame
        self._fresh = True
        self._known = None
        self._unlock(state)

    def collect(self, inputs):
        """Levels as of the last frame and all edges since the last call, into the image."""
        if self._count or self._edges:
            pack_into(_COPY, inputs.rose, 0, _NONE)
            pack_into(_COPY, inputs.fell, 0, _NONE)
            seen = self._seen
            seen.rose = inputs.rose
            seen.fell = inputs.fell
            self._take(seen)
            inputs.edges = seen.bytes
            pack_into(_COPY, inputs.level, 0, seen.level)
            if self.broken:
                inputs.level[BYTE_SIG1] &= ~SIGNATURE
        elif inputs.edges:
            inputs.edges = 0
            pack_into(_COPY, inputs.rose, 0, _NONE)
            pack_into(_COPY, inputs.fell, 0, _NONE)

    def _take(self, seen):
        """Empty the queue; the interrupt is held off for some 20 us."""
        seen.fitted = self.fitted
        state = self._lock()
        seen.bytes = self._edges
        self._edges = 0
        count = self._count
        queue = self._queue
        if count:
            self._count = 0
            self._queue = self._spare
            self._spare = queue
            self._rx = self._queue[0]
        self._unlock(state)
        if count:
            seen.frames(queue, count)
        if seen.bytes >> DIRECT_BYTE:
            self._take_pins(seen)

    def _take_pins(self, seen):
        """Byte 8, likewise; the interrupt may have come in between, so its mark goes too."""
        state = self._lock()
        self._edges &= (1 << DIRECT_BYTE) - 1
        wires = self._wires
        high = self._went_high
        low = self._went_low
        self._went_high = 0
        self._went_low = 0
        self._unlock(state)
        seen.pins(wires, high, low)

    @property
    def level(self):
        """Levels as of the last frame, for the self-test; edges until then are nobody's."""
        self._take(self._seen)
        return self._seen.level

    def release(self):
        """Let the outputs show, unless the chain is broken; the interrupt cannot come between."""
        state = self._lock()
        if not self.broken:
            self._outputs_off(0)
        self._unlock(state)

    def forget(self):
        """Start anew, `fitted` being known: the next collect reports every byte, as it must."""
        self._seen.fitted = self.fitted
        self._seen.anew()
        self._edges = (1 << BYTES) - 1
