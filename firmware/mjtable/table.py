"""The table: all mechanisms put together, and the scan.

`step(inputs, outputs)` is pure: no clock, no I/O, no randomness of its own, nothing allocated.
Who takes part in a scan, and in which order, is in `places.py`: the board's own watch, keys,
mechanisms, sorter and cycle, power budget, signals, interlocks, journal. The same object runs on
the board, in the simulator and in tests.
"""

from array import array

from mjtable.game.profiles import DEFAULT
from mjtable.generated.iomap import BYTE_FUSE_OK, BYTE_SAFE_FB
from mjtable.generated.iomap import LINES, M_CHAIN, MOTORS_OF
from mjtable.memory import stats
from mjtable.memory.journal import Journal
from mjtable.memory.settings import Settings
from mjtable.parts import HASH, POWERED, Parts
from mjtable.notices import REVERSE_BITS
from mjtable.safety.faults import Faults
from mjtable.scan import events
from mjtable.scan.clock import MASK, passed
from mjtable.scan.image import Inputs, Outputs
from mjtable.scan.loops import come, concerned, nearest
from mjtable.scan.places import CYCLE, EVERYONE, MAINS, P_MAINS, P_PANEL
from mjtable.scan.places import PANEL
from mjtable.scan.places import JOURNAL, P_SWITCH, PLACES, POWER, SIGNALS
from mjtable.scan.places import SORTER, SUPERVISION
from mjtable.watchers import watchers

SCAN_MS = 5
BOARD_BYTES = 1 << BYTE_FUSE_OK | 1 << BYTE_SAFE_FB
ANALOGUE = 1 << 9  # edge of a current, a temperature or the mains
MEASURED = SUPERVISION | MAINS | SIGNALS  # those whom it concerns
WORKS = SORTER | CYCLE | POWER | SIGNALS  # when one of these runs something has changed
THINKERS = SORTER | CYCLE
UNKNOWN_SWITCH = 255  # no position kept: the first one read counts as turned


class Table(Parts):
    """One automatic table; `machine` 0 = four_port, 1 = single_port, `medium` of `store.Store`."""

    def __init__(self, machine=0, medium=None):
        self.machine = machine
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.now = 0
        self.booted = False
        self.asked = EVERYONE  # who is to run though no input or deadline says so
        self.thinkers = THINKERS  # who looks on when a mechanism changes its state
        self.alert = 0  # whom every edge concerns
        self.due = array("i", [-1] * PLACES)  # by place: when to run without an edge, -1 = never
        self.wants = array("i", [0] * PLACES)  # by place: the motors wished for
        self._next_due = 0  # the nearest of `due`, as of the last scan that did anything
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
        self._take_places()
        self._find()
        self._watchers = watchers(self.charts)

    def wake(self):
        """Something has changed that no input and no deadline tells of: look at everything."""
        self.asked = EVERYONE

    def step(self, inputs, outputs):
        """One scan; returns the ms until the next is needed if no input changes.

        With no deadline, no wish from outside and no edge that concerns anybody there is nothing
        to do: most scans.
        """
        now = self.events.now_ms = inputs.now_ms
        self.now = now = now & MASK
        ready = self.asked
        if inputs.edges:
            ready |= self._edges(inputs)
        if passed(now, self._next_due):
            ready |= come(self.due, PLACES, now)
        elif not (ready or inputs.edges and self._keeps()):
            outputs.quiet = outputs.light = True
            return (self._next_due - now) & MASK
        self.inputs = inputs
        self.outputs = outputs
        outputs.quiet = False
        self.asked = 0
        self._whole(ready)
        rest = nearest(self.due, PLACES, now)
        self._next_due = (now + rest) & MASK
        return SCAN_MS if self.asked else rest

    def _keeps(self):
        """The journal has something to write."""
        return self.journal is not None and self.journal.wanted

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

    def _edges(self, inputs):
        """Whom the edges of this scan concern."""
        self.armed = inputs.level[BYTE_SAFE_FB] & POWERED == POWERED
        found = self.alert | concerned(inputs.rose, inputs.fell, self._watchers)
        if inputs.edges & ANALOGUE:
            found |= MEASURED
        if inputs.edges & BOARD_BYTES:
            found |= SUPERVISION  # a lost chain has no edge of its own
        return found

    def _scan(self, now, ready):
        """Run everyone who has something to do, in order of their places; a mask of who ran.

        Who is asked for by somebody before him runs in this scan still, the others in the next;
        sorter and cycle too, who only think: a scan in which a mechanism changes has enough to do.
        """
        runs = self._runs
        ran = 0
        while ready:
            bit = ready & -ready
            ready ^= bit
            ran |= bit
            runs[bit % HASH](now)
            later = self.asked & -bit - bit & ~THINKERS
            if later:
                self.asked ^= later
                ready |= later
        return ran

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
