"""What goes wrong when a table is wired: for the bench. No campaign plays with these, for a table
is not played on before its motors were tried.
"""

from __future__ import annotations

from mjsim.plant import Plant
from mjsim.plant.inject_motors import bit_of
from mjsim.plant.inject_row import Rows, fault
from mjsim.plant.inject_words import (
    MOTOR,
    InjectError,
    Words,
    ac_motor_name,
    args_of,
    two_way_name,
)


def _turn(plant: Plant, words: Words) -> None:
    bit_of(plant, words[0])
    plant.turn_ends(MOTOR[words[0]], True)


def _turn_back(plant: Plant, words: Words) -> None:
    plant.turn_ends(MOTOR[words[0]], False)


def _cross(plant: Plant, words: Words) -> None:
    one, other = (bit_of(plant, word).bit_length() - 1 for word in words)
    if one == other:
        raise InjectError("a motor's plug is not exchanged with itself")
    plant.cross_plugs(one, other, True)


def _uncross(plant: Plant, words: Words) -> None:
    plant.cross_plugs(*(MOTOR[word] for word in words), False)


WIRING: Rows = {
    "reversed": fault(
        "a motor's two ends are exchanged: it turns the other way", "<motor>",
        args_of(two_way_name), _turn, _turn_back),
    "crossed": fault(
        "the plugs of two motors are exchanged", "<motor> <motor>",
        args_of(ac_motor_name, ac_motor_name), _cross, _uncross),
}  # fmt: skip
"""By name."""
