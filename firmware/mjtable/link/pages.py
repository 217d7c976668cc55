"""Lists over the link, a page at a time: `n=<rows> next=<from, 0 at the end> 0=... 1=...`.

How many rows a page has is known when they are written, so they are written aside, a few a scan,
and the head is put before them. Row keys count from 0 on every page.
"""

from mjtable.game.profiles import tiles
from mjtable.generated.iomap import INPUTS, INPUTS_OF, MOTORS, MOTORS_OF, OUTPUTS
from mjtable.link.arguments import PROFILES, SETTINGS
from mjtable.link.wire import BODY
from mjtable.memory.chronicle import ROW
from mjtable.memory.stats import STAT_NAMES
from mjtable.safety.faults import KEPT

TOUCHES = {
    "reads": "faults.count journal.chronicle machine stats supervision.learnt supervision.took",
    "calls": "faults.at faults.detail faults.place settings.get",
}

HEAD = 17  # " n=12 next=123" and the id's surplus: what a page needs before its rows, at most
ROWS = 16
ROWS_A_SCAN = 2
COUNTS = ("link_requests", "link_repeats", "link_crc", "link_length", "link_syntax")


class Pages:
    """Writes pages of the table's lists into the answer."""

    def __init__(self, table, writer, arguments, counts):
        self.table = table
        self.writer = writer
        self.arguments = arguments
        self.counts = counts  # the link's own counters, in the order of COUNTS
        self._total = 0  # the page ends before this row at the latest
        self._next = 0  # the list ends before this row
        self._start = 0
        self._at = 0  # the next row
        self._write = Pages.input
        self._place = 0  # of the head in the answer
        self._limit = 0  # bytes of rows

    def write(self, total, start, row):
        """Begin the page of a list of `total` rows that begins at `start`, each by `row`."""
        writer = self.writer
        self._total = min(total, start + ROWS)
        self._next = total
        self._start = start
        self._at = start
        self._write = row
        self._place = writer.n
        self._limit = BODY - HEAD - writer.n
        writer.aside()

    def go_on(self):
        """Write some rows more; True when the page is whole."""
        writer = self.writer
        for _ in range(ROWS_A_SCAN):
            at = self._at
            before = writer.n
            if at >= self._total:
                self._end(before)
                return True
            self._row(at - self._start, at, self._write)
            if writer.n > self._limit:
                self._end(before)
                return True
            self._at = at + 1
        return False

    def _end(self, size):
        """Put the head before the rows, which are `size` bytes."""
        writer = self.writer
        at = self._at
        writer.back(self._place)
        writer.number_of(b" n=", at - self._start)
        writer.number_of(b" next=", at if at < self._next else 0)
        writer.insert(size)

    def _row(self, k, index, row):
        """Write ` k=` and the row."""
        self.writer.number_of(b" ", k)
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
        self.writer.number_of(b":", tiles(index))

    def fault(self, index):
        """An active fault; behind them the warnings."""
        faults = self.table.faults
        if index >= faults.count:
            index += KEPT - faults.count
        self.writer.code(faults.at(index))
        self.writer.text(b":")
        self._name(faults.place(index), True)
        self.writer.number_of(b":", faults.detail(index))

    def setting(self, index):
        """A setting."""
        self.writer.name(SETTINGS, index)
        self.writer.number_of(b":", self.table.settings.get(index))

    def trend(self, index):
        """The learnt and the last time of one way of a motor."""
        supervision = self.table.supervision
        self.writer.number(supervision.learnt[index])
        self.writer.number_of(b":", supervision.took[index])

    def entry(self, index):
        """Bytes of the chronicle: what comes before its entries, then an entry a row."""
        for at in range(ROW * index, ROW * index + ROW):
            self.writer.hexadecimal(self.table.journal.chronicle.log[at], 2)

    def stat(self, index):
        """A counter of the table, then of the link."""
        writer = self.writer
        own = index - len(STAT_NAMES)
        writer.word(STAT_NAMES[index] if own < 0 else COUNTS[own])
        writer.number_of(b":", self.table.stats[index] if own < 0 else self.counts[own])
