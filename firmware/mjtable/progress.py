"""Progress of a sort: what is still to come in, by how many ports, and since when nothing has.

No fixed time limit: the wait for the next tile is judged by the learnt pick-up rate (`pickup.py`).
"""

from mjtable import events
from mjtable.clock import MASK
from mjtable.fault_codes import TILES_SHORT
from mjtable.pickup import PickUp
from mjtable.scheduler import sort_lines
from mjtable.setting_table import S_SORT_PATIENCE_PCT


class Progress:
    """`short` tiles were missing when the last search was given up."""

    def __init__(self, table):
        self.table = table
        self.pickup = PickUp()
        self.since = 0  # the last tile came in
        self.short = 0

    def begin(self):
        """The ring starts to lift tiles."""
        self.since = self.table.now
        self.short = 0

    def tile_in(self, left):
        """A tile passed an inlet; `left` are still to come."""
        now = self.table.now
        self.pickup.learn((now - self.since) & MASK, left + 1, self.open_ports())
        self.since = now
        sort_lines(self.table.power.order, self.table.lines)

    def due(self):
        """When the wait for the next tile becomes too long."""
        table = self.table
        patience_pct = table.settings.value[S_SORT_PATIENCE_PCT]
        wait = self.pickup.patience_ms(table.tiles_left(), self.open_ports(), patience_pct)
        return (self.since + wait) & MASK

    def open_ports(self):
        """Open ports in quarters of all the machine has."""
        ports = 0
        for line in self.table.lines:
            if line.tiles_in < line.tile_quota:
                ports += 1
        return ports * 4 // len(self.table.lines)

    def announce_short(self):
        """Say at once how many tiles are missing, and on which side."""
        table = self.table
        self.short = table.tiles_left()
        for line in table.lines:
            missing = line.tile_quota - line.tiles_in
            if missing > 0:
                table.events.add(
                    table.inputs.now_ms, events.SET, table.set_name(), "short", line.side, missing
                )
        table.raise_fault(TILES_SHORT, "sorter", self.short)
