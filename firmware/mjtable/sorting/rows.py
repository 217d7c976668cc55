"""Rows of the single-port machine: one line builds all four walls, the chain carries them on.

The first row travels farthest, to side D; the last one to side A. While the chain runs the head
stands; the next row's first tile may already come in.
"""

from mjtable.game import profiles
from mjtable.generated.iomap import M_CHAIN, M_HEAD
from mjtable.generated.setting_table import S_HEAD_TILES_A_PUSH
from mjtable.kit.hosted import for_host

TOUCHES = {
    "reads": "lines.side lines.state settings.value",
    "calls": "distributor.fire is_chain_parked lines.fire lines.is_full lines.may_hold "
             "lines.next_row lines.plan sorted_profile sorter.is_unfinished",
    "writes": "lines.tile_quota",
}

ROWS = 4
STACK = 2  # tiles


class Rows:
    """`started` rows the chain has set out with, `done` those that have arrived one station on."""

    STATE = ("started", "done")

    def __init__(self, table):
        self.table = table
        self.started = 0
        self.done = 0

    def begin(self):
        """A new set."""
        self.started = self.done = 0

    def plan(self):
        """Quotas of the lines: all of a side, or the row that is to be built next."""
        table = self.table
        profile = table.sorted_profile()
        single = self.is_single()
        for line in table.lines:
            side = ROWS - 1 - min(self.started, ROWS - 1) if single else line.side
            tiles = STACK * profiles.stacks(profile, side)
            line.plan(tiles, table.settings.value[S_HEAD_TILES_A_PUSH])
            if single:
                line.tile_quota = profiles.tiles(profile)

    def is_single(self):
        """This machine has a chain, and one line for all four walls."""
        return self.table.distributor is not None

    single = for_host(is_single)

    def would_part(self, motor, reverse):
        """Rods jogged that way may carry rows of a half built set along, or leave them behind; a
        head that holds tiles pushes them into a row under way."""
        table = self.table
        under_way = self.started > self.done
        if motor == M_CHAIN:
            wrong = under_way or not reverse
        else:
            wrong = motor == M_HEAD and under_way and table.lines[0].may_hold()
        return wrong and table.sorter.is_unfinished()

    def is_complete(self):
        """Every row is where its lift is."""
        return not self.is_single() or self.done == ROWS

    complete = for_host(is_complete)

    def step(self):
        """Send a full row on; let the head go on when the chain has parked."""
        table = self.table
        if not self.is_single() or not table.is_chain_parked():
            return
        line = table.lines[0]
        if self.started > self.done:
            self.done = self.started
            line.fire("turn")
        if self.started < ROWS and line.state == "full" and line.is_full():
            self.started += 1
            table.distributor.fire("index")
            if self.started < ROWS:
                stacks = profiles.stacks(table.sorted_profile(), ROWS - 1 - self.started)
                line.next_row(STACK * stacks)
                line.fire("start")
