"""What a hand can do at a served table, as words for the shell."""

from __future__ import annotations

from mjsim.plant.inject_words import BELTS, KEYS, MOTOR
from mjsim.plant.signals import INPUT

MENDING = ("lift", "lay", "right", "push", "straighten", "crank", "empty")
PLACES = {
    "block": tuple(INPUT), "lid": ("open", "shut"), "stop": ("press", "release"),
    "power": ("off", "on"), "hold": (*KEYS, "marker", "service"), "tile": BELTS, "take": BELTS,
    **dict.fromkeys(MENDING[:-1], tuple(MOTOR)), "empty": (),
}  # fmt: skip
"""By verb, at what; a repairer reaches more places than the motors, docs/SCENARIOS.md has them."""


def words_after(typed: list[str]) -> list[str]:
    """What may stand next."""
    if not typed:
        return list(PLACES)
    if len(typed) == 1:
        return list(PLACES.get(typed[0].lower(), ()))
    return ["off"] if typed[0].lower() == "block" and len(typed) == 3 else []
