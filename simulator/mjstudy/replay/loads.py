"""How a set lies in the drum before it turns: who was swept in when, from where (fixed.toml).

Labels are drop ranks, 0 fell first; a load says from which side each label comes (0 to 3), and
how long before the last one it fell, ms of the drum's turning (0 in all but one: no drum turns
under an open hatch, so that one is there to see what it would do). After a recorded hand they lie
otherwise from batch to batch: each takes the next hand, round and round.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from mjstudy.fixed import load
from mjstudy.replay.game import played as played_hand
from mjstudy.replay.swept import swept


class Load(NamedTuple):
    """`side` (n,) float: middle of the quarter that a label comes from, 0 to 3; `wide` quarters it
    is spread over; `early_ms` (n,): before the last label. Of a recorded hand also the `place`
    (n,) of each label in the wall before, in the order of drawing, and the `group` (n,) of its
    old sets, -1 none."""

    side: np.ndarray
    wide: float
    early_ms: np.ndarray
    place: np.ndarray | None = None
    group: np.ndarray | None = None


def _still(side: np.ndarray, wide: float = 1.0) -> Load:
    return Load(side.astype(np.float32), wide, np.zeros(len(side), np.float32))


def played(n: int, number: int = 0) -> Load:
    """After a hand: each side sweeps twice, in turn; melds lie together."""
    return _still(np.arange(n) * load().load.strokes // n % 4)


def quarters(n: int, number: int = 0) -> Load:
    """Sorted by suit, a quarter from each side, one side after the other."""
    return _still(np.arange(n) * 4 // n)


def one_side(n: int, number: int = 0) -> Load:
    """All from one side."""
    return _still(np.zeros(n))


def halves(n: int, number: int = 0) -> Load:
    """Half from one side, half from the opposite one."""
    return _still(np.arange(n) * 2 // n * 2)


def poured(n: int, number: int = 0) -> Load:
    """From everywhere, while the drum turns."""
    early = load().load.pour_ms * (1 - np.arange(1, n + 1) / n)
    return Load(np.zeros(n, np.float32), 4.0, early.astype(np.float32))


def recorded(n: int, number: int = 0) -> Load:
    """After a hand that was played to its end (game.py): what was thrown first, then sets, hands
    and the rest of the wall, each from its own side. `number` 0 and up takes the hands in turn."""
    return _after(n, number % hands("recorded"))


def hands(name: str) -> int:
    """After how many different hands a load is swept in, one batch after the other."""
    return load().load.hands if name == "recorded" else 1


@cache
def _after(n: int, number: int) -> Load:
    lies = swept(played_hand(n, load().load.hand_seed, number))
    return _still(lies.side)._replace(place=lies.place, group=lies.group)


LOADS: dict[str, Callable[[int, int], Load]] = {
    "played": played, "recorded": recorded, "quarters": quarters, "one side": one_side,
    "halves": halves, "poured": poured,
}  # fmt: skip
"""By name: a set of n tiles, of batch `number`."""
