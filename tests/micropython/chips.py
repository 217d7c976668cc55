"""The parts around the controller, as a driver meets them: plain objects, no MicroPython."""

from array import array

from hal.exchange import FRAME_WORDS, FRAMES
from hal.pinmap import DIRECT, GP_SR_MISO, INVERT

GUARD_FRAMES = 2  # without LATCH, and OE# goes high


class Wire:
    """A pin to call: reads without, writes with an argument; remembers every level written."""

    def __init__(self, level=0, on_write=None):
        self.level = level
        self.written = []
        self._on_write = on_write

    def __call__(self, level=None):
        if level is None:
            return self.level
        self.level = level
        self.written.append(level)
        if self._on_write is not None:
            self._on_write(level)
        return None


class ShiftChain:
    """Four 74HC595 behind MOSI, eight 74HC165 before MISO, and PIO and DMA that drive them.

    `logical` is what the machine's signals are; the wires carry them with their polarity.
    `shown` are OUT0 to OUT3 as the 595s show them, `oe` the level of OE#. Spoil it with `cut`,
    `stuck_output`, `noise`, `stopped`. `frame()` is what happens in one millisecond; the rest is
    what `hal.chain.Chain` asks of `hal.exchange.Exchange`.
    """

    def __init__(self):
        self.logical = bytearray(9)
        self.logical[6] = 1  # signature
        self._registers = bytes(4)  # in the 595s: OUT3 first
        self._last = bytes(4)  # what was sent
        self._wish = bytes(4)
        self.shown = bytes(4)
        self.cut = False  # MISO cable off: everything reads 1
        self.stopped = False  # no frame comes any more
        self.stuck_output = 0  # bits of OUT0 that never leave 0
        self.noise = bytes(12)  # bits of a frame that arrive wrong
        self.bus_pulse = False
        self.frames = 0
        self.ring = array("H", (0,) * FRAMES * FRAME_WORDS)
        self.sent = array("H", (0,) * FRAMES * 2)
        self.base = self.first = 0
        self.receive = self  # the registers of the DMA channel
        self.oe = Wire(1)
        self.released = False
        self._missing = 0  # frames without LATCH

    def frame(self):
        """One exchange of twelve bytes; outputs show when it was good."""
        self._missing += 1
        if not self.stopped:
            inputs = bytes(a ^ b for a, b in zip(self.logical, INVERT, strict=True))
            stream = inputs[:8] + self._registers
            stream = bytes(a ^ b for a, b in zip(stream, self.noise, strict=True))
            stream = b"\xff" * 12 if self.cut else stream
            place = self.frames % FRAMES * 16
            memoryview(self.sent).cast("B")[place >> 2:][:4] = self._last
            memoryview(self.ring).cast("B")[place:place + 16] = stream + self._gpios()
            self.frames += 1
            sent, self._last = self._last, self._wish
            self._registers = self._last[:3] + bytes((self._last[3] & ~self.stuck_output,))
            if stream[6] & 3 == 1 and stream[8:] == sent:
                self.shown = self._registers[::-1]
                self._missing = 0
        if self._missing >= GUARD_FRAMES and self.oe.level == 0:
            self.oe(1)

    def _gpios(self):
        """Levels from MISO on, around the end, the highest byte first; others are noise."""
        raw = self.logical[8] ^ INVERT[8] | (8 if self.bus_pulse else 0)
        levels = self.frames * 0x9E3779B9 & ~sum(1 << gp for gp in DIRECT) & 0x3FFFFFFF
        levels |= sum((raw >> bit & 1) << gp for bit, gp in enumerate(DIRECT))
        return ((levels >> GP_SR_MISO | levels << 32 - GP_SR_MISO) & 0xFFFFFFFF).to_bytes(4, "big")

    def __getitem__(self, register):
        return self.frames % FRAMES * 16

    def at(self):
        return self.frames % FRAMES

    def send(self, motors, aux):
        self._wish = (aux << 16 | motors & 0xFFFF).to_bytes(4, "big")

    def release(self):
        if not self.released:
            self.released = True
            self._missing = 0
            self.oe(0)

    def off(self):
        self.released = False
        if self.oe.level == 0:
            self.oe(1)

    def tripped(self):
        told = self.released and self.oe.level == 1
        self.released = self.released and not told
        return told
