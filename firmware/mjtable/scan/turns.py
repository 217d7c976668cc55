"""Whose turn it is: who runs in a scan, in which order, and when the next scan is needed.

Everyone who takes part has a place (`places.py`). It runs when its deadline in `due` has come,
when an edge concerns it (`watchers.py`), or when somebody has asked for it.
"""

from array import array

from mjtable.generated.iomap import BIT_LMOT_FB, BIT_SAFE_FB, BYTE_FUSE_OK, BYTE_SAFE_FB
from mjtable.generated.timing import SCAN_PERIOD_MS
from mjtable.scan.clock import MASK, passed
from mjtable.scan.image import BYTES
from mjtable.scan.loops import come, concerned, nearest
from mjtable.scan.places import CYCLE, EVERYONE, MAINS, PLACES, SIGNALS, SORTER, SUPERVISION

POWERED = BIT_SAFE_FB | BIT_LMOT_FB  # enabled, and the motor bus is live
BOARD_BYTES = 1 << BYTE_FUSE_OK | 1 << BYTE_SAFE_FB
ANALOGUE = 1 << 9  # edge of a current, a temperature or the mains
MEASURED = SUPERVISION | MAINS | SIGNALS  # those whom it concerns
THINKERS = SORTER | CYCLE
HASH = 37  # every bit has a remainder of its own


class Turns:
    """Mixed into Table, which does the whole scan of those whose turn it is (`_whole`)."""

    def _make_turns(self):
        self.asked = EVERYONE  # who is to run though no input or deadline says so
        self.thinkers = THINKERS  # who looks on when a mechanism changes its state
        self.alert = 0  # whom every edge concerns
        self.due = array("i", [-1] * PLACES)  # by place: when to run without an edge, -1 = never
        self.wants = array("i", [0] * PLACES)  # by place: the motors wished for
        self.seen = bytearray(BYTES)  # inputs that came on, for the witness
        self._next_due = 0  # the nearest of `due`, as of the last scan that did anything

    def wake(self):
        """Something has changed that no input and no deadline tells of: look at everything."""
        self.asked = EVERYONE

    def step(self, inputs, outputs):
        """One scan; returns the ms until the next is needed if no input changes.

        With no deadline, no wish from outside and no edge that concerns anybody there is nothing
        to do: most scans.
        """
        now = self.events.now_ms = inputs.now_ms
        self.now = now = now & MASK
        ready = self.asked
        if inputs.edges:
            ready |= self._edges(inputs)
        if passed(now, self._next_due):
            ready |= come(self.due, PLACES, now)
        elif not (ready or self._keeps()):
            outputs.quiet = outputs.light = True
            if inputs.edges and self.recorder is not None:
                self.recorder.asked = 0
                self.recorder.scan()
            return (self._next_due - now) & MASK
        self.inputs = inputs
        self.outputs = outputs
        outputs.quiet = False
        if self.recorder is not None:
            self.recorder.asked = self.asked
        self.asked = 0
        self._whole(ready)
        rest = nearest(self.due, PLACES, now)
        self._next_due = (now + rest) & MASK
        if self.recorder is not None:
            self.recorder.scan()
        return SCAN_PERIOD_MS if self.asked or self._keeps() else rest

    def _keeps(self):
        """The journal has something new to write: in the next scan with time for it."""
        return self.journal is not None and self.journal.wanted and not self.journal.refused

    def _edges(self, inputs):
        """Whom the edges of this scan concern."""
        self.armed = inputs.level[BYTE_SAFE_FB] & POWERED == POWERED
        found = self.alert | concerned(inputs.rose, inputs.fell, self._watchers, self.seen)
        if inputs.edges & ANALOGUE:
            found |= MEASURED
        if inputs.edges & BOARD_BYTES:
            found |= SUPERVISION  # a lost chain has no edge of its own
        return found

    def _scan(self, now, ready):
        """Run everyone who has something to do, in order of their places; a mask of who ran.

        Who is asked for by somebody before him runs in this scan still, the others in the next;
        sorter and cycle too, who only think: a scan in which a mechanism changes has enough to do.
        """
        runs = self._runs
        ran = 0
        while ready:
            bit = ready & -ready
            ready ^= bit
            ran |= bit
            runs[bit % HASH](now)
            later = self.asked & -bit - bit & ~THINKERS
            if later:
                self.asked ^= later
                ready |= later
        return ran
