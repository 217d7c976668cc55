"""The table: all mechanisms put together, and the scan.

`step(inputs, outputs)` is pure: no clock, no I/O, no randomness of its own, nothing allocated.
Order of one scan: the board's own watch, keys, mechanisms, sorter and cycle, power budget,
outputs, interlocks. The same object runs on the board, in the simulator and in tests.
"""

from mjtable import events, stats
from mjtable.builder import Builder
from mjtable.clock import HALF, MASK
from mjtable.cycle import AT_EASE, Cycle
from mjtable.dice import Dice
from mjtable.distributor import Distributor
from mjtable.facade import Facade
from mjtable.fault_codes import STORE_CORRUPT, UNKNOWN_COUNT
from mjtable.faults import Faults
from mjtable.hatch import Hatch
from mjtable.homing import Homing
from mjtable.image import Inputs, Outputs
from mjtable.interlocks import Interlocks
from mjtable.iomap import BIT_LMOT_FB, BIT_SAFE_FB, BYTE_SAFE_FB, LINES, MOTORS
from mjtable.journal import Journal
from mjtable.keys import Keys
from mjtable.lift import Lift
from mjtable.mains import WATCH as MAINS_BYTES
from mjtable.mains import Mains
from mjtable.marker import Marker
from mjtable.notices import REVERSE_BITS, Notices
from mjtable.panel import ELEVATOR, MARKER, WATCH, Panel
from mjtable.power import Power
from mjtable.profiles import DEFAULT
from mjtable.rule_switch import WATCH as SWITCH_BYTES
from mjtable.rule_switch import RuleSwitch
from mjtable.selftest import SelfTest
from mjtable.service import Service
from mjtable.sets import Sets
from mjtable.settings import Settings
from mjtable.shuffler import Shuffler
from mjtable.signals import Signals
from mjtable.sorter import Sorter
from mjtable.supervision import Supervision

SCAN_MS = 5
CHANGES = 2  # so many changes of state fill a scan; what can wait is left to the next one
IDLE_MS = 0x0FFFFFFF  # nothing to do until an input changes
ALL_BYTES = 0x3FF
BOARD_BYTES = 0x350  # edges of bytes 4 (lid), 6 (board), 8 (pins) or of an analogue value
POWERED = BIT_SAFE_FB | BIT_LMOT_FB  # enabled, and the motor bus is live
UNKNOWN_SWITCH = 255  # no position kept: the first one read counts as turned
HELD_BOTH = 1 << ELEVATOR | 1 << MARKER


class Table(Facade, Notices):
    """One automatic table; `machine` 0 = four_port, 1 = single_port, `medium` of `store.Store`."""

    def __init__(self, machine=0, medium=None):
        self.machine = machine
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.now = 0
        self.booted = False
        self.changes = 0  # charts' changes of state in this scan
        self.late = False  # something waits for the next scan, because this one was full
        self.arrived = 0  # tiles that the sorter does not know of yet
        self.poll_all = False  # run every chart in every scan (tests of the skipping)
        self.awake = True  # something was changed since the last scan, by no input or deadline
        self._next_due = 0  # the nearest deadline, as of the last scan that did anything
        self.dirty = True  # some chart changed state since sorter and cycle last ran
        self.wishes_changed = True
        self.granted = REVERSE_BITS
        self.armed = False
        self.beep = 0
        self.word = -1  # a hardware random word laid by
        self.profile = DEFAULT
        self.kept_switch = UNKNOWN_SWITCH
        self.settings = Settings()
        self.events = events.Events()
        self.faults = Faults()
        self.stats = stats.new()
        self._make_services()
        self._make_charts(LINES[machine])
        self.timed = self.charts + (
            self.power, self.sorter, self.cycle, self.panel, self.supervision, self.mains,
            self.signals, self.rule_switch,
        )  # fmt: skip
        self.journal = Journal(self, medium) if medium is not None else None

    def _make_services(self):
        self.power = Power(self)
        self.supervision = Supervision(self)
        self.interlocks = Interlocks(self)
        self.sets = Sets(self)
        self.homing = Homing(self)
        self.panel = Panel(self.settings)
        self.keys = Keys(self)
        self.signals = Signals(self)
        self.rule_switch = RuleSwitch(self)

    def _make_charts(self, lines):
        self.marker = Marker(self)
        self.mains = Mains(self)
        self.hatch = Hatch(self)
        self.shuffler = Shuffler(self)
        self.lines = tuple([Builder(self, side) for side in range(lines)])
        self.lifts = tuple([Lift(self, side) for side in range(4)])
        self.distributor = Distributor(self) if lines == 1 else None
        self.dice = Dice(self)
        self.service = Service(self)
        self.selftest = SelfTest(self)
        self.sorter = Sorter(self)
        self.cycle = Cycle(self)
        self.chains = (self.distributor,) if self.distributor else ()
        self.charts = self.lines + (self.hatch, self.shuffler) + self.lifts + self.chains
        self.charts += (self.dice, self.service, self.selftest)
        self._driver = [None] * len(MOTORS)
        for chart in self.charts:
            wants = chart.wants()
            for motor in range(len(MOTORS)):
                if wants >> motor & 1:
                    self._driver[motor] = chart

    def driver_of(self, motor):
        """The chart that drives `motor`: a jog or self-test first."""
        if self.service.want >> motor & 1:
            return self.service
        if self.selftest.want >> motor & 1:
            return self.selftest
        return self._driver[motor]

    def step(self, inputs, outputs):
        """One scan; returns the ms until the next is needed if no input changes.

        With no edge, no deadline and no wish from outside there is nothing to do: most scans.
        """
        now = self.now = inputs.now_ms & MASK
        if not (inputs.edges or self.awake or self.poll_all):
            rest = (self._next_due - now) & MASK
            if 0 < rest < HALF:
                outputs.quiet = outputs.light = True
                return rest
        return self._scan(now, inputs, outputs)

    def _scan(self, now, inputs, outputs):
        self.inputs = inputs
        self.outputs = outputs
        outputs.quiet = False
        if not self.booted:
            self._boot(inputs)
        edges = ALL_BYTES if self.poll_all else inputs.edges
        self.armed = inputs.level[BYTE_SAFE_FB] & POWERED == POWERED
        self.changes = 0
        self.late = False
        self._watch(now, edges, inputs)
        self._run(now, inputs.edges)
        light = not (self.changes or self.dirty or self.wishes_changed)
        outputs.light = light
        self._settle(now)
        self._drive(now, edges, outputs)
        self.interlocks.enforce(inputs, outputs)
        if self.journal is not None:
            self.journal.step(light)
        self.awake = False
        rest = self._next(now)
        self._next_due = (now + rest) & MASK
        return rest

    def _run(self, now, edges):
        """Every chart that an edge or its deadline concerns; in a full scan edges only."""
        poll_all = self.poll_all
        for chart in self.charts:
            due = chart.due
            if edges and edges & chart.watch:
                chart.run(now)
            elif due >= 0 and (now - due) & MASK < HALF:
                if self.changes < CHANGES:
                    chart.run(now)
                else:
                    self.late = True
            elif poll_all:
                chart.run(now)

    def _boot(self, inputs):
        """The first scan: what was kept, and the keys held at power-on."""
        self.booted = True
        journal = self.journal
        if journal is not None:
            journal.load()
        boots = journal.boots if journal is not None else 1
        self.events.add(inputs.now_ms, events.BOOT, inputs.reset_cause, "", boots)
        if self.sorter.unfinished:
            self.raise_fault(UNKNOWN_COUNT, "sorter", self.tiles_left())
        if journal is not None and journal.store.damaged:
            self.raise_fault(STORE_CORRUPT, "store", journal.store.damaged)
        if inputs.board_warning:
            self.raise_fault(inputs.board_warning, "board", 0)
        self.supervision.step(self.now)
        self.rule_switch.step(self.now)
        self.panel.step(inputs)
        held = self.panel.at_power_on
        if held & HELD_BOTH == HELD_BOTH:
            if self.cycle.fire("test"):
                self.selftest.begin()
        elif held >> MARKER & 1 or inputs.reset_cause == "maintenance":
            self.cycle.fire("maintain")

    def _watch(self, now, edges, inputs):
        """The board's own inputs, the mains, the rule switch and the keys."""
        due = self.supervision.due
        if edges & BOARD_BYTES or due >= 0 and (now - due) & MASK < HALF:
            self.supervision.step(now)
        due = self.mains.due
        if edges & MAINS_BYTES or due >= 0 and (now - due) & MASK < HALF:
            self.mains.step()
        due = self.rule_switch.due
        if edges & SWITCH_BYTES or due >= 0 and (now - due) & MASK < HALF:
            self.rule_switch.step(now)
        if self.word < 0:
            self.restock()
        panel = self.panel
        due = panel.due
        if edges & WATCH or due >= 0 and (now - due) & MASK < HALF:
            panel.step(inputs)
            while panel.count:
                self.keys.handle(panel.pop())

    def _settle(self, now):
        """Sorter and cycle look at what has changed; what they change, in the next scan."""
        if self.changes >= CHANGES:
            self.late = True
            self.dirty = True
            return
        if self.arrived:
            self.arrived -= 1
            self.late = True
            self.sorter.tile_in()
            return
        sorter = self.sorter
        cycle = self.cycle
        dirty = self.dirty or self.poll_all
        self.dirty = False
        due = sorter.due
        if dirty and not sorter.indifferent or due >= 0 and (now - due) & MASK < HALF:
            sorter.run(now)
        due = cycle.due
        if dirty and cycle.state not in AT_EASE or due >= 0 and (now - due) & MASK < HALF:
            cycle.run(now)

    def _drive(self, now, edges, outputs):
        """Grant motors and write the outputs, starting from all off."""
        power = self.power
        due = power.due
        reached = due >= 0 and (now - due) & MASK < HALF
        if self.wishes_changed or reached or edges >> BYTE_SAFE_FB & 1:
            self.wishes_changed = False
            want = 0
            for chart in self.charts:
                want |= chart.want
            full = self.changes >= CHANGES
            power.step(now, want, not full)
            if full:
                self.wishes_changed = True  # motors start in the next scan
        outputs.motors = power.on
        self.signals.write(outputs, edges)

    def _next(self, now):
        """Time to the nearest deadline."""
        busy = self.late or self.dirty or self.wishes_changed or self.word < 0 or self.outputs.beep
        if busy or self.signals.busy or self.journal is not None and self.journal.busy:
            self.awake = True
            return SCAN_MS
        rest = IDLE_MS
        for timed in self.timed:
            due = timed.due
            if due >= 0:
                wait = (due - now) & MASK
                if wait < rest:
                    rest = wait
        return rest
