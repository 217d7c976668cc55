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
from mjtable.iomap import BIT_LID, BIT_LMOT_FB, BIT_SAFE_FB, BYTE_LID, BYTE_SAFE_FB, LINES, MOTORS
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
from mjtable.turns import ALL_SIDES, BOARD, DEADLINE, SETTLE, Turns

SCAN_MS = 5
WATCHED_BYTES = 9
IDLE_MS = 0x0FFFFFFF  # nothing to do until an input changes
ALL_BYTES = 0x3FF
WATCHED = 0x3F0  # bytes that concern more than one side
BOARD_BYTES = 0x150  # bytes 4 (lid), 6 (board) and 8 (pins)
ANALOGUE = 1 << 9  # edge of a current, a temperature or the mains
POWERED = BIT_SAFE_FB | BIT_LMOT_FB  # enabled, and the motor bus is live
UNKNOWN_SWITCH = 255  # no position kept: the first one read counts as turned
HELD_BOTH = 1 << ELEVATOR | 1 << MARKER


def watchers(charts):
    """For each input byte the charts that it concerns."""
    found = []
    for byte in range(WATCHED_BYTES):
        found.append(tuple([chart for chart in charts if chart.watch >> byte & 1]))
    return tuple(found)


class Table(Facade, Notices):
    """One automatic table; `machine` 0 = four_port, 1 = single_port, `medium` of `store.Store`."""

    def __init__(self, machine=0, medium=None):
        self.machine = machine
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.now = 0
        self.booted = False
        self.late = False  # something waits for the next scan, because this one was full
        self._unwatched = False  # a current or a temperature has changed
        self.arrived = 0  # tiles that the sorter does not know of yet
        self.turns = Turns()
        self.poll_all = False  # run every chart in every scan (tests of the skipping)
        self.awake = True  # something was changed since the last scan, by no input or deadline
        self._next_due = 0  # the nearest deadline, as of the last scan that did anything
        self.nearest = 0  # no chart's deadline comes before this (`Statechart.refresh`)
        self._others_due = 0  # nor one of the others before this
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
        self.timed_charts = self.charts + (self.sorter, self.cycle)
        self.others = (
            self.power, self.panel, self.supervision, self.mains, self.signals, self.rule_switch,
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
        self._watchers = watchers(self.charts)
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
        timed = self.poll_all or (now - self._others_due) & MASK < HALF or self.awake
        self.armed = inputs.level[BYTE_SAFE_FB] & POWERED == POWERED
        self.turns.work = 0
        self.late = False
        if timed or edges & WATCHED:
            self._watch(now, edges, inputs)
        self._run(now, inputs.edges)
        if timed or edges & (BOARD_BYTES | ANALOGUE) or self._unwatched:
            self._supervise(now, inputs.edges)
        self._settle(now)
        self._drive(now, edges, outputs)
        self.interlocks.enforce(inputs, outputs)
        light = not (self.turns.work or self.dirty or self.wishes_changed)
        outputs.light = light
        if self.journal is not None:
            self.journal.step(light)
        self.awake = False
        rest = self._next(now)
        self._next_due = (now + rest) & MASK
        return rest

    def _run(self, now, edges):
        """Every chart that an edge or its deadline concerns."""
        turns = self.turns
        if edges & ALL_SIDES or turns.held:
            edges = edges & ~ALL_SIDES | turns.share(self.inputs, self._reached(now))
            if turns.held:
                self.late = True
        if edges:
            self._run_edges(now, edges)
        if (now - self.nearest) & MASK < HALF:
            self._run_due(now)
        if self.poll_all:
            self._run_all(now)

    def _run_edges(self, now, edges):
        """Charts that watch one of the inputs with edges."""
        rose = self.inputs.rose
        fell = self.inputs.fell
        for byte in range(WATCHED_BYTES):
            if edges >> byte & 1:
                changed = rose[byte] | fell[byte]
                for chart in self._watchers[byte]:
                    if changed & chart.mask:
                        self.turns.work += 1
                        chart.run(now)
        if self.selftest.state != "off":
            self.selftest.run(now)

    def _run_due(self, now):
        """One chart whose deadline has come, unless edges filled the scan; the next one later."""
        for chart in self.charts:
            due = chart.due
            if due >= 0 and (now - due) & MASK < HALF:
                if not self.turns.may(DEADLINE):
                    self.late = True
                    return
                self.turns.work += 1
                chart.run(now)

    def _run_all(self, now):
        """Every chart but those that wait for their turn: it must change nothing (tests)."""
        for chart in self.charts:
            due = chart.due
            if not self.turns.held & chart.watch and not (due >= 0 and (now - due) & MASK < HALF):
                chart.run(now)

    def _reached(self, now):
        """Sides whose line has a deadline to be served now."""
        sides = 0
        for line in self.lines:
            due = line.due
            if due >= 0 and (now - due) & MASK < HALF:
                sides |= 1 << line.side
        return sides

    def _boot(self, inputs):
        """The first scan: what was kept, and the keys held at power-on."""
        self.booted = True
        self.nearest = self._others_due = self.now
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
        for chart in self.charts:
            chart.run(self.now)  # what the inputs say before the first of them changes
        inputs.edges &= ~ALL_SIDES  # no side has had its turn
        self.supervision.step(self.now)
        self.rule_switch.step(self.now)
        self.panel.step(inputs)
        held = self.panel.at_power_on
        if held & HELD_BOTH == HELD_BOTH:
            if self.cycle.fire("test"):
                self.selftest.begin()
        elif held >> MARKER & 1 or inputs.reset_cause == "maintenance":
            self.cycle.fire("maintain")

    def _supervise(self, now, edges):
        """Lid, loop and chain at once; currents, heat and time limits may wait a little."""
        due = self.supervision.due
        if edges & BOARD_BYTES and self._lid_or_board(edges):
            self._unwatched = False
            self.supervision.step(now)
        elif edges & ANALOGUE or self._unwatched or due >= 0 and (now - due) & MASK < HALF:
            self._unwatched = not self.turns.may(BOARD)
            if self._unwatched:
                self.late = True
            else:
                self.turns.work += 1
                self.supervision.step(now)
        elif self.poll_all:
            self.supervision.step(now)

    def _lid_or_board(self, edges):
        """The lid shares its byte with the drum, which turns."""
        if edges & BOARD_BYTES != 1 << BYTE_LID:
            return True
        inputs = self.inputs
        return (inputs.rose[BYTE_LID] | inputs.fell[BYTE_LID]) & BIT_LID != 0

    def _watch(self, now, edges, inputs):
        """The mains, the rule switch and the keys."""
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
        sorter = self.sorter
        cycle = self.cycle
        dirty = self.dirty
        due = sorter.due
        ask_sorter = dirty and not sorter.indifferent or due >= 0 and (now - due) & MASK < HALF
        due = cycle.due
        ask_cycle = dirty and cycle.state not in AT_EASE or due >= 0 and (now - due) & MASK < HALF
        if not (self.arrived or sorter.unwatched or ask_sorter or ask_cycle):
            self.dirty = False
            if self.poll_all and not self.turns.work:
                sorter.run(now)
                cycle.run(now)
        elif not self.turns.may(SETTLE):
            self.late = True
        elif self.arrived:
            self.arrived -= 1
            self.late = True
            sorter.tile_in()
        elif sorter.unwatched:
            self.late = True
            sorter.watch_next()
        else:
            self.dirty = False
            if ask_sorter:
                sorter.run(now)
            if ask_cycle and not self.turns.work:
                cycle.run(now)
            elif ask_cycle:
                self.dirty = True  # the sorter has changed: in the next scan

    def _drive(self, now, edges, outputs):
        """Grant motors and write the outputs, starting from all off."""
        power = self.power
        due = power.due
        reached = due >= 0 and (now - due) & MASK < HALF
        turns = self.turns
        if turns.braked or self.wishes_changed or reached or edges >> BYTE_SAFE_FB & 1:
            self.wishes_changed = False
            want = 0
            for chart in self.charts:
                want |= chart.want
            power.step(now, want & ~turns.braked)
            if turns.braked:
                self.wishes_changed = True  # once its edge has been judged it may go on
        outputs.motors = power.on
        self.signals.write(outputs, edges)

    def _next(self, now):
        """Time to the nearest deadline."""
        busy = self.late or self.dirty or self.wishes_changed or self.word < 0 or self.outputs.beep
        if busy or self.signals.busy or self.journal is not None and self.journal.busy:
            self.awake = True
            self._others_due = now
            return SCAN_MS
        rest = (self.nearest - now) & MASK
        if not 0 < rest < HALF:
            rest = self._wait(now, self.timed_charts)
            self.nearest = (now + rest) & MASK
        others = self._wait(now, self.others)
        self._others_due = (now + others) & MASK
        return rest if rest < others else others

    def _wait(self, now, timed):
        """Time to the nearest deadline of `timed`."""
        rest = IDLE_MS
        for each in timed:
            due = each.due
            if due >= 0:
                wait = (due - now) & MASK
                if wait < rest:
                    rest = wait
        return rest
