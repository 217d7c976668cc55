"""Interlocks: the last word over the outputs, and the only place that knows which mechanisms meet.

Each row of RULES names the motors it guards and the condition under which they may run; the
SENTENCES say the same to people. When a motor would run against its rule everything is switched
off and E902 latched: the charts are written so that this never happens (design domain §5,
hardware §4).
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

class Interlocks:
    """Checks the motors about to be switched on against RULES."""

    def __init__(self, table):
        self.table = table
        self.enabled = True  # False only in tests of the simulated physics
        self.broken = -1  # row of the rule broken last
        self._checked = 0  # motors whose rules these are, and how many
        self._count = 0
        self._rules = bytearray(len(RULES))

    def run(self, now):
        """The motors have changed, or an input that one of the conditions reads."""
        table = self.table
        table.outputs.motors = table.power.on
        self.enforce(table.inputs, table.outputs)

    def enforce(self, inputs, outputs):
        """Switch all motors off when one would run unsafely; returns False then."""
        motors = outputs.motors
        if motors & ~self._checked:
            self._choose(motors)
        if not self.enabled:
            return True
        for place in range(self._count):
            index = self._rules[place]
            if motors & GUARDED[index] and not HOLDS[index](self, inputs, motors):
                outputs.motors = 0
                self.broken = index
                self._checked = 0
                self.table.raise_fault(INTERLOCK, "interlocks", index)
                self.table.power.drop_all()  # also when the fault is latched already
                return False
        return True

    def _choose(self, motors):
        """The rules that concern `motors`: few of them, and they stay on for many scans."""
        self._checked = motors
        self._count = 0
        for index in range(len(GUARDED)):
            if motors & GUARDED[index]:
                self._rules[self._count] = index
                self._count += 1

    def allows(self, motors):
        """True when `motors` alone may run now, by the inputs of this scan."""
        for index in range(len(GUARDED)):
            if motors & GUARDED[index] and not HOLDS[index](self, self.table.inputs, motors):
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


# (motors guarded, condition), and the sentence of each row
RULES = (
    (WORKS | CHAIN, Interlocks.hatch_shut),
    (LIFTS, Interlocks.hatch_shut),
    (LIFTS, Interlocks.heads_parked),
    (LIFTS, Interlocks.chain_still),
    (LIFTS, Interlocks.lanes_off),
    (HEADS | CHAIN, Interlocks.lifts_down),
    (CHAIN, Interlocks.pushers_home),
    (CHAIN, Interlocks.heads_off),
    (HATCH, Interlocks.others_off),
    (BELTS, Interlocks.line_single),
)
GUARDED = tuple([rule[0] for rule in RULES])
HOLDS = tuple([rule[1] for rule in RULES])
SENTENCES = (
    "drum, ring, belts, heads, chain run only under a shut hatch",
    "a wall lift moves only while the hatch is shut",
    "a wall lift moves only while every head is parked",
    "a wall lift moves only while the chain is parked",
    "a wall lift moves only while ring, belts and heads are off",
    "heads and chain run only while every wall lift is down",
    "the chain runs only while no pusher is out",
    "the chain runs only while the heads are off",
    "the hatch moves only while every other mechanism is off",
    "a line runs its belt or its head, never both",
)
