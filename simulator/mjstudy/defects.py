"""Walls with a known defect of a known size: what the study must find, and how large it must be.

Every maker gives labels (walls, n) int16 in wall-line order and draws from a numpy generator;
size 0 is a perfect shuffle (of `riffles`: of none at all). Sizes are chances or shares, 0..1.
"""

import numpy as np

from mjsim.shuffle.statistics.projection import GROUPS, Layout
from mjstudy.uniform import order_by

_RHO_OF_NORMAL = np.sqrt(3.0 / np.pi)  # rank correlation over that of a rank with its noisy normal


def _bits(rng: np.random.Generator, walls: int, n: int) -> np.ndarray:
    return rng.integers(0, 2**64, (walls, n), np.uint64)


def fisher_yates(rng: np.random.Generator, walls: int, n: int) -> np.ndarray:
    """No defect."""
    return order_by(_bits(rng, walls, n))


def riffles(rng: np.random.Generator, walls: int, n: int, count: int) -> np.ndarray:
    """`count` (0..16) riffles of Gilbert, Shannon and Reeds, as one shuffle of 2^count packets.

    Each place draws its packet; the packets' tiles come to their places in order (Bayer and
    Diaconis 1992).
    """
    packet = _bits(rng, walls, n) >> np.uint64(64 - count) if count else np.zeros((walls, n), int)
    by_packet = order_by(packet.astype(np.uint64) << np.uint64(8)).astype(np.intp)
    labels = np.empty((walls, n), np.int16)
    np.put_along_axis(labels, by_packet, np.arange(n, dtype=np.int16)[None, :], axis=1)
    return labels


def clinging(rng: np.random.Generator, walls: int, n: int, share: float) -> np.ndarray:
    """Each tile clings with chance `share` to the one that fell before it; clumps mix as one."""
    alone = rng.random((walls, n)) >= share
    alone[:, 0] = True
    first = np.maximum.accumulate(np.where(alone, np.arange(n), 0), axis=1)
    return _clumps(rng, first)


def blocks(rng: np.random.Generator, walls: int, n: int, length: int, share: float) -> np.ndarray:
    """Blocks of `length` tiles of the drop order, each kept together with chance `share`."""
    label = np.arange(n)
    block = label // length
    kept = (rng.random((walls, int(block[-1]) + 1)) < share)[:, block]
    return _clumps(rng, np.where(kept, block * length, label))


def _clumps(rng: np.random.Generator, first: np.ndarray) -> np.ndarray:
    """Mix clumps: labels with the same `first` label stay together, in the order of the fall."""
    return order_by(np.take_along_axis(_bits(rng, *first.shape), first, axis=1))


def bias(rng: np.random.Generator, layout: Layout, walls: int, places: np.ndarray,
         labels: np.ndarray, share: float) -> np.ndarray:  # fmt: skip
    """More of some labels (n,) bool in some places (n,) bool: `share` of them is added there.

    After a perfect shuffle tiles are exchanged: one of the labels that lies elsewhere against
    another tile from the places. A share that would need tiles that are not there gets less.
    """
    line = fisher_yates(rng, walls, layout.n)
    wanted = share * int(labels.sum())
    while wanted > 0.0:
        rows = np.flatnonzero(rng.random(walls) < wanted)
        _exchange(rng, line, rows, places, labels)
        wanted -= 1.0
    return line


def _exchange(rng: np.random.Generator, line: np.ndarray, rows: np.ndarray,
              places: np.ndarray, labels: np.ndarray) -> None:  # fmt: skip
    """One exchange in each of these walls, where there is something to exchange."""
    is_one = labels[line[rows]]
    chance = rng.random(is_one.shape, np.float32)
    there = np.where(is_one & ~places, chance, -1.0).argmax(axis=1)
    here = np.where(~is_one & places, chance, -1.0).argmax(axis=1)
    some = np.arange(len(rows))
    good = is_one[some, there] & ~places[there] & places[here] & ~is_one[some, here]
    rows, there, here = rows[good], there[good], here[good]
    line[rows, there], line[rows, here] = line[rows, here], line[rows, there]


def first_quarter(layout: Layout) -> np.ndarray:
    """The labels that fell first, (n,) bool."""
    return np.arange(layout.n) * GROUPS // layout.n == 0


def layering(rng: np.random.Generator, layout: Layout, walls: int, rho: float) -> np.ndarray:
    """Drop rank and exit rank with this rank correlation (|rho| up to 0.3 within 3 %)."""
    n = layout.n
    in_order = noisy(rng, np.broadcast_to(np.arange(n), (walls, n)), rho)
    ties = rng.random((walls, n), np.float32) * 0.5
    places = np.argsort(np.array(layout.exit_ranks) + ties, axis=1)
    line = np.empty((walls, n), np.int16)
    np.put_along_axis(line, places, in_order, axis=1)
    return line


def noisy(rng: np.random.Generator, ranks: np.ndarray, rho: float) -> np.ndarray:
    """Tiles in an order that has this rank correlation with `ranks` (walls, n), 0..n-1.

    With the places of the hand before as ranks it is a serial copy of that hand.
    """
    n = ranks.shape[1]
    scale = np.sqrt((n * n - 1) / 12.0)
    weight = rho / _RHO_OF_NORMAL
    known = (ranks - (n - 1) / 2.0) / scale * weight
    noise = rng.standard_normal(ranks.shape, np.float32) * np.sqrt(1.0 - weight**2)
    return np.argsort(known + noise, axis=1).astype(np.int16)


def copies(rng: np.random.Generator, before: np.ndarray, share: float) -> np.ndarray:
    """Each tile clings with chance `share` to its neighbour in the wall line of the hand before.

    `before` (walls, n): that line, labels by place.
    """
    stuck = clinging(rng, len(before), before.shape[1], share)
    return np.take_along_axis(before, stuck.astype(np.intp), axis=1)
