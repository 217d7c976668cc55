"""The table: all mechanisms put together, and the scan.

`step(inputs, outputs)` is pure: no clock, no I/O, no randomness of its own, nothing allocated.
Who takes part in a scan, and in which order, is in `scan/places.py`: the board's own watch, keys,
mechanisms, sorter and cycle, power budget, signals, interlocks, journal; whose turn it is, in
`scan/turns.py`. The same object runs on the board, in the simulator and in tests.
"""

from mjtable.game.profiles import DEFAULT
from mjtable.generated.iomap import LINES, M_CHAIN, MOTORS_OF
from mjtable.memory import stats
from mjtable.memory.journal import Journal
from mjtable.memory.settings import Settings
from mjtable.notices import REVERSE_BITS
from mjtable.parts import Parts
from mjtable.people.contacts import KEY_INPUTS
from mjtable.people.rule_switch import POSITIONS
from mjtable.safety.faults import Faults
from mjtable.scan import events
from mjtable.scan.image import Inputs, Outputs
from mjtable.scan.places import CYCLE, INTERLOCKS, JOURNAL, MAINS, PANEL, POWER, SIGNALS, SORTER
from mjtable.scan.places import P_CHARTS, P_CYCLE, P_DICE, P_MAINS, P_PANEL, P_SORTER, P_SWITCH
from mjtable.scan.places import SUPERVISION, SWITCH
from mjtable.scan.turns import HASH, Turns
from mjtable.scan.watchers import watchers

WORKS = SORTER | CYCLE | POWER | SIGNALS  # when one of these runs something has changed
UNKNOWN_SWITCH = 255  # no position kept: the first one read counts as turned


class Table(Turns, Parts):
    """One automatic table; `machine` 0 = four_port, 1 = single_port, `medium` of `store.Store`."""

    STATE = (
        "asked", "thinkers", "granted", "stats", "beep", "word", "profile", "heard_ms", "booted",
        "armed", "alert", "due", "wants", "_next_due", "kept_switch", "seen",
    )

    def __init__(self, machine=0, medium=None):
        self.machine = machine
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.now = 0
        self.booted = False
        self._make_turns()
        self.granted = REVERSE_BITS
        self.armed = False
        self.heard_ms = 0  # when the link had its last good request
        self.beep = 0
        self.word = -1  # a hardware random word laid by
        self.profile = DEFAULT
        self.kept_switch = UNKNOWN_SWITCH
        self.settings = Settings()
        self.events = events.Events()
        self.faults = Faults()
        self.stats = stats.new()
        self._make_services()
        self._make_charts(LINES[machine], MOTORS_OF[machine] >> M_CHAIN & 1)
        self.journal = Journal(self, medium) if medium is not None else None
        self.recorder = None
        self.by = -1  # the rule of the last refusal over the link
        self._take_places()
        self._find()
        self._watchers = watchers(self.charts, KEY_INPUTS, POSITIONS)

    def _take_places(self):
        """The scan's list: what runs for each place, in the order of `places.py`."""
        for index in range(len(self.charts)):
            self.charts[index].place = P_CHARTS + index
        self.dice.place = P_DICE
        self.sorter.place = P_SORTER
        self.cycle.place = P_CYCLE
        self.due[P_MAINS] = 0  # look once at the start
        # `abs` does nothing: for places that this machine lacks, and the journal's, the last
        self._runs = [abs] * HASH
        for chart in self.charts + (self.sorter, self.cycle):
            self._runs[(1 << chart.place) % HASH] = chart.run
        for bit, run in (
            (SUPERVISION, self.supervision.step), (MAINS, self._watch_mains),
            (SWITCH, self._read_switch), (PANEL, self._read_keys), (POWER, self.power.run),
            (SIGNALS, self.signals.run), (INTERLOCKS, self.interlocks.run),
        ):  # fmt: skip
            self._runs[bit % HASH] = run

    def _whole(self, ready):
        """A scan with something to do for those who are `ready`."""
        if not self.booted:
            self._boot(self.inputs)
        if self.word < 0:
            self.restock()
        ran = self._scan(self.now, ready)
        outputs = self.outputs
        outputs.motors = self.power.on
        outputs.light = not (ran & WORKS or self.asked)
        journal = self.journal
        if journal is not None and (ran & JOURNAL or journal.wanted and outputs.light):
            journal.step()
            outputs.light = False

    def _watch_mains(self, now):
        self.mains.step()
        self.due[P_MAINS] = self.mains.due

    def _read_switch(self, now):
        self.rule_switch.step(now)
        self.due[P_SWITCH] = self.rule_switch.due

    def _read_keys(self, now):
        panel = self.panel
        if panel.count:  # what was seen in the scan before: to see and to act is too much for one
            self.keys.handle(panel.pop())
        panel.step(self.inputs)
        self.due[P_PANEL] = panel.due
        if panel.count:
            self.asked |= PANEL
