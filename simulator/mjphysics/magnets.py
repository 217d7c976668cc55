"""Magnets as point dipoles: the ring's, one in each of its places, and one in each tile's back.

Force and torque between two dipoles at a distance r (Griffiths, Introduction to Electrodynamics,
§6.1 and problem 6.21), with n from the first to the second:

    F = 3 k / r^4 [(m1 n) m2 + (m2 n) m1 + (m1 m2) n - 5 (m1 n)(m2 n) n],    k = 1e-7 T m/A
    B = k / r^3 [3 (m1 n) n - m1],    torque = m2 x B

Two on one axis pull with F = 6 k m1 m2 / r^4; on the axis of a ring of N of them, all upright, B
is k N m (2 z^2 - R^2) / (R^2 + z^2)^(5/2): tests hold both formulas against the sums here. The
moments are not known of any table: `moments` takes them from the pull on a tile at the ring.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mjphysics.drum import shape_mm

K = 1e-7
"""mu0 / 4 pi, T m / A."""
PLACES = 33
"""Of the ring (design hardware §3)."""
INSIDE_M = 0.002
"""A tile's magnet lies so deep under its back."""
RING_INSIDE_M = 0.005
"""A magnet's middle in the ring, above its underside: half its thickness."""
SHARE = 0.1
"""The tile's moment against a ring magnet's: a thin disc against a block; own estimate."""
Array = np.ndarray[Any, np.dtype[np.float64]]


def _ways(at: Array, sources: Array, least_m: float) -> tuple[Array, Array]:
    """From each source to each point: direction (p, s, 3), and distance squared, never less."""
    way = at[:, None] - sources
    r2 = np.einsum("psx,psx->ps", way, way)
    return way / np.sqrt(r2)[..., None], np.maximum(r2, least_m * least_m)


def field(at: Array, sources: Array, moments: Array, least_m: float = 0.0) -> Array:
    """B, T, at points (p, 3) of dipoles (s, 3) with moments (s, 3), A m2."""
    n, r2 = _ways(at, sources, least_m)
    along = 3 * np.einsum("psx,sx->ps", n, moments)[..., None] * n - moments
    found: Array = K * np.einsum("psx,ps->px", along, r2**-1.5)
    return found


def forces(at: Array, own: Array, sources: Array, moments: Array,
           least_m: float = 0.0) -> tuple[Array, Array]:  # fmt: skip
    """Force, N, and torque about its own place, N m, on dipoles `own` (p, 3) at `at` (p, 3).

    Nearer than `least_m` the pull grows no more: two solids cannot come nearer, a solver's can.
    """
    n, r2 = _ways(at, sources, least_m)
    first = np.einsum("psx,sx->ps", n, moments)
    second = np.einsum("psx,px->ps", n, own)
    both = own @ moments.T
    pull = (first[..., None] * own[:, None] + second[..., None] * moments
            + (both - 5 * first * second)[..., None] * n)  # fmt: skip
    force = 3 * K * np.einsum("psx,ps->px", pull, r2**-2)
    return force, np.cross(own, field(at, sources, moments, least_m))


def ring_places() -> Array:
    """Middles of the ring's magnets in the dish's tilted frame, m: (PLACES, 3)."""
    angle = 2 * np.pi * np.arange(PLACES) / PLACES
    radius, gap = shape_mm("ring_radius") / 1000, shape_mm("ring_gap") / 1000
    up = np.full(PLACES, gap + RING_INSIDE_M)
    return np.stack((radius * np.cos(angle), radius * np.sin(angle), up), axis=1)


def moments(pull_n: float) -> tuple[float, float]:
    """Moments, A m2, of a ring magnet and of a tile's, which pull so hard where they touch."""
    apart = INSIDE_M + RING_INSIDE_M
    product = pull_n * apart**4 / (6 * K)
    ring = float(np.sqrt(product / SHARE))
    return ring, ring * SHARE


def tile_on_tile_n(pull_n: float) -> float:
    """The most that two tiles pull each other, N: back on face, a thickness apart."""
    _, tile = moments(pull_n)
    return float(6 * K * tile**2 / (shape_mm("tile_height") / 1000) ** 4)
