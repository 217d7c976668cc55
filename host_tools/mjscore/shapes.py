"""Splitting tiles into sets and a pair, and what a hand waits for (rules ENG-06, ENG-08).

Tiles are counted by kind (34 places). The three suits and the honours are split apart from each
other; the ways of each group are remembered, because the same few tiles of a suit come again.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from mjscore.hand import CHOW, PUNG, Set
from mjscore.tiles import KINDS, SUITED

IDS = ("ENG-08",)  # rules computed here
PUNGS = tuple(Set(PUNG, tile, False, False) for tile in range(KINDS))
CHOWS = tuple(Set(CHOW, tile, False, False) for tile in range(SUITED))
GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))  # bamboos, characters, dots, honours
HONOURS = 3  # the place of the honours among the groups
NO_PAIR = -1
_NUMBERS = range(1, 10)

Way = tuple[tuple[Set, ...], int]  # sets, and the tile of the pair


def splits(counts: Sequence[int]) -> Sequence[Way]:
    """Every way to see the counted tiles as sets and one pair; empty when there is none."""
    found: Sequence[Way] = _NOTHING
    paired = False
    for group, (first, end) in enumerate(GROUPS):
        ways = _ways(group, tuple(counts[first:end]))
        if ways is _NOTHING:
            continue
        if not ways:
            return []
        if ways[0][1] != NO_PAIR:
            if paired:
                return []
            paired = True
        found = ways if found is _NOTHING else [
            (sets + more, pair if own == NO_PAIR else own)
            for sets, pair in found
            for more, own in ways
        ]  # fmt: skip
    return found if paired else []


def is_standard(counts: Sequence[int]) -> bool:
    """True when the counted tiles are sets and one pair."""
    return bool(splits(counts))


def waits(counts: Sequence[int], held: Sequence[int]) -> list[int]:
    """Kinds that complete the counted tiles to sets and a pair (rules ENG-08).

    `held` counts every tile of the player, melds too: a kind held four times is no wait.
    """
    open_groups, over = [], 0
    for group, (first, end) in enumerate(GROUPS):
        key = tuple(counts[first:end])
        left, complete = _state(group == HONOURS, key)
        over += left
        if not complete or left == 2:
            open_groups.append((complete, group, key))
    # One group holds a tile too many, or two a pair, of which one becomes sets.
    if over not in (1, 4) or len(open_groups) > 2:
        return []
    tiles: list[int] = []
    for at, (_, group, key) in enumerate(open_groups):
        if all(complete for complete, _, _ in open_groups[:at] + open_groups[at + 1 :]):
            first = GROUPS[group][0]
            tiles += [first + place for place in _additions(group == HONOURS, key)]
    return [tile for tile in tiles if held[tile] < 4]


def alone(counts: Sequence[int], tile: int, held: Sequence[int]) -> bool:
    """Whether no kind but `tile` completes these tiles, which it does complete: `waits` sooner.

    Another kind must come to the tile's own group; or, where that has a pair and so has another
    one, to the other.
    """
    group = tile // 9
    first, end = GROUPS[group]
    key = tuple(counts[first:end])
    if any(held[first + at] < 4 for at in _additions(group == HONOURS, key) if first + at != tile):
        return False
    if _state(group == HONOURS, key) != (2, True):
        return True
    for other, (first, end) in enumerate(GROUPS):
        key = tuple(counts[first:end])
        if other != group and sum(key) % 3 == 2:
            return not any(held[first + at] < 4 for at in _additions(other == HONOURS, key))
    return True


@lru_cache(maxsize=1 << 16)
def _ways(group: int, counts: tuple[int, ...]) -> tuple[Way, ...]:
    """Splits of one group: without a pair when its tiles are 3n, with one when they are 3n + 2."""
    total = sum(counts)
    if not total:
        return _NOTHING
    if not _state(group == HONOURS, counts)[1]:  # quicker than to look for ways in vain
        return ()
    return tuple(_split(group, list(counts), 0, total % 3 == 2))


@lru_cache(maxsize=1 << 16)
def _state(honours: bool, counts: tuple[int, ...]) -> tuple[int, bool]:
    """How many tiles of a group are over after sets of three, and whether it is complete."""
    over = sum(counts) % 3
    return over, over != 1 and _fits(honours, list(counts), over, _numbers(honours, counts))


def _numbers(honours: bool, counts: Sequence[int]) -> int:
    """The numbers of a suit's tiles, added up; 0 for honours."""
    return 0 if honours else sum(map(mul, counts, _NUMBERS))


def _fits(honours: bool, counts: list[int], over: int, numbers: int) -> bool:
    """The same, when it is known how many tiles are over threes and what their numbers add up to.

    The numbers of every set add up to a multiple of three, so the sum of all says which numbers
    the pair can have, and without a pair it must be such a multiple itself.
    """
    if over != 2:
        return over == 0 and numbers % 3 == 0 and _is_sets(honours, counts)
    first, step = (0, 1) if honours else ((2 * numbers + 2) % 3, 3)
    for at in range(first, len(counts), step):
        if counts[at] >= 2:
            counts[at] -= 2
            sets = _is_sets(honours, counts)
            counts[at] += 2
            if sets:
                return True
    return False


def _is_sets(honours: bool, counts: list[int]) -> bool:
    """True when the group is sets only: three chows from one kind are as good as three pungs."""
    if honours:
        return not any(held % 3 for held in counts)
    one = two = 0  # chows that still need their third, their second tile
    for held in counts:
        held -= one + two
        if held < 0:
            return False
        one, two = two, held % 3
    return not one and not two


_NOTHING: tuple[Way, ...] = (((), NO_PAIR),)


def _split(group: int, left: list[int], at: int, pair: bool) -> list[Way]:
    """At each kind: how many are a pair, how many a pung; what is left over must start chows."""
    first = GROUPS[group][0]
    while at < len(left) and not left[at]:
        at += 1
    if at == len(left):
        return [] if pair else [((), NO_PAIR)]
    found: list[Way] = []
    for own_pair in (False, True)[: 2 if pair else 1]:
        for pung in (0, 1):
            chows = left[at] - 2 * own_pair - 3 * pung
            if chows < 0 or (chows and not _may_start(group, left, at, chows)):
                continue
            rest = left[:]
            rest[at] = 0
            if chows:
                rest[at + 1] -= chows
                rest[at + 2] -= chows
            own = (PUNGS[first + at],) * pung
            if chows:
                own += (CHOWS[first + at],) * chows
            for sets, tile in _split(group, rest, at + 1, pair and not own_pair):
                found.append((own + sets, first + at if own_pair else tile))
    return found


def _may_start(group: int, left: list[int], at: int, chows: int) -> bool:
    return group < 3 and at < 7 and left[at + 1] >= chows and left[at + 2] >= chows


@lru_cache(maxsize=1 << 16)
def _additions(honours: bool, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Places in the group that make it complete; a fifth tile of a kind never does."""
    reach = 0 if honours else 2  # a tile with no neighbour stays alone
    over, numbers = (sum(counts) + 1) % 3, _numbers(honours, counts)
    more = list(counts)
    places = []
    # Sets alone add up to a multiple of three, so only every third number can complete them.
    first, step = (0, 1) if honours or over == 2 else ((2 - numbers) % 3, 3)
    for at in range(first, len(counts), step):
        held = counts[at]
        if held < 4 and any(counts[max(at - reach, 0) : at + reach + 1]):
            more[at] += 1
            if _fits(honours, more, over, 0 if honours else numbers + at + 1):
                places.append(at)
            more[at] -= 1
    return tuple(places)
