"""Chain distributor of the single-port machine: carries a finished row one station on.

The zero sensor sees the rods parked, the corner sensor passes midway (design domain §2.6). After
a stop under way the rods go on to zero; when they may have passed an unseen zero they come back
to it, or from the corner behind it on. From wherever they come, a row that they have not taken
along is carried from zero, and one that has passed the corner is not: one station, never two.
How far they had to go nobody knows then: zero is believed when it goes off as they back away.
"""

from mjtable.generated.fault_codes import CHAIN_CORNER_MISSED, CHAIN_STALLED
from mjtable.generated.iomap import BIT_CHAIN_CORNER, BIT_CHAIN_ZERO, BYTE_CHAIN_ZERO, M_CHAIN
from mjtable.generated.timing import CHAIN_CORNER_MS, CHAIN_INDEX_MS, CHAIN_LIMIT_MS
from mjtable.safety.motor_groups import R_CHAIN
from mjtable.safety.trends import BACK
from mjtable.scan.clock import MASK
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "granted inputs.fell inputs.level inputs.rose now sorter.rows supervision.learnt",
    "calls": "keep raise_fault supervision.unseen supervision.went",
}

LIMIT_MS = CHAIN_INDEX_MS * 13 // 10  # the rods are not at the next corner yet
HOME_MS = CHAIN_INDEX_MS - CHAIN_CORNER_MS
# From anywhere corner or zero is at most half a way off: later than this it has not been seen.
SEEN_MS = CHAIN_CORNER_MS * 8 // 5
PROOF_MS = CHAIN_CORNER_MS // 2
"""On worn tables zero goes off in two thirds of it. Rods that are elsewhere do not
come behind their row."""
CLEAR_MS = 60
"""So long zero stays off to be believed: longer than any flicker."""
BEHIND = ("backing", "returning")
COMING = ("arriving", "homing", "backing", "returning", "landing")


class Distributor(Statechart):
    """One index a row: leave zero, pass the corner, come to zero again."""

    STATE = ("state", "since", "limit_due", "want", "off_since", "carried", "past", "away")

    NAME = "chain"
    STATES = (
        ("unknown", (), 0, 0),
        ("parked", (), 0, 0),
        ("leaving", ("chain",), LIMIT_MS, CHAIN_STALLED),
        ("carrying", ("chain",), LIMIT_MS, CHAIN_STALLED),
        ("arriving", ("chain",), LIMIT_MS, CHAIN_STALLED),
        ("homing", ("chain",), LIMIT_MS, CHAIN_STALLED),
        ("backing", ("chain_back",), SEEN_MS, CHAIN_STALLED),
        ("returning", ("chain",), SEEN_MS, CHAIN_STALLED),
        ("proving", ("chain_back",), PROOF_MS, CHAIN_STALLED),
        ("clearing", ("chain_back",), CLEAR_MS, "cleared"),
        ("landing", ("chain",), SEEN_MS, CHAIN_STALLED),
    )
    TRANSITIONS = (
        ("home", "unknown", "leaving", "row_waits"),
        ("home", "unknown", "parked", "is_parked"),
        ("home", "unknown", "proving", "at_zero"),
        ("home", "unknown", "backing", "may_be_past"),
        ("home", "unknown", "homing", None),
        ("index", "parked", "leaving", None),
        ("left", "leaving", "carrying", None),
        ("corner", "carrying", "arriving", None),
        ("corner", "backing", "returning", None),
        ("zero", BEHIND, "leaving", "row_waits"),
        ("zero", ("arriving", "landing"), "parked", None),
        ("zero", ("homing", "backing", "returning"), "proving", None),
        ("left", "proving", "clearing", None),
        ("cleared", "clearing", "landing", "is_clear"),
        ("cleared", "clearing", "proving", None),
        ("halt", "*", "unknown", None),
    )

    def __init__(self, table):
        Statechart.__init__(
            self, table, {"chain": 1 << M_CHAIN, "chain_back": 1 << M_CHAIN | R_CHAIN}
        )
        self.watch = 1 << BYTE_CHAIN_ZERO
        self.mask = BIT_CHAIN_ZERO | BIT_CHAIN_CORNER
        self.off_since = -1  # the rods set out; -1: they have not, since they parked
        self.carried = True  # they have passed the corner since
        self.past = False  # zero was overdue: they may have passed it unseen
        self.away = False  # their motor ran, and they have not been seen to come to zero since

    def moves(self, motor):
        if not self.away:
            self.away = True
            self.table.keep()

    def granted(self):
        Statechart.granted(self)
        self.off_since = self.since
        if self.state == "homing" and self.carried:
            self.arm(SEEN_MS)
        elif self.state == "proving":
            self.step()  # zero may be off already: no edge would tell

    def entered(self, state):
        if state == "leaving":
            self.carried = False
            self.past = not self.at_zero()
            if not self.want & ~self.table.granted:
                self.off_since = self.since  # they come by without a stop
            if self.past:
                self.table.raise_fault(CHAIN_STALLED, "chain", 0)
        elif state == "carrying":
            self.step()  # the corner may be seen already: no edge would tell
        elif state == "arriving":
            self._take_along()
            half_ms = (self.table.now - self.off_since) & MASK
            left_ms = max(CHAIN_LIMIT_MS - half_ms, 0)
            self.arm(min(half_ms * 13 // 10, left_ms))  # the other half
        elif state == "proving":
            self.step()  # zero may be off again: no edge would tell
        elif state == "parked":
            self.past = False
            self.away = False
            self.off_since = -1
            self._take_along()

    def timeout(self):
        if self.state == "arriving" or self.state == "homing" and self.carried:
            self.past = True
        elif self.state == "proving" and not self.carried:
            self.past = True  # they may have gone back behind their zero
        Statechart.timeout(self)

    def _take_along(self):
        """The rods have taken their row past the corner, or have none: it is not carried again."""
        self.carried = True
        self.table.keep()

    def at_zero(self):
        """The rods stand at their zero."""
        return self.table.inputs.level[BYTE_CHAIN_ZERO] & BIT_CHAIN_ZERO != 0

    def is_clear(self):
        """They do not."""
        return not self.at_zero()

    def is_parked(self):
        """They stand at it, and have not moved since they came there."""
        return self.at_zero() and not self.away

    def row_waits(self):
        """At zero a row is to be carried and has not been."""
        rows = self.table.sorter.rows
        return self.at_zero() and rows.started > rows.done and not self.carried

    def may_be_past(self):
        """Zero was overdue when the rods were stopped, or they had only just set out."""
        rows = self.table.sorter.rows
        return self.past or rows.started == rows.done

    def _goes_on(self):
        """The rods come to the corner with their row, or coast on to it behind a stop."""
        if self.carried or self.past or self.at_zero():
            return False
        return self.state == "homing" or self.state == "unknown" and self.off_since >= 0

    def _least_ms(self):
        """Four fifths of the whole way, as it was learnt."""
        learnt = self.table.supervision.learnt
        return (learnt[M_CHAIN] * CHAIN_CORNER_MS + learnt[M_CHAIN + BACK] * HOME_MS) // 125

    def _carrying(self, corner, zero, way_ms):
        """With a row: the corner comes, or zero without it."""
        if corner and way_ms > CHAIN_CORNER_MS // 2:
            self.table.supervision.went(M_CHAIN, self.since, CHAIN_CORNER_MS)
            self.fire("corner")
        elif corner or zero and way_ms > CHAIN_CORNER_MS:  # no flicker
            self.carried = not corner
            if corner or way_ms < self._least_ms():
                self.table.raise_fault(CHAIN_CORNER_MISSED, "chain", way_ms)
            else:  # all the way in the learnt time: the corner's sensor alone is blind
                self.table.supervision.unseen(BYTE_CHAIN_ZERO, BIT_CHAIN_CORNER, 0)
                self.fire("corner")
                self.fire("zero")

    def _prove(self, zero, rose):
        """Zero goes off by their motor, and is on again at its flag's edge alone, no longer than
        the proof may last."""
        if self.state == "proving":
            if not zero and not self.want & ~self.table.granted:
                self.fire("left")
        elif not rose:
            return
        elif (self.table.now - self.off_since) & MASK > PROOF_MS:
            self.past = self.past or not self.carried  # as where their time is up
            self.table.raise_fault(CHAIN_STALLED, "chain", 0)
        else:
            self.arm(CLEAR_MS)

    def step(self):
        table = self.table
        level = table.inputs.level[BYTE_CHAIN_ZERO]
        rose = table.inputs.rose[BYTE_CHAIN_ZERO]
        way_ms = (table.now - self.since) & MASK  # in this state
        if self.off_since < 0 and table.inputs.fell[BYTE_CHAIN_ZERO] & BIT_CHAIN_ZERO:
            self.past = True  # nobody told the rods to leave: they go back
        if self.state == "leaving":
            if not level & BIT_CHAIN_ZERO:
                self.fire("left")
            elif rose & BIT_CHAIN_CORNER:
                # zero is seen for ever: whoever turns it on by hand brings the row there
                self.carried = way_ms > CHAIN_CORNER_MS // 2
                table.raise_fault(CHAIN_STALLED, "chain", 0)
        elif self.state == "carrying":
            self._carrying((rose | level) & BIT_CHAIN_CORNER, rose & BIT_CHAIN_ZERO, way_ms)
        elif self.state == "proving" or self.state == "clearing":
            self._prove(level & BIT_CHAIN_ZERO, rose & BIT_CHAIN_ZERO)
        elif rose & BIT_CHAIN_CORNER and self.state == "backing":
            self.fire("corner")
        elif rose & BIT_CHAIN_CORNER and self._goes_on():
            self._take_along()
            if self.state == "homing":
                self.arm(SEEN_MS)
        elif self.state in COMING and level & BIT_CHAIN_ZERO:
            # from the corner on it is as far as up to it
            if self.state != "arriving" or way_ms > (self.since - self.off_since & MASK) * 4 // 5:
                if self.state == "arriving":
                    table.supervision.went(M_CHAIN + BACK, self.since, HOME_MS)
                self.fire("zero")
            else:
                table.raise_fault(CHAIN_STALLED, "chain", way_ms)
