"""Tiles that are too many or too few: handed back, looked for, or called short."""

from mjtable.generated.fault_codes import TILE_SURPLUS
from mjtable.mechanisms.feed_limits import ALL, STAND
from mjtable.memory import stats
from mjtable.scan import events

TOUCHES = {
    "reads": "lines.kept_back lines.state lines.tile_quota lines.tiles_in",
    "calls": "events.add lines.fire lines.tiles_on_belt raise_fault set_name "
             "shuffler.stands_still tiles_left",
    "writes": "lines.permit stats",
}


class Leftovers:
    """Works on the lines of a set; answers True when they have come to rest."""

    STATE = ("surplus", "searched")

    def __init__(self, table):
        self.table = table
        self.surplus = 0  # tiles handed back
        self.searched = False  # the belts of full lines have been looked through

    def begin(self):
        """A new set."""
        self.surplus = 0
        self.searched = False

    def run_empty(self):
        """Let the belts bring what is on them to the heads."""
        if not self.table.shuffler.stands_still():
            return False
        quiet = True
        for line in self.table.lines:
            comes = line.tiles_on_belt() > 0 and line.state != "full"  # there it is one too many
            line.permit = ALL if comes else STAND
            line.fire("permit")
            if comes:
                quiet = False
        return quiet

    def clear(self):
        """Let the belts that caught run back, and what lies in a beam; False when none caught."""
        found = False
        for line in self.table.lines:
            if line.fire("back"):
                found = True
        if found:
            for line in self.table.lines:
                line.fire("beside")
        return found

    def give_back(self):
        """Run the belts of surplus tiles backwards, once ring and drum stand."""
        if not self.table.shuffler.stands_still():
            return False
        quiet = True
        for line in self.table.lines:
            if line.tiles_in > line.tile_quota and line.state == "full":
                if not line.kept_back and not self.table.tiles_left():
                    self.surplus += 1
                line.fire("give_back")
            if line.state == "returning":
                quiet = False
        return quiet

    def report(self):
        """The set is complete: tell what was handed back."""
        if self.surplus:
            table = self.table
            table.stats[stats.SURPLUS] += self.surplus
            table.events.add(events.SET, table.set_name(), "surplus", -1, self.surplus)
            table.raise_fault(TILE_SURPLUS, "sorter", self.surplus)
