"""Interlocks: the last word over the outputs, and the only place that knows which mechanisms meet.

Each row of RULES names the motors it guards, the condition under which they may run, and the
sentence people read. When a motor would run against its rule everything is switched off and E902
latched: the charts are written so that this never happens (design domain §5, hardware §4).
"""

from mjtable.fault_codes import INTERLOCK
from mjtable.iomap import (
    BIT_CHAIN_ZERO,
    BIT_HATCH_DN,
    BIT_LIFT_DN,
    BIT_PARK,
    BIT_PUSH_HOME,
    BYTE_HATCH_DN,
    M_BELT,
    M_CHAIN,
    M_DRUM,
    M_HATCH,
    M_HEAD,
    M_LIFT,
    M_RING,
)

WORKS = 1 << M_DRUM | 1 << M_RING | 0xF << M_BELT | 0xF << M_HEAD
HEADS = 0xF << M_HEAD
BELTS = 0xF << M_BELT
RING = 1 << M_RING
LIFTS = 0xF << M_LIFT
CHAIN = 1 << M_CHAIN
HATCH = 1 << M_HATCH
MOVERS = WORKS | LIFTS | CHAIN

# (motors guarded, name of the condition, sentence)
RULES = (
    (WORKS | CHAIN, "hatch_shut", "drum, ring, belts, heads, chain run only under a shut hatch"),
    (LIFTS, "hatch_shut", "a wall lift moves only while the hatch is shut"),
    (LIFTS, "heads_parked", "a wall lift moves only while every head is parked"),
    (LIFTS, "chain_still", "a wall lift moves only while the chain is parked"),
    (LIFTS, "lanes_off", "a wall lift moves only while ring, belts and heads are off"),
    (HEADS | CHAIN, "lifts_down", "heads and chain run only while every wall lift is down"),
    (CHAIN, "pushers_home", "the chain runs only while no pusher is out"),
    (CHAIN, "heads_off", "the chain runs only while the heads are off"),
    (HATCH, "others_off", "the hatch moves only while every other mechanism is off"),
    (BELTS, "line_single", "a line runs its belt or its head, never both"),
)
SENTENCES = tuple([row[2] for row in RULES])


class Interlocks:
    """Checks the motors about to be switched on against RULES."""

    def __init__(self, table):
        self.table = table
        self.enabled = True  # False only in tests of the simulated physics
        self._rules = tuple([(mask, getattr(self, name)) for mask, name, _ in RULES])
        self.broken = -1  # row of the rule broken last
        self._checked = 0  # motors that were safe with the inputs as they are

    def enforce(self, inputs, outputs):
        """Switch all motors off when one would run unsafely; returns False then."""
        motors = outputs.motors
        if motors == self._checked and not inputs.edges or not self.enabled:
            return True
        self._checked = 0
        for index in range(len(self._rules)):
            mask, holds = self._rules[index]
            if motors & mask and not holds(inputs, motors):
                outputs.motors = 0
                self.broken = index
                self.table.raise_fault(INTERLOCK, "interlocks", index)
                return False
        self._checked = motors
        return True

    def allows(self, motors):
        """True when `motors` alone may run now, by the inputs of this scan."""
        for mask, holds in self._rules:
            if motors & mask and not holds(self.table.inputs, motors):
                return False
        return True

    def hatch_shut(self, inputs, motors):
        """The hatch's lower limit is actuated."""
        return inputs.level[BYTE_HATCH_DN] & BIT_HATCH_DN != 0

    def heads_parked(self, inputs, motors):
        """Every head stands at PARK with its pusher home."""
        for line in self.table.lines:
            if inputs.level[line.side] & (BIT_PARK | BIT_PUSH_HOME) != BIT_PARK | BIT_PUSH_HOME:
                return False
        return True

    def pushers_home(self, inputs, motors):
        """Every pusher is home."""
        for line in self.table.lines:
            if not inputs.level[line.side] & BIT_PUSH_HOME:
                return False
        return True

    def chain_still(self, inputs, motors):
        """The chain is off, and parked where there is one."""
        if len(self.table.lines) > 1:
            return True
        return not motors & CHAIN and inputs.level[BYTE_HATCH_DN] & BIT_CHAIN_ZERO != 0

    def lifts_down(self, inputs, motors):
        """All four lower limits of the lifts are actuated."""
        level = inputs.level
        return level[0] & level[1] & level[2] & level[3] & BIT_LIFT_DN != 0

    def lanes_off(self, inputs, motors):
        """Ring, belts and heads are off."""
        return not motors & (RING | BELTS | HEADS)

    def heads_off(self, inputs, motors):
        """The heads are off."""
        return not motors & HEADS

    def others_off(self, inputs, motors):
        """Everything but hatch and dice is off."""
        return not motors & MOVERS

    def line_single(self, inputs, motors):
        """No line has belt and head on together."""
        return not motors >> M_BELT & motors >> M_HEAD & 0xF
