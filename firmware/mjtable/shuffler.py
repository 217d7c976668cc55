"""Shuffler: the drum that mixes and the magnetic ring that lifts tiles to the ports.

The drum mixes alone for a random 3-5 s before the ring starts (design domain §11.2): the tile
order must not survive into the walls. Rotation sensors give four edges a turn.
"""

from mjtable.clock import MASK
from mjtable.fault_codes import DRUM_STALLED, RING_STALLED
from mjtable.hosted import for_host
from mjtable.iomap import BIT_DRUM_ROT, BIT_RING_ROT, BYTE_DRUM_ROT, M_DRUM, M_RING
from mjtable.places import CYCLE, SORTER
from mjtable.statechart import Statechart
from mjtable.timing import DRUM_EDGE_LIMIT_MS, RING_EDGE_LIMIT_MS

WAIT_MS = 50  # between looks whether the lifts are down
STILL_MS = 350  # drum and ring stand: their coast is 300 and 200 ms


class Shuffler(Statechart):
    """Drum and ring as one mechanism. `premix_ms` is set before `mix` is fired."""

    NAME = "shuffler"
    RISES = BIT_DRUM_ROT | BIT_RING_ROT
    STATES = (
        ("off", (), 0, 0),
        ("premix", ("drum",), 0, "mixed"),
        ("picking", ("drum", "ring"), 0, 0),
    )
    TRANSITIONS = (
        ("mix", "off", "premix", None),
        ("pick", "off", "picking", None),
        ("mixed", "premix", "picking", "lifts_down"),
        ("stop", "*", "off", None),
        ("halt", "*", "off", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {"drum": 1 << M_DRUM, "ring": 1 << M_RING})
        self.watch = 1 << BYTE_DRUM_ROT
        self.mask = BIT_DRUM_ROT | BIT_RING_ROT
        self.premix_ms = 0
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

    def granted(self):
        now = self.table.now
        self.since = now
        self.drum_edge = now
        self.ring_edge = now
        self._next_due(now)
        self.refresh()

    def entered(self, state):
        if state == "off":
            self.arm(STILL_MS)
        elif not self.want & ~self.table.granted:
            self.granted()

    def timeout(self):
        now = self.table.now
        if self.state == "off":
            self.table.asked |= SORTER | CYCLE  # have run out: one of them may be waiting
            return
        if (now - self.drum_edge) & MASK >= DRUM_EDGE_LIMIT_MS:
            self.table.raise_fault(DRUM_STALLED, "drum", 0)
        elif self.state == "picking" and (now - self.ring_edge) & MASK >= RING_EDGE_LIMIT_MS:
            self.table.raise_fault(RING_STALLED, "ring", 0)
        elif self.state == "premix" and (now - self.since) & MASK >= self.premix_ms:
            if not self.fire("mixed"):
                self.limit_due = (now + WAIT_MS) & MASK
        else:
            self._next_due(now)

    def _next_due(self, now):
        """The nearest of: pre-mix over, drum edge overdue, ring edge overdue."""
        rest = DRUM_EDGE_LIMIT_MS - ((now - self.drum_edge) & MASK)
        if self.state == "premix":
            rest = min(rest, self.premix_ms - ((now - self.since) & MASK))
        else:
            rest = min(rest, RING_EDGE_LIMIT_MS - ((now - self.ring_edge) & MASK))
        self.limit_due = (now + max(rest, 0)) & MASK

    def step(self):
        edges = self.table.inputs.rose[BYTE_DRUM_ROT]
        if edges & BIT_DRUM_ROT:
            self.drum_edge = self.table.now
        if edges & BIT_RING_ROT:
            self.ring_edge = self.table.now
