"""Shuffler: the drum that mixes and the magnetic ring that lifts tiles to the ports.

The drum mixes alone for a random 8-10 s before the ring starts (docs/PHYSICS.md): the tile order
must not survive into the walls. Meanwhile, at its end, the belts start one after another:
without the ring nothing comes. Rotation sensors give four edges a turn.
"""

from mjtable.generated.fault_codes import DRUM_STALLED, RING_STALLED
from mjtable.generated.iomap import BIT_DRUM_ROT, BIT_RING_ROT, BYTE_DRUM_ROT, LOGIC_MW
from mjtable.generated.iomap import M_BELT, M_DRUM, M_RING, MOTOR_RUN_MW, MOTOR_START_MW
from mjtable.generated.setting_table import S_POWER_BUDGET_MW, S_POWER_PEAK_MW
from mjtable.generated.timing import DRUM_EDGE_LIMIT_MS, DRUM_EDGE_MS
from mjtable.generated.timing import RING_EDGE_LIMIT_MS, RING_EDGE_MS
from mjtable.kit.hosted import for_host
from mjtable.scan.clock import MASK, passed, sooner
from mjtable.scan.places import CYCLE, SORTER
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "granted inputs.rose lifts.state now settings.value",
    "calls": "raise_fault supervision.went",
    "writes": "asked",
}

WAIT_MS = 50  # between looks whether the lifts are down
BELTS_MS = 450  # four belts and the ring start 100 ms apart, a scan each
LIFTING_MW = LOGIC_MW + MOTOR_RUN_MW[M_DRUM] + MOTOR_RUN_MW[M_RING] + 4 * MOTOR_RUN_MW[M_BELT]
PEAK_MW = LIFTING_MW - MOTOR_RUN_MW[M_RING] + MOTOR_START_MW[M_RING]  # the ring starts last
STILL_MS = 350  # drum and ring stand: their coast is 300 and 200 ms


class Shuffler(Statechart):
    """Drum and ring as one mechanism. `premix_ms` is set before `mix` is fired."""

    STATE = (
        "state", "since", "limit_due", "want", "premix_ms", "ends_at", "early_ms", "drum_edge",
        "ring_edge",
    )

    NAME = "shuffler"
    RISES = BIT_DRUM_ROT | BIT_RING_ROT
    STATES = (
        ("off", (), 0, 0),
        ("premix", ("drum",), 0, "nearly"),
        ("opening", ("drum",), 0, "mixed"),
        ("picking", ("drum", "ring"), 0, 0),
    )
    TRANSITIONS = (
        ("mix", "off", "premix", None),
        ("pick", "off", "picking", None),
        ("nearly", "premix", "opening", "lifts_down"),
        ("mixed", "opening", "picking", None),
        ("stop", "*", "off", None),
        ("halt", "*", "off", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {"drum": 1 << M_DRUM, "ring": 1 << M_RING})
        self.watch = 1 << BYTE_DRUM_ROT
        self.mask = BIT_DRUM_ROT | BIT_RING_ROT
        self.premix_ms = 0
        self.ends_at = 0  # the pre-mix
        self.early_ms = 0  # how long before that the belts start
        self.drum_edge = 0
        self.ring_edge = 0

    def lifts_down(self):
        """The empty wall lifts are back: tiles may come into the lanes."""
        for lift in self.table.lifts:
            if lift.state != "down":
                return False
        return True

    def stands_still(self):
        """Drum and ring are off and have run out."""
        return self.state == "off" and (self.table.now - self.since) & MASK >= STILL_MS

    is_still = for_host(stands_still)

    def moves(self, motor):
        if motor == M_DRUM:
            self.drum_edge = self.table.now
        else:
            self.ring_edge = self.table.now
        if self.state != "off":
            self._look_again()
            self.refresh()

    def _is_overdue(self, motor, edge, limit_ms):
        """It has been on for so long, and its sensor has shown no edge."""
        on = self.table.granted >> motor & 1
        return on and (self.table.now - edge) & MASK >= limit_ms

    def granted(self):
        now = self.table.now
        if self.state != "opening":
            self.since = now
            self.ends_at = (now + self.premix_ms) & MASK
            # where the ring would find no power beside the belts, it goes first
            value = self.table.settings.value
            room = value[S_POWER_BUDGET_MW] >= LIFTING_MW and value[S_POWER_PEAK_MW] >= PEAK_MW
            self.early_ms = BELTS_MS if room else 0
        self._look_again()
        self.refresh()

    def entered(self, state):
        if state == "off":
            self.arm(STILL_MS)
        elif state == "opening":
            self._look_again()
            self.refresh()
        elif not self.want & ~self.table.granted:
            self.granted()

    def timeout(self):
        now = self.table.now
        if self.state == "off":
            self.table.asked |= SORTER | CYCLE  # have run out: one of them may be waiting
            return
        if self._is_overdue(M_DRUM, self.drum_edge, DRUM_EDGE_LIMIT_MS):
            self.table.raise_fault(DRUM_STALLED, "drum", DRUM_EDGE_LIMIT_MS)
        elif self._is_overdue(M_RING, self.ring_edge, RING_EDGE_LIMIT_MS):
            self.table.raise_fault(RING_STALLED, "ring", RING_EDGE_LIMIT_MS)
        elif self.state == "premix" and passed(now, self.ends_at - self.early_ms):
            if not self.fire("nearly"):
                self.limit_due = (now + WAIT_MS) & MASK
        elif self.state == "opening" and passed(now, self.ends_at):
            self.fire("mixed")
        else:
            self._look_again()

    def _look_again(self):
        """At the nearest of: pre-mix over, an edge overdue of what is on."""
        on = self.table.granted
        due = -1
        if self.state == "premix":
            due = (self.ends_at - self.early_ms) & MASK
        elif self.state == "opening":
            due = self.ends_at
        elif on >> M_RING & 1:
            due = (self.ring_edge + RING_EDGE_LIMIT_MS) & MASK
        if on >> M_DRUM & 1:
            drum_due = (self.drum_edge + DRUM_EDGE_LIMIT_MS) & MASK
            due = sooner(due, drum_due)
        self.limit_due = due

    def step(self):
        edges = self.table.inputs.rose[BYTE_DRUM_ROT]
        table = self.table
        if edges & BIT_DRUM_ROT:
            if self.state == "picking":
                table.supervision.went(M_DRUM, self.drum_edge, DRUM_EDGE_MS)
            self.drum_edge = table.now
        if edges & BIT_RING_ROT:
            if self.state == "picking":
                table.supervision.went(M_RING, self.ring_edge, RING_EDGE_MS)
            self.ring_edge = table.now
