"""Interlocks: the last word over the outputs, and the only place that knows which mechanisms meet.

Each row of `rules` names the motors it guards and the condition under which they may run; the
sentences in firmware/tables/commands.toml ([[rule]]) say the same to people. They hold over the
final outputs, whoever wished for them: play, homing, self-test, jog. When a motor would run
against its rule everything is switched off and E902 latched: the charts are written so that this
never happens (design domain §5, hardware §4). Those of `by_hand` hold over what a person runs, by
a jog, a test or the self-test: while tiles are sorted a lift's limit may flicker under a running
belt, and a hatch that has caught something opens whatever a lift shows.
"""

from array import array

from mjtable.generated.fault_codes import INTERLOCK
from mjtable.generated.iomap import (
    AUX_DIR_HATCH,
    BIT_CHAIN_ZERO,
    BIT_HATCH_DN,
    BIT_HATCH_UP,
    BIT_LID,
    BIT_LIFT_DN,
    BIT_LIFT_UP,
    BIT_LOOP_RAW,
    BIT_PINCH,
    BIT_PUSH_HOME,
    BYTE_CHAIN_ZERO,
    BYTE_HATCH_DN,
    BYTE_LID,
    BYTE_LOOP_RAW,
    LINES,
    M_BELT,
    M_CHAIN,
    M_DRUM,
    M_HATCH,
    M_HEAD,
    M_LIFT,
    M_RING,
    MOTORS_OF,
)
from mjtable.kit.flat import flat
from mjtable.safety.motor_groups import MOTOR_BITS, R_HATCH, REVERSE_SHIFT

TOUCHES = {
    "reads": "inputs.level machine outputs.aux power.on",
    "calls": "power.drop_all raise_fault",
}

WORKS = 1 << M_DRUM | 1 << M_RING | 0xF << M_BELT | 0xF << M_HEAD
HEADS = 0xF << M_HEAD
BELTS = 0xF << M_BELT
RING = 1 << M_RING
LIFTS = 0xF << M_LIFT
CHAIN = 1 << M_CHAIN
HATCH = 1 << M_HATCH
MOVERS = WORKS | LIFTS | CHAIN
CLOSING = R_HATCH  # beside the hatch's own bit, as in a wish
OPENING = 1 << 21  # set here when the hatch is on and not reversed
FORBIDS = 128  # in the byte of a row: its bits must not all be on; otherwise they must


def rules(machine):
    """Rows (sentence, motors guarded, motors off then, byte, bits that are on or forbidden)."""
    lines = LINES[machine]
    hatch = BYTE_HATCH_DN | FORBIDS
    rows = [
        (0, WORKS | CHAIN, 0, BYTE_HATCH_DN, BIT_HATCH_DN),
        (1, LIFTS, 0, BYTE_HATCH_DN, BIT_HATCH_DN),
        (3, LIFTS, CHAIN, BYTE_CHAIN_ZERO, BIT_CHAIN_ZERO if MOTORS_OF[machine] & CHAIN else 0),
        (4, LIFTS, RING | BELTS | HEADS, 0, 0),
        (7, CHAIN, HEADS, 0, 0),
        (8, HATCH, MOVERS, 0, 0),
        (10, MOTOR_BITS, 0, BYTE_LID | FORBIDS, BIT_LID),
        (11, MOTOR_BITS, 0, BYTE_LOOP_RAW, BIT_LOOP_RAW),
        (12, CLOSING, 0, hatch, BIT_PINCH),
        (13, CLOSING, 0, hatch, BIT_HATCH_DN),
        (13, OPENING, 0, hatch, BIT_HATCH_UP),
    ]
    for side in range(lines):
        rows.append((2, LIFTS, 0, side, BIT_PUSH_HOME))
        rows.append((6, CHAIN, 0, side, BIT_PUSH_HOME))
        rows.append((9, 1 << M_BELT + side, 1 << M_HEAD + side, 0, 0))
    for side in range(4):
        rows.append((5, HEADS | CHAIN, 0, side, BIT_LIFT_DN))
        rows.append((14, 1 << M_LIFT + side, 0, side | FORBIDS, BIT_LIFT_UP | BIT_LIFT_DN))
    fitted = MOTORS_OF[machine] | CLOSING | OPENING
    return [row for row in rows if row[1] & fitted and (row[2] & fitted or row[4])]


def by_hand():
    """Rows of the same form for what a person runs."""
    return [(5, BELTS | OPENING, 0, side, BIT_LIFT_DN) for side in range(4)]


@flat("ptr32 ptr32 ptr8 ptr8 int ptr8 int")
def first_broken(guarded, off, byte, bits, count, level, motors):
    """Place of the first rule that `motors` would break by these levels, -1 when there is none."""
    for at in range(count):
        if motors & guarded[at]:
            on = bits[at]
            broken = byte[at] & FORBIDS
            if level[byte[at] & 15] & on != on:
                broken ^= FORBIDS
            if broken or motors & off[at]:
                return at
    return -1


class Interlocks:
    """Checks the motors about to be switched on against RULES."""

    STATE = ("broken",)

    def __init__(self, table):
        self.table = table
        self.broken = -1  # row of the rule broken last
        self._rule = bytearray()
        self._guarded = array("i")
        self._off = array("i")
        self._byte = bytearray()
        self._bits = bytearray()
        always = rules(table.machine)
        self._always = len(always)
        for rule, guarded, off, byte, bits in always + by_hand():
            self._rule.append(rule)
            self._guarded.append(guarded)
            self._off.append(off)
            self._byte.append(byte)
            self._bits.append(bits)

    def run(self, now):
        """The motors or an input of a condition have changed: unsafe, they are switched off."""
        table = self.table
        closing = (table.outputs.aux & AUX_DIR_HATCH) << REVERSE_SHIFT
        at = self._first(table.power.on | closing, self._always)
        if at >= 0:
            self.broken = self._rule[at]
            table.raise_fault(INTERLOCK, "interlocks", self.broken)
            table.power.drop_all()  # also when the fault is latched already

    def allows(self, motors):
        """True when `motors`, a wish, alone may run now, by the inputs of this scan."""
        return self._first(motors, len(self._rule)) < 0

    def refuses(self, motors):
        """The sentence that forbids `motors`, a wish, to run alone now; -1: none does."""
        at = self._first(motors, len(self._rule))
        return self._rule[at] if at >= 0 else -1

    def _first(self, motors, count):
        if not motors & HATCH:
            motors &= ~CLOSING
        elif not motors & CLOSING:
            motors |= OPENING
        return first_broken(
            self._guarded, self._off, self._byte, self._bits, count,
            self.table.inputs.level, motors,
        )  # fmt: skip
