"""The law of mixing (`mjsim.plant.mixing`, `mjsim.plant.pick`) for thousands of walls, compiled.

It is the plant's law, held against the whole simulation by a test, but that when a port takes is
what the machine's record says: there it is when any tile that is met lies back up. What is
compiled is kept by this file's date alone, so all that it hangs on comes as an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from mjsim.plant.mixing import Mixing
from mjsim.plant.numbers import BACK_SHARE, FLIP_PER_MS
from mjstudy.replay.loads import Load

compiled: Any = njit(cache=True)


@dataclass(frozen=True)
class Picks:
    """What the machine did, for each wall: (walls, n) arrays over its picks in their order.

    `turned_ms` of the dish until then, `port` rad in the dish's frame, `line` 0 to 3.
    """

    turned_ms: np.ndarray
    port: np.ndarray
    line: np.ndarray


class Faces(NamedTuple):
    """The share of tiles that lie back up, and the rate at which a face is drawn anew, per ms."""

    back: float
    flip: float


class Heap(NamedTuple):
    """A set in the drum, (n,) by label.

    `angle` and `back`, whether it lies back up, as of the turning time `turned`, ms; `reach` as of
    `exchanged`; `parts`: when it
    parts from the label before, -1 where it never clung; `pool`: the labels that are left, first;
    `where` in it, -1 when gone; `last` (4,): what each port took last, -1 for none.
    """

    angle: np.ndarray
    back: np.ndarray
    turned: np.ndarray
    reach: np.ndarray
    exchanged: np.ndarray
    parts: np.ndarray
    pool: np.ndarray
    where: np.ndarray
    last: np.ndarray


def replay(law: Mixing, load: Load, held: np.ndarray, picks: Picks,
           random: np.random.Generator) -> np.ndarray:  # fmt: skip
    """Which label each pick takes: (walls, n) int16.

    `held` (walls, n): how often the ring keeps hold of a label that it meets, above 0, at most 1.
    """
    taken = np.empty(held.shape, np.int16)
    _all(law, Faces(BACK_SHARE, FLIP_PER_MS), load.side, load.wide, load.early_ms, held,
         picks.turned_ms, picks.port, picks.line, random, taken)  # fmt: skip
    return taken


@compiled
def _all(law, faces, side, wide, early_ms, held, turned_ms, port, line, random, taken):
    walls, n = taken.shape
    for wall in range(walls):
        heap = _swept_in(law, faces, side, wide, early_ms, random)
        for at in range(n):
            by, left, now = line[wall, at], n - at, turned_ms[wall, at]
            tile = _candidate(law, faces, heap, left, by, now, port[wall, at], random)
            while left > 1 and random.random() >= held[wall, tile]:
                tile = _candidate(law, faces, heap, left, by, now, port[wall, at], random)
            _leaves(heap, tile, left)
            heap.last[by] = tile
            taken[wall, at] = tile


@compiled
def _swept_in(law, faces, side, wide, early_ms, random):
    n = len(side)
    heap = Heap(np.empty(n), random.random(n) < faces.back, -early_ms.astype(np.float64),
                np.empty(n), -early_ms.astype(np.float64), np.full(n, -1.0), np.arange(n),
                np.arange(n), np.full(4, -1))  # fmt: skip
    for tile in range(n):
        heap.angle[tile] = pi / 2 * (side[tile] + wide * (random.random() - 0.5))
        stays = random.random() < law.load
        heap.reach[tile] = (tile + 0.5) / n if stays else random.random()
        clings = random.random()
        if tile and 0 < clings < law.cling:
            heap.parts[tile] = log(law.cling / clings) / law.parting
    return heap


@compiled
def _candidate(law, faces, heap, left, line, now, port, random):
    """What clings to the port's last, else the first that is met under the ring near the port,
    else any; it lies back up, if any that is met does."""
    beside = _beside(heap, heap.last[line], now)
    if beside >= 0 and random.random() < law.follow:
        _turns(law, faces, heap, beside, now, random)
        if heap.back[beside]:
            return beside
    for _ in range(law.looks):
        tile = heap.pool[int(random.random() * left)]
        if _met(law, faces, heap, tile, now, port, random):
            return tile
    tile = -1
    for _ in range(law.looks):
        tile = heap.pool[int(random.random() * left)]
        _turns(law, faces, heap, tile, now, random)
        if heap.back[tile]:
            break
    return tile


@compiled
def _beside(heap, last, now):
    if last > 0 and heap.parts[last] > now and heap.where[last - 1] >= 0:
        return last - 1
    after = last + 1
    if 0 < after < len(heap.parts) and heap.parts[after] > now and heap.where[after] >= 0:
        return after
    return -1


@compiled
def _met(law, faces, heap, tile, now, port, random):
    """Bring a tile up to date; does it lie under the ring, near the port, back up?"""
    ms = now - heap.exchanged[tile]
    if ms > 0:  # met again at this pick it lies as it lay, and no chance need be drawn
        heap.exchanged[tile] = now
        if random.random() < 1 - exp(-law.exchange * ms):
            heap.reach[tile] = random.random()
    if heap.reach[tile] >= law.rim:
        return False
    _turns(law, faces, heap, tile, now, random)
    turns = (heap.angle[tile] - port) / (2 * pi)
    far = 2 * abs(turns - round(turns))
    return heap.back[tile] and random.random() < law.far + (1 - law.far) * (1 - far)


@compiled
def _turns(law, faces, heap, tile, now, random):
    """Its place round the dish and its face, as they are by now."""
    ms = now - heap.turned[tile]
    if ms > 0:
        heap.turned[tile] = now
        heap.angle[tile] += sqrt(law.variance * ms) * random.standard_normal() - law.behind * ms
        if random.random() < 1 - exp(-faces.flip * ms):
            heap.back[tile] = random.random() < faces.back


@compiled
def _leaves(heap, tile, left):
    hole, moved = heap.where[tile], heap.pool[left - 1]
    heap.pool[hole] = moved
    heap.where[moved] = hole
    heap.where[tile] = -1
