"""The table's own cycle: what its keys do and in which order the mechanisms move.

One chart for the people's side of the machine; the sorter runs beside it. Mechanisms know nothing
of each other: this chart asks them and reads their state (design domain §5).
"""

from mjtable.game import profiles
from mjtable.game.cycle_chart import CycleChart
from mjtable.generated.fault_codes import LIFTS_UNEVEN
from mjtable.generated.setting_table import S_PANEL_MIN_OPEN_MS
from mjtable.generated.timing import LIFT_SPREAD_MS
from mjtable.memory.stats import HANDS
from mjtable.scan import events
from mjtable.scan.clock import MASK
from mjtable.scan.places import CYCLE, PANEL
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "hatch.state lifts.name lifts.state now power.on service.look_due service.place "
             "sets.on_table sets.waiting settings.value sorter.state",
    "calls": "charts.fire dice.is_rolling dice.roll events.add hatch.fire homing.begin "
             "homing.step keys.flush keys.refuse lifts.fire lifts.served lines.served "
             "played_profile raise_fault service.begin sets.announce_change sets.begin_sort "
             "sets.name sets.raise_walls shown.begin shut_early sorter.begin sorter.fire "
             "sorter.is_busy sorter.mix sorter.resumable",
    "writes": "alert asked lifts.raised stats",
}

MODES = ("power_on", "fault", "service", "selftest", "maintenance")  # to enter or leave, too
AT_EASE = ("ready", "playing")  # states in which only people change anything
STAGGER_MS = 600  # four lifts start one after the other


class Cycle(CycleChart):
    """States of the table as people see it."""

    STATE = (
        "state", "since", "limit_due", "want", "open_since", "tops_before", "was_open", "loaded",
        "unrolled", "unsorted",
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {})
        self.open_since = 0
        self.tops_before = 0  # walls that were up when this raising began
        self.was_open = False  # the hatch has been fully up in this opening
        self.loaded = False  # a set was dropped and is not sorted yet
        self.unrolled = False  # its walls are up, and the dice have not been rolled for them
        self.unsorted = False  # the hatch was shut so soon that what may lie inside is left there

    # guards

    def walls_due(self):
        """A set was dropped and finished walls wait."""
        return self.loaded and self.table.sets.waiting != 0

    def is_unrolled(self):
        """A cut or a fault came between the walls and the dice."""
        return self.unrolled

    def in_play(self):
        """A set lies on the table and was not just dropped."""
        sets = self.table.sets
        return sets.on_table != 0 and not (self.loaded and not sets.waiting)

    def at_rest(self):
        """Nothing moves and nothing is half built."""
        return not self.table.power.on and not self.table.sorter.is_busy()

    # entry actions

    def entered(self, state):
        table = self.table
        if state == "homing":
            table.homing.begin()
        elif state == "loading":
            table.hatch.fire("open")
            self.was_open = False
            table.sets.announce_change()
        elif state == "adding":
            table.hatch.fire("open")
        elif state == "closing" or state == "add_closing":
            table.hatch.fire("close")
        elif state == "parking":
            table.sorter.fire("pause")
        elif state == "raising":
            self._raise()
        elif state == "rolling":
            for lift in table.lifts:
                lift.raised = False  # this round's walls are up, and all are down again
            table.dice.roll(profiles.dice(self.table.played_profile()))
        elif state == "ready" or state == "playing":
            self._settled()
        elif state in MODES:
            self._change_mode(state)

    def _change_mode(self, state):
        """What was pressed before, and by the link, means nothing any more: it is refused."""
        table = self.table
        table.keys.refuse()
        table.asked |= PANEL
        watches = table.service.look_due >= 0  # a motor that was tested, until it stands
        table.alert = 1 << table.service.place if watches else 0
        table.shown.begin()
        if state == "service":
            for chart in table.charts:
                chart.fire("halt")  # its motor may be jogged
            table.alert = 1 << table.service.place  # every edge may end a jog
            table.service.begin()
            return
        for lift in table.lifts:
            lift.served()  # first: its row is laid back before anybody counts it
        for line in table.lines:
            line.served()

    def _raise(self):
        table = self.table
        self._walls_event("rising", table.sets.waiting)
        if self.loaded:
            table.sorter.mix()  # the next set, while the walls of this one rise
        self.tops_before = 0
        for lift in table.lifts:
            if lift.raised:
                self.tops_before += 1

    def _walls_up(self):
        """All four walls are tipped onto the table: the empty lifts go down, mixing begins."""
        self.unrolled = True
        self.table.stats[HANDS] += 1
        self.table.sets.raise_walls()
        self._walls_event("up", self.table.sets.on_table)
        self._begin_sort()

    def _settled(self):
        """Ready or playing: sort what was dropped, go on with what was interrupted."""
        self.unrolled = False
        if self.loaded:
            self._begin_sort()
        elif self.table.sorter.resumable():
            self.table.sorter.fire("resume")
        self.table.keys.flush()

    def _begin_sort(self):
        if self.loaded:
            self.loaded = False
            self.table.sets.begin_sort()
            self.table.sorter.begin()

    def _walls_event(self, to, which):
        name = self.table.sets.name(which)
        self.table.events.add(events.WALLS, to, name)

    # the scan

    def timeout(self):
        for lift in self.table.lifts:
            if not lift.raised:  # only the raising has a limit: the one that stays behind
                self.table.raise_fault(LIFTS_UNEVEN, lift.name, 0)
                return

    def step(self):
        state = self.state
        table = self.table
        if state == "homing":
            if table.homing.step():
                self.fire("homed")
        elif state == "loading":
            if table.hatch.state == "open" and not self.was_open:
                self.was_open = True
                self.open_since = table.now
        elif state == "closing" or state == "add_closing":
            if table.hatch.state == "shut":
                self.fire("closed")
        elif state == "parking":
            if table.sorter.state == "paused" or table.sorter.state == "short":
                self.fire("parked")
        elif state == "raising":
            self._watch_lifts()
        elif state == "rolling":
            if not table.dice.is_rolling():
                self.fire("rolled")

    def _watch_lifts(self):
        table = self.table
        down = tops = 0
        for lift in table.lifts:
            if not lift.raised and lift.state == "down":
                lift.fire("raise")
                table.asked |= CYCLE  # the others in the scans that follow
                return
            if lift.raised:
                tops += 1
                if lift.state == "down":
                    down += 1
        if tops == 4:
            self._all_up(down == 4)
        elif tops > self.tops_before and self.limit_due < 0:
            self.arm(LIFT_SPREAD_MS + STAGGER_MS)

    def _all_up(self, down_again):
        """All four walls have been up, and the lifts may be `down_again`."""
        self.limit_due = -1
        self.refresh()
        if self.loaded:
            self._walls_up()
        if down_again:
            self._walls_event("down", self.table.sets.on_table)
            self.fire("walls_up")

    def note_close(self, only):
        """The hatch was sent down; `only` = nothing is to rise or be sorted."""
        table = self.table
        if only:
            self.loaded = self.unsorted = False
        elif self.was_open and not self.loaded:
            open_ms = (table.now - self.open_since) & MASK
            self.loaded = open_ms >= table.settings.value[S_PANEL_MIN_OPEN_MS]
            self.unsorted = not self.loaded
            if self.unsorted:
                table.shut_early(open_ms)
