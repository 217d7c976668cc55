"""Interlocks: the last word over the outputs, and the only place that knows which mechanisms meet.

Each row of RULES names the motors it guards and the condition under which they may run; the
SENTENCES say the same to people. When a motor would run against its rule everything is switched
off and E902 latched: the charts are written so that this never happens (design domain §5,
hardware §4).
"""

from array import array

from mjtable.fault_codes import INTERLOCK
from mjtable.flat import flat
from mjtable.iomap import (
    BIT_CHAIN_ZERO,
    BIT_HATCH_DN,
    BIT_LIFT_DN,
    BIT_PARK,
    BIT_PUSH_HOME,
    BYTE_CHAIN_ZERO,
    BYTE_HATCH_DN,
    LINES,
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
NONE = ()
HATCH_SHUT = ((BYTE_HATCH_DN, BIT_HATCH_DN),)
LIFTS_DOWN = tuple([(side, BIT_LIFT_DN) for side in range(4)])


def _rules(lines):
    """Rows (motors guarded, motors that are off then, (byte, bits that are on) ...)."""
    sides = range(lines)
    chain = ((BYTE_CHAIN_ZERO, BIT_CHAIN_ZERO),) if lines == 1 else NONE
    return (
        (WORKS | CHAIN, 0, HATCH_SHUT),
        (LIFTS, 0, HATCH_SHUT),
        (LIFTS, 0, tuple([(side, BIT_PARK | BIT_PUSH_HOME) for side in sides])),
        (LIFTS, CHAIN, chain),
        (LIFTS, RING | BELTS | HEADS, NONE),
        (HEADS | CHAIN, 0, LIFTS_DOWN),
        (CHAIN, 0, tuple([(side, BIT_PUSH_HOME) for side in sides])),
        (CHAIN, HEADS, NONE),
        (HATCH, MOVERS, NONE),
    ) + tuple([(1 << M_BELT + side, 1 << M_HEAD + side, NONE) for side in sides])


RULES = tuple([_rules(lines) for lines in LINES])  # by machine
LINE_SINGLE = 9  # the sentence of the last rules, one for each line


@flat("ptr32 ptr32 ptr8 ptr8 int ptr8 int")
def first_broken(guarded, off, byte, bits, count, level, motors):
    """Place of the first rule that `motors` would break by these levels, -1 when there is none."""
    for at in range(count):
        if motors & guarded[at]:
            on = bits[at]
            if motors & off[at] or level[byte[at]] & on != on:
                return at
    return -1


class Interlocks:
    """Checks the motors about to be switched on against RULES."""

    def __init__(self, table):
        self.table = table
        self.enabled = True  # False only in tests of the simulated physics
        self.broken = -1  # row of the rule broken last
        self._rule = bytearray()
        self._guarded = array("i")
        self._off = array("i")
        self._byte = bytearray()
        self._bits = bytearray()
        rules = RULES[table.machine]
        for index in range(len(rules)):
            guarded, off, inputs = rules[index]
            for byte, bits in inputs or ((0, 0),):
                self._rule.append(min(index, LINE_SINGLE))
                self._guarded.append(guarded)
                self._off.append(off)
                self._byte.append(byte)
                self._bits.append(bits)

    def run(self, now):
        """The motors have changed, or an input that one of the conditions reads."""
        table = self.table
        table.outputs.motors = table.power.on
        self.enforce(table.inputs, table.outputs)

    def enforce(self, inputs, outputs):
        """Switch all motors off when one would run unsafely; returns False then."""
        at = self._first(inputs.level, outputs.motors)
        if at < 0 or not self.enabled:
            return True
        outputs.motors = 0
        self.broken = self._rule[at]
        self.table.raise_fault(INTERLOCK, "interlocks", self.broken)
        self.table.power.drop_all()  # also when the fault is latched already
        return False

    def allows(self, motors):
        """True when `motors` alone may run now, by the inputs of this scan."""
        return self._first(self.table.inputs.level, motors) < 0

    def _first(self, level, motors):
        return first_broken(
            self._guarded, self._off, self._byte, self._bits, len(self._rule),
            level, motors,
        )  # fmt: skip


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
