"""What the mechanisms tell the table, and what they ask of it."""

from mjtable.game.cycle import AT_EASE, MODES
from mjtable.generated.fault_codes import HATCH_SHUT_EARLY, KEY_STUCK, SCAN_OVERRUN
from mjtable.generated.iomap import M_BELT, M_HEAD
from mjtable.kit.hosted import for_host
from mjtable.memory import stats
from mjtable.memory.chronicle import ABORTED, FAULT, SERVICE
from mjtable.memory.recorder import OVERRUN
from mjtable.people.panel import KEYS
from mjtable.safety import faults
from mjtable.safety.motor_groups import REVERSE_SHIFT
from mjtable.scan import events
from mjtable.scan.places import CYCLE, P_DICE, SIGNALS, SORTER, SUPERVISION

REVERSE_BITS = 0xF << REVERSE_SHIFT
BEEP_DONE = BEEP_LOOK = 2
REMEMBERED = ("service", "selftest", "maintenance")  # the table's, as the chronicle's kinds


class Notices:
    """Mixed into Table."""

    # told

    def state_changed(self, chart):
        """A chart entered a state."""
        self.events.add(events.STATE, chart.name, chart.state)
        if chart.place >= P_DICE:
            self.show()
            self.rethink()
            if chart.state in REMEMBERED:
                self.remember(SERVICE + REMEMBERED.index(chart.state), 0)
        self.asked |= self.thinkers

    def rethink(self):
        """Who looks on when a mechanism changes: not the two whose state makes it mean nothing."""
        self.thinkers = 0 if self.sorter.is_indifferent() else SORTER
        if self.cycle.state not in AT_EASE:
            self.thinkers |= CYCLE

    def motor_granted(self, motor):
        """The power budget switched a motor on."""
        self.granted = granted = self.power.on | REVERSE_BITS
        self.supervision.motor_started(motor, self.now)
        owner = self.owners[motor]
        if owner is not None:
            owner.moves(motor)
        chart = self.driver_of(motor)
        if chart is not None and not chart.want & ~granted:
            chart.granted()

    def motor_stopped(self, motor):
        """A motor was switched off."""
        self.granted = self.power.on | REVERSE_BITS
        if M_BELT <= motor < M_HEAD:
            self.lines[motor - M_BELT].belt_stopped()

    def tile_in(self):
        """A tile passed an inlet."""
        self.stats[stats.TILES] += 1
        self.sorter.arrived += 1
        self.asked |= SORTER

    def stack_pushed(self):
        """A stack went into its lane."""
        self.stats[stats.STACKS] += 1
        self.keep()

    def set_built(self):
        """The set in the works is complete and waits."""
        self.stats[stats.SORTS] += 1
        self.supervision.review = 2
        self.asked |= SUPERVISION
        name = self.set_name()
        self.sets.built()
        self.sound(BEEP_DONE)
        self.events.add(events.SET, name, "built")
        self.show()

    def marker_changed(self):
        """The marker moved: tell and keep it."""
        marker = self.marker
        self.events.add(events.MARKER, "", "", marker.dealer, marker.wind, marker.streak)
        self.show()

    def shut_early(self, open_ms):
        """The hatch was shut too soon after it was up: a set that is inside stays unsorted."""
        self.sound(BEEP_LOOK)
        self.raise_fault(HATCH_SHUT_EARLY, "hatch", open_ms)

    def key_stuck(self, key):
        """A key has been down too long."""
        self.raise_fault(KEY_STUCK, KEYS[key], 0)

    def show(self):
        """Lamps and digits may have to change: draw them again, and keep what changed."""
        self.signals.stale = True
        self.asked |= SIGNALS
        self.keep()

    def sound(self, pattern):
        """Beep."""
        self.beep = pattern
        self.asked |= SIGNALS

    def keep(self):
        """Keep what must outlast a power loss, at the end of this scan."""
        if self.journal is not None:
            self.journal.want()

    def remember(self, kind, code):
        """An entry of the chronicle."""
        if self.journal is not None:
            self.journal.chronicle.note(kind, code)

    def overran(self, scan_ms):
        """The board needed `scan_ms` for a scan: too long (the board calls this)."""
        self.stats[stats.OVERRUNS] += 1
        self.raise_fault(SCAN_OVERRUN, "board", scan_ms)
        if self.recorder is not None:
            self.recorder.call(OVERRUN, scan_ms, None)

    # faults

    def raise_fault(self, code, place, detail):
        """Latch a fault and stop everything, or note a warning."""
        if self.faults.add(code, place, detail):
            self.events.add(events.FAULT, place, "", code, detail)
            self._react(code)

    def _react(self, code):
        if faults.severity(code) == faults.WARNING:
            self.stats[stats.WARNINGS] += 1
        else:
            self.stats[stats.FAULTS] += 1
            rests = self.cycle.state in AT_EASE or self.cycle.state in MODES
            self.remember(FAULT if rests and not self.sorter.is_busy() else ABORTED, code)
            self._stop_all()
        self.show()

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
            self.events.add(events.ACK, "", "", self.faults.at(index))
        self.faults.clear()
        if self.journal is not None and self.journal.lost:
            self.journal.emptied()  # else E913 could not be acknowledged
        self.cycle.fire("ack")

    # asked

    def is_chain_parked(self):
        """The chain stands at its zero, or there is none."""
        return self.distributor is None or self.distributor.state == "parked"

    chain_parked = for_host(is_chain_parked)

    def sorted_profile(self):
        """Profile of the set being sorted."""
        return self.sets.profile_of[self.sets.sorting]

    profile_sorted = for_host(sorted_profile)

    def tiles_left(self):
        """Tiles of the set that no inlet has seen yet."""
        left = 0
        for line in self.lines:
            if line.tiles_in < line.tile_quota:
                left += line.tile_quota - line.tiles_in
        return left

    def set_name(self):
        """Name of the set being sorted."""
        return self.sets.name(self.sets.sorting)

    def random_word(self):
        """One hardware random word, 0..65535: the one laid by, a fresh one when asked twice."""
        word = self.word
        self.word = -1
        return word if word >= 0 else self.inputs.entropy ^ 0xFFFF

    def restock(self):
        """Lay the board's random word by; it supplies a new one before the next scan."""
        self.word = self.inputs.entropy
        self.outputs.entropy_taken += 1
