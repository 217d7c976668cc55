"""Frames of the I/O chain: how they are laid out, and which levels and edges they mean.

The interrupt keeps frames as they came (`chain.py`); here the scan makes of them what the table
sees. A frame is six halfwords, low byte first: IN0 to IN7, then OUT3 OUT2 OUT1 OUT0. `level`,
`rose` and `fell` have a byte for each of IN0 to IN7 and one for the direct pins. Functions are
small here: one with more than eleven variables and temporaries takes its frame from the heap.
"""

from array import array

from hal.pinmap import DIRECT, INVERT
from mjtable.iomap import BIT_SIG1, BYTE_SIG1, INPUTS_OF

INPUT_WORDS = 4
OUT_AUX, OUT_MOTORS = 4, 5  # words
WORDS = 6
INPUT_BYTES = 2 * INPUT_WORDS
DIRECT_BYTE = INPUT_BYTES
BYTES = INPUT_BYTES + 1
BYTE = 0xFF
SIGNATURE_WORD = BYTE_SIG1 >> 1  # in its low byte
# levels of the direct pins, bit = GPIO
BUS = 1 << DIRECT[3]  # LMOT_FB, byte 8 bit 3
WIRES = sum([1 << gp for gp in DIRECT])
IDLE = sum([(INVERT[DIRECT_BYTE] >> bit & 1) << DIRECT[bit] for bit in range(len(DIRECT))])


def empty_frame():
    """Nothing on."""
    return array("H", (0,) * WORDS)


def idle_frame():
    """As received with every input 0 and the signature right."""
    frame = empty_frame()
    for i in range(INPUT_BYTES):
        frame[i >> 1] |= INVERT[i] << (i & 1) * 8
    frame[SIGNATURE_WORD] |= BIT_SIG1
    return frame


class Edges:
    """Levels as of the last frame taken, and the edges on the way there."""

    def __init__(self):
        self.before = idle_frame()  # the last frame taken
        self.fitted = INPUTS_OF[0]  # inputs that exist, one mask a byte
        self.level = bytearray(BYTES)
        self.rose = bytearray(BYTES)  # edges are added here: the table's image, in a scan
        self.fell = bytearray(BYTES)
        self.bytes = 0  # bit i: byte i has an edge

    def frames(self, queue, count):
        """The next ones; the last of them stays here, for the one before, which is free again."""
        before = self.before
        at = 0
        while at < count:
            self._frame(queue[at])
            at += 1
        queue[count - 1] = before

    def _frame(self, frame):
        """The next one."""
        before = self.before
        word = 0
        while word < INPUT_WORDS:
            differs = frame[word] ^ before[word]
            if differs:
                self._word(word << 1, frame[word], differs)
            word += 1
        self.before = frame

    def _word(self, i, now, differs):
        """Bytes `i` and `i` + 1, or one of them."""
        level = self.level
        while differs:
            if differs & BYTE:
                on = (now & BYTE ^ INVERT[i]) & self.fitted[i]
                changed = level[i] ^ on
                if changed:
                    level[i] = on
                    on &= changed
                    changed ^= on
                    self.rose[i] |= on
                    self.fell[i] |= changed
                    self.bytes |= 1 << i
            differs >>= 8
            now >>= 8
            i += 1

    def pins(self, wires, high, low):
        """Byte 8: levels, and which went high or low, by GPIO."""
        inverted = INVERT[DIRECT_BYTE]
        self.level[DIRECT_BYTE] = _by_bit(wires) ^ inverted
        high = _by_bit(high)
        low = _by_bit(low)
        self.rose[DIRECT_BYTE] |= high & ~inverted | low & inverted
        self.fell[DIRECT_BYTE] |= low & ~inverted | high & inverted

    def anew(self):
        """The levels of the last frame, `fitted` being another."""
        for i in range(INPUT_BYTES):
            byte = self.before[i >> 1] >> (i & 1) * 8 & BYTE
            self.level[i] = (byte ^ INVERT[i]) & self.fitted[i]


def _by_bit(wires):
    """Byte 8 of the levels by GPIO."""
    byte = 0
    if wires:
        for bit in range(len(DIRECT)):
            byte |= (wires >> DIRECT[bit] & 1) << bit
    return byte
