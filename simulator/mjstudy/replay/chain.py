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
from mjstudy.seeds import generator

HANDS = fixed.load().replay.hands
WALLS = fixed.load().replay.walls
"""In a batch, as many of each hand."""


@dataclass(frozen=True)
class Study:
    """What the replayed walls depend on besides the timelines; `column` says in words whose chance
    they have, `passes` how often each set is sorted before it is played with."""

    law: Mixing
    load: str
    seed: int
    unit: str = "typical"
    column: str = ""
    passes: int = 1


def batches(walls: int) -> int:
    """How many batches make at least so many walls."""
    return -(-walls // WALLS)


def batch(study: Study, timelines: Timelines, number: int) -> Batch:
    """Batch `number`: the same whoever makes it."""
    chains, count = WALLS // HANDS, len(timelines)
    start = number * chains + np.arange(chains)
    # neighbours in a batch are of different timelines, and each hand is of another one
    which = [(start + hand * (count // HANDS)) % count for hand in range(HANDS)]
    numbers = np.concatenate([start + hand * 10**9 for hand in range(HANDS)])
    random = generator(study.seed, "batch", study.column, number)
    return chained(study, timelines, which, numbers, number, random)


def chained(study: Study, timelines: Timelines, which: list[np.ndarray], numbers: np.ndarray,
            number: int, random: np.random.Generator) -> Batch:  # fmt: skip
    """Hands in a row, each over the timelines `which` (chains,) of it, swept in as the load of
    batch `number` says; `numbers` of all walls, hand after hand."""
    held = drawn(study.unit, (len(which[0]), timelines.place.shape[1]), random)
    labels = [hand_of(study, timelines, which[0], held, number, random)]
    before = [np.full(held.shape, -1, np.int16)]
    before_two = [before[0]]
    for hand in range(1, len(which)):
        last = labels[-1]
        rank = next_labels(study.load, last, timelines.drawn, number, random)
        held = by_label(rank, held[_rows(rank), last])
        before_two.append(by_label(rank, before[-1][_rows(rank), last]))
        before.append(by_label(rank, np.arange(rank.shape[1], dtype=np.int16)))
        labels.append(hand_of(study, timelines, which[hand], held, number, random))
    return Batch(np.concatenate(labels), np.concatenate(which), numbers,
                 np.concatenate(before), np.concatenate(before_two))  # fmt: skip


def hand_of(study: Study, timelines: Timelines, which: np.ndarray, held: np.ndarray, number: int,
            random: np.random.Generator) -> np.ndarray:  # fmt: skip
    """One hand over these timelines: labels (walls, n) in wall-line order; `held` as `replay`.

    What a pass has sorted falls into the next one in the order of its leaving, from the sides that
    the load has (own model: no machine of ours gives tiles back). Each pass is another sort's.
    """
    lies, count = LOADS[study.load](timelines.place.shape[1], number), len(timelines)
    taken = np.tile(np.arange(held.shape[1], dtype=np.int16), (len(which), 1))
    for more in reversed(range(study.passes)):
        sort = (which + more * (count // (HANDS + 1))) % count
        picks = Picks(timelines.turned_ms[sort], timelines.port[sort], timelines.line[sort])
        now = replay(study.law, lies, held, picks, random)
        taken, held = taken[_rows(now), now], held[_rows(now), now]
    return placed(taken, timelines.place[which])


def placed(taken: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Labels in wall-line order, from the label and the place of each pick: (walls, n)."""
    labels = np.empty_like(taken)
    labels[_rows(taken), place] = taken
    return labels


def _rows(array: np.ndarray) -> np.ndarray:
    return np.arange(len(array))[:, None]


def by_label(rank: np.ndarray, values: np.ndarray) -> np.ndarray:
    """`values` of each place of a wall, put where that place's tile has its next label."""
    found = np.empty(rank.shape, values.dtype)
    found[_rows(rank), rank] = values
    return found


def next_labels(load: str, wall: np.ndarray, drawn: np.ndarray, number: int,
                random: np.random.Generator) -> np.ndarray:  # fmt: skip
    """Next label of the tile at each place of the wall line: (walls, n), after the hand that batch
    `number` takes."""
    walls, n = wall.shape
    place = LOADS[load](n, number).place
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
