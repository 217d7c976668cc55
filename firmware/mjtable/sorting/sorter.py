"""Sorting one set: mix, lift, stack, look for a tile too many; pause, run short, go on.

The sorter asks the shuffler, the lines and the chain and watches their counts; it moves nothing
itself. Everything it knows of the tiles are numbers: no tile has an identity here.
"""

from mjtable.generated.setting_table import S_SORT_LOOKOUT_MS, S_SORT_PREMIX_MAX_MS
from mjtable.generated.setting_table import S_SORT_PREMIX_MIN_MS
from mjtable.kit.hosted import for_host
from mjtable.mechanisms.feed_limits import ALL, NEEDED, STAND
from mjtable.scan.places import SORTER
from mjtable.scan.statechart import Statechart
from mjtable.sorting.leftovers import Leftovers
from mjtable.sorting.progress import Progress
from mjtable.sorting.rows import Rows
from mjtable.sorting.sorter_chart import SorterChart

TOUCHES = {
    "reads": "lines.state settings.value shuffler.state",
    "calls": "is_chain_parked lines.fire random_word rethink set_built shuffler.fire "
             "shuffler.stands_still tiles_left",
    "writes": "asked lines.permit shuffler.premix_ms thinkers",
}

RESTING = ("idle", "wait_lower", "wait_upper", "held_lower", "full", "stuck")


# What each state asks on entry: of the shuffler, of every line, and the permit of the belts.
ORDERS = {
    "idle": ("", "", STAND),
    "premix": ("", "start", STAND),
    "picking": ("pick", "start", NEEDED),
    "draining": ("stop", "start", ALL),
    "lookout": ("pick", "look", ALL),
    "returning": ("stop", "stop_looking", STAND),
    "resting": ("stop", "stop", STAND),
    "pausing": ("stop", "stop_looking", STAND),
    "clearing": ("stop", "stop_looking", STAND),
    "paused": ("", "stop", STAND),
    "running_short": ("stop", "", STAND),
    "searching": ("", "look", ALL),
    "short": ("", "stop", STAND),
}


class Sorter(SorterChart):
    """State of the set in the works."""

    STATE = ("state", "since", "limit_due", "want", "arrived", "_order", "_permit", "_told")

    def __init__(self, table):
        Statechart.__init__(self, table, {})
        self.rows = Rows(table)
        self.progress = Progress(table)
        self.leftovers = Leftovers(table)
        self.arrived = 0  # tiles that have passed an inlet since the last look
        self._order = ""  # what every line is being asked, one line a scan
        self._permit = STAND
        self._told = len(table.lines)  # lines that have been asked

    # requests

    def begin(self):
        """A whole set lies in the drum: sort it."""
        self.leftovers.begin()
        self.rows.begin()
        self.rows.plan()
        self.fire("start")

    def restore(self, rows_started, rows_done):
        """After a power loss: the set of `sets.sorting` is partly built."""
        self.rows.started = rows_started
        self.rows.done = rows_done
        self.rows.plan()
        self.enter("paused")

    def entered(self, state):
        begin = BEGINS.get(state)
        if begin is not None:
            begin(self)
        shuffler, trigger, permit = ORDERS[state]
        if trigger:
            self._order = trigger
            self._permit = permit
            self._told = 0
            self.table.thinkers |= SORTER
            self.table.asked |= SORTER
        if shuffler:
            self.table.shuffler.fire(shuffler)

    def mix(self):
        """Pre-mix for a random time from the hardware's random word; or go on with it."""
        table = self.table
        low = table.settings.value[S_SORT_PREMIX_MIN_MS]
        span = table.settings.value[S_SORT_PREMIX_MAX_MS] - low
        word = table.random_word() if span > 0 else 0
        # word * span >> 16 in two parts, each a small integer: the whole would be put on the heap
        table.shuffler.premix_ms = low + (word * (span >> 8) + (word * (span & 255) >> 8) >> 8)
        table.shuffler.fire("mix")

    def _pick(self):
        self.progress.begin()
        self._watch()

    def _call_short(self):
        self.progress.announce_short()

    def _look_out(self):
        self.progress.pickup.close()
        self.arm(self.table.settings.value[S_SORT_LOOKOUT_MS])

    def _tell(self):
        """Ask the next line; the others in the scans that follow."""
        table = self.table
        line = table.lines[self._told]
        self._told += 1
        line.permit = self._permit
        line.fire(self._order)
        line.fire("permit")
        table.asked |= SORTER
        table.rethink()

    def _watch(self):
        """The wait for the next tile starts again."""
        self.limit_due = self.progress.due()
        self.refresh()

    # the scan

    def is_indifferent(self):
        """While tiles are lifted into whole sides, a change of another chart means nothing."""
        return self.state == "picking" and self._told == len(self.table.lines) > 1

    indifferent = for_host(is_indifferent)

    def run(self, now):
        """One scan; a tile that came in comes before the end of the wait for it."""
        if self.arrived:
            self._tiles_in()
        Statechart.run(self, now)

    def _tiles_in(self):
        """Tiles passed an inlet: how long may the next one take, and which line goes first?"""
        left = self.table.tiles_left()
        if self.state == "picking":
            self.leftovers.searched = False
            for _ in range(self.arrived):
                self.progress.tile_in(left)
            if left <= 0:
                self.fire("all_in")
            else:
                self.progress.order()
                self._watch()
        self.arrived = 0

    def count_corrected(self):
        """A line found fewer tiles on its belt than it had counted: they have to come again."""
        if self.state == "draining":
            self.fire("again")
        elif self.state == "picking":
            self._watch()

    def step(self):
        if self._told < len(self.table.lines):
            self._tell()
            return
        state = self.state
        if state == "picking":
            self.rows.step()
        elif state == "premix":
            if self.table.shuffler.state != "premix":
                self.fire("mixed")
        elif state == "draining":
            self.rows.step()
            if self.rows.is_complete() and self._all_full():
                self.fire("all_full")
        elif state == "lookout" or state == "searching":
            if self.has_surplus():
                self.fire("found")
        elif state == "returning":
            if self.leftovers.give_back():
                self.fire("returned")
        elif state == "pausing" or state == "resting" or state == "clearing":
            if self._at_rest():
                self.fire("at_rest")
        elif state == "running_short":
            self.rows.step()
            if self.leftovers.run_empty() and self._at_rest():
                self.fire("at_rest")

    def _all_full(self):
        for line in self.table.lines:
            if line.state != "full":
                return False
        return True

    def _at_rest(self):
        for line in self.table.lines:
            if line.state not in RESTING:
                return False
        table = self.table
        if not (table.shuffler.stands_still() and table.is_chain_parked()):
            return False
        return not self.leftovers.clear()

    def _finished(self):
        self.leftovers.report()
        self.table.set_built()


BEGINS = {
    "premix": Sorter.mix,
    "picking": Sorter._pick,
    "short": Sorter._call_short,
    "lookout": Sorter._look_out,
    "idle": Sorter._finished,
}
