"""The shift-register chain as the scan sees it: every frame since the last scan, looked at once.

The machine exchanges a frame a millisecond by itself (`exchange.py`) and keeps the last 64. Here
each is compared: its signature, its loop-back (what the 595s held must be what was sent, design
hardware §1.8), and its inputs, of which edges are made (`edges.py`), so that none is lost however
late the scan is. Two bad frames in a row, or outputs that the guard has switched off, and the
image says "chain broken" (signature 0), which the firmware latches as E901.

Frames are counted from those that are complete in memory, never from a clock.
"""

from array import array

from hal.edges import (
    BEGIN,
    BYTES,
    DIRECT_BYTE,
    EDGED,
    END,
    OUT_AUX,
    OUT_MOTORS,
    SIGNATURE,
    SIGNATURE_WORD,
    Edges,
    hand_over,
    take,
)
from hal.exchange import FRAMES
from mjtable.kit.hosted import for_host
from mjtable.generated.iomap import BIT_SIG1, BYTE_SIG1, INPUTS_OF

BAD_FRAMES = 2  # design hardware §4.2 row 11
COUNT_MASK = 0xFFFF
RING_MASK = FRAMES - 1
RING_BITS = 6
SENT_AFTER = 3  # frames: one may have begun before a wish, the next sends it, the third notes it


class Chain:
    """`exchange`: the frames' rings, `at`, `send`, `release`, `off`, `tripped` (`exchange.py`)."""

    def __init__(self, exchange):
        self._exchange = exchange
        self._ring = exchange.ring
        self._sent = exchange.sent
        self._receive = exchange.receive
        self._first = exchange.first
        # the third: place in the ring of the first frame that was not looked at
        self._where = array("i", (exchange.base, exchange.first, exchange.at(), -1, 0))
        self._seen = Edges()
        self._known = self._seen.before
        self._image = self._seen.image
        self._unsettled = False  # each frame is to be looked at by itself
        self._astray = False  # a wish was not sent
        self.frames = 0  # looked at so far, modulo 2^16
        self.bad = 0  # bad frames in a row
        self.broken = False
        self._released = False  # and not switched off since
        self.lost = 0  # bad frames ever
        self._motors = self._aux = 0  # the last wish, as it is noted
        self._wished = -1  # place of the frame before which it came; -1: seen to be sent
        self._tripped = exchange.tripped  # found at once, these two
        self.look = self.look
        self.forget(INPUTS_OF[0])

    def look(self):
        """Look at every frame that is complete and was not looked at.

        Outputs that the guard has switched off, or is about to, are released by a new arming only.
        """
        at = self._where[BEGIN]
        if self._unsettled:  # each by itself
            found = self._exchange.at() << RING_BITS | at
        else:
            found = take(
                self._ring, self._sent, self._known, self._receive, self._where, self._image
            )
        end = found >> RING_BITS
        self.frames = self.frames + (end - at & RING_MASK) & COUNT_MASK
        if self._wished >= 0 and end - self._wished & RING_MASK >= SENT_AFTER:
            self._look_at_wish((end - 1 & RING_MASK) * 2 + self._first)
        # the guard is always asked: inputs that change must not hide it
        if self._tripped() or self._unsettled or found & RING_MASK != end:
            self._look_closely(found & RING_MASK, end)
        self._where[BEGIN] = end

    def _look_at_wish(self, back):
        """What was wished is what was sent, or nothing of it is believed."""
        self._wished = -1
        if self._sent[back] != self._aux or self._sent[back + 1] != self._motors:
            self._unsettled = self._astray = True

    def _look_closely(self, at, end):
        """At these frames, each that is not as known by itself."""
        seen = self._seen
        seen.since(self._ring, (at - 1 & RING_MASK) << 3)
        told = self.broken
        tripped = self._released and not self._exchange.released
        self.broken = self.bad >= BAD_FRAMES or tripped or self._astray
        self._astray = False
        while at != end:
            at = self._frame(at, end)
        if self.broken:
            self._released = False
            self._exchange.off()
        if self.broken != told:
            self._where[EDGED] |= 1 << BYTE_SIG1
        self._unsettled = self.broken or self.bad > 0 or seen.bus_pending

    def _frame(self, at, end):
        """One frame that brings more than inputs, or follows a doubtful one; the next such."""
        self._seen.pins(self._ring, at << 3)
        if self._proven(at << 3, (at << 1) + self._first):
            return self._go_on(at, end)
        if self.bad < BAD_FRAMES:
            self.bad += 1
        self.lost = self.lost + 1 & COUNT_MASK
        if self.bad >= BAD_FRAMES:
            self.broken = True
        return at + 1 & RING_MASK

    def _proven(self, word, back):
        """The signature is right, and what the 595s held is what was sent."""
        ring = self._ring
        sent = self._sent
        return (
            ring[word + SIGNATURE_WORD] & SIGNATURE == BIT_SIG1
            and ring[word + OUT_AUX] == sent[back]
            and ring[word + OUT_MOTORS] == sent[back + 1]
        )

    def _go_on(self, at, end):
        """Take the inputs of this proven frame, and of those behind it unless it is doubtful."""
        self.bad = 0
        where = self._where
        where[BEGIN] = at
        where[END] = at + 1 & RING_MASK if self._seen.bus_pending else end
        end = take(self._ring, self._sent, self._known, self._receive, where, self._image)
        where[END] = -1
        end &= RING_MASK
        return at + 1 & RING_MASK if end == at else end

    def send(self, motors, aux):
        """Outputs from the next frame on: OUT0, OUT1 motors, OUT2, OUT3 `aux`."""
        self._exchange.send(motors, aux)
        self._motors = (motors & 255) << 8 | motors >> 8 & 255
        self._aux = (aux & 255) << 8 | aux >> 8 & 255
        self._wished = self._exchange.at()

    def collect(self, inputs):
        """Levels as of the last frame and all edges since the last call, into the image."""
        seen = self._seen
        self.look()
        edges = self._where[EDGED]
        if seen.pins_moved:
            seen.pins_moved = False
            edges |= 1 << DIRECT_BYTE
        if edges or inputs.edges:
            hand_over(self._image, inputs.level, inputs.rose, inputs.fell)
            self._where[EDGED] = 0
            if self.broken:
                inputs.level[BYTE_SIG1] &= ~SIGNATURE
        inputs.edges = edges

    def levels(self):
        """Levels as of the last frame, for the self-test; edges until then are nobody's."""
        self.look()
        return self._image

    level = for_host(levels)

    def release(self):
        """Let the outputs show, unless the chain is broken."""
        if not self.broken:
            self._exchange.release()
            self._released = True

    def forget(self, fitted):
        """Start again with these inputs (a mask a byte): the next collect reports every byte."""
        self._seen.anew(fitted)
        self._where[EDGED] = (1 << BYTES) - 1

    def skip(self):
        """After a time at rest longer than the ring: what it holds begins now."""
        self._where[BEGIN] = self._exchange.at()
