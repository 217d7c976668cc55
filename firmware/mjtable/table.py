"""The table: all mechanisms put together, and the scan.

`step(inputs, outputs)` is pure: no clock, no I/O, no randomness of its own, nothing allocated.
Order of one scan: the board's own watch, keys, mechanisms, sorter and cycle, power budget,
outputs, interlocks. The same object runs on the board, in the simulator and in tests.
"""

from mjtable import events, faults, stats
from mjtable.builder import Builder
from mjtable.clock import HALF, MASK
from mjtable.cycle import Cycle
from mjtable.dice import Dice
from mjtable.distributor import Distributor
from mjtable.facade import Facade
from mjtable.fault_codes import KEY_STUCK, UNKNOWN_COUNT
from mjtable.hatch import Hatch
from mjtable.homing import Homing
from mjtable.image import Inputs, Outputs
from mjtable.interlocks import Interlocks
from mjtable.iomap import BIT_SAFE_FB, BYTE_SAFE_FB, LINES, M_BELT
from mjtable.journal import Journal
from mjtable.keys import Keys
from mjtable.lift import Lift
from mjtable.mains import Mains
from mjtable.marker import Marker
from mjtable.panel import ELEVATOR, KEYS, MARKER, NONE, WATCH, Panel
from mjtable.power import Power, REVERSE_SHIFT
from mjtable.profiles import DEFAULT, PROFILES, STACKS
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
IDLE_MS = 0x0FFFFFFF  # nothing to do until an input changes
REVERSE_BITS = 0xF << REVERSE_SHIFT
UNKNOWN_SWITCH = 255  # no position kept: the first one read counts as turned
HELD_BOTH = 1 << ELEVATOR | 1 << MARKER
SETTLE_ROUNDS = 8  # sorter and cycle answer each other at most so often in one scan
BOARD_BYTES = 0x250  # edges of byte 4 (lid), byte 6 (board) or of an analogue value


class Table(Facade):
    """One automatic table; `machine` 0 = four_port, 1 = single_port."""

    def __init__(self, machine=0, medium=None):
        self.machine = machine
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.now = 0
        self.poll_all = False  # run every chart in every scan (tests of the skipping)
        self.dirty = True  # some chart changed state since sorter and cycle last ran
        self.wishes_changed = True
        self.granted = REVERSE_BITS
        self.armed = False
        self.beep = 0
        self.word = -1  # a hardware random word in stock
        self.profile = DEFAULT
        self.kept_switch = UNKNOWN_SWITCH
        self.settings = Settings()
        self.events = events.Events()
        self.faults = faults.Faults()
        self.stats = stats.new()
        self.power = Power(self)
        self.supervision = Supervision(self)
        self.interlocks = Interlocks(self)
        self.sets = Sets(self)
        self.homing = Homing(self)
        self.panel = Panel(self.settings)
        self.keys = Keys(self)
        self._make_charts(LINES[machine])
        self.signals = Signals(self)
        self.rule_switch = RuleSwitch(self)
        self.journal = Journal(self, medium) if medium is not None else None
        self.booted = False

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
        chain = (self.distributor,) if self.distributor else ()
        self.charts = self.lines + (self.hatch, self.shuffler) + self.lifts + chain
        self.charts += (self.dice, self.service, self.selftest)
        self._owner = [None] * 17
        for chart in self.charts:
            self._own(chart)

    def _own(self, chart):
        for state in chart.STATES:
            want = chart.wish(state[0])
            for motor in range(17):
                if want >> motor & 1:
                    self._owner[motor] = chart

    # the scan

    def step(self, inputs, outputs):
        """One scan; returns the ms until the next is needed if no input changes."""
        self.inputs = inputs
        self.outputs = outputs
        now = inputs.now_ms & MASK
        self.now = now
        edges = 0x3FF if self.poll_all else inputs.edges
        if not self.booted:
            self._boot(inputs)
        self.armed = inputs.level[BYTE_SAFE_FB] & BIT_SAFE_FB != 0
        if edges & BOARD_BYTES or self._due(self.supervision.due):
            self.supervision.step(now)
        if edges & self.mains.watch or self._due(self.mains.due):
            self.mains.step()
        if edges & self.rule_switch.watch or self._due(self.rule_switch.due):
            self.rule_switch.step(now)
        if edges & WATCH or self._due(self.panel.due) or self.panel.count:
            self._panel(inputs)
        for chart in self.charts:
            due = chart.due
            if edges & chart.watch or due >= 0 and (now - due) & MASK < HALF:
                chart.run(now)
        self._settle(now)
        self._drive(now, edges, outputs)
        self.interlocks.enforce(inputs, outputs)
        if self.journal is not None and self.journal.wanted:
            self.journal.save()
        return self._next(now)

    def _boot(self, inputs):
        """The first scan: what was kept, and the keys held at power-on."""
        self.booted = True
        self.events.add(inputs.now_ms, events.BOOT, inputs.reset_cause, "", self.faults.total)
        if self.journal is not None and self.journal.load() and self.sorter.unfinished:
            self.raise_fault(UNKNOWN_COUNT, "sorter", 0)
        self.rule_switch.step(self.now)
        self.panel.step(inputs)
        held = self.panel.at_power_on
        if held & HELD_BOTH == HELD_BOTH:
            if self.cycle.fire("test"):
                self.selftest.begin()
        elif held >> MARKER & 1:
            self.cycle.fire("maintain")

    def _due(self, due):
        return due >= 0 and (self.now - due) & MASK < HALF

    def _panel(self, inputs):
        panel = self.panel
        panel.step(inputs)
        while panel.count:
            packed = panel.pop()
            if packed != NONE:
                self.keys.handle(packed)

    def _settle(self, now):
        """Sorter and cycle, until neither changes any more."""
        sorter = self.sorter
        cycle = self.cycle
        if self._due(sorter.due) or self._due(cycle.due) or self.poll_all:
            self.dirty = True
        rounds = SETTLE_ROUNDS
        while self.dirty and rounds:
            self.dirty = False
            rounds -= 1
            sorter.run(now)
            cycle.run(now)

    def _drive(self, now, edges, outputs):
        """Grant motors and write the outputs, starting from all off."""
        power = self.power
        due = power.due
        if (
            self.wishes_changed
            or due >= 0 and (now - due) & MASK < HALF
            or edges >> BYTE_SAFE_FB & 1
        ):
            self.wishes_changed = False
            want = 0
            for chart in self.charts:
                want |= chart.want
            power.step(now, want)
        outputs.motors = power.on
        self.signals.write(outputs)

    def _next(self, now):
        rest = IDLE_MS
        for chart in self.charts:
            due = chart.due
            if due >= 0:
                wait = (due - now) & MASK
                if wait < rest:
                    rest = wait
        for due in (
            self.power.due, self.sorter.due, self.cycle.due, self.panel.due,
            self.supervision.due, self.mains.due, self.signals.due, self.rule_switch.due,
        ):
            if due >= 0:
                wait = (due - now) & MASK
                if wait < rest:
                    rest = wait
        if self.dirty or self.wishes_changed:
            return SCAN_MS
        return rest if rest > 0 else SCAN_MS

    # what the mechanisms tell

    def state_changed(self, chart):
        """A chart entered a state."""
        self.dirty = True
        self.events.add(self.inputs.now_ms, events.STATE, chart.name, chart.state)
        if chart is self.cycle or chart is self.sorter:
            self.keep()

    def motor_granted(self, motor):
        """The power budget switched a motor on."""
        self.granted = self.power.on | REVERSE_BITS
        self.supervision.motor_started(motor, self.now)
        owner = self._owner[motor]
        if owner is not None and not owner.want & ~self.granted:
            owner.granted()

    def motor_stopped(self, motor):
        """A motor was switched off."""
        self.granted = self.power.on | REVERSE_BITS
        if M_BELT <= motor < M_BELT + len(self.lines):
            self.lines[motor - M_BELT].belt_stopped()

    def raise_fault(self, code, place, detail):
        """Latch a fault and stop everything, or note a warning."""
        if not self.faults.add(code, place, detail):
            return
        self.events.add(self.inputs.now_ms, events.FAULT, place, "", code, detail)
        if faults.severity(code) == faults.WARNING:
            self.stats[stats.WARNINGS] += 1
        else:
            self.stats[stats.FAULTS] += 1
            self._stop_all()
        self.keep()

    def _stop_all(self):
        self.power.drop_all()
        self.outputs.motors = 0
        for chart in self.charts:
            chart.fire("halt")
        self.sorter.fire("hold")
        self.cycle.fire("fault")

    def acknowledge(self):
        """A person has seen the faults and their causes have gone."""
        for index in range(self.faults.count):
            self.events.add(
                self.inputs.now_ms, events.ACK, "", "", self.faults.at(index)
            )
        self.faults.clear()
        self.cycle.fire("ack")

    def key_stuck(self, key):
        """A key has been down too long."""
        self.raise_fault(KEY_STUCK, KEYS[key], 0)

    # what the mechanisms ask

    @property
    def chain_parked(self):
        """The chain stands at its zero, or there is none."""
        return self.distributor is None or self.distributor.state == "parked"

    @property
    def row_quotas(self):
        """Stacks each side builds of the set being sorted."""
        return PROFILES[self.sets.profile_of[self.sets.sorting]][STACKS]

    def tiles_left(self):
        """Tiles of the set that no inlet has seen yet."""
        left = 0
        for line in self.lines:
            left += line.tile_quota - line.tiles_in
        return left

    def set_name(self):
        """Name of the set being sorted."""
        return self.sets.name(self.sets.sorting)

    def tile_in(self, line):
        """A tile passed an inlet."""
        self.stats[stats.TILES] += 1
        self.sorter.tile_in(line)

    def stack_pushed(self, line):
        """A stack went into its lane."""
        self.stats[stats.STACKS] += 1
        self.dirty = True
        self.keep()

    def random_word(self):
        """One hardware random word, 0..65535, used once."""
        self.outputs.entropy_taken += 1
        return self.inputs.entropy

    def marker_changed(self):
        """Show and keep the marker's new position."""
        marker = self.marker
        self.events.add(
            self.inputs.now_ms, events.MARKER, "", "", marker.dealer, marker.wind, marker.streak
        )
        self.keep()

    def set_built(self):
        """The set in the works is complete."""
        self.stats[stats.SORTS] += 1
        name = self.set_name()
        self.sets.built()
        self.beep = 2
        self.events.add(self.inputs.now_ms, events.SET, name, "built")
        self.keep()

    def keep(self):
        """Keep what must outlast a power loss, at the end of this scan."""
        if self.journal is not None:
            self.journal.wanted = True
