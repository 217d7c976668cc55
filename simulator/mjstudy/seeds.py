"""Where the chance of a study comes from: no other place makes a generator or a seed for one.

A seed hangs on the study's own, on what it is for, on the column, and on a number, all of them
hashed together. So no two places of a study draw the same stream, and no two columns share one:
their errors are independent.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from mjstudy.uniform import named

Purpose = Literal["batch", "beside", "hand", "faces", "control"]
"""Walls of a batch; those that are held against whole sorts; a hand played for the load
`recorded`; the faces that players see; Fisher-Yates walls."""


def seed_of(seed: int, purpose: Purpose, column: str, number: int = 0) -> int:
    """0 to 2^62-1, of its own for each purpose, column (in words) and number."""
    return named(seed, repr((purpose, column, number)))


def generator(seed: int, purpose: Purpose, column: str, number: int = 0) -> np.random.Generator:
    """A generator with that seed."""
    return np.random.default_rng(seed_of(seed, purpose, column, number))
