"""The parts around the controller, as a driver meets them: plain objects, no MicroPython."""

from hal.chip import GPIO_IN
from hal.pinmap import DIRECT, INVERT

IDLE_OUTPUTS = bytes(4)


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
    """Four 74HC595 behind MOSI, eight 74HC165 before MISO, on LOAD# and LATCH.

    `logical` is what the machine's signals are; the wires carry them with their polarity.
    `shown` are OUT0 to OUT3 as the 595s show them. Spoil it with `cut`, `stuck_output`, `noise`.
    """

    def __init__(self):
        self.logical = bytearray(9)
        self.logical[6] = 1  # signature
        self._inputs = bytearray(8)  # in the 165s
        self._registers = bytearray(4)  # in the 595s: OUT3 first
        self.shown = bytearray(4)
        self.cut = False  # MISO cable off: everything reads 1
        self.stuck_output = 0  # bits of OUT0 that never leave 0
        self.noise = bytes(12)  # bits of a frame that arrive wrong
        self.frames = 0
        self.load = Wire(1, self._load)
        self.latch = Wire(0, self._latch)
        self.gpio = 0
        self.bus_pulse = False

    def _load(self, level):
        if not level:
            for i in range(8):
                self._inputs[i] = self.logical[i] ^ INVERT[i]

    def _latch(self, level):
        if level:
            self.shown[:] = bytes(reversed(self._registers))

    def write_readinto(self, out, into):
        """One exchange of twelve bytes."""
        self.frames += 1
        stream = bytes(self._inputs) + bytes(self._registers)
        stream = bytes(a ^ b for a, b in zip(stream, self.noise, strict=True))
        memoryview(into).cast("B")[:] = b"\xff" * 12 if self.cut else stream
        self._registers[:] = memoryview(out).cast("B")[8:12]
        self._registers[3] &= ~self.stuck_output

    def __getitem__(self, address):
        """machine.mem32, of which only the GPIO levels are asked."""
        assert address == GPIO_IN
        raw = self.logical[8] ^ INVERT[8]
        if self.bus_pulse:
            raw |= 1 << 3
        return sum((raw >> bit & 1) << gp for bit, gp in enumerate(DIRECT)) | 1 << 29
