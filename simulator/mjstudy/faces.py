"""Faces: which kind the tile of a label shows, and how many tiles a kind has.

Kinds 0..33 are suits and honours, four tiles each, numbered as in `mjscore.tiles`; then each
flower or animal by itself; then the eight jokers of the 152-tile set as one kind.
"""

import numpy as np

from mjstudy.uniform import named, order_by, perfect_walls, random_bits

FOUR = 34  # kinds of four tiles
SUITED = 27
COPIES = {
    136: (4,) * FOUR,
    144: (4,) * FOUR + (1,) * 8,
    148: (4,) * FOUR + (1,) * 12,
    152: (4,) * FOUR + (1,) * 8 + (8,),
}
_CHOWS = np.array([kind for kind in range(SUITED) if kind % 9 <= 6])
_PUNG, _CHOW = np.array([0, 0, 0]), np.array([0, 1, 2])
_TRIES = 200  # draws of melds that need a fifth tile of a kind are drawn again


def copies(n: int) -> np.ndarray:
    """Tiles of each kind in a set of n. Raises `ValueError` for a set that no profile plays."""
    if n not in COPIES:
        raise ValueError(f"no set of {n} tiles; there are {', '.join(map(str, COPIES))}")
    return np.array(COPIES[n])


def by_chance(seed: int, number: np.ndarray, n: int) -> np.ndarray:
    """Kind of each label, (walls, n) int16: the whole set in random order, by wall number."""
    sorted_set = np.repeat(np.arange(len(COPIES[n])), copies(n)).astype(np.int16)
    return sorted_set[perfect_walls(named(seed, "faces"), number, n)]


def old_melds(n: int, melds: int, size: int) -> np.ndarray:
    """Group of each label, (n,), -1 for none: `melds` groups of `size` labels, evenly spread."""
    if melds * size > n:
        raise ValueError(f"{melds} melds of {size} tiles are more than {n} tiles")
    group = np.full(n, -1)
    for meld in range(melds):
        start = meld * n // melds
        group[start : start + size] = meld
    return group


def with_melds(seed: int, number: np.ndarray, group: np.ndarray, pungs: float) -> np.ndarray:
    """Kind of each label, (walls, n) int16: groups of three are pungs (share `pungs`) or chows.

    Melds are drawn by wall number until none needs a fifth tile of a kind; the rest of the set
    comes in random order. Groups of other sizes than three are left to chance. Raises `ValueError`
    when there are so many melds that no draw fits the set.
    """
    n, walls = len(group), len(number)
    labels = _of_three(group)
    melds = _drawn(seed, number, len(labels), pungs)
    used = np.zeros((walls, FOUR), np.int64)
    np.add.at(used, (np.arange(walls)[:, None], melds.reshape(walls, -1)), 1)
    kind = np.repeat(np.arange(len(COPIES[n])), copies(n))
    copy = np.concatenate([np.arange(c) for c in copies(n)])
    bits = random_bits(named(seed, "rest"), number, n) >> np.uint64(1)
    taken = copy[None, :] < np.pad(used, ((0, 0), (0, len(COPIES[n]) - FOUR)))[:, kind]
    bits[taken] = 0  # the melds' own tiles come first
    rest = order_by(bits)[:, labels.size :]
    faces = np.empty((walls, n), np.int16)
    faces[:, labels.ravel()] = melds.reshape(walls, -1)
    faces[:, np.setdiff1d(np.arange(n), labels)] = kind[rest]
    return faces


def _of_three(group: np.ndarray) -> np.ndarray:
    """Labels of each group of three, (groups, 3)."""
    found = [np.flatnonzero(group == g) for g in np.unique(group[group >= 0])]
    return np.array([labels for labels in found if len(labels) == 3], int).reshape(-1, 3)


def _drawn(seed: int, number: np.ndarray, melds: int, pungs: float) -> np.ndarray:
    """Kinds of each wall's melds, (walls, melds, 3)."""
    kinds = np.zeros((len(number), melds, 3), np.int64)
    left = np.arange(len(number)) if melds else np.zeros(0, int)
    for again in range(_TRIES):
        if not len(left):
            break
        bits = random_bits(named(seed, f"melds {again}"), number[left], 2 * melds)
        pung = (bits[:, :melds] >> np.uint64(11)) * 2.0**-53 < pungs
        pick = (bits[:, melds:] >> np.uint64(11)) * 2.0**-53
        first = np.where(pung, (pick * FOUR).astype(int), _CHOWS[(pick * len(_CHOWS)).astype(int)])
        kinds[left] = first[:, :, None] + np.where(pung[:, :, None], _PUNG, _CHOW)
        left = left[_too_many(kinds[left])]
    if len(left):
        raise ValueError(f"{melds} melds: too many to find faces for")
    return kinds


def _too_many(kinds: np.ndarray) -> np.ndarray:
    """Walls whose melds need five tiles of a kind."""
    used = np.zeros((len(kinds), FOUR), np.int64)
    np.add.at(used, (np.arange(len(kinds))[:, None], kinds.reshape(len(kinds), -1)), 1)
    return np.any(used > 4, axis=1)
