"""The measured motion of each motor: what it moves, what ends it, and after how long at the most.

A hatch, a head, the chain and a lift end at a sensor of their own; drum, ring, belts and dice run
for a fixed time, in which a sound drum passes four magnets, a ring four and the plate of the dice
fifteen; a belt carries a tile from its port to the counter.
"""

from mjtable.generated.iomap import (
    BIT_CHAIN_CORNER,
    BIT_CHAIN_ZERO,
    BIT_CNT,
    BIT_DICE_ROT,
    BIT_DRUM_ROT,
    BIT_HATCH_DN,
    BIT_HATCH_UP,
    BIT_INLET,
    BIT_JAM,
    BIT_LIFT_DN,
    BIT_LIFT_UP,
    BIT_MID,
    BIT_PARK,
    BIT_PUSH_HOME,
    BIT_RING_ROT,
    BYTE_DICE_ROT,
    BYTE_DRUM_ROT,
    M_BELT,
    M_CHAIN,
    M_DICE,
    M_DRUM,
    M_HATCH,
    M_HEAD,
    M_LIFT,
    M_RING,
    MOTOR_MAX_ON_MS,
)
from mjtable.generated.timing import BELT_TRANSIT_MS, CHAIN_LIMIT_MS, DRUM_EDGE_LIMIT_MS
from mjtable.generated.timing import HATCH_LIMIT_MS, HEAD_LIMIT_MS, LAG_MAX_MS
from mjtable.generated.timing import LIFT_LIMIT_MS, RING_EDGE_LIMIT_MS

HEADS = 0xF << M_HEAD
BELTS = 0xF << M_BELT
LIFTS = 0xF << M_LIFT
TIMED = 1 << M_DRUM | 1 << M_RING | BELTS | 1 << M_DICE
MEETS_TILES = HEADS | BELTS | LIFTS | 1 << M_CHAIN  # they stand while tiles are inside
MARGIN_MS = 100  # a motion ends before its motor's own time limit is up
DICE_MS = 1500


SIDES = (0, 1, 2, 3)

# By motor: the byte of the sensors that it moves, these, and the longest ms of its motion.
BYTE = bytes((BYTE_DRUM_ROT,) * 4 + 3 * SIDES + (BYTE_DICE_ROT,))
MOVES = bytes(
    (BIT_DRUM_ROT, BIT_RING_ROT, BIT_HATCH_UP | BIT_HATCH_DN, BIT_CHAIN_ZERO | BIT_CHAIN_CORNER)
    + (BIT_CNT | BIT_INLET | BIT_JAM,) * 4
    + (BIT_PARK | BIT_MID | BIT_PUSH_HOME,) * 4
    + (BIT_LIFT_UP | BIT_LIFT_DN,) * 4
    + (BIT_DICE_ROT,)
)
MOST_MS = (
    (2 * DRUM_EDGE_LIMIT_MS + LAG_MAX_MS, 2 * RING_EDGE_LIMIT_MS)
    + (min(HATCH_LIMIT_MS, MOTOR_MAX_ON_MS[M_HATCH] - MARGIN_MS),)
    + (min(CHAIN_LIMIT_MS, MOTOR_MAX_ON_MS[M_CHAIN] - MARGIN_MS),)
    + (BELT_TRANSIT_MS + 2 * LAG_MAX_MS,) * 4
    + (min(2 * HEAD_LIMIT_MS, MOTOR_MAX_ON_MS[M_HEAD] - MARGIN_MS),) * 4
    + (min(2 * LIFT_LIMIT_MS, MOTOR_MAX_ON_MS[M_LIFT] - MARGIN_MS),) * 4
    + (DICE_MS,)
)


def end_of(motor, reverse, level):
    """The sensor's bit in the motor's byte that ends its motion, 0: time does."""
    bit = 1 << motor
    if bit & TIMED:
        return 0
    if motor == M_HATCH:
        return BIT_HATCH_DN if reverse else BIT_HATCH_UP
    if motor == M_CHAIN:
        return BIT_CHAIN_ZERO
    if bit & HEADS:
        return BIT_PARK
    return BIT_LIFT_UP if level[BYTE[motor]] & BIT_LIFT_DN else BIT_LIFT_DN


def rises_of(motor, level):
    """How often that sensor has to come: a head that stands anywhere ends with a whole turn."""
    return 2 if 1 << motor & HEADS and not level[BYTE[motor]] & BIT_PARK else 1
