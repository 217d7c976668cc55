"""The rule switch inside the table: a BCD switch that selects the game (design domain §4.1).

It counts when it has stood still for SETTLE_MS; what the link chose holds until it is turned.
"""

from mjtable.game.profiles import at_switch
from mjtable.generated.iomap import BYTE_RULE0
from mjtable.scan.clock import MASK, reached

TOUCHES = {
    "reads": "inputs.level",
    "calls": "set_profile",
    "writes": "kept_switch",
}

SETTLE_MS = 500
POSITIONS = 0xF  # the four lowest bits of its byte


class RuleSwitch:
    """`position` is the settled one, -1 before the first scan."""

    STATE = ("position", "moved_to", "due")

    def __init__(self, table):
        self.table = table
        self.position = -1
        self.moved_to = -1
        self.due = -1

    def step(self, now):
        """One scan."""
        seen = self.table.inputs.level[BYTE_RULE0] & POSITIONS
        if self.position < 0:
            self._take(seen)
        elif seen != self.moved_to:
            self.moved_to = seen
            self.due = (now + SETTLE_MS) & MASK if seen != self.position else -1
        elif reached(now, self.due):
            self.due = -1
            self._take(seen)

    def _take(self, position):
        turned = position != self.table.kept_switch
        self.position = self.moved_to = position
        self.table.kept_switch = position
        profile = at_switch(position)
        if turned and profile >= 0:
            self.table.set_profile(profile)
