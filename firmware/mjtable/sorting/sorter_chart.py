"""The sorter's chart: its states, what leads from one to another, and the questions it asks."""

from mjtable.generated.timing import BELT_TRANSIT_MS
from mjtable.kit.hosted import for_host
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "lines.state lines.tile_quota lines.tiles_in",
    "calls": "tiles_left",
}

SEARCH_MS = BELT_TRANSIT_MS + 700  # a belt's whole length, its start lag and some more
SHORT_STATES = ("running_short", "searching", "short")


class SorterChart(Statechart):
    """States of the set in the works; the counts are the lines'."""

    NAME = "sorter"
    STATES = (
        ("idle", (), 0, 0),
        ("premix", (), 0, 0),
        ("picking", (), 0, "patience"),
        ("draining", (), 0, 0),
        ("lookout", (), 0, "looked"),
        ("returning", (), 0, 0),
        ("resting", (), 0, 0),
        ("pausing", (), 0, 0),
        ("clearing", (), 0, 0),
        ("paused", (), 0, 0),
        ("running_short", (), 0, 0),
        ("searching", (), SEARCH_MS, "searched"),
        ("short", (), 0, 0),
    )
    TRANSITIONS = (
        ("start", "idle", "premix", None),
        ("mixed", "premix", "picking", None),
        ("all_in", "picking", "draining", None),
        ("patience", "picking", "running_short", None),
        ("again", "draining", "picking", None),
        ("all_full", "draining", "returning", "has_surplus"),
        ("all_full", "draining", "lookout", None),
        ("looked", "lookout", "resting", None),
        ("found", "lookout", "returning", None),
        ("returned", "returning", "picking", "is_short"),
        ("returned", "returning", "resting", None),
        ("at_rest", "resting", "returning", "has_surplus"),
        ("at_rest", "resting", "idle", None),
        ("pause", ("premix", "picking", "draining", "lookout"), "pausing", None),
        ("at_rest", "pausing", "paused", None),
        ("at_rest", "running_short", "draining", "everything_in"),
        ("at_rest", "running_short", "searching", "may_search"),
        ("at_rest", "running_short", "short", None),
        ("found", "searching", "returning", None),
        ("searched", "searching", "short", None),
        ("jam", ("picking", "draining", "clearing", "running_short"), "clearing", None),
        ("resume", ("paused", "short"), "premix", "nothing_in"),
        ("at_rest", "clearing", "draining", "everything_in"),
        ("at_rest", "clearing", "picking", None),
        ("resume", "paused", "draining", "everything_in"),
        ("resume", ("paused", "short"), "picking", None),
        ("hold", "returning", "paused", "is_short"),
        ("hold", "returning", "paused", "has_surplus"),
        ("hold", ("lookout", "resting"), "idle", None),
        ("hold", "*", "paused", "is_busy"),
    )

    def has_surplus(self):
        """More tiles came in by a port than its side takes."""
        for line in self.table.lines:
            if line.tiles_in > line.tile_quota:
                return True
        return False

    def nothing_in(self):
        """No tile has been lifted yet."""
        for line in self.table.lines:
            if line.tiles_in:
                return False
        return True

    def is_short(self):
        """A side still waits for tiles."""
        return self.table.tiles_left() > 0

    def may_search(self):
        """A full line could hold, uncounted, what another one misses; it is looked for once."""
        for line in self.table.lines:
            if line.state == "full" and not self.leftovers.searched:
                self.leftovers.searched = True
                return True
        return False

    def everything_in(self):
        """All tiles of the set have come in."""
        return self.table.tiles_left() <= 0

    def tiles_short(self):
        """Tiles missing from the set in the works, 0 while they may still come."""
        return self.progress.short if self.state in SHORT_STATES else 0

    short = for_host(tiles_short)

    def is_busy(self):
        """Motors of this set may be running."""
        state = self.state
        return state != "idle" and state != "paused" and state != "short"

    busy = for_host(is_busy)

    def is_unfinished(self):
        """A set is partly built."""
        return self.state != "idle"

    unfinished = for_host(is_unfinished)

    def resumable(self):
        """A person's pause or a fault left a set partly built."""
        return self.state == "paused" or self.state == "short"

    def may_pause(self):
        """The work can stop here: not in the seconds in which a surplus is handed back."""
        return self.state not in ("returning", "resting", "clearing")
