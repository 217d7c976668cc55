"""Which drums are tried: points that fill the space of what is not known, few of them.

Friction is the widest: plastics on plastics from 0.15 to 0.45 (polypropylene on itself 0.44 when
it slides, ASTM D1894; acrylic on acrylic more, but no tile is as bare); tile on dish from 0.12
(polyethylene, smooth: 0.12 to 0.22, Burke and Malloy 1991) to 0.30, a liner that has worn; on bare
plastic, 0.45, the motor would not turn the dish. Tilt is built to a degree or two; magnets differ
between machines, and nobody publishes them. A coil's spring goes with the fourth power of its
wire: 6 % for that, the rest of 30 % for how it is held.

A grid has the same ranges from end to end, every level of a factor with every one of the others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.stats import qmc

from mjphysics.drum import FILLS, Drum, Finger, bars_drawn_first, fingers_of_the_design

RUNS, SEED = 40, 20261126
BEFORE_EVERY, BARS_EVERY = 4, 5
"""Of the runs, ten and six: the drum as it was designed first, flat bars and no vanes, and the one
with vanes and high bars, which the motor cannot turn."""
MIX_S = 12.0
RANGES = (
    ("tile_friction", 0.15, 0.45), ("dish_friction", 0.12, 0.30), ("tilt_deg", 10.0, 14.0),
    ("spring", 0.7, 1.3), ("fill", 0.0, 1.0), ("ring_n", 0.0, 3.0), ("turns", 0.0, 1.0),
)  # fmt: skip
"""By name: from, to. `turns` below 0.3 is a drum that turns back every 3 s; `spring` is a share of
the design's."""
FLAT_MM, HIGH_MM = 5.0, 10.0
TURNS_BACK = 0.3


class Point(NamedTuple):
    """One run of the design: its number, drum and seed; "design", "before", "bars" or "grid"."""

    number: int
    kind: str
    drum: Drum
    seed: int


@cache
def _fingers(share: float) -> tuple[Finger, ...]:
    return tuple(
        replace(finger, spring_nm_per_rad=round(finger.spring_nm_per_rad * share, 6))
        for finger in fingers_of_the_design()
    )


def _level(name: str, value: float) -> int:
    """What fill and turning are at a value of 0 to 1: games' sets, and on or back."""
    if name == "fill":
        return FILLS[min(int(value * len(FILLS)), len(FILLS) - 1)]
    return 0 if value < TURNS_BACK else 1


def _drum(row: dict[str, float], kind: str) -> Drum:
    base = Drum(
        tiles=_level("fill", row["fill"]),
        tile_friction=round(row["tile_friction"], 3), dish_friction=round(row["dish_friction"], 3),
        tilt_deg=round(row["tilt_deg"], 2), ring_n=round(row["ring_n"], 2),
        turns=_level("turns", row["turns"]), fingers=_fingers(row["spring"]),
    )  # fmt: skip
    if kind == "before":
        return replace(base, bars=bars_drawn_first(FLAT_MM), fingers=(), vanes=())
    return replace(base, bars=bars_drawn_first(HIGH_MM), fingers=()) if kind == "bars" else base


def _kind(number: int) -> str:
    if number % BEFORE_EVERY == BEFORE_EVERY - 1:
        return "before"
    return "bars" if number % BARS_EVERY == 0 else "design"


def points(runs: int = RUNS, seed: int = SEED) -> list[Point]:
    """The design: a scrambled Latin hypercube, its points spread by swaps (SciPy); the
    kinds take turns, so that each sees the whole space."""
    names = [name for name, _, _ in RANGES]
    cube = qmc.LatinHypercube(len(RANGES), optimization="random-cd", seed=seed).random(runs)
    scaled = qmc.scale(cube, [row[1] for row in RANGES], [row[2] for row in RANGES])
    found = []
    for number, values in enumerate(scaled.tolist()):
        kind = _kind(number)
        drum = _drum(dict(zip(names, values, strict=True)), kind)
        found.append(Point(number, kind, drum, seed + number))
    return found


def grid(levels: int) -> list[Point]:
    """All combinations of so many levels of each factor, its ends among them; of fill and turning
    as many as there are."""
    names = [name for name, _, _ in RANGES]
    rows = product(*[_levels(name, low, high, levels) for name, low, high in RANGES])
    return [Point(number, "grid", _drum(dict(zip(names, row, strict=True)), "grid"), SEED + number)
            for number, row in enumerate(rows)]  # fmt: skip


def _levels(name: str, low: float, high: float, levels: int) -> list[float]:
    values = np.linspace(low, high, levels).tolist()
    if name not in ("fill", "turns"):
        return values
    return list({_level(name, value): value for value in values}.values())
