"""Wall lift of one side: a one-way cam, half a turn up, tip, half a turn down (hardware §3).

A lift whose limits tell what its motor did not do is astray: its wall may lie on the table, and
nobody knows where it stands. It moves no more, after a power cut neither, until a person has
turned it to its bottom by hand, or jogged it there in service mode.
"""

from mjtable.generated.fault_codes import LIFT_ASTRAY, LIFT_LIMITS, LIFT_NOT_DOWN, LIFT_NOT_UP
from mjtable.generated.fault_codes import PUSHER_OUT
from mjtable.generated.iomap import BIT_LID, BIT_LIFT_DN, BIT_LIFT_UP, BIT_PARK, BIT_PUSH_HOME
from mjtable.generated.iomap import BYTE_LID, M_LIFT
from mjtable.generated.setting_table import S_LIFT_DWELL_MS
from mjtable.generated.timing import COAST_LIFT_MS, LIFT_DOWN_MS, LIFT_LIMIT_MS, LIFT_UP_MS
from mjtable.generated.timing import SCAN_WORK_MAX_MS
from mjtable.safety.trends import BACK
from mjtable.scan.clock import MASK
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "cycle.state inputs.fell inputs.level inputs.rose lines.side now "
             "power.starts sets.waiting settings.value supervision.took",
    "calls": "cycle.walls_due keep raise_fault sorter.is_unfinished supervision.went",
}

LIMITS = BIT_LIFT_UP | BIT_LIFT_DN
LANDING_MS = 2 * COAST_LIFT_MS + SCAN_WORK_MAX_MS  # off at the end of a scan, it stands then
LOST_MS = 30  # a lower limit that is off for so long has not bounced
LEFT_MS = LIFT_UP_MS // 2  # the slowest lift has left the limit it started from
NAMES = ("lift_a", "lift_b", "lift_c", "lift_d")


class Lift(Statechart):
    """One side's lift; the table's cycle raises all four."""

    STATE = ("state", "since", "limit_due", "want", "raised", "astray", "tipped")

    STATES = (
        ("unknown", (), 0, 0),
        ("down", (), 0, 0),
        ("rising", ("lift",), LIFT_LIMIT_MS, LIFT_NOT_UP),
        ("up", (), 0, "tipped"),
        ("lowering", ("lift",), LIFT_LIMIT_MS, LIFT_NOT_DOWN),
        ("homing", ("lift",), 2 * LIFT_LIMIT_MS, LIFT_NOT_DOWN),
        ("landing", (), LANDING_MS, "landed"),
    )
    TRANSITIONS = (
        ("home", "unknown", "down", "at_home"),
        ("home", "unknown", "homing", None),
        ("raise", "down", "rising", None),
        ("top", "rising", "up", None),
        ("tipped", "up", "lowering", None),
        ("bottom", ("lowering", "homing"), "landing", None),
        ("landed", "landing", "down", None),
        ("halt", "*", "unknown", None),
    )

    def __init__(self, table, side):
        self.side = side
        Statechart.__init__(self, table, {"lift": 1 << M_LIFT + side}, NAMES[side])
        self.watch = 1 << side
        self.mask = LIMITS
        self.raised = False  # its wall has been tipped onto the table in this round
        self.astray = False
        self.tipped = False  # in service mode, with a row inside: its wall lies on the table

    def entered(self, state):
        table = self.table
        if state == "up":
            self.raised = True
            self.arm(table.settings.value[S_LIFT_DWELL_MS])
        elif state == "down" and not self.at_bottom():
            table.raise_fault(LIFT_NOT_DOWN, self.name, 0)  # its limit was on for a moment
        elif state == "homing":
            if self.astray or not self.is_due():
                self.stray()
                return
            line = self.pusher_out(0)
            if line is None:
                self.step()  # it may stand at its top: no edge would tell
            else:
                table.raise_fault(PUSHER_OUT, line.name, 0)  # for a person to push back

    def is_due(self):
        """Its wall is to be on the table, or has just come there."""
        return self.raised or self.table.cycle.walls_due()

    def stray(self):
        """Nobody knows where it stands; told is 1 when its wall was due on the table."""
        self.astray = True
        self.table.keep()
        self.table.raise_fault(LIFT_ASTRAY, self.name, int(self.is_due()))

    def at_bottom(self):
        """The lower limit is actuated."""
        return self.table.inputs.level[self.side] & LIMITS == BIT_LIFT_DN

    def pusher_out(self, flag):
        """The first line whose pusher is out, with `flag` (0: whatever else) on; None."""
        for line in self.table.lines:
            if self.table.inputs.level[line.side] & (flag | BIT_PUSH_HOME) == flag:
                return line
        return None

    def at_home(self):
        """The lower limit is actuated, and may be believed: no pusher is out under a cam at PARK
        while walls are due. It may be this limit that shows there, and the pusher here."""
        if self.astray or not self.at_bottom():
            return False
        return not self.table.cycle.walls_due() or self.pusher_out(BIT_PARK) is None

    def timeout(self):
        if self.state != "down":
            Statechart.timeout(self)
        elif not self.at_bottom():
            self.stray()

    def step(self):
        table = self.table
        inputs = table.inputs
        rose = inputs.rose[self.side] & LIMITS
        seen = inputs.level[self.side] & LIMITS | rose  # a limit acts by its first touch
        state = self.state
        if inputs.level[self.side] & LIMITS == LIMITS:
            table.raise_fault(LIFT_LIMITS, self.name, 0)
        elif inputs.level[BYTE_LID] & BIT_LID or table.cycle.state == "service":
            self._by_hand(rose)
        elif (rose | inputs.fell[self.side]) & LIMITS == LIMITS and table.power.starts:
            self.stray()  # from one limit to the other in no time: they have changed places
        elif state == "down":
            if not seen & BIT_LIFT_DN and self.limit_due < 0:
                self.arm(LOST_MS)
        elif state != "unknown" and state != "landing":
            self._follow(rose, seen)

    def _by_hand(self, rose):
        """A person turns it: to its bottom that puts it right; over its top its wall is out."""
        table = self.table
        if rose & BIT_LIFT_UP and table.cycle.state == "service":
            if table.sets.waiting or table.sorter.is_unfinished():
                self.astray = self.tipped = True
                table.keep()
        elif rose & BIT_LIFT_DN and self.at_bottom() and not self.tipped:
            self.astray = False
            table.keep()

    def served(self):
        """Service mode is over: a person puts back what it has tipped."""
        if self.tipped:
            self.tipped = False
            self.stray()

    def _land(self, way_ms):
        """Its lower limit is on: too soon, and that sticks."""
        watch = self.table.supervision
        if way_ms * 400 < watch.took[M_LIFT + self.side] * 3 * LIFT_DOWN_MS:
            self.stray()  # in less than three quarters of its way up
        else:
            watch.went(M_LIFT + BACK + self.side, self.since, LIFT_DOWN_MS)
            self.fire("bottom")

    def _follow(self, rose, seen):
        """On its way, or at its top: the limits have to come in their order, and not too soon."""
        state = self.state
        way_ms = (self.table.now - self.since) & MASK
        goal = BIT_LIFT_UP if state == "up" or state == "rising" else BIT_LIFT_DN
        if seen == LIMITS:
            self.table.raise_fault(LIFT_LIMITS, self.name, 0)  # one of them for a moment
        elif state == "homing" and not self.raised:
            if seen & BIT_LIFT_UP:
                self.raised = True
                self.since = self.table.now  # the limit bounces
            elif seen & BIT_LIFT_DN:
                self.stray()
        elif rose & ~goal and (state == "up" or way_ms > LEFT_MS):
            self.stray()
        elif seen & goal:
            if state == "rising":
                self.table.supervision.went(M_LIFT + self.side, self.since, LIFT_UP_MS)
                self.fire("top")
            elif state == "homing":  # it began anywhere
                self.fire("bottom")
            elif state == "lowering":
                self._land(way_ms)
