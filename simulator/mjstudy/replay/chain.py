"""Three hands in a row on one table, many tables at once: a batch of walls for the statistics.

The first hand's set comes from its box in no order that matters; the next two are swept in as the
load says. A tile keeps its own magnet and weight. After a played hand the drop rank follows from
the wall before: what was thrown, then what was left of the wall, then the hands; a recorded hand
says it tile by tile. A load that people sort by kind puts the same tile in the same place again
each time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mjsim.plant.mixing import Mixing
from mjstudy import fixed
from mjstudy.batch import Batch, places_of
from mjstudy.hands import DEALT
from mjstudy.replay.held import drawn
from mjstudy.replay.law import Picks, replay
from mjstudy.replay.loads import LOADS
from mjstudy.replay.timelines import Timelines

HANDS = 3
WALLS = fixed.load().replay.walls
"""In a batch, a third of them each hand's."""


@dataclass(frozen=True)
class Study:
    """What the replayed walls depend on besides the timelines."""

    law: Mixing
    load: str
    seed: int
    unit: str = "typical"


def batches(walls: int) -> int:
    """How many batches make at least so many walls."""
    return -(-walls // WALLS)


def batch(study: Study, timelines: Timelines, number: int) -> Batch:
    """Batch `number`: the same whoever makes it."""
    random = np.random.default_rng((study.seed, number))
    chains, count = WALLS // HANDS, len(timelines)
    labels: list[np.ndarray] = []
    which: list[np.ndarray] = []
    before = [np.full((chains, timelines.place.shape[1]), -1, np.int16)]
    held = drawn(study.unit, before[0].shape, random)
    start = number * chains + np.arange(chains)
    for hand in range(HANDS):
        # neighbours in a batch are of different timelines, and each hand is of another one
        which.append((start + hand * (count // HANDS)) % count)
        if hand:
            last = labels[hand - 1]
            rank = _ranks(study.load, last, timelines.drawn, random)
            held = _by_rank(rank, held[_rows(rank), last])
            before.append(_by_rank(rank, np.arange(rank.shape[1], dtype=np.int16)))
            if hand > 1:
                before_two = _by_rank(rank, before[hand - 1][_rows(rank), last])
        labels.append(hand_of(study, timelines, which[hand], held, random))
    none = before[0]
    numbers = np.concatenate([start + hand * 10**9 for hand in range(HANDS)])
    return Batch(np.concatenate(labels), np.concatenate(which), numbers,
                 np.concatenate(before), np.concatenate([none, none, before_two]))  # fmt: skip


def hand_of(study: Study, timelines: Timelines, which: np.ndarray, held: np.ndarray,
            random: np.random.Generator) -> np.ndarray:  # fmt: skip
    """One hand over these timelines: labels (walls, n) in wall-line order; `held` as `replay`."""
    lies = LOADS[study.load](timelines.place.shape[1])
    picks = Picks(timelines.turned_ms[which], timelines.port[which], timelines.line[which])
    taken = replay(study.law, lies, held, picks, random)
    return placed(taken, timelines.place[which])


def placed(taken: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Labels in wall-line order, from the label and the place of each pick: (walls, n)."""
    labels = np.empty_like(taken)
    labels[_rows(taken), place] = taken
    return labels


def _rows(array: np.ndarray) -> np.ndarray:
    return np.arange(len(array))[:, None]


def _by_rank(rank: np.ndarray, values: np.ndarray) -> np.ndarray:
    """`values` of each place of a wall, put where that place's tile has its next label."""
    found = np.empty(rank.shape, values.dtype)
    found[_rows(rank), rank] = values
    return found


def _ranks(load: str, wall: np.ndarray, drawn: np.ndarray,
           random: np.random.Generator) -> np.ndarray:  # fmt: skip
    """Next label of the tile at each place of the wall line: (walls, n)."""
    walls, n = wall.shape
    place = LOADS[load](n).place
    if place is not None:
        return np.tile(places_of(drawn[place][None, :]).astype(np.intp), (walls, 1))
    if load not in ("played", "poured"):
        return wall.astype(np.intp)  # sorted again: each tile has its label for ever
    place = np.arange(n)
    left = n - int(fixed.load().load.left * (n - DEALT))
    key = random.random((walls, n), np.float32)
    key[:, left:] = 1 + (place[left:] - left) / n
    key[:, :DEALT] = 2 + (place[:DEALT] // 4 % 4 + key[:, :DEALT] / 2)  # each seat's hand
    rank: np.ndarray = places_of(drawn[np.argsort(key, axis=1)]).astype(np.intp)
    return rank
