"""Rows of the single-port machine: one line builds all four walls, the chain carries them on.

The first row travels farthest, to side D; the last one to side A. While the chain runs the head
stands; the next row's first tile may already come in.
"""

from mjtable.game import profiles
from mjtable.generated.setting_table import S_HEAD_TILES_A_PUSH
from mjtable.kit.hosted import for_host

ROWS = 4
STACK = 2  # tiles


class Rows:
    """`started` rows the chain has set out with, `done` those that have arrived one station on."""

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
        if self.is_single():
            side = ROWS - 1 - min(self.started, ROWS - 1)
            table.lines[0].plan(profiles.tiles(profile), profiles.stacks(profile, side), STACK)
        else:
            tiles_a_push = table.settings.value[S_HEAD_TILES_A_PUSH]
            for line in table.lines:
                tiles = STACK * profiles.stacks(profile, line.side)
                line.plan(tiles, tiles // tiles_a_push, tiles_a_push)

    def is_single(self):
        """This machine has a chain, and one line for all four walls."""
        return self.table.distributor is not None

    single = for_host(is_single)

    def is_complete(self):
        """Every row is where its lift is."""
        return not self.is_single() or self.done == ROWS

    complete = for_host(is_complete)

    def step(self):
        """Send a full row on; let the head go on when the chain has parked."""
        if not self.is_single() or not self.table.is_chain_parked():
            return
        line = self.table.lines[0]
        if self.started > self.done:
            self.done = self.started
            line.fire("turn")
        if self.started < ROWS and line.state == "full" and line.is_full():
            self.started += 1
            self.table.distributor.fire("index")
            if self.started < ROWS:
                side = ROWS - 1 - self.started
                line.next_row(profiles.stacks(self.table.sorted_profile(), side))
                line.fire("start")
