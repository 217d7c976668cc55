"""Times that the table learns: a mechanism that needs half as long again is told before it stops.

All in per cent of the design's time. `took` is the last whole way of each motor, `BACK` further on
that of its other way: the mechanisms tell. When a set is built, `learnt` moves by one towards
it: a running median, which a single jam does not move. It is kept over a power cut.
"""

from array import array

from mjtable.generated.fault_codes import MECHANISM_SLOW
from mjtable.generated.iomap import M_RING, MOTORS
from mjtable.scan.clock import MASK

TOUCHES = {
    "reads": "now sorter.progress",
    "calls": "raise_fault",
}

BACK = len(MOTORS)
WAYS = 2 * BACK
PICKUP = BACK + M_RING  # mean wait for a tile; the ring has no other way
LEARNT_MIN_PCT = 80
LEARNT_MAX_PCT = 120  # a creeping one is told at 1.8 times the design's, before its limit at 2
LONGEST_MS = 60000  # whatever lasts longer
SLOW = 3  # sets in a row


class Trends:
    """Mixed into Supervision."""

    def _learn_from_now(self):
        self.took = array("i", [0] * WAYS)  # 0 = not since power-on
        self.learns = False  # the journal has learnt times to keep
        self.learnt = bytearray([100] * WAYS + [0] * WAYS)  # and how many sets in a row were slow

    def went(self, way, since, nominal_ms):
        """A mechanism has come to its end; a part of a way is no slower than the whole."""
        ms = min(self.table.now - since & MASK, LONGEST_MS)
        self.took[way] = max(ms * 100 // nominal_ms, 1)

    def judge_times(self):
        """A set is built: learn, and tell what was slow three times."""
        self.took[PICKUP] = 10000 // self.table.sorter.progress.pickup.rate_pct
        self.learns = True
        for way in range(WAYS):
            pct = self.took[way]
            learnt = self.learnt
            if not pct:
                continue
            if 2 * pct <= 3 * learnt[way]:
                learnt[WAYS + way] = 0
            elif learnt[WAYS + way] < SLOW:
                learnt[WAYS + way] += 1
                if learnt[WAYS + way] == SLOW:
                    self.table.raise_fault(MECHANISM_SLOW, MOTORS[way % BACK], pct)
            if learnt[way] < min(pct, LEARNT_MAX_PCT):
                learnt[way] += 1
            elif learnt[way] > max(pct, LEARNT_MIN_PCT):
                learnt[way] -= 1
