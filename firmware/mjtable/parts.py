"""What a table is made of: every part, and the first scan of all."""

from mjtable.facade import Facade
from mjtable.game.cycle import Cycle
from mjtable.game.marker import Marker
from mjtable.generated.fault_codes import CONTENTS_LOST, STORE_CORRUPT, UNKNOWN_COUNT
from mjtable.generated.iomap import BYTE_SAFE_FB, MOTORS
from mjtable.mechanisms.builder import Builder
from mjtable.mechanisms.dice import Dice
from mjtable.mechanisms.distributor import Distributor
from mjtable.mechanisms.hatch import Hatch
from mjtable.mechanisms.homing import Homing
from mjtable.mechanisms.lift import Lift
from mjtable.mechanisms.shuffler import Shuffler
from mjtable.memory.recorder import Recorder
from mjtable.notices import Notices
from mjtable.people.keys import Keys
from mjtable.people.panel import ELEVATOR, MARKER, Panel
from mjtable.people.rule_switch import RuleSwitch
from mjtable.people.show_test import ShowTest
from mjtable.people.signals import Signals
from mjtable.safety.interlocks import Interlocks
from mjtable.safety.mains import Mains
from mjtable.safety.measuring import Measuring
from mjtable.safety.power import Power
from mjtable.safety.selftest import SelfTest
from mjtable.safety.service import Service
from mjtable.safety.supervision import Supervision
from mjtable.scan import events
from mjtable.scan.image import BYTES
from mjtable.scan.turns import POWERED
from mjtable.sorting.sets import Sets
from mjtable.sorting.sorter import Sorter

HELD_BOTH = 1 << ELEVATOR | 1 << MARKER


class Parts(Facade, Notices):
    """Mixed into Table: makes its parts."""

    def _make_services(self):
        self.power = Power(self)
        self.supervision = Supervision(self)
        self.interlocks = Interlocks(self)
        self.sets = Sets(self)
        self.homing = Homing(self)
        self.panel = Panel(self.settings)
        self.keys = Keys(self)
        self.signals = Signals(self)
        self.shown = ShowTest(self)
        self.measuring = Measuring(self)
        self.rule_switch = RuleSwitch(self)

    def _make_charts(self, lines, chain):
        self.marker = Marker(self)
        self.mains = Mains(self)
        self.hatch = Hatch(self)
        self.shuffler = Shuffler(self)
        self.lines = tuple([Builder(self, side) for side in range(lines)])
        self.lifts = tuple([Lift(self, side) for side in range(4)])
        self.distributor = Distributor(self) if chain else None
        self.dice = Dice(self)
        self.service = Service(self)
        self.selftest = SelfTest(self)
        self.sorter = Sorter(self)
        self.cycle = Cycle(self)
        self.chains = (self.distributor,) if self.distributor else ()
        self.charts = self.lines + (self.hatch, self.shuffler) + self.lifts + self.chains
        self.charts += (self.service, self.selftest, self.dice)
        self.owners = [None] * len(MOTORS)
        for chart in self.charts:
            wants = chart.wants()
            for motor in range(len(MOTORS)):
                if wants >> motor & 1:
                    self.owners[motor] = chart

    def _find(self):
        """Names of the classes taken into the object, as `Statechart._find` does."""
        self.state_changed = self.state_changed
        self.motor_granted = self.motor_granted
        self.motor_stopped = self.motor_stopped
        self.raise_fault = self.raise_fault
        self.tile_in = self.tile_in
        self.keep = self.keep

    def begin_recording(self, ring):
        """Begin to record, in a ring of so many bytes: a power of two. The table has a memory."""
        panel = self.panel
        sorter = self.sorter
        parts = [
            self, self.faults, self.settings, self.events, self.power, self.supervision,
            self.interlocks, self.mains, self.sets, self.marker, self.homing, panel,
            panel.contacts, self.keys, self.signals, self.shown, self.rule_switch, sorter.rows,
            sorter.progress, sorter.progress.pickup, sorter.leftovers,
            self.journal, self.journal.chronicle,
        ]  # fmt: skip
        for line in self.lines:
            parts += [line.count, line.inlet]
        parts += self.charts + (sorter, self.cycle, self.outputs, self.inputs)
        self.recorder = Recorder(self, tuple(parts), ring)

    def driver_of(self, motor):
        """The chart that drives `motor`: a jog or self-test first."""
        if self.service.want >> motor & 1:
            return self.service
        if self.selftest.want >> motor & 1:
            return self.selftest
        return self.owners[motor]

    def _boot(self, inputs):
        """The first scan: what was kept, and the keys held at power-on."""
        self.booted = True
        self.armed = inputs.level[BYTE_SAFE_FB] & POWERED == POWERED
        journal = self.journal
        lost = journal is not None and journal.load(inputs.board_warning != 0)
        boots = journal.boots if journal is not None else 1
        self.events.add(events.BOOT, inputs.reset_cause, "", boots)
        if self.sorter.is_unfinished():
            self.raise_fault(UNKNOWN_COUNT, "sorter", self.tiles_left())
            self.seen[:] = b"\xff" * BYTES  # what came on before the power went is not known
            for lift in self.lifts:
                if lift.astray:
                    lift.stray()  # first: its row is laid back before anybody counts it
            for line in self.lines:
                if line.look or not journal.saved:
                    line.begin_unsaved()
        if journal is not None:
            journal.chronicle.note_start(inputs.reset_cause, self.sorter.is_unfinished())
        if journal is not None and journal.store.damaged:
            self.raise_fault(STORE_CORRUPT, "store", journal.store.damaged)
        if lost:
            self.raise_fault(CONTENTS_LOST, "store", 0)
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
