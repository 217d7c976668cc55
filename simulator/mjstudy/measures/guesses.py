"""What players who remember an order name beyond chance."""

import numpy as np

from mjsim.shuffle.statistics.projection import Layout
from mjstudy.batch import Batch
from mjstudy.faces import by_chance
from mjstudy.guesser import Rule, play
from mjstudy.measures.measure import Measure, Read, one_in
from mjstudy.measures.tables import build_parts

TOLD = "named", "blind"
"""Beside what is judged: tiles that the player named, and that the blind one did."""
GRAIN = 1e-4  # tiles: worths of guesses are rounded to it


def rising(layout: Layout) -> np.ndarray:
    """Places built in the first half of a lane, (n,) bool: there high ranks are expected."""
    found: np.ndarray = build_parts(layout, 2) == 0
    return found


def of_drop_order(key: str, rising: np.ndarray, rule: Rule, every: int, seed: int) -> Measure:
    """A player who knows the order in which the tiles fell in."""

    def remembered(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        rows = one_in(batch, every)
        return rows, batch.labels[rows]

    return _measure(key, rising, rule, seed, remembered)


def of_line_before(key: str, rising: np.ndarray, rule: Rule, every: int, seed: int) -> Measure:
    """A player who knows the wall line of the hand before; walls without one are left out."""

    def remembered(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        if batch.before is None:
            return np.zeros(0, np.intp), batch.labels[:0]
        rows = one_in(batch, every)
        rows = rows[batch.before[rows, 0] >= 0]
        labels = batch.labels[rows].astype(np.intp)
        return rows, np.take_along_axis(batch.before[rows], labels, axis=1)

    return _measure(key, rising, rule, seed, remembered)


def _measure(key: str, rising: np.ndarray, rule: Rule, seed: int, remembered: Read) -> Measure:
    """Judged: right guesses beyond chance. Told: right guesses, the blind player's."""
    def read(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        rows, memory = remembered(batch)
        if not len(rows):
            return rows, np.zeros((0, 3), np.int64)
        scores = play(memory, by_chance(seed, batch.number[rows], len(rising)), rising, rule)
        beyond = scores.hits - scores.chance
        told = np.stack([beyond, scores.hits, scores.blind], axis=1)
        return rows, np.rint(told / GRAIN).astype(np.int64)

    return Measure(key, GRAIN, np.zeros(3), np.full(3, np.nan), read, judged=1)
