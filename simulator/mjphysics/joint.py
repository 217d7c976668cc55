"""The pessimistic set beside the drum's joint worst corner of friction, fill and tilt.

The set takes the worst tenth of each figure by itself. Here a straight fit of what decides the
verdict, the rate to an unrelated distance from the middle, over both frictions, tilt and fill
says which of the designed runs stand in the worst corner of all four at once.
"""

from __future__ import annotations

import math

import numpy as np

from mjphysics.sets import designed, fixed

CORNER = ("tile_friction", "dish_friction", "tilt_deg", "tiles")
FIGURES = (
    ("radius_rate", "rate to an unrelated distance, a second", False),
    ("diffusion_rad2_per_s", "diffusion round the dish, rad²/s", False),
    ("cling_rate", "rate at which neighbours part, a second", False),
    ("load_near", "tiles that lie beside the one before, share", True),
)
"""Column of the table of runs, title, whether more of it is worse."""
Array = np.ndarray


def rows(runs: list[dict[str, str]] | None = None) -> list[tuple[str, ...]]:
    """A line a figure: its own worst tenth, the corner's runs (mean ± error, each of few), the
    fit's tenth."""
    found = designed(runs)

    def of(name: str) -> Array:
        return np.array([float(one[name]) for one in found])

    share = float(fixed()["set_pessimistic"]["quantile"])
    given = np.column_stack([np.ones(len(found)), *map(of, CORNER)])
    corner = np.argsort(_fit(given, of(FIGURES[0][0])))[: math.ceil(share * len(found))]
    lines: list[tuple[str, ...]] = []
    for name, title, more_is_worse in FIGURES:
        value, at = of(name), 1 - share if more_is_worse else share
        lines.append((title, f"{np.quantile(value, at):.3f}", _told(value[corner]),
                      f"{np.quantile(_fit(given, value), at):.3f}"))  # fmt: skip
    return lines


def _told(there: Array) -> str:
    """Mean and error; an error of two or three values says nothing, so they stand themselves."""
    if len(there) < 4:
        return ", ".join(f"{one:.3f}" for one in there)
    return f"{there.mean():.3f} ± {there.std(ddof=1) / math.sqrt(len(there)):.3f}"


def _fit(given: Array, value: Array) -> Array:
    """What a straight line in what was given says of each run."""
    return given @ np.linalg.lstsq(given, value, rcond=None)[0]


def table() -> str:
    """For docs/PHYSICS.md."""
    heads = ("worst tenth, pessimistic", "of the figure by itself", "runs of the joint corner",
             "the fit's own tenth")  # fmt: skip
    lines = [heads, ("---",) * len(heads), *rows()]
    return "\n".join(f"| {' | '.join(one)} |" for one in lines).replace("| --- ", "|---")
