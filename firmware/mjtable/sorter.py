"""Sorting one set: mix, lift, stack, look for a tile too many; pause, run short, go on.

The sorter asks the shuffler, the lines and the chain and watches their counts; it moves nothing
itself. Everything it knows of the tiles are numbers: no tile has an identity here.
"""

from mjtable import events
from mjtable.feed import ALL, NEEDED, STAND
from mjtable.clock import MASK
from mjtable.fault_codes import TILE_SURPLUS, TILES_SHORT
from mjtable.pickup import PickUp
from mjtable.scheduler import sort_lines
from mjtable.setting_table import (
    S_SORT_LOOKOUT_MS,
    S_SORT_PATIENCE_PCT,
    S_SORT_PREMIX_MAX_MS,
    S_SORT_PREMIX_MIN_MS,
)
from mjtable.statechart import Statechart

RESTING = ("idle", "wait_lower", "wait_upper", "held_lower", "full")
ROWS = 4  # single-port: one row a side, D first


class Sorter(Statechart):
    """State of the set in the machine's works. `short` and `surplus` count tiles."""

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
        ("paused", (), 0, 0),
        ("running_short", (), 0, 0),
        ("short", (), 0, 0),
    )
    TRANSITIONS = (
        ("start", "idle", "premix", None),
        ("mixed", "premix", "picking", None),
        ("all_in", "picking", "draining", None),
        ("patience", "picking", "running_short", None),
        ("all_full", "draining", "returning", "has_surplus"),
        ("all_full", "draining", "lookout", None),
        ("looked", "lookout", "resting", None),
        ("found", "lookout", "returning", None),
        ("returned", "returning", "resting", None),
        ("at_rest", "resting", "idle", None),
        ("pause", ("premix", "picking", "draining"), "pausing", None),
        ("at_rest", "pausing", "paused", None),
        ("at_rest", "running_short", "short", None),
        ("resume", ("paused", "short"), "premix", "nothing_in"),
        ("resume", ("paused", "short"), "picking", None),
        ("hold", ("premix", "picking", "draining", "pausing", "running_short"), "paused", None),
        ("hold", ("lookout", "returning", "resting"), "idle", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {})
        self.pickup = PickUp()
        self.rows_done = 0  # single-port: rows carried off
        self.row_carried = 0  # rows the chain has set out with
        self.progress = 0  # when the last tile came in
        self.short = 0
        self.surplus = 0

    # questions

    def has_surplus(self):
        """More tiles came in than the set has."""
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

    @property
    def busy(self):
        """Motors of this set may be running."""
        state = self.state
        return state != "idle" and state != "paused" and state != "short"

    @property
    def unfinished(self):
        """A set is partly built."""
        return self.state != "idle"

    def resumable(self):
        """A person's pause or a fault left a set partly built."""
        return self.state == "paused" or self.state == "short"

    def may_pause(self):
        """The work can stop here: not while a surplus is looked for or handed back."""
        return self.state not in ("lookout", "returning", "resting")

    def missing(self, index):
        """Tiles that line `index` still waits for."""
        line = self.table.lines[index]
        left = line.tile_quota - line.tiles_in
        return left if left > 0 else 0

    # requests

    def begin(self):
        """A whole set lies in the drum: sort it."""
        table = self.table
        self.rows_done = self.row_carried = self.short = self.surplus = 0
        self._plan(self.table.row_quotas)
        self.fire("start")

    def _plan(self, quotas):
        table = self.table
        if len(table.lines) == 1:
            row = min(self.row_carried, ROWS - 1)
            table.lines[0].plan(2 * sum(quotas), quotas[ROWS - 1 - row])
        else:
            for line in table.lines:
                line.plan(2 * quotas[line.side], quotas[line.side])

    def restore(self, rows_done, row_carried):
        """After a power loss: the set of `sets.sorting` is partly built."""
        self.rows_done = rows_done
        self.row_carried = row_carried
        self._plan(self.table.row_quotas)
        self.enter("paused")

    def entered(self, state):
        if state == "premix":
            self._mix()
        elif state == "picking":
            self.progress = self.table.now
            self.short = 0
            self._lines("start", NEEDED)
            self.table.shuffler.fire("pick")
            self._watch_progress()
        elif state == "draining":
            self.table.shuffler.fire("stop")
            self._lines("start", ALL)
        elif state == "running_short":
            self._announce_short()
            self.table.shuffler.fire("stop")
        elif state == "pausing":
            self.table.shuffler.fire("stop")
            self._lines("", STAND)
        elif state == "lookout":
            self.pickup.close()
            self.table.shuffler.fire("pick")
            self._lines("look", ALL)
            self.arm(self.table.settings.value[S_SORT_LOOKOUT_MS])
        elif state == "returning":
            self.table.shuffler.fire("stop")
            self._lines("stop_looking", STAND)
        elif state == "resting":
            self.table.shuffler.fire("stop")
            self._lines("stop", STAND)
        elif state == "idle":
            self._finished()
        elif state == "paused" or state == "short":
            self._lines("stop", STAND)

    def _mix(self):
        """Pre-mix for a random time from the hardware's random word."""
        value = self.table.settings.value
        low = value[S_SORT_PREMIX_MIN_MS]
        span = value[S_SORT_PREMIX_MAX_MS] - low
        extra = self.table.random_word() * span >> 16 if span > 0 else 0
        self.table.shuffler.premix_ms = low + extra
        self._lines("start", STAND)
        self.table.shuffler.fire("mix")

    def _lines(self, trigger, permit):
        for line in self.table.lines:
            line.permit = permit
            if trigger:
                line.fire(trigger)
            line.fire("permit")

    # the scan

    def tile_in(self, line):
        """A tile passed an inlet."""
        table = self.table
        left = table.tiles_left()
        self.pickup.learn((table.now - self.progress) & MASK, left + 1, self._open_ports())
        self.progress = table.now
        sort_lines(table.power.order, table.lines)
        if self.state == "picking":
            if left <= 0:
                self.fire("all_in")
            else:
                self._watch_progress()

    def _open_ports(self):
        """Open ports in quarters of all the machine has."""
        ports = 0
        for line in self.table.lines:
            if line.tiles_in < line.tile_quota:
                ports += 1
        return ports * 4 // len(self.table.lines)

    def _watch_progress(self):
        patience_pct = self.table.settings.value[S_SORT_PATIENCE_PCT]
        wait = self.pickup.patience_ms(self.table.tiles_left(), self._open_ports(), patience_pct)
        self.limit_due = (self.progress + wait) & MASK
        self.refresh()

    def step(self):
        state = self.state
        if state == "premix":
            if self.table.shuffler.state == "picking":
                self.fire("mixed")
        elif state == "draining" or state == "picking":
            self._carry_row()
            if state == "draining" and self._all("full") and self._rows_complete():
                self.fire("all_full")
        elif state == "lookout":
            if self.has_surplus():
                self.fire("found")
        elif state == "returning":
            self._give_back()
        elif state == "pausing" or state == "resting":
            if self._at_rest():
                self.fire("at_rest")
        elif state == "running_short":
            self._run_short()

    def _all(self, state):
        for line in self.table.lines:
            if line.state != state:
                return False
        return True

    def _at_rest(self):
        for line in self.table.lines:
            if line.state not in RESTING:
                return False
        return self.table.shuffler.is_still and self.table.chain_parked

    def _rows_complete(self):
        return len(self.table.lines) > 1 or self.rows_done == ROWS

    def _carry_row(self):
        """Single-port: a full row goes one station on, the next one begins."""
        table = self.table
        if len(table.lines) > 1:
            return
        line = table.lines[0]
        chain = table.distributor
        if chain.state == "parked" and self.row_carried > self.rows_done:
            self.rows_done = self.row_carried
            line.fire("turn")
        if self.row_carried == ROWS:
            return
        if line.state == "full" and line.is_full() and chain.state == "parked":
            self.row_carried += 1
            chain.fire("index")
            if self.row_carried < ROWS:
                line.next_row(table.row_quotas[ROWS - 1 - self.row_carried])
                line.fire("start")

    def _run_short(self):
        """Stack what is on the belts, then stand and wait for the missing tiles."""
        table = self.table
        self._carry_row()
        if not table.shuffler.is_still:
            return
        quiet = table.chain_parked
        for line in table.lines:
            line.set_permit(ALL if line.on_belt else STAND)
            if line.on_belt or line.state not in RESTING:
                quiet = False
        if quiet:
            self.fire("at_rest")

    def _give_back(self):
        """Run the belts of surplus tiles backwards, once ring and drum stand."""
        if not self.table.shuffler.is_still:
            return
        quiet = True
        for line in self.table.lines:
            if line.tiles_in > line.tile_quota and line.state == "full":
                self.surplus += 1
                line.fire("give_back")
            if line.state != "full":
                quiet = False
        if quiet:
            self.fire("returned")

    def _announce_short(self):
        table = self.table
        self.short = table.tiles_left()
        now_ms = table.inputs.now_ms
        for index in range(len(table.lines)):
            if self.missing(index):
                side = table.lines[index].side
                table.events.add(
                    now_ms, events.SET, table.set_name(), "short", side, self.missing(index)
                )
        table.raise_fault(TILES_SHORT, "sorter", self.short)

    def _finished(self):
        table = self.table
        if self.surplus:
            table.events.add(
                table.inputs.now_ms, events.SET, table.set_name(), "surplus", -1, self.surplus
            )
            table.raise_fault(TILE_SURPLUS, "sorter", self.surplus)
        table.set_built()
