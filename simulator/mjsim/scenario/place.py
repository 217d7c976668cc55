"""Mechanisms moved by hand while the table has no power, for searches and scenarios."""

from __future__ import annotations

from typing import Any

from mjsim.plant.numbers import CHAIN_TURN, HATCH_END, TURN
from mjsim.words.names import UsageError, choose

SIDES = "abcd"
PARTS = ("hatch", "chain", *("head_" + s for s in SIDES), *("lift_" + s for s in SIDES))


def most(part: str) -> int:
    """The last place of a mechanism: per cent of the way, or degrees of the turn."""
    return 100 if part in ("hatch", "chain") else 360


def put(plant: Any, part: str, place: int) -> None:
    """Hatch and chain in per cent of their way, heads and lifts in degrees of their turn."""
    name = choose("mechanism", part, PARTS)
    if not 0 <= place <= most(name):
        raise UsageError("%s stands at 0 to %d, not at %d" % (name, most(name), place))
    if name == "hatch":
        plant.hatch.set_place(min(HATCH_END * place // 100, HATCH_END))
    elif name == "chain":
        if plant.chain is None:
            raise UsageError("a %s machine has no chain" % plant.machine)
        plant.chain.set_place(CHAIN_TURN * place // 100)
    else:
        kind, side = (plant.heads if name[:4] == "head" else plant.lifts), SIDES.index(name[-1])
        if side >= len(kind):
            raise UsageError("a %s machine has no %s" % (plant.machine, name))
        kind[side].set_angle(TURN * place // 360)
