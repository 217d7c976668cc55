"""Chain distributor of the single-port machine: carries a finished row one station on.

The zero sensor sees the rods parked, the corner sensor passes midway (design domain §2.6).
"""

from mjtable.clock import MASK
from mjtable.fault_codes import CHAIN_CORNER_MISSED, CHAIN_STALLED
from mjtable.iomap import BIT_CHAIN_CORNER, BIT_CHAIN_ZERO, BYTE_CHAIN_ZERO, M_CHAIN
from mjtable.statechart import Statechart
from mjtable.timing import CHAIN_LIMIT_MS


class Distributor(Statechart):
    """One index a row: leave zero, pass the corner, come to zero again."""

    NAME = "chain"
    STATES = (
        ("unknown", (), 0, 0),
        ("parked", (), 0, 0),
        ("leaving", ("chain",), CHAIN_LIMIT_MS, CHAIN_STALLED),
        ("carrying", ("chain",), CHAIN_LIMIT_MS, CHAIN_STALLED),
        ("arriving", ("chain",), CHAIN_LIMIT_MS, CHAIN_STALLED),
        ("homing", ("chain",), CHAIN_LIMIT_MS, CHAIN_STALLED),
    )
    TRANSITIONS = (
        ("home", "unknown", "parked", "at_zero"),
        ("home", "unknown", "homing", None),
        ("index", "parked", "leaving", None),
        ("left", "leaving", "carrying", None),
        ("corner", "carrying", "arriving", None),
        ("zero", ("arriving", "homing"), "parked", None),
        ("halt", "*", "unknown", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {"chain": 1 << M_CHAIN})
        self.watch = 1 << BYTE_CHAIN_ZERO
        self.off_since = 0  # the rods set out from zero

    def granted(self):
        Statechart.granted(self)
        self.off_since = self.since

    def entered(self, state):
        if state == "carrying" or state == "arriving":
            self.limit_due = (self.off_since + CHAIN_LIMIT_MS) & MASK  # one limit for the whole way
            self.refresh()

    def at_zero(self):
        """The rods stand at their zero."""
        return self.table.inputs.level[BYTE_CHAIN_ZERO] & BIT_CHAIN_ZERO != 0

    def step(self):
        level = self.table.inputs.level[BYTE_CHAIN_ZERO]
        rose = self.table.inputs.rose[BYTE_CHAIN_ZERO]
        state = self.state
        if state == "leaving":
            if not level & BIT_CHAIN_ZERO:
                self.fire("left")
        elif state == "carrying":
            if (rose | level) & BIT_CHAIN_CORNER:
                self.fire("corner")
            elif level & BIT_CHAIN_ZERO:
                self.table.raise_fault(CHAIN_CORNER_MISSED, "chain", 0)
        elif (state == "arriving" or state == "homing") and level & BIT_CHAIN_ZERO:
            self.fire("zero")
