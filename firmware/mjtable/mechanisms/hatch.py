"""Hatch: the centre elevator, lid of the drum (design domain §2.1, hardware §3).

Two limits, a reversible motor. A pinch while closing opens again at once. The hatch is taken for
shut when it came down all the way in its time: the journal keeps that it is away until then, and
homing runs it up first, to see the lower limit go off. So every way down begins at the top.
"""

from mjtable.generated.fault_codes import HATCH_LIMITS, HATCH_NOT_DOWN, HATCH_NOT_UP, PINCH
from mjtable.generated.iomap import BIT_HATCH_DN, BIT_HATCH_UP, BIT_PINCH, BYTE_HATCH_UP, M_HATCH
from mjtable.generated.timing import COAST_HATCH_MS, HATCH_LIMIT_MS, HATCH_TRAVEL_MS
from mjtable.safety.motor_groups import R_HATCH
from mjtable.safety.trends import BACK
from mjtable.scan import events
from mjtable.scan.clock import MASK
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "inputs.fell inputs.level inputs.rose now supervision.learnt "
             "supervision.took",
    "calls": "events.add keep raise_fault supervision.went",
}

LIMITS = BIT_HATCH_UP | BIT_HATCH_DN
LEFT = {"opening": BIT_HATCH_DN, "closing": BIT_HATCH_UP, "freeing": BIT_HATCH_DN,
        "proving": BIT_HATCH_DN}  # fmt: skip
LEAVE_MS = 800
"""A limit that is left goes off in 150 ms (6 % of the travel, machine.toml), in 435 on the slowest
of 900 worn tables; later it turns the wrong way, or not at all."""
SOON_PCT = 85
"""Of its last way up, at most the design's: two ways differ by 10 % (machine.toml), the fastest
way down of 16 simulated tables took 91 %."""
UNTRIED_PCT = 75
"""The same where none was measured since power-on, of what the table has learnt."""


class Hatch(Statechart):
    """States say where the hatch is or is going."""

    STATE = ("state", "since", "limit_due", "want", "leave_due", "whole", "away")

    NAME = "hatch"
    STATES = (
        ("unknown", (), 0, 0),
        ("shut", (), 0, 0),
        ("opening", ("up",), HATCH_LIMIT_MS, HATCH_NOT_UP),
        ("open", (), 0, 0),
        ("closing", ("down",), HATCH_LIMIT_MS, HATCH_NOT_DOWN),
        ("landing", (), 2 * COAST_HATCH_MS, "landed"),
        ("freeing", ("up",), HATCH_LIMIT_MS, HATCH_NOT_UP),
        ("proving", ("up",), HATCH_LIMIT_MS, HATCH_NOT_UP),
    )
    TRANSITIONS = (
        ("home", "*", "shut", "at_bottom"),
        ("home", "*", "closing", "at_top"),
        ("home", "*", "proving", None),
        ("open", ("shut", "closing", "landing", "proving"), "opening", None),
        ("close", "open", "closing", None),
        ("close", "opening", "proving", None),
        ("top", "opening", "open", None),
        ("top", "freeing", "unknown", None),
        ("top", "proving", "closing", None),
        ("bottom", "closing", "landing", None),
        ("landed", "landing", "shut", "at_bottom"),
        ("landed", "landing", "closing", None),
        ("pinch", "closing", "freeing", None),
        ("halt", "*", "unknown", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {"up": 1 << M_HATCH, "down": 1 << M_HATCH | R_HATCH})
        self.whole = False  # this way began at the limit that it leaves
        self.away = False  # its motor ran, and its lower limit has not come in its time since
        self.leave_due = 0  # until then the limit that it is to leave may be on
        self.watch = 1 << BYTE_HATCH_UP
        self.mask = LIMITS | BIT_PINCH

    def at_bottom(self):
        """The lower limit is actuated, and may be believed."""
        return not self.away and self.is_low()

    def is_low(self):
        """The lower limit is actuated."""
        return self.table.inputs.level[BYTE_HATCH_UP] & LIMITS == BIT_HATCH_DN

    def at_top(self):
        """The upper limit is actuated."""
        return self.table.inputs.level[BYTE_HATCH_UP] & LIMITS == BIT_HATCH_UP

    def granted(self):
        Statechart.granted(self)
        self.leave_due = self.since
        self.whole = False
        if self.table.inputs.level[BYTE_HATCH_UP] & LEFT.get(self.state, 0):
            self.whole = True
            self.leave_due = (self.since + LEAVE_MS) & MASK
            self.arm(LEAVE_MS)

    def entered(self, state):
        self.table.events.add(events.HATCH, state)
        self.whole = False  # until it is granted its motor
        # told to turn round it coasts, perhaps to the limit that it does not come from
        self.leave_due = (self.since + LEAVE_MS) & MASK
        if self.want:
            self.step()  # it may stand at its end, or be pinched, already: no edge would tell

    def step(self):
        level = self.table.inputs.level[BYTE_HATCH_UP]
        seen = level | self.table.inputs.rose[BYTE_HATCH_UP]  # a first touch, however short
        state = self.state
        self._leave(level, LEFT.get(state, 0))
        if level & LIMITS == LIMITS:
            self.table.raise_fault(HATCH_LIMITS, "hatch", 0)
        elif (state == "opening" or state == "proving") and seen & BIT_HATCH_UP:
            if self.whole:
                self.table.supervision.went(M_HATCH, self.since, HATCH_TRAVEL_MS)
            self.fire("top")
        elif state == "closing":
            if seen & BIT_PINCH:
                self.fire("pinch")
            elif seen & BIT_HATCH_DN:
                self._land()
        elif state == "freeing" and seen & BIT_HATCH_UP:
            self.fire("top")
            self.table.raise_fault(PINCH, "hatch", 0)

    def moves(self, motor):
        # one that coasts off its limit as it lands just comes back to it
        if not self.away and self.state != "closing":
            self._note(True)

    def _note(self, away):
        self.away = away
        self.table.keep()

    def _land(self):
        """Its lower limit is on: too soon, and that sticks, though it bounces."""
        table = self.table
        way_ms = (table.now - self.since) & MASK
        if self.away and way_ms < self._soon_ms():
            table.raise_fault(HATCH_NOT_DOWN, "hatch", way_ms)
            return
        if self.away:
            self._note(False)
        if self.whole:
            table.supervision.went(M_HATCH + BACK, self.since, HATCH_TRAVEL_MS)
        self.fire("bottom")

    def _soon_ms(self):
        """No whole way down is shorter; a way up that was slow says nothing of this one."""
        watch = self.table.supervision
        pct = SOON_PCT
        took_pct = watch.took[M_HATCH]
        if not took_pct:
            pct = UNTRIED_PCT
            took_pct = watch.learnt[M_HATCH]
        return min(took_pct, 100) * pct * HATCH_TRAVEL_MS // 10000

    def _leave(self, level, limit):
        """The limit that it comes from has gone off; or is on once more: it bounces, or the hatch
        goes the wrong way."""
        table = self.table
        edges = table.inputs.rose[BYTE_HATCH_UP] | table.inputs.fell[BYTE_HATCH_UP]
        if not edges & limit or self.limit_due < 0:
            return
        left_ms = (self.leave_due - table.now) & MASK
        if not level & limit:
            self.arm(HATCH_LIMIT_MS)
        else:
            self.arm(left_ms if left_ms <= LEAVE_MS else 0)
