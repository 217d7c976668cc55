"""Why the table says no: the rule that a refusal over the link names in `by=`."""

from mjtable.generated.command_table import RULE_FAULT_FIRST, RULE_HATCH_OPEN, RULE_HOME_FIRST
from mjtable.generated.command_table import RULE_HOMING, RULE_MAINTENANCE, RULE_MOVING
from mjtable.generated.command_table import RULE_SELFTEST, RULE_SERVICE_MODE, RULE_SORTING
from mjtable.generated.command_table import RULE_WALLS

COURSE = {
    "power_on": RULE_HOME_FIRST, "homing": RULE_HOMING, "loading": RULE_HATCH_OPEN,
    "closing": RULE_WALLS, "raising": RULE_WALLS, "rolling": RULE_WALLS,
    "parking": RULE_SORTING, "adding": RULE_HATCH_OPEN, "add_closing": RULE_HATCH_OPEN,
    "fault": RULE_FAULT_FIRST, "service": RULE_SERVICE_MODE, "selftest": RULE_SELFTEST,
    "maintenance": RULE_MAINTENANCE,
}  # fmt: skip
NO_RULE = -1


class Denials:
    """Mixed into Table. `by` is the rule of the last refusal, for the answer that is written."""

    def deny(self, rule):
        """It is forbidden now, by this rule."""
        self.by = rule
        return "refused"

    def later(self, rule):
        """Something has to end first, by this rule."""
        self.by = rule
        return "busy"

    def course(self):
        """The rule of the table's own state; what sorts or moves, where people are at ease."""
        state = self.cycle.state
        if state in COURSE:
            return COURSE[state]
        return RULE_SORTING if self.sorter.is_busy() else RULE_MOVING

    def tiles_inside(self):
        """A set waits inside, or is half built."""
        return self.sorter.is_unfinished() or self.sets.waiting != 0
