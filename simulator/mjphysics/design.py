"""Which drums are tried: points that fill the space of what is not known, few of them.

Friction is the widest: plastics on plastics from 0.15 to 0.45 (polypropylene on itself 0.44 when
it slides, ASTM D1894; acrylic on acrylic more, but no tile is as bare); tile on dish from 0.12
(polyethylene, smooth: 0.12 to 0.22, Burke and Malloy 1991) to 0.45, a dish without its liner. Tilt
is built to a degree or two; magnets differ between machines, and nobody publishes them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from scipy.stats import qmc

from mjphysics.drum import FILLS, Blade, Drum, bars_of_the_design

RUNS, SEED = 40, 20261126
BEFORE = 10
"""Of the runs: a drum as it was designed first, flat bars and no vanes."""
MIX_S = 12.0
RANGES = (
    ("tile_friction", 0.15, 0.45), ("dish_friction", 0.12, 0.45), ("tilt_deg", 10.0, 14.0),
    ("bar_mm", 8.0, 11.0), ("fill", 0.0, 1.0), ("ring_n", 0.0, 3.0), ("turns", 0.0, 1.0),
)  # fmt: skip
"""By name: from, to. `turns` below 0.3 is a drum that turns back every 3 s."""
FLAT_MM = 5.0
TURNS_BACK = 0.3


class Point(NamedTuple):
    """One run of the design: its number, its drum, its seed; "design" or "before"."""

    number: int
    kind: str
    drum: Drum
    seed: int


def _bars(top_mm: float) -> tuple[Blade, ...]:
    return tuple(replace(bar, top_mm=top_mm) for bar in bars_of_the_design())


def _drum(row: dict[str, float], before: bool) -> Drum:
    base = Drum(
        tiles=FILLS[min(int(row["fill"] * len(FILLS)), len(FILLS) - 1)],
        tile_friction=round(row["tile_friction"], 3), dish_friction=round(row["dish_friction"], 3),
        tilt_deg=round(row["tilt_deg"], 2), ring_n=round(row["ring_n"], 2),
        turns=0 if row["turns"] < TURNS_BACK else 1, bars=_bars(round(row["bar_mm"], 1)),
    )  # fmt: skip
    return replace(base, bars=_bars(FLAT_MM), vanes=()) if before else base


def points(runs: int = RUNS, seed: int = SEED) -> list[Point]:
    """The design: a scrambled Latin hypercube, its points spread by swaps (SciPy); every fourth
    run is the drum as it was before, so that both see the whole space."""
    names = [name for name, _, _ in RANGES]
    cube = qmc.LatinHypercube(len(RANGES), optimization="random-cd", seed=seed).random(runs)
    scaled = qmc.scale(cube, [row[1] for row in RANGES], [row[2] for row in RANGES])
    every = max(runs // max(BEFORE, 1), 1)
    found = []
    for number, values in enumerate(scaled.tolist()):
        before = number % every == every - 1
        drum = _drum(dict(zip(names, values, strict=True)), before)
        found.append(Point(number, "before" if before else "design", drum, seed + number))
    return found
