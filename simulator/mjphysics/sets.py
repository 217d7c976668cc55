"""From the table of runs to the three sets of mixing figures of `hardware/machine.toml`.

Of the runs of the drum as it is designed, and as the machine turns it: of what mixes each set
takes its quantile of each figure by itself (the worst tenth, the median, the best tenth). What a
run's 136 tiles show of the sweep's order is mostly chance, so the order's share is the mean of all
runs, and some standard errors more or less. How often a tile follows its neighbour out is that of
the emptied drums, in the same way. Quantiles and errors are those that the study fixed (`[set_*]`
of its fixed.toml). Figures that no run gives stand in `hardware/machine.toml` with their own
source.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from mjphysics import emptied
from mjphysics.drum import told
from mjphysics.table import Unusable, read

FIXED = Path(__file__).resolve().parents[1] / "mjstudy" / "fixed.toml"
NAMES = ("pessimistic", "middle", "optimistic")
BOTH = "both"
OWN = "far_pct", "looks"
"""No column gives these. `looks` is so high that the law's ports take what lies near the rim as
those of the emptied drums do (tests/study/test_emptied.py); `far_pct` is an own estimate."""
Sets = dict[str, dict[str, int]]


@cache
def fixed() -> dict[str, Any]:
    """The study's fixed figures, as the file has them."""
    with FIXED.open("rb") as file:
        return tomllib.load(file)


def designed(rows: list[dict[str, str]] | None = None) -> list[dict[str, str]]:
    """The runs of the drum as it is designed that turn on, as the machine does, and never back.
    `Unusable` when there is none."""
    found = [one for one in (read() if rows is None else rows)
             if one["kind"] == "design" and one["turns"] == "1"]
    if not found:
        raise Unusable("the table has no run of the designed drum; mjsim physics runs makes it")
    return found


def sets(rows: list[dict[str, str]] | None = None) -> Sets:
    """Name, then figure, as `[mixing_*]` has them."""
    found = designed(rows)

    def of(name: str) -> np.ndarray:
        return np.array([float(one[name]) for one in found])

    return {name: _set(name, of) for name in NAMES}


def _set(name: str, of) -> dict[str, int]:  # type: ignore[no-untyped-def]
    its = fixed()["set_" + name]
    good, errors = its["quantile"], its["errors"]

    def best_high(key: str) -> float:
        return float(np.quantile(of(key), good))

    def best_low(key: str) -> float:
        return float(np.quantile(of(key), 1 - good))

    def rim(share: float) -> float:
        """How far in the ring picks: those under it lie, on average, half as far in."""
        return 2 * (1 - float(np.quantile(of("under_ring_radius"), share)))

    order = of("label_first") * 12 ** 0.5
    error = order.std(ddof=1) / len(order) ** 0.5
    load = max(0.0, abs(float(order.mean())) + errors * float(error)) / order_of(rim(0.5))
    return {
        "load_pct": round(100 * min(load, 1.0)),
        "exchange_per_ks": round(1000 * best_high("radius_rate")),
        "diffuse_mrad2_per_s": round(1000 * best_high("diffusion_rad2_per_s")),
        "behind_mrad_per_s": round(1000 * float(np.median(np.abs(of("drift_rad_per_s"))))),
        "cling_pct": max(1, round(100 * best_low("load_near"))),
        "cling_per_ks": round(1000 * best_high("cling_rate")),
        "follow_pct": follow_pct(its["ports"], errors),
        "rim_pct": round(100 * rim(good)),
        **{key: round(told("mixing_" + name, key)) for key in OWN},
    }


def follow_pct(ports: str, errors: float) -> int:
    """How often the nearest neighbour of a tile that left an emptied drum is the port's next: of
    ports that take the nearest, or any, or the mean of `both`; a ring lies between them.
    `Unusable` without two such drums."""
    means, least = [], []
    for take in emptied.WAYS if ports == BOTH else (ports,):
        values = np.array([float(one["follow"]) for one in emptied.read() if one["take"] == take])
        if len(values) < 2:
            raise Unusable(f"the table of emptied drums has {len(values)} whose ports take "
                             f"{take}, two are needed; mjsim physics empty --runs 5 makes them")
        means.append(float(values.mean()))
        least.append(float(values.std(ddof=1)) / len(values) ** 0.5)
    return round(100 * float(np.mean(means) + errors * np.mean(least)))


def order_of(rim: float) -> float:
    """How much of the sweep's order shows under a ring that picks so far in if the whole of it
    lay in the reach: the tiles there would be the first to fall, as far from the middle as their
    share says."""
    return (1 - rim) / 2 * 12 ** 0.5
