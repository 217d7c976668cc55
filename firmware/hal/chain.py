"""The shift-register chain as the scan sees it: every frame since the last scan, looked at once.

The machine exchanges a frame a millisecond by itself (`exchange.py`) and keeps the last 64. Here
each is compared: its signature, its loop-back (what the 595s held must be what was sent, design
hardware §1.8), and its inputs, of which edges are made (`edges.py`), so that none is lost however
late the scan is. Two bad frames in a row, or outputs that the guard has switched off, and the
image says "chain broken" (signature 0), which the firmware latches as E901.

Frames are counted from those that are complete in memory, never from a clock.
"""

from array import array
from struct import pack_into

from hal.edges import BYTES, OUT_AUX, OUT_MOTORS, SIGNATURE_WORD, Edges, masks
from hal.exchange import FRAMES
from mjtable.flat import flat
from mjtable.iomap import BIT_SIG0, BIT_SIG1, BYTE_SIG1, INPUTS_OF

SIGNATURE = BIT_SIG1 | BIT_SIG0
BAD_FRAMES = 2  # design hardware §4.2 row 11
COUNT_MASK = 0xFFFF
RING_MASK = FRAMES - 1
SHOWN_AFTER = 2  # frames: one may have begun before a wish, the next one's loop-back is older too
WISHES = 4  # not yet seen in a loop-back; a frame takes one, so more than two is rare
_COPY = "%ds" % BYTES  # nine bytes at once, a fifth of the time of a loop
_NONE = bytes(BYTES)


@flat("ptr16 int int ptr16 ptr16")
def first_other(ring, at, stop, known, looked_at):
    """The first frame of `ring`, `at` <= frame < `stop`, that differs from `known`; or `stop`."""
    while at < stop:
        word = at << 3
        i = 0
        while i < 8:
            if (ring[word + i] ^ known[i]) & looked_at[i]:
                return at
            i += 1
        at += 1
    return stop


class Chain:
    """`exchange`: the frames' ring, `at`, `send`, `release`, `off`, `tripped` (`exchange.py`)."""

    def __init__(self, exchange):
        self._exchange = exchange
        self._at = exchange.at
        self._ring = exchange.ring
        self._seen = Edges()
        self._known = self._seen.before  # the last good frame, with the loop-back that is due
        self._masks = masks()
        self._motors = array("H", (0,) * WISHES)  # sent and not yet seen in a loop-back, in order
        self._aux = array("H", (0,) * WISHES)
        self._wishes = 0
        self._due = 0  # number of the frame that must show the last of them
        self._newest = exchange.at()  # place in the ring
        self._completed = 0  # number of the frame that comes next
        self._next = self._newest  # place of the first frame that was not looked at
        self.fitted = INPUTS_OF[0]
        self.frames = 0  # frames looked at so far, modulo 2^16
        self.bad = 0  # bad frames in a row
        self.broken = False
        self.lost = 0  # bad frames ever
        self.forget()

    def count(self):
        """Frames completed so far, modulo 2^16. To be asked more often than every 64 ms."""
        at = self._at()
        self._completed = self._completed + (at - self._newest & RING_MASK) & COUNT_MASK
        self._newest = at
        return self._completed

    def look(self):
        """Look at every frame that is complete and was not looked at.

        Outputs that the guard has switched off, or is about to, are released by a new arming only.
        """
        seen = self._seen
        told = self.broken
        self.broken = self.bad >= BAD_FRAMES
        completed = self.count()
        at = self._next
        end = self._newest
        while at != end:
            if not (self._wishes or self.bad or seen.bus_pending):
                stop = end if end > at else FRAMES
                at = self._other(at, stop)
                if at == stop:
                    at &= RING_MASK
                    continue
            self._frame(at << 3)
            at = at + 1 & RING_MASK
        self._next = end
        self.frames = completed
        if self.broken or self._exchange.tripped():
            self.broken = True
            self._exchange.off()
        if self.broken != told:
            seen.bytes |= 1 << BYTE_SIG1

    def _other(self, at, stop):
        """`first_other` of the last good frame; those before it have been looked at."""
        other = first_other(self._ring, at, stop, self._known, self._masks)
        self.frames = self.frames + other - at & COUNT_MASK
        return other

    def _frame(self, at):
        """One frame that brings a change, follows a bad one, or may be the first with a wish."""
        ring = self._ring
        seen = self._seen
        seen.pins(ring, at)
        if ring[at + SIGNATURE_WORD] & SIGNATURE == BIT_SIG1 and self._proven(at):
            self.bad = 0
            seen.inputs(ring, at)
        else:
            if self.bad < BAD_FRAMES:
                self.bad += 1
            self.lost = self.lost + 1 & COUNT_MASK
            if self.bad >= BAD_FRAMES:
                self.broken = True
        self.frames = self.frames + 1 & COUNT_MASK

    def _proven(self, at):
        """The loop-back is what was sent last, or a wish after it; none comes too late."""
        motors = self._ring[at + OUT_MOTORS]
        aux = self._ring[at + OUT_AUX]
        known = self._known
        if motors != known[OUT_MOTORS] or aux != known[OUT_AUX]:
            if not self._taken(motors, aux):
                return False
            known[OUT_MOTORS] = motors
            known[OUT_AUX] = aux
        if not self._wishes or self._due - self.frames - 1 & COUNT_MASK < FRAMES:
            return True
        return self._taken(motors, aux) and not self._wishes

    def _taken(self, motors, aux):
        """One of the wishes is what the 595s held: it and those before it have been sent."""
        for wish in range(self._wishes):
            if self._motors[wish] == motors and self._aux[wish] == aux:
                self._forget_wishes(wish + 1)
                return True
        return False

    def _forget_wishes(self, count):
        """The first `count` of them; the others move up."""
        self._wishes -= count
        for wish in range(self._wishes):
            self._motors[wish] = self._motors[wish + count]
            self._aux[wish] = self._aux[wish + count]

    def send(self, motors, aux):
        """Outputs from the next frame on: OUT0, OUT1 motors, OUT2, OUT3 `aux`."""
        self._exchange.send(motors, aux)
        motors = (motors & 255) << 8 | motors >> 8 & 255  # as they come back
        aux = (aux & 255) << 8 | aux >> 8 & 255
        wishes = self._wishes
        if wishes:
            if wishes == WISHES:
                self._forget_wishes(1)
                wishes -= 1
        elif motors == self._known[OUT_MOTORS] and aux == self._known[OUT_AUX]:
            return
        self._motors[wishes] = motors
        self._aux[wishes] = aux
        self._wishes = wishes + 1
        self._due = self.count() + SHOWN_AFTER & COUNT_MASK

    def collect(self, inputs):
        """Levels as of the last frame and all edges since the last call, into the image."""
        seen = self._seen
        if inputs.edges:
            pack_into(_COPY, inputs.rose, 0, _NONE)
            pack_into(_COPY, inputs.fell, 0, _NONE)
        seen.fitted = self.fitted
        seen.rose = inputs.rose
        seen.fell = inputs.fell
        self.look()
        edges = seen.bytes
        inputs.edges = edges
        if edges:
            seen.bytes = 0
            pack_into(_COPY, inputs.level, 0, seen.level)
            if self.broken:
                inputs.level[BYTE_SIG1] &= ~SIGNATURE

    @property
    def level(self):
        """Levels as of the last frame, for the self-test; edges until then are nobody's."""
        self.look()
        return self._seen.level

    def release(self):
        """Let the outputs show, unless the chain is broken."""
        if not self.broken:
            self._exchange.release()

    def forget(self):
        """Start anew, `fitted` being known: the next collect reports every byte, as it must."""
        self._seen.fitted = self.fitted
        self._seen.anew()
        self._seen.bytes = (1 << BYTES) - 1

    def skip(self):
        """After a time at rest longer than the ring: what it holds begins now."""
        self.count()
        self._next = self._newest
        self.frames = self._completed
