"""Which bits a wish for motors has, and which motors share a direction relay."""

from mjtable.generated import iomap
from mjtable.generated.iomap import M_BELT, M_CHAIN, M_DRUM, M_HATCH, M_LIFT
from mjtable.generated.timing import COAST_DRUM_MS

MOTOR_BITS = 0x1FFFF
REVERSE_SHIFT = 17
R_HATCH = 1 << 17
R_CHAIN = 1 << 18
R_BELTS = 1 << 20
GROUPS = 4
DRUM_GROUP = 2  # a drum coasts for twice as long as the others
LONGEST_COAST_MS = 2 * COAST_DRUM_MS  # an old brake felt, a drum full of tiles
GROUP_MASK = (1 << M_HATCH, 1 << M_CHAIN, 1 << M_DRUM, 0xF << M_BELT)
MOTORS = len(iomap.MOTORS)
NO_GROUP = -1
SAFETY_FIRST = (M_LIFT, M_LIFT + 1, M_LIFT + 2, M_LIFT + 3, M_HATCH)
SAFETY = 0xF << M_LIFT | 1 << M_HATCH


def _group_of(motor):
    for group in range(GROUPS):
        if GROUP_MASK[group] >> motor & 1:
            return group
    return NO_GROUP


GROUP = tuple([_group_of(motor) for motor in range(MOTORS)])
HASH = 19  # every bit of a motor has a remainder of its own


def _by_remainder():
    motors = [0] * HASH
    for motor in range(MOTORS):
        motors[(1 << motor) % HASH] = motor
    return tuple(motors)


MOTOR_OF_BIT = _by_remainder()
