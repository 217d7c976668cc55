"""Tiles differ from one another: how often the ring keeps hold of each one that it meets."""

from __future__ import annotations

import numpy as np

from mjsim.plant.tiles import OWN, strongest
from mjsim.plant.unit import unit_of


def drawn(unit: str, shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """For tables of this kind (typical, worn, nominal, or a number): above 0, at most 1.

    The strongest and lightest tile that there can be is always held, as in the plant.
    """
    kind = unit_of(unit, 0)
    magnet, weight = (1 + random.uniform(*kind.limits(name), shape) / 100 for name in OWN)
    found: np.ndarray = (magnet / weight / strongest(kind)).astype(np.float32)
    return found
