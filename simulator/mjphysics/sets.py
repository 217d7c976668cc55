"""From the table of runs to the three sets of mixing figures of `hardware/machine.toml`.

Of the runs of the drum as it is designed: the worst tenth of what mixes is pessimistic, the median
is middle, the best tenth is optimistic. What a run's 136 tiles show of the sweep's order is mostly
chance, so the order's share is the mean of all runs, with two standard errors more for the
pessimistic set, and fewer for the optimistic one. Figures that no run gives have their own source.
"""

from __future__ import annotations

import numpy as np

from mjphysics.table import read

TENTHS = {"pessimistic": 0.1, "middle": 0.5, "optimistic": 0.9}
ERRORS = {"pessimistic": 2.0, "middle": 0.0, "optimistic": -2.0}
FOLLOW_PCT = {"pessimistic": 50, "middle": 25, "optimistic": 10}
"""Of two that cling, when one leaves: own estimate; emptied drums (picking.py) give 8 to 19."""
FAR_PCT, LOOKS = 15, 8
"""Of the port's choice: own estimates, the same in all sets."""
Sets = dict[str, dict[str, int]]


def sets(rows: list[dict[str, str]] | None = None) -> Sets:
    """Name, then figure, as `[mixing_*]` has them."""
    found = [one for one in (read() if rows is None else rows) if one["kind"] == "design"]
    if not found:
        raise ValueError("the table has no run of the designed drum; mjsim physics runs makes it")

    def of(name: str) -> np.ndarray:
        return np.array([float(one[name]) for one in found])

    return {name: _set(name, of) for name in TENTHS}


def _set(name: str, of) -> dict[str, int]:  # type: ignore[no-untyped-def]
    good, errors = TENTHS[name], ERRORS[name]

    def best_high(key: str) -> float:
        return float(np.quantile(of(key), good))

    def best_low(key: str) -> float:
        return float(np.quantile(of(key), 1 - good))

    order = of("label_first") * 12 ** 0.5
    error = order.std(ddof=1) / len(order) ** 0.5
    load = max(0.0, abs(float(order.mean())) + errors * float(error)) / order_of_rim(of)
    return {
        "load_pct": round(100 * min(load, 1.0)),
        "exchange_per_ks": round(1000 * best_high("radius_rate")),
        "diffuse_mrad2_per_s": round(1000 * best_high("diffusion_rad2_per_s")),
        "behind_mrad_per_s": round(1000 * float(np.median(np.abs(of("drift_rad_per_s"))))),
        "cling_pct": max(1, round(100 * best_low("load_near"))),
        "cling_per_ks": round(1000 * best_high("cling_rate")),
        "follow_pct": FOLLOW_PCT[name],
        "rim_pct": rim_pct(of),
        "far_pct": FAR_PCT,
        "looks": LOOKS,
    }


def rim_pct(of) -> int:  # type: ignore[no-untyped-def]
    """How far in the ring picks: those under it lie, on average, half as far in."""
    return round(200 * (1 - float(np.mean(of("under_ring_radius")))))


def order_of_rim(of) -> float:  # type: ignore[no-untyped-def]
    """How much of the sweep's order shows under the ring if the whole of it lay in the reach: the
    tiles there would be the first to fall, as far from the middle as their share says."""
    rim = rim_pct(of) / 100
    return float((1 - rim) / 2 * 12 ** 0.5)
