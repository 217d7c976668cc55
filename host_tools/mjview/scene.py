"""What there is to draw of a table at one moment; None or "" where nobody knows."""

from __future__ import annotations

from dataclasses import dataclass

SIDES = "ABCD"
LAMPS = "D+ESWN"
"""Lamps of a side: dealer, dealer stays, seat winds; a dot when dark."""


@dataclass(frozen=True)
class Side:
    """One side: stacks built, stacks wanted, what lies on its belt, its lift, what it does."""

    stacks: int = 0
    quota: int = 0
    belt: str = ""
    lift: str = ""
    doing: str = ""


@dataclass(frozen=True)
class Scene:
    """The table at one moment.

    `drum` tiles of `tiles` lie in the drum, None: nobody sees them. `lamps`: six colours a side,
    0 = dark to 5. `watts` is what the running motors and the logic take by design. `alarm` is what
    must not be overlooked, `doing` what the parts of the table that have no row are doing.
    """

    title: str
    sides: tuple[Side, ...]
    tiles: int = 0
    drum: int | None = None
    watts: float = 0.0
    hatch: str = ""
    running: tuple[str, ...] = ()
    building: str = ""
    waiting: str = ""
    lamps: tuple[int, ...] | None = None
    alarm: str = ""
    doing: tuple[str, ...] = ()


def grouped(names: tuple[str, ...]) -> str:
    """Motors in few words: `belt_a belt_b drum` as `drum belt AB`."""
    sides: dict[str, str] = {}
    for name in names:
        base, _, side = name.rpartition("_")
        if base and len(side) == 1 and side.upper() in SIDES:
            sides[base] = sides.get(base, "") + side.upper()
    alone = [name for name in names if name.rpartition("_")[0] not in sides]
    return " ".join([*alone, *(f"{base} {letters}" for base, letters in sides.items())])
