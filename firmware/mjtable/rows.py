"""Rows of the single-port machine: one line builds all four walls, the chain carries them on.

The first row travels farthest, to side D; the last one to side A. While the chain runs the head
stands; the next row's first tile may already come in.
"""

ROWS = 4


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
        quotas = table.row_quotas
        if self.single:
            table.lines[0].plan(2 * sum(quotas), quotas[ROWS - 1 - min(self.started, ROWS - 1)])
        else:
            for line in table.lines:
                line.plan(2 * quotas[line.side], quotas[line.side])

    @property
    def single(self):
        """This machine builds in rows."""
        return len(self.table.lines) == 1

    @property
    def complete(self):
        """Every row is where its lift is."""
        return not self.single or self.done == ROWS

    def step(self):
        """Send a full row on; let the head go on when the chain has parked."""
        if not self.single or not self.table.chain_parked:
            return
        line = self.table.lines[0]
        if self.started > self.done:
            self.done = self.started
            line.fire("turn")
        if self.started < ROWS and line.state == "full" and line.is_full():
            self.started += 1
            self.table.distributor.fire("index")
            if self.started < ROWS:
                line.next_row(self.table.row_quotas[ROWS - 1 - self.started])
                line.fire("start")
