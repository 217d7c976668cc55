"""The shift-register chain as the scan sees it: every frame since the last scan, looked at once.

The machine exchanges a frame a millisecond by itself (`exchange.py`) and keeps the last 64. Here
each is compared: its signature, its loop-back (what the 595s held must be what was sent, design
hardware §1.8), and its inputs, of which edges are made (`edges.py`), so that none is lost however
late the scan is. Two bad frames in a row, or outputs that the guard has switched off, and the
image says "chain broken" (signature 0), which the firmware latches as E901.

Frames are counted from those that are complete in memory, never from a clock.
"""

from array import array

from hal.edges import BYTES, SIGNATURE_WORD, Edges
from hal.exchange import FRAMES
from mjtable.kit.flat import flat
from mjtable.kit.hosted import for_host
from mjtable.generated.iomap import BIT_SIG0, BIT_SIG1, BYTE_SIG1, INPUTS_OF
from mjtable.kit.letters import lay

SIGNATURE = BIT_SIG1 | BIT_SIG0
BAD_FRAMES = 2  # design hardware §4.2 row 11
COUNT_MASK = 0xFFFF
RING_MASK = FRAMES - 1
RING_BITS = 6
SENT_AFTER = 3  # frames: one may have begun before a wish, the next sends it, the third notes it
_NONE = bytes(BYTES)


@flat("ptr16 ptr16 ptr16 ptr32 ptr32")
def compare(ring, sent, known, receive, where):
    """Look at frames: 64 x the one that comes next + the first that is not as known.

    `known` is the last good frame, without its loop-back, and behind it what of its last two
    words counts, and of the last the motor bus. The loop-back of each frame is that which `sent`
    has for it. `where` is base and first as in `Exchange`, and the frame to begin with; no other
    frame is found when both are the same.

    The wire of the motor bus is high for 0.4 ms around each zero crossing of a live bus: alone in
    one frame that is no news.
    """
    end = receive[1] - where[0] >> 4 & 63
    first = where[1]
    at = where[2]
    while at != end:
        word = at << 3
        back = (at << 1) + first
        differs = ring[word + 4] ^ sent[back] | ring[word + 5] ^ sent[back + 1]
        differs |= ring[word] ^ known[0] | ring[word + 1] ^ known[1]
        differs |= ring[word + 2] ^ known[2] | ring[word + 3] ^ known[3]
        differs |= (ring[word + 6] ^ known[6]) & known[8]
        pins = (ring[word + 7] ^ known[7]) & known[9]
        if pins == known[10] and not ring[(at - 1 & 63) * 8 + 7] & known[10]:
            pins = known[7] & known[10]  # went high just now: not yet; low: at once
        if differs | pins:
            return end << 6 | at
        at = at + 1 & 63
    return end << 6 | end


class Chain:
    """`exchange`: the frames' rings, `at`, `send`, `release`, `off`, `tripped` (`exchange.py`)."""

    def __init__(self, exchange):
        self._exchange = exchange
        self._ring = exchange.ring
        self._sent = exchange.sent
        self._receive = exchange.receive
        self._first = exchange.first
        self._where = array("i", (exchange.base, exchange.first, 0))
        self._seen = Edges()
        self._known = self._seen.before
        self._next = exchange.at()  # place in the ring of the first frame that was not looked at
        self._unsettled = False  # each frame is to be looked at by itself
        self._astray = False  # a wish was not sent
        self.fitted = INPUTS_OF[0]
        self.frames = 0  # looked at so far, modulo 2^16
        self.bad = 0  # bad frames in a row
        self.broken = False
        self._released = False  # and not switched off since
        self.lost = 0  # bad frames ever
        self._motors = self._aux = 0  # the last wish, as it is noted
        self._wished = -1  # place of the frame before which it came; -1: seen to be sent
        self._tripped = exchange.tripped  # found at once, these two
        self.look = self.look
        self.forget()

    def look(self):
        """Look at every frame that is complete and was not looked at.

        Outputs that the guard has switched off, or is about to, are released by a new arming only.
        """
        at = self._where[2] = self._next
        found = compare(self._ring, self._sent, self._known, self._receive, self._where)
        end = found >> RING_BITS
        self.frames = self.frames + (end - at & RING_MASK) & COUNT_MASK
        self._next = end
        if self._wished >= 0 and end - self._wished & RING_MASK >= SENT_AFTER:
            self._look_at_wish((end - 1 & RING_MASK) * 2 + self._first)
        tripped = self._tripped()  # always asked: inputs that change must not hide it
        if self._unsettled:
            self._look_closely(at, end)
        elif tripped or found & RING_MASK != end:
            self._look_closely(found & RING_MASK, end)

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
            self._frame(at)
            at = at + 1 & RING_MASK
            if not (self.bad or seen.bus_pending):
                at = self._other(at, end)
        if self.broken:
            self._released = False
            self._exchange.off()
        if self.broken != told:
            seen.bytes |= 1 << BYTE_SIG1
        self._unsettled = self.broken or self.bad > 0 or seen.bus_pending

    def _other(self, at, end):
        """The next frame that is not as known; later ones than `end` are the next scan's."""
        self._where[2] = at
        found = compare(self._ring, self._sent, self._known, self._receive, self._where)
        found &= RING_MASK
        return end if found - at & RING_MASK > end - at & RING_MASK else found

    def _frame(self, at):
        """One frame that brings a change, or follows one that was doubtful."""
        seen = self._seen
        word = at << 3
        seen.pins(self._ring, word)
        if self._proven(word, (at << 1) + self._first):
            self.bad = 0
            seen.inputs(self._ring, word)
            return
        if self.bad < BAD_FRAMES:
            self.bad += 1
        self.lost = self.lost + 1 & COUNT_MASK
        if self.bad >= BAD_FRAMES:
            self.broken = True

    def _proven(self, word, back):
        """The signature is right, and what the 595s held is what was sent."""
        ring = self._ring
        sent = self._sent
        return (
            ring[word + SIGNATURE_WORD] & SIGNATURE == BIT_SIG1
            and ring[word + 4] == sent[back]
            and ring[word + 5] == sent[back + 1]
        )

    def send(self, motors, aux):
        """Outputs from the next frame on: OUT0, OUT1 motors, OUT2, OUT3 `aux`."""
        self._exchange.send(motors, aux)
        self._motors = (motors & 255) << 8 | motors >> 8 & 255
        self._aux = (aux & 255) << 8 | aux >> 8 & 255
        self._wished = self._exchange.at()

    def collect(self, inputs):
        """Levels as of the last frame and all edges since the last call, into the image."""
        seen = self._seen
        if inputs.edges:
            lay(inputs.rose, 0, _NONE, BYTES)
            lay(inputs.fell, 0, _NONE, BYTES)
        seen.fitted = self.fitted
        seen.rose = inputs.rose
        seen.fell = inputs.fell
        self.look()
        edges = seen.bytes
        inputs.edges = edges
        if edges:
            seen.bytes = 0
            lay(inputs.level, 0, seen.level, BYTES)
            if self.broken:
                inputs.level[BYTE_SIG1] &= ~SIGNATURE

    def levels(self):
        """Levels as of the last frame, for the self-test; edges until then are nobody's."""
        self.look()
        return self._seen.level

    level = for_host(levels)

    def release(self):
        """Let the outputs show, unless the chain is broken."""
        if not self.broken:
            self._exchange.release()
            self._released = True

    def forget(self):
        """Start again with `fitted` known: the next collect reports every byte, as it must."""
        self._seen.fitted = self.fitted
        self._seen.anew()
        self._seen.bytes = (1 << BYTES) - 1

    def skip(self):
        """After a time at rest longer than the ring: what it holds begins now."""
        self._next = self._exchange.at()
