"""Frames of the I/O chain: how they are laid out, and which levels and edges they mean.

A frame is eight halfwords, low byte first: IN0 to IN7, then OUT3 OUT2 OUT1 OUT0 as the 595s held
them, then the levels of all GPIOs (`exchange.py`). `level`, `rose` and `fell` have a byte for each
of IN0 to IN7 and one for the direct pins. Functions are small here: one with more than eleven
variables and temporaries takes its frame from the heap.
"""

from array import array

from hal.pinmap import DIRECT, GP_SR_MISO, INVERT
from mjtable.generated.iomap import BIT_SIG1, BYTE_SIG1, INPUTS_OF

INPUT_WORDS = 4
OUT_AUX, OUT_MOTORS = 4, 5  # words
PINS_HIGH, PINS_LOW = 6, 7
WORDS = 8
INPUT_BYTES = 2 * INPUT_WORDS
DIRECT_BYTE = INPUT_BYTES
BYTES = INPUT_BYTES + 1
BYTE = 0xFF
SIGNATURE_WORD = BYTE_SIG1 >> 1  # in its low byte
BUS_BIT = 3  # LMOT_FB, of byte 8


def place_of(gp):
    """(word, bit) of a GPIO's level: the program takes 32 of them from MISO on, around the end.

    The DMA turns the four bytes round, as it does with those of the chain.
    """
    bit = gp - GP_SR_MISO & 31
    byte = 3 - (bit >> 3)
    return PINS_HIGH + (byte >> 1), (byte & 1) * 8 + (bit & 7)


PLACES = tuple([place_of(gp) for gp in DIRECT])


def pins_mask(word):
    """The direct pins' bits in one of the last two words."""
    return sum([1 << bit for each, bit in PLACES if each == word])


HIGH, LOW = pins_mask(PINS_HIGH), pins_mask(PINS_LOW)
BUS = 1 << PLACES[BUS_BIT][1]  # in the last word


def known():
    """The idle frame and, behind it, what of its last words is looked at, and the motor bus."""
    return array("H", list(idle_frame()) + [HIGH, LOW, BUS])


def empty_frame():
    """Nothing on."""
    return array("H", (0,) * WORDS)


def idle_frame():
    """As received with every input 0 and the signature right."""
    frame = empty_frame()
    for i in range(INPUT_BYTES):
        frame[i >> 1] |= INVERT[i] << (i & 1) * 8
    frame[SIGNATURE_WORD] |= BIT_SIG1
    for pin in range(len(DIRECT)):
        word, bit = PLACES[pin]
        frame[word] |= (INVERT[DIRECT_BYTE] >> pin & 1) << bit
    return frame


class Edges:
    """Levels as of the last frame taken, and the edges on the way there."""

    def __init__(self):
        self.before = known()  # the last frame taken, and what of its pins is looked at
        self.fitted = INPUTS_OF[0]  # inputs that exist, one mask a byte
        self.level = bytearray(BYTES)
        self.rose = bytearray(BYTES)  # edges are added here: the table's image, in a scan
        self.fell = bytearray(BYTES)
        self.bytes = 0  # bit i: byte i has an edge
        self.bus_pending = False  # the motor bus is dead, if the next frame says so too

    def inputs(self, ring, at):
        """The inputs of a proven frame, which begins at word `at` of the ring."""
        word = 0
        while word < INPUT_WORDS:
            if ring[at + word] != self.before[word]:
                self._word(word, ring[at + word])
            word += 1

    def _word(self, word, now):
        """Its two bytes, or one of them."""
        differs = now ^ self.before[word]
        self.before[word] = now
        i = word << 1
        while differs:
            if differs & BYTE:
                self._byte(i, (now & BYTE ^ INVERT[i]) & self.fitted[i])
            differs >>= 8
            now >>= 8
            i += 1

    def _byte(self, i, on):
        changed = self.level[i] ^ on
        if changed:
            self.level[i] = on
            self.rose[i] |= on & changed
            self.fell[i] |= changed & ~on
            self.bytes |= 1 << i

    def since(self, ring, at):
        """The frame before those that come next: a bus whose wire was high in it may be dead."""
        live = self.level[DIRECT_BYTE] & 1 << BUS_BIT
        self.bus_pending = live != 0 and ring[at + PINS_LOW] & BUS != 0

    def pins(self, ring, at):
        """The direct pins of a frame. The motor bus is dead when two in a row say so.

        Its wire is high for 0.4 ms around each zero crossing of a live bus.
        """
        before = self.before
        high = ring[at + PINS_HIGH]
        low = ring[at + PINS_LOW]
        changed = (high ^ before[PINS_HIGH]) & HIGH | (low ^ before[PINS_LOW]) & LOW
        if changed or self.bus_pending:
            before[PINS_HIGH] = high
            before[PINS_LOW] = low
            self._pins(before)

    def _pins(self, before):
        now = _by_bit(before) ^ INVERT[DIRECT_BYTE]
        dead = self.level[DIRECT_BYTE] & ~now & 1 << BUS_BIT
        if dead and not self.bus_pending:
            now |= dead
            self.bus_pending = True
        else:
            self.bus_pending = False
        self._byte(DIRECT_BYTE, now)

    def anew(self):
        """The levels of the last frame, `fitted` being another."""
        for i in range(INPUT_BYTES):
            byte = self.before[i >> 1] >> (i & 1) * 8 & BYTE
            self.level[i] = (byte ^ INVERT[i]) & self.fitted[i]


def _by_bit(frame):
    """Byte 8 by the levels of its pins."""
    now = 0
    for pin in range(len(PLACES)):
        now |= (frame[PLACES[pin][0]] >> PLACES[pin][1] & 1) << pin
    return now
