"""What one suit, or the honours, may hold in a special hand: named parts (rules MH-L06..L31).

A part is the set of all counts (nine of a suit, seven of the honours) that fulfil it, so that a
hand is compared by looking its counts up. The places of a suit are 0..8, one to nine; those of
the honours 0..3 the winds, 4..6 the dragons.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement, permutations

Counts = tuple[int, ...]
Places = Iterable[Sequence[int]]

NINE, SEVEN = range(9), range(7)
WINDS, DRAGONS = range(4), range(4, 7)
ENDS = (0, 8)  # one and nine
MIDDLE = range(1, 8)
NOTHING = "-"


def _pairs(number: int) -> Places:
    """So many pairs of a suit; four equal tiles are two pairs (rules MH-Q19)."""
    for kinds in combinations_with_replacement(NINE, number):
        if all(kinds.count(kind) <= 2 for kind in kinds):
            yield kinds * 2


def _pungs(kinds: Iterable[int], number: int, pair: bool) -> Places:
    """So many pungs of the kinds, with a pair of another one of them if `pair`."""
    kinds = tuple(kinds)
    for chosen in combinations(kinds, number):
        for other in [kind for kind in kinds if kind not in chosen] if pair else [None]:
            yield chosen * 3 + (() if other is None else (other,) * 2)


def _one_twice(tiles: Iterable[int], which: Iterable[int]) -> Places:
    """The tiles, one of `which` a second time."""
    tiles = tuple(tiles)
    return [(*tiles, kind) for kind in which]


_CHOWS = [(low, low + 1, low + 2) for low in range(7)]
_SETS = [*_CHOWS, *_pungs(NINE, 1, False)]

_SUIT: dict[str, Places] = {
    NOTHING: [()],
    "1-7": [range(7)],
    "1-8": [range(8)],
    "1-9": [NINE],
    "1-9,end": _one_twice(NINE, ENDS),
    "1-9,pung,pair": [(*NINE, *3 * [a], *2 * [b]) for a, b in permutations(NINE, 2)],
    "2-8,twin": _one_twice(MIDDLE, MIDDLE),
    "2-8,twin,pungs": _one_twice((0, 0, 0, *MIDDLE, 8, 8, 8), MIDDLE),
    "pungs-of-1": [(0, 0, 0)],
    "pungs-of-9": [(8, 8, 8)],
    "3pairs": _pairs(3),
    "5pairs": _pairs(5),
    "123": [(0, 1, 2)],
    "789": [(6, 7, 8)],
    "chow": _CHOWS,
    "pung": _pungs(NINE, 1, False),
    "pair": _pungs(NINE, 0, True),
    "pung,pair": _pungs(NINE, 1, True),
    "set": _SETS,
    "set,pair": [(*tiles, kind, kind) for tiles in _SETS for kind in NINE],
    "19": [ENDS],
    "19,end": _one_twice(ENDS, ENDS),
    "end-pung": _pungs(ENDS, 1, False),
    "end-pungs": _pungs(ENDS, 2, False),
    "end-pair": _pungs(ENDS, 0, True),
    "end-pung,pair": _pungs(ENDS, 1, True),
}

_HONOURS: dict[str, Places] = {
    NOTHING: [()],
    "winds": [WINDS],
    "winds,twin": _one_twice(WINDS, WINDS),
    "dragons": [DRAGONS],
    "dragons,twin": _one_twice(DRAGONS, DRAGONS),
    "all": [SEVEN],
    "all,twin": _one_twice(SEVEN, SEVEN),
    "five": combinations(SEVEN, 5),
    "three-pairs": [kinds * 2 for own in (WINDS, DRAGONS) for kinds in combinations(own, 3)],
    "tail": [
        (pung,) * 3 + (pair,) * 2 for pung in SEVEN for pair in SEVEN if (pung < 4) != (pair < 4)
    ],
    "wind-pairs,2pungs": [(*WINDS, *WINDS, *two) for two in _pungs(DRAGONS, 2, False)],
    "dragon-pungs": [tuple(DRAGONS) * 3],
    "dragon-pungs,wind-pair": [tuple(DRAGONS) * 3 + (wind,) * 2 for wind in WINDS],
    "wind-pungs": [tuple(WINDS) * 3],
    "wind-pungs,dragon-pair": [tuple(WINDS) * 3 + (dragon,) * 2 for dragon in DRAGONS],
    "1pung,pair": _pungs(SEVEN, 1, True),
    "2pungs,pair": _pungs(SEVEN, 2, True),
    "3pungs,pair": _pungs(SEVEN, 3, True),
    "4pungs,pair": _pungs(SEVEN, 4, True),
}


def _counted(parts: dict[str, Places], size: int) -> dict[str, tuple[Counts, ...]]:
    """Each part as counts; what needs five equal tiles is left out."""
    table = {}
    for name, tiles in parts.items():
        counts = [tuple([places.count(at) for at in range(size)]) for places in map(list, tiles)]
        table[name] = tuple(dict.fromkeys([each for each in counts if max(each) <= 4]))
    return table


SUIT_PARTS = _counted(_SUIT, 9)
HONOUR_PARTS = _counted(_HONOURS, 7)
