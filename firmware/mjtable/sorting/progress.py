"""Progress of a sort: what is still to come in, by how many ports, and since when nothing has.

No fixed time limit: the wait for the next tile is judged by the learnt pick-up rate (`pickup.py`).
"""

from mjtable.generated.fault_codes import TILES_SHORT, WEAK_TILE
from mjtable.generated.setting_table import S_SORT_PATIENCE_PCT
from mjtable.memory.stats import SHORT
from mjtable.scan import events
from mjtable.scan.clock import MASK
from mjtable.sorting.pickup import PickUp
from mjtable.sorting.scheduler import sort_lines

TOUCHES = {
    "reads": "lines.side lines.tile_quota lines.tiles_in now power.order settings.value",
    "calls": "events.add raise_fault set_name tiles_left",
    "writes": "stats",
}

WEAK_PCT = 75  # a tile that comes this late in the patience is probably weak


class Progress:
    """`short` tiles were missing when the last search was given up."""

    STATE = ("since", "short", "ports")

    def __init__(self, table):
        self.table = table
        self.pickup = PickUp()
        self.since = 0  # the last tile came in
        self.short = 0
        self.ports = 0  # open since then, in quarters of all the machine has

    def begin(self):
        """The ring starts to lift tiles."""
        self.short = 0
        self._restart()

    def _restart(self):
        """Wait for the next tile, at the ports that are open now."""
        self.since = self.table.now
        self.ports = self.open_ports()

    def tile_in(self, left):
        """A tile passed an inlet; `left` are still to come."""
        waited = (self.table.now - self.since) & MASK
        self.pickup.learn(waited, left + 1, self.ports)
        if waited > self.patience_ms(left + 1) * WEAK_PCT // 100:
            self.table.raise_fault(WEAK_TILE, "sorter", waited // 1000)
        self._restart()

    def order(self):
        """The most urgent line first."""
        sort_lines(self.table.power.order, self.table.lines)

    def due(self):
        """When the wait for the next tile becomes too long."""
        return (self.since + self.patience_ms(self.table.tiles_left())) & MASK

    def patience_ms(self, left):
        """Longest wait for the next tile while `left` are to come."""
        patience_pct = self.table.settings.value[S_SORT_PATIENCE_PCT]
        return self.pickup.patience_ms(left, self.ports, patience_pct)

    def open_ports(self):
        """Open ports in quarters of all the machine has."""
        ports = 0
        for line in self.table.lines:
            if line.tiles_in < line.tile_quota:
                ports += 1
        return ports * 4 // len(self.table.lines)

    def neediest(self):
        """Side of the line that waits for most tiles."""
        lines = self.table.lines
        worst = lines[0]
        for line in lines:
            if line.tile_quota - line.tiles_in > worst.tile_quota - worst.tiles_in:
                worst = line
        return worst.side

    def announce_short(self):
        """Say at once how many tiles are missing, and on which side."""
        table = self.table
        self.short = table.tiles_left()
        table.stats[SHORT] += self.short
        for line in table.lines:
            missing = line.tile_quota - line.tiles_in
            if missing > 0:
                table.events.add(events.SET, table.set_name(), "short", line.side, missing)
        table.raise_fault(TILES_SHORT, "sorter", self.short)
