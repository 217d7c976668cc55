"""Wall lift of one side: a one-way cam, half a turn up, tip, half a turn down (hardware §3)."""

from mjtable.generated.fault_codes import LIFT_LIMITS, LIFT_NOT_DOWN, LIFT_NOT_UP, PUSHER_OUT
from mjtable.generated.iomap import BIT_LIFT_DN, BIT_LIFT_UP, BIT_PUSH_HOME, M_LIFT
from mjtable.generated.setting_table import S_LIFT_DWELL_MS
from mjtable.generated.timing import COAST_LIFT_MS, LIFT_DOWN_MS, LIFT_LIMIT_MS, LIFT_UP_MS
from mjtable.generated.timing import SCAN_WORK_MAX_MS
from mjtable.safety.trends import BACK
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "chains inputs.level inputs.rose lines.name lines.side lines.tiles_a_push "
             "settings.value",
    "calls": "raise_fault supervision.went",
    "writes": "lines.counted lines.stacks lines.tiles_in",
}

LIMITS = BIT_LIFT_UP | BIT_LIFT_DN
LANDING_MS = 2 * COAST_LIFT_MS + SCAN_WORK_MAX_MS  # off at the end of a scan, it stands then
SINKING = ("lowering", "homing")
NAMES = ("lift_a", "lift_b", "lift_c", "lift_d")


class Lift(Statechart):
    """One side's lift; the table's cycle raises all four."""

    STATE = ("state", "since", "limit_due", "want", "raised")

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
        ("home", "unknown", "down", "at_bottom"),
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

    def entered(self, state):
        if state == "up":
            self.raised = True
            self.arm(self.table.settings.value[S_LIFT_DWELL_MS])
        elif state == "down" and not self.at_bottom():
            self.table.raise_fault(LIFT_NOT_DOWN, self.name, 0)  # its limit was on for a moment
        elif state == "homing":
            for line in self.table.lines:
                if not self.table.inputs.level[line.side] & BIT_PUSH_HOME:
                    self.table.raise_fault(PUSHER_OUT, line.name, 0)  # for a person to push back
                    return
            self.raised = True  # from anywhere but the bottom it passes the top
            if not self.table.chains:
                line = self.table.lines[self.side]  # what was built is on the table now
                gone = line.stacks * line.tiles_a_push
                line.tiles_in -= gone
                line.counted -= gone
                line.stacks = 0

    def at_bottom(self):
        """The lower limit is actuated."""
        return self.table.inputs.level[self.side] & LIMITS == BIT_LIFT_DN

    def step(self):
        level = self.table.inputs.level[self.side]
        seen = level | self.table.inputs.rose[self.side]  # a limit acts by its first touch
        if level & LIMITS == LIMITS:
            self.table.raise_fault(LIFT_LIMITS, self.name, 0)
        elif self.state == "rising" and seen & BIT_LIFT_UP:
            self.table.supervision.went(M_LIFT + self.side, self.since, LIFT_UP_MS)
            self.fire("top")
        elif self.state in SINKING and seen & BIT_LIFT_DN:
            if self.state != "homing":  # from anywhere, over the top
                self.table.supervision.went(M_LIFT + BACK + self.side, self.since, LIFT_DOWN_MS)
            self.fire("bottom")
