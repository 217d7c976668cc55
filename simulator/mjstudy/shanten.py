"""Shanten of many hands at once, from tables of what each suit lacks.

Shanten is the number of tiles to change until a hand waits for one: tiles missing to the nearest
complete hand, less 1. A suit's table holds, for each of its 5^9 counts, how many tiles it lacks
to m sets and j pairs within the suit (m 0..4, j 0..1); suits and honours are then joined by the
best split of four sets and a pair. No hand needs a fifth tile of a kind.
"""

from functools import cache

import numpy as np

STATES = 10  # sets 0..4 x pairs 0..1, index 2 sets + pairs
SUIT, HONOURS = 9, 7
_FAR = 20  # more than any hand lacks
_COMPLETE = STATES - 1
_ORPHANS = np.array([k for k in range(27) if k % 9 in (0, 8)] + list(range(27, 34)))

_Prefixes = dict[tuple[int, int], np.ndarray]  # chows begun two places and one place before


@cache
def lacking(kinds: int, chows: bool) -> np.ndarray:
    """Tiles missing to each state, (10, 5^kinds) int8; a suit's counts are digits to base 5."""
    start = np.full((STATES, 1), _FAR, np.int8)
    start[0] = 0
    prefixes: _Prefixes = {(0, 0): start}
    for place in range(kinds):
        prefixes = _longer(prefixes, 5**place, chows and place + 2 < kinds)
    return prefixes[0, 0]


def _longer(prefixes: _Prefixes, size: int, may_begin: bool) -> _Prefixes:
    """One kind more: what is missing after it, for every count of it and chows still open."""
    longer: _Prefixes = {}
    for (older, newer), missing in prefixes.items():
        for begun in range(5 - older - newer if may_begin else 1):
            shape = (STATES, 5 * size)
            into = longer.setdefault((newer, begun), np.full(shape, _FAR, np.int8))
            for pung in (0, 1):
                for pair in (0, 1):
                    used = older + newer + begun + 3 * pung + 2 * pair
                    if used <= 4 and begun + pung <= 4:
                        _take(into, missing, size, used, 2 * (begun + pung) + pair)
    return longer


def _take(into: np.ndarray, missing: np.ndarray, size: int, used: int, further: int) -> None:
    """Let `used` tiles of the new kind serve `further` states on; keep the better."""
    fits = [s for s in range(STATES - further) if not (s % 2 and further % 2)]
    begin = slice(fits[0], None, 2) if further % 2 else slice(0, STATES - further)
    states = missing[begin][: len(fits)]
    reached = np.array(fits) + further
    for count in range(5):
        part = slice(count * size, (count + 1) * size)
        into[reached, part] = np.minimum(into[reached, part], states + max(0, used - count))


def joined(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Missing tiles of two parts of a hand together: (10, hands) from two of the same shape."""
    best = np.full(one.shape, _FAR, np.int8)
    for state in range(STATES):
        best[state] = _least(one, two, state)
    return best


def _least(one: np.ndarray, two: np.ndarray, state: int) -> np.ndarray:
    """The best split of one state between two parts."""
    sets, pair = divmod(state, 2)
    best = np.full(one.shape[1:], 2 * _FAR, np.int8)
    for s in range(sets + 1):
        for p in range(pair + 1):
            other = 2 * (sets - s) + pair - p
            np.minimum(best, one[2 * s + p] + two[other], out=best)
    return best


def sets_and_pair(counts: np.ndarray, laid: int = 0) -> np.ndarray:
    """Shanten to four sets and a pair, (hands,): `counts` (hands, 34), 13 or 14 tiles each, and
    three fewer for each of the sets that are `laid`."""
    powers = 5 ** np.arange(SUIT)
    suit = lacking(SUIT, True)
    parts = [suit[:, counts[:, 9 * s : 9 * s + 9] @ powers] for s in range(3)]
    parts.append(lacking(HONOURS, False)[:, counts[:, 27:] @ powers[:HONOURS]])
    two, other = joined(parts[0], parts[1]), joined(parts[2], parts[3])
    return _least(two, other, _COMPLETE - 2 * laid).astype(np.int64) - 1


def seven_pairs(counts: np.ndarray) -> np.ndarray:
    """Shanten to seven different pairs."""
    pairs = (counts >= 2).sum(axis=1)
    return 6 - pairs + np.maximum(0, 7 - (counts >= 1).sum(axis=1))


def thirteen_orphans(counts: np.ndarray) -> np.ndarray:
    """Shanten to one of each end and honour and one more of them."""
    held = counts[:, _ORPHANS]
    return 13 - (held >= 1).sum(axis=1) - (held >= 2).any(axis=1)


def shanten(counts: np.ndarray) -> np.ndarray:
    """The least of all three, (hands,), -1 to 8: `counts` (hands, 34) of 13 or 14 tiles.

    Tiles that fit nothing (flowers) may be left out of the counts. Raises `ValueError` for another
    shape or more than four tiles of a kind.
    """
    if counts.ndim != 2 or counts.shape[1] != 34:
        raise ValueError(f"counts have the shape {counts.shape}: hands x 34 kinds are needed")
    if counts.size and not 0 <= counts.min() <= counts.max() <= 4:
        raise ValueError("a hand holds 0 to 4 tiles of a kind")
    special = np.minimum(seven_pairs(counts), thirteen_orphans(counts))
    return np.minimum(sets_and_pair(counts), special)
