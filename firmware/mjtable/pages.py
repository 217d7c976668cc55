"""Lists over the link, a page at a time: `n=<rows> next=<from, 0 at the end> 0=... 1=...`.

A page is measured first, with the writer dry, and then written; row keys count from 0 on every
page.
"""

from mjtable.arguments import PROFILES, SETTINGS
from mjtable.iomap import INPUTS, INPUTS_OF, MOTORS, MOTORS_OF, OUTPUTS
from mjtable.profiles import tiles
from mjtable.stats import STAT_NAMES
from mjtable.wire import BODY

HEAD = 17  # " n=12 next=123" and the id's surplus: what a page needs before its rows, at most
ROWS = 16
COUNTS = ("link_requests", "link_repeats", "link_crc", "link_length", "link_syntax")


class Pages:
    """Writes pages of the table's lists into the answer."""

    def __init__(self, table, writer, arguments, counts):
        self.table = table
        self.writer = writer
        self.arguments = arguments
        self.counts = counts  # the link's own counters, in the order of COUNTS

    def write(self, total, start, row):
        """Write the page of a list of `total` rows that begins at `start`, each by `row`."""
        writer = self.writer
        place = writer.n
        writer.n = place + HEAD
        writer.dry = True
        at = start
        while at < total and at - start < ROWS:
            self._row(at - start, at, row)
            if writer.n > BODY:
                break
            at += 1
        writer.dry = False
        writer.n = place
        rows = at - start if at > start else 0
        writer.key(b"n")
        writer.number(rows)
        writer.key(b"next")
        writer.number(at if at < total else 0)
        for k in range(rows):
            self._row(k, start + k, row)

    def _row(self, k, index, row):
        """Write ` k=` and the row."""
        self.writer.text(b" ")
        self.writer.number(k)
        self.writer.text(b"=")
        row(self, index)

    def _name(self, name, fitted):
        if name and fitted:
            self.writer.word(name)
        else:
            self.writer.text(b"-")

    def input(self, index):
        """Name of an input, "-" where the machine has none."""
        masks = INPUTS_OF[self.table.machine]
        self._name(INPUTS[index], masks[index >> 3] >> (index & 7) & 1)

    def output(self, index):
        """Name of an output."""
        fitted = index > 15 or MOTORS_OF[self.table.machine] >> index & 1
        self._name(OUTPUTS[index], fitted)

    def motor(self, index):
        """Name of a motor."""
        self._name(MOTORS[index], MOTORS_OF[self.table.machine] >> index & 1)

    def profile(self, index):
        """A profile and its tiles."""
        self.writer.name(PROFILES, index)
        self.writer.text(b":")
        self.writer.number(tiles(index))

    def fault(self, index):
        """An active fault."""
        faults = self.table.faults
        self.writer.code(faults.at(index))
        self.writer.text(b":")
        self._name(faults.place(index), True)
        self.writer.text(b":")
        self.writer.number(faults.detail(index))

    def setting(self, index):
        """A setting."""
        self.writer.name(SETTINGS, index)
        self.writer.text(b":")
        self.writer.number(self.table.settings.get(index))

    def stat(self, index):
        """A counter of the table, then of the link."""
        writer = self.writer
        own = index - len(STAT_NAMES)
        writer.word(STAT_NAMES[index] if own < 0 else COUNTS[own])
        writer.text(b":")
        writer.number(self.table.stats[index] if own < 0 else self.counts[own])
