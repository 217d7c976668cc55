"""Special hands of equal tiles or equal numbers over all kinds: pairs, knitted tiles, pungs.

They are counted rather than looked up, because their tiles may be nearly any. Four equal tiles
are two pairs (rules MH-Q19), and a number may be knitted as often as there are tiles of it.
"""

from collections.abc import Callable, Iterable, Sequence

from mjscore.tiles import KINDS, MAJORS, SUITED
from mjscore.view import View

Group = tuple[int, ...]
SUITS = tuple(tuple(range(9 * suit, 9 * suit + 9)) for suit in range(3))
HONOURS = tuple(range(SUITED, KINDS))
TWO_SUITS = {3: (0, 9), 5: (0, 18), 6: (9, 18)}  # bits of the suits -> where they begin


def matching(counts: Sequence[int], view: View) -> list[str]:
    """Ids of these hands that the counts of the whole hand fulfil, in the list's order."""
    if sum(counts) != 14:
        return []
    if 1 in counts:
        found = []
    elif 3 not in counts:
        found = _pair_hands(view)
    elif counts.count(3) == 4 and counts.count(2) == 1:
        found = ["MH-L30"]
    else:
        found = []
    if not view.honours and _knitted(counts, view.suits):
        found.append("MH-L10" if view.suits == 7 else "MH-L05")
    return found


def _pair_hands(view: View) -> list[str]:
    found = ["MH-L01"]
    if view.one_suit:
        found.append("MH-L02" if view.honours else "MH-L03")
    if not view.simples:
        found.append("MH-L04")
    return found


def _knitted(counts: Sequence[int], suits: int) -> bool:
    """Seven numbers knitted of two suits, or four of three and one of two of them."""
    if suits == 7:
        pairs = 0
        for one, two, three in zip(counts[:9], counts[9:18], counts[18:27], strict=True):
            least = min(one, two, three)
            over = sorted((one - least, two - least, three - least))
            if over == [0, 1, 1]:
                pairs += 1
            elif over != [0, 0, 0]:
                return False
        return pairs == 1
    if suits not in TWO_SUITS:
        return False
    low, high = TWO_SUITS[suits]
    return counts[low : low + 9] == counts[high : high + 9]


def _taken(counts: Sequence[int], groups: Iterable[Group], times: int) -> list[list[int]]:
    """What each group lacks when it is taken once, twice, ... `times`; least lacking first."""
    lacking = []
    for group in groups:
        left = {tile: counts[tile] for tile in group}
        for _ in range(times):
            absent = []
            for tile in group:
                if left[tile]:
                    left[tile] -= 1
                else:
                    absent.append(tile)
            lacking.append(absent)
    return sorted(lacking, key=len)


def _joined(lacking: Iterable[list[int]]) -> list[int]:
    return sorted(tile for absent in lacking for tile in absent)


def _pairs(counts: Sequence[int], kinds: Iterable[int]) -> list[list[int]]:
    return _taken(counts, [(kind, kind) for kind in kinds], 2)


def _suit_and_honours(counts: Sequence[int]) -> list[int]:
    """Pairs of one suit and of honours, at least one of each."""
    honours = _pairs(counts, HONOURS)
    return _least(
        own[:number] + honours[: 7 - number]
        for own in [_pairs(counts, suit) for suit in SUITS]
        for number in range(1, 7)
    )


def _least(ways: Iterable[list[list[int]]]) -> list[int]:
    return min((_joined(way) for way in ways), key=len)


def _without(counts: Sequence[int], pair: Group) -> tuple[list[list[int]], list[int]]:
    """What the hand lacks for the pair, and the counts without it."""
    left = list(counts)
    absent = []
    for tile in pair:
        if left[tile]:
            left[tile] -= 1
        else:
            absent.append(tile)
    return [absent], left


def _four_and_pair(
    counts: Sequence[int], pairs: Iterable[Group], groups: Sequence[Group], times: int
) -> list[int]:
    """Four of the groups and one of the pairs, no group of the pair's kind more than it has."""
    ways = []
    for pair in pairs:
        absent, left = _without(counts, pair)
        others = [group for group in groups if times > 1 or group[0] != pair[0]]
        ways.append(absent + _taken(left, others, times)[:4])
    return _least(ways)


_KNITS = [[(n + low, n + high) for n in range(9)] for low, high in TWO_SUITS.values()]
_TRIPLES = [(n, n + 9, n + 18) for n in range(9)]
_MISSING: dict[str, Callable[[Sequence[int]], list[int]]] = {
    "MH-L01": lambda counts: _joined(_pairs(counts, range(KINDS))[:7]),
    "MH-L02": _suit_and_honours,
    "MH-L03": lambda counts: _least(_pairs(counts, suit)[:7] for suit in SUITS),
    "MH-L04": lambda counts: _joined(_pairs(counts, MAJORS)[:7]),
    "MH-L05": lambda counts: _least(_taken(counts, knits, 4)[:7] for knits in _KNITS),
    "MH-L10": lambda counts: _four_and_pair(counts, sum(_KNITS, []), _TRIPLES, 4),
    "MH-L30": lambda counts: _four_and_pair(
        counts, [(k, k) for k in range(KINDS)], [(k, k, k) for k in range(KINDS)], 1
    ),
}
IDS = tuple(_MISSING)


def missing(rule: str, counts: Sequence[int]) -> list[int]:
    """The fewest tiles that the hand lacks for one of these hands, as tile indexes."""
    return _MISSING[rule](counts)
