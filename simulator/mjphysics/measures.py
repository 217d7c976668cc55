"""Figures of a run: how fast the heap forgets who lay where.

A correlation that falls as `share * exp(-rate * lag)` has two figures: what is gone within a turn
of the dish, 1 - share, and the rate at which the rest goes. `Figures` are what the plant's law
of mixing needs, and what tells that the run was sound.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from mjphysics.drum import shape_mm
from mjphysics.run import SAMPLE_S, Track

LAGS_S = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
SETTLED_S = 1.0
"""Of turning, before which the sweep's own heap collapses."""
NEAREST = 6
LYING = 0.7
"""A tile whose back is less steep than this, as the cosine of its lean, lies on or shows it."""
WINDOW_S, LATER_S = 1.5, 8.0
"""So long, from the start and from later on, it is looked at who lies under the ring."""
LEAST = 0.02
"""Correlations below this are noise of 136 tiles; no rate is taken from them."""
Array = np.ndarray[Any, np.dtype[np.float64]]
Bools = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True)
class Figures:
    """Of one run; rates per second, shares 0 to 1, angles in the dish's frame. Torque is what the
    motor gives: its mean, and the 99th percentile of the means over `SAMPLE_S`."""

    radius_share: float
    radius_rate: float
    height_share: float
    height_rate: float
    drift_rad_per_s: float
    diffusion_rad2_per_s: float
    cling_share: float
    cling_rate: float
    load_radius: float
    load_height: float
    load_near: float
    layers: float
    back_share: float
    flips_per_s: float
    under_ring: float
    under_ring_radius: float
    label_first: float
    label_later: float
    torque_nm: float
    torque_peak_nm: float

    def row(self) -> dict[str, float]:
        """By name."""
        return asdict(self)


NAMES = tuple(one.name for one in fields(Figures))


def ranks(values: Array) -> Array:
    """Rank of each along the last axis, scaled to mean 0 and variance 1."""
    order = np.argsort(np.argsort(values, axis=-1, kind="stable"), axis=-1).astype(float)
    count = values.shape[-1]
    scaled: Array = (order - (count - 1) / 2) / np.sqrt((count**2 - 1) / 12)
    return scaled


def kept(values: Array, lag: int) -> float:
    """Rank correlation of (samples, tiles) with itself so many samples later, averaged."""
    scaled = ranks(values[round(SETTLED_S / SAMPLE_S) :: 2])
    half = lag // 2
    return float((scaled[:-half] * scaled[half:]).mean())


def decay(found: list[float]) -> tuple[float, float]:
    """Share and rate of correlations at `LAGS_S`; the rate is taken where they are above noise."""
    lags, values = np.array(LAGS_S), np.array(found)
    good = values > LEAST
    good &= np.cumsum(~good) == 0
    if good.sum() < 2:
        return float(max(values[0], LEAST)), float(np.log(1 / LEAST) / lags[1])
    slope, level = np.polyfit(lags[good], np.log(values[good]), 1, w=np.sqrt(values[good]))
    return float(min(np.exp(level), 1.0)), float(max(-slope, 0.0))


def neighbours(place: Array) -> Bools:
    """Who is among each one's nearest: (tiles, tiles) from (tiles, 3)."""
    way = np.linalg.norm(place[:, None] - place, axis=2)
    np.fill_diagonal(way, np.inf)
    near = np.zeros(way.shape, bool)
    np.put_along_axis(near, np.argsort(way, axis=1)[:, :NEAREST], True, axis=1)
    return near


def _clinging(track: Track) -> list[float]:
    """Nearest kept beyond what chance keeps, at each lag."""
    every = 5
    near = [neighbours(one[:, :3]) for one in track.pose[round(SETTLED_S / SAMPLE_S) :: every]]
    chance = NEAREST / (track.drum.tiles - 1)
    found = []
    for lag_s in LAGS_S:
        lag = round(lag_s / SAMPLE_S / every)
        share = np.mean([(near[i] & near[i + lag]).sum() / near[i].sum()
                         for i in range(len(near) - lag)])  # fmt: skip
        found.append(float((share - chance) / (1 - chance)))
    return found


def _successors(place: Array) -> float:
    """Tiles whose successor in the sweep is among their nearest, beyond chance."""
    near = neighbours(place)
    chance = NEAREST / (len(place) - 1)
    return float((np.diagonal(near, 1).mean() - chance) / (1 - chance))


def _faces(track: Track) -> tuple[float, float]:
    """Share that lies back up, changes of face a tile and second."""
    lean = lean_of(track.pose)
    turned = round(SETTLED_S / SAMPLE_S)
    clear = np.where(np.abs(lean) > LYING, np.sign(lean), 0)[turned:]
    last, flips = clear[0].copy(), 0
    for now in clear[1:]:
        flips += int(((now != 0) & (last != 0) & (now != last)).sum())
        last = np.where(now != 0, now, last)
    time_s = (len(clear) - 1) * SAMPLE_S
    up = (clear > 0).sum() / max((clear != 0).sum(), 1)
    return float(up), flips / (track.drum.tiles * time_s)


def lean_of(pose: Array) -> Array:
    """Cosine of each back's lean: 1 back up, -1 face up."""
    x, y = pose[..., 4], pose[..., 5]
    found: Array = 1 - 2 * (x * x + y * y)
    return found


def under_ring(pose: Array) -> Bools:
    """Which tiles lie where the ring could take them: near the wall, low enough."""
    inner = (shape_mm("ring_radius") - shape_mm("ring_width") / 2) / 1000
    low = pose[..., 2] < shape_mm("ring_gap") / 1000
    radius = np.hypot(pose[..., 0], pose[..., 1])
    found: Bools = (radius > inner - 0.005) & low
    return found


def _mean_label(under: Bools) -> float:
    """When the tiles under the ring fell, -0.5 first to 0.5 last, averaged over samples."""
    label = (np.arange(under.shape[1]) + 0.5) / under.shape[1] - 0.5
    return float((under * label).sum() / max(under.sum(), 1))


def figures(track: Track) -> Figures:
    """Measure a run of at least `LAGS_S[-1]` + 2 s of turning."""
    if len(track.dish) * SAMPLE_S < LAGS_S[-1] + 2:
        raise ValueError(f"a run of {len(track.dish) * SAMPLE_S:.1f} s is too short to measure: "
                         f"{LAGS_S[-1] + 2:.0f} s of turning at least")  # fmt: skip
    pose = track.pose
    radius = np.hypot(pose[..., 0], pose[..., 1])
    angle = np.unwrap(np.arctan2(pose[..., 1], pose[..., 0]) - track.dish[:, None], axis=0)
    lags = [round(lag / SAMPLE_S) for lag in LAGS_S]
    began, four = round(SETTLED_S / SAMPLE_S), lags[3]
    way = angle[began + four :] - angle[began:-four]
    label = ranks(np.arange(track.drum.tiles, dtype=float))
    up, flips = _faces(track)
    under = under_ring(pose) & (lean_of(pose) > LYING)
    place = (ranks(radius) / np.sqrt(12) + 0.5)[began:][under[began:]]
    first, later = (_mean_label(under[round(at / SAMPLE_S) : round((at + WINDOW_S) / SAMPLE_S)])
                    for at in (0, LATER_S))  # fmt: skip
    return Figures(
        *decay([kept(radius, lag) for lag in lags]),
        *decay([kept(pose[..., 2], lag) for lag in lags]),
        float(way.mean()) / LAGS_S[3], float(way.var(axis=1).mean()) / (2 * LAGS_S[3]),
        *decay(_clinging(track)),
        float((label * ranks(radius[0])).mean()), float((label * ranks(pose[0, :, 2])).mean()),
        _successors(pose[0, :, :3]),
        float(pose[began:, :, 2].mean() * 1000 / shape_mm("tile_height") + 0.5),
        up, flips, float(under[began:].mean()), float(place.mean()) if len(place) else 0.0,
        first, later,
        float(track.torque[began:].mean()), float(np.quantile(track.torque[began:], 0.99)),
    )  # fmt: skip
