"""The two tile sets, green and blue, for ever alternating: where each is, for which game built.

While one set is played the other is sorted and waits (rules TBL-03). Each remembers the profile
it was built with; a new profile applies when a set is next sorted.
"""

from mjtable.game import profiles
from mjtable.scan import events

TOUCHES = {
    "reads": "profile",
    "calls": "events.add",
}

NONE, GREEN, BLUE = 0, 1, 2
NAMES = ("none", "green", "blue")


class Sets:
    """Places are NONE, GREEN or BLUE."""

    STATE = ("on_table", "waiting", "sorting", "profile_of", "known", "change")

    def __init__(self, table):
        self.table = table
        self.on_table = NONE
        self.waiting = NONE
        self.sorting = NONE
        self.profile_of = bytearray([profiles.DEFAULT] * 3)
        self.known = bytearray(3)  # 1: this set has been sorted before
        self.change = 0  # tiles to add (positive) or take out at this opening

    def knows(self, chosen, built):
        """Both games are ones this firmware has; `built`: two of them in a byte, as kept."""
        return max(chosen, built & 15, built >> 4) < len(profiles.TILES_OF)

    def name(self, which):
        """Name of a set as used on the link."""
        return NAMES[which]

    def next_dropped(self):
        """Which set the people will drop next."""
        if self.on_table:
            return self.on_table
        return BLUE if self.waiting == GREEN or self.sorting == GREEN else GREEN

    def announce_change(self):
        """At the open hatch: how many tiles the chosen game wants more or fewer."""
        which = self.next_dropped()
        self.change = 0
        if self.known[which]:
            table = self.table
            built_with = profiles.tiles(self.profile_of[which])
            change = self.change = profiles.tiles(table.profile) - built_with
            if change:
                did = "add" if change > 0 else "takeout"
                table.events.add(events.SET, NAMES[which], did, -1, abs(change))

    def raise_walls(self):
        """The waiting walls are on the table; the played set lies in the drum."""
        dropped = self.on_table
        self.on_table = self.waiting
        self.waiting = NONE
        self.sorting = dropped or (BLUE if self.on_table == GREEN else GREEN)

    def begin_sort(self):
        """The dropped set is sorted from now on, for the chosen profile."""
        if not self.sorting:
            self.sorting = self.next_dropped()
            if self.on_table == self.sorting:
                self.on_table = NONE
        self.profile_of[self.sorting] = self.table.profile
        self.known[self.sorting] = 1

    def built(self):
        """The set in the works is complete and waits."""
        self.waiting = self.sorting
        self.sorting = NONE
