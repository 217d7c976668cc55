"""Frames of the I/O chain: how they are laid out, and which levels and edges they mean.

A frame is eight halfwords, low byte first: IN0 to IN7, then OUT3 OUT2 OUT1 OUT0 as the 595s held
them, then the levels of all GPIOs (`exchange.py`). The image has what they mean: levels, rises,
falls, each with a byte for each of IN0 to IN7 and one for the direct pins. Most frames that bring
anything bring inputs alone: `take` goes on over them in machine code. Functions are small here:
one with more than eleven variables and temporaries takes its frame from the heap.
"""

from array import array

from hal.pinmap import DIRECT, GP_SR_MISO, INVERT
from mjtable.generated.iomap import BIT_SIG0, BIT_SIG1, BYTE_SIG1
from mjtable.kit.flat import flat
from mjtable.kit.letters import lay

INPUT_WORDS = 4
OUT_AUX, OUT_MOTORS = 4, 5  # words
PINS_HIGH, PINS_LOW = 6, 7
WORDS = 8
INPUT_BYTES = 2 * INPUT_WORDS
DIRECT_BYTE = INPUT_BYTES
BYTES = INPUT_BYTES + 1
BYTE = 0xFF
SIGNATURE_WORD = BYTE_SIG1 >> 1  # in its low byte
SIGNATURE = BIT_SIG1 | BIT_SIG0
BUS_BIT = 3  # LMOT_FB, of byte 8
WHAT_HIGH, WHAT_LOW, WHAT_BUS = 8, 9, 10  # in what is known of the frames, behind the frame
POLARITY, FITTED = 11, 15
BASE, SENT_FIRST, BEGIN, END, EDGED = 0, 1, 2, 3, 4  # of `take`'s `where`


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
    """The idle frame and, behind it, what of its last words is looked at, and the motor bus; then
    the input words' polarity, and which of their bits exist."""
    return array("H", list(idle_frame()) + [HIGH, LOW, BUS] + words(INVERT) + [0] * INPUT_WORDS)


def words(masks):
    """A mask for each byte of the chain's inputs, as words."""
    return [masks[2 * i] | masks[2 * i + 1] << 8 for i in range(INPUT_WORDS)]


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


@flat("ptr16 ptr16 ptr16 ptr32 ptr32 ptr8")
def take(ring, sent, known, receive, where, image):
    """Look at frames and take those that are proven and bring nothing but inputs: 64 x where the
    complete ones end + the first that could not be taken.

    `known` as above, its frame without loop-back: the loop-back of each is that which `sent` has
    for it. `where`: base and first as in `Exchange`, the frame to begin with, where to end (-1:
    behind the last complete one), and the bytes that had an edge, which are added to. No frame
    was left when both results are the same.

    The wire of the motor bus is high for 0.4 ms around each zero crossing of a live bus: alone in
    one frame that is no news.
    """
    end = where[END]
    if end < 0:
        end = receive[1] - where[BASE] >> 4 & 63
    at = where[BEGIN]
    while at != end:
        word = at << 3
        back = (at << 1) + where[SENT_FIRST]
        differs = ring[word + OUT_AUX] ^ sent[back] | ring[word + OUT_MOTORS] ^ sent[back + 1]
        differs |= (ring[word + SIGNATURE_WORD] ^ BIT_SIG1) & SIGNATURE
        differs |= (ring[word + PINS_HIGH] ^ known[PINS_HIGH]) & known[WHAT_HIGH]
        pins = (ring[word + PINS_LOW] ^ known[PINS_LOW]) & known[WHAT_LOW]
        bus = known[WHAT_BUS]
        if pins == bus and not ring[(at - 1 & 63) * 8 + PINS_LOW] & bus:
            pins = known[PINS_LOW] & bus  # went high just now: not yet; low: at once
        if differs | pins:
            return end << 6 | at
        for i in range(INPUT_WORDS):
            now = ring[word + i]
            if now != known[i]:
                known[i] = now
                now = (now ^ known[POLARITY + i]) & known[FITTED + i]
                for byte in range(2 * i, 2 * i + 2):
                    changed = image[byte] ^ now & 255
                    if changed:
                        image[byte] = now & 255
                        image[BYTES + byte] |= changed & now
                        image[2 * BYTES + byte] |= changed & ~now
                        where[EDGED] |= 1 << byte
                    now >>= 8
        at = at + 1 & 63
    return end << 6 | end


@flat("ptr8 ptr8 ptr8 ptr8")
def hand_over(image, level, rose, fell):
    """Levels and edges since the last time, into arrays of their own; 0."""
    for i in range(BYTES):
        level[i] = image[i]
        rose[i] = image[BYTES + i]
        fell[i] = image[2 * BYTES + i]
        image[BYTES + i] = image[2 * BYTES + i] = 0
    return 0


class Edges:
    """Levels as of the last frame taken, and the edges since they were handed over."""

    def __init__(self):
        self.before = known()  # the last frame taken, and what of it is looked at
        self.image = bytearray(3 * BYTES)
        self.pins_moved = False  # byte 8 has an edge
        self.bus_pending = False  # the motor bus is dead, if the next frame says so too

    def since(self, ring, at):
        """The frame before those that come next: a bus whose wire was high in it may be dead."""
        live = self.image[DIRECT_BYTE] & 1 << BUS_BIT
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
        dead = self.image[DIRECT_BYTE] & ~now & 1 << BUS_BIT
        if dead and not self.bus_pending:
            now |= dead
            self.bus_pending = True
        else:
            self.bus_pending = False
        image = self.image
        changed = image[DIRECT_BYTE] ^ now
        if changed:
            image[DIRECT_BYTE] = now
            image[BYTES + DIRECT_BYTE] |= changed & now
            image[2 * BYTES + DIRECT_BYTE] |= changed & ~now
            self.pins_moved = True

    def anew(self, fitted):
        """The levels of the last frame, `fitted` (a mask a byte) being the inputs that exist;
        edges until then are nobody's."""
        before = self.before
        lay(self.image, BYTES, bytes(2 * BYTES), 2 * BYTES)
        for i in range(INPUT_WORDS):
            exist = before[FITTED + i] = words(fitted)[i]
            now = (before[i] ^ before[POLARITY + i]) & exist
            self.image[2 * i] = now & BYTE
            self.image[2 * i + 1] = now >> 8


def _by_bit(frame):
    """Byte 8 by the levels of its pins."""
    now = 0
    for pin in range(len(PLACES)):
        now |= (frame[PLACES[pin][0]] >> PLACES[pin][1] & 1) << pin
    return now
