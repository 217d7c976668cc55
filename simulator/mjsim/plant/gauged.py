"""What a meter would read on the plant: current of a motor group, voltage of a counter's raw wire.

The plant's own supply tells the board only what differs from its model; this is the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.bends import DIM, SWAP, place_of
from mjsim.plant.numbers import JAM_CURRENT_PCT
from mjsim.plant.signals import INPUT

GROUP_MOTORS = 8
WAIT_MS = C.LAG_MAX_MS + C.START_MS
"""A motor that does not turn after so long is stalled."""
DARK_MV, THRESHOLD_MV, LIT_MV = 3_200, 1_650, 400
"""Of a counter: nothing reflects; its comparator's (10k / 10k of 3.3 V); a tile of a clean, sound
sensor (TCRT5000 at 10 mm saturates behind 10k)."""
BLIND_UM = 2_500
"""A threshold moved so far, by dust or tolerance, is half of a sound sensor's margin (own
estimate: half a spot)."""
NOISE_MV = 12


def drawn_ma(plant: Any, group: int) -> float:
    """Sum of what the motors of a group draw, mA: running, starting, stalled, by themselves."""
    if not (plant.k1 and plant.has_mains):
        return 0.0
    first = group * GROUP_MOTORS
    return sum(_motor_ma(plant, motor) for motor in range(first, first + GROUP_MOTORS))


def _motor_ma(plant: Any, motor: int) -> float:
    """The current at one motor's output: that of the motor whose plug is there."""
    bit, its = 1 << motor, plant.plugged[motor]
    own = plant.own_ma[its.bit_length() - 1]
    if plant.unfed & bit or plant.open_circuit & its or not plant.fitted & its:
        return 0.0
    if not plant.drawn & bit:
        if (plant.shorted | plant.lingering) & bit:
            return float(own)
        return own / 2 if plant.half_wave & bit else 0.0
    drive, on_ms = plant.drive_of[its], plant.now - plant._on_since[motor]
    if on_ms < C.START_MS + C.LAG_MIN_MS:
        return own * C.MOTOR_START_MW[motor] / C.MOTOR_RUN_MW[motor]
    if plant.blocked & its or not drive.moving and on_ms > WAIT_MS + drive.late_ms:
        return own * (100 + JAM_CURRENT_PCT) / 100
    return float(own)


def counter_mv(plant: Any, side: str, gauss: Callable[[float, float], float]) -> int:
    """The raw wire of a side's tile counter, mV: high without a tile, pulled down by one."""
    name = "cnt_" + side
    covered, margin = _seen(plant, name)
    mv = float(DARK_MV + 60)
    if covered and plant._emitting:
        mv = THRESHOLD_MV - (THRESHOLD_MV - LIT_MV) * margin
    elif plant._emitting:
        mv = DARK_MV
    return max(0, min(3_300, round(mv + gauss(0, NOISE_MV))))


def _seen(plant: Any, name: str) -> tuple[int, float]:
    """Whether light comes back to this counter, and its margin, 1.0 is that of a clean one."""
    byte, mask = place_of(name)
    bend, first, second = plant._bends.get((byte, mask), (-1, 0, 0))
    if bend == SWAP:
        return _bit(plant.raw, first, second), 1.0
    if plant._stuck[byte] & mask and bend < 0:
        return _bit(plant.level, byte, mask), 1.0
    margin = 1.0 - _shyness(plant, name) / BLIND_UM / 2
    if bend == DIM:
        margin *= 1 - first / 100
    return _bit(plant.raw, byte, mask), max(0.0, margin)


def _bit(levels: bytearray, byte: int, mask: int) -> int:
    return 1 if levels[byte] & mask else 0


def _shyness(plant: Any, name: str) -> float:
    """How much more of the beam a tile must cover than a nominal one, um; 0 without a belt."""
    line = INPUT[name] >> 3
    if line >= len(plant.belts):
        return 0.0
    return float(plant.belts[line].count_shy.um(plant.now))
