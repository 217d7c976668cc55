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
NO_PAIR = -1
_NUMBERS = range(1, 10)

Way = tuple[tuple[Set, ...], int]  # sets, and the tile of the pair


def splits(counts: Sequence[int]) -> list[Way]:
    """Every way to see the counted tiles as sets and one pair; empty when there is none."""
    found: list[Way] = [((), NO_PAIR)]
    paired = False
    for group, (first, end) in enumerate(GROUPS):
        ways = _ways(group, tuple(counts[first:end]))
        if ways is _NOTHING:
            continue
        if not ways or (paired and ways[0][1] != NO_PAIR):
            return []
        paired = paired or ways[0][1] != NO_PAIR
        found = [
            (sets + more, pair if own == NO_PAIR else own)
            for sets, pair in found
            for more, own in ways
        ]
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
        left, complete = _state(group, key)
        over += left
        if not complete or left == 2:
            open_groups.append((complete, group, key))
    # One group holds a tile too many, or two a pair, of which one becomes sets.
    if over not in (1, 4) or len(open_groups) > 2:
        return []
    tiles: list[int] = []
    for at, (_, group, key) in enumerate(open_groups):
        if all(complete for complete, _, _ in open_groups[:at] + open_groups[at + 1 :]):
            tiles += _additions(group, key)
    return [tile for tile in tiles if held[tile] < 4]


@lru_cache(maxsize=1 << 16)
def _ways(group: int, counts: tuple[int, ...]) -> tuple[Way, ...]:
    """Splits of one group: without a pair when its tiles are 3n, with one when they are 3n + 2."""
    total = sum(counts)
    if not total:
        return _NOTHING
    if total % 3 == 1:
        return ()
    return tuple(_split(group, list(counts), 0, total % 3 == 2))


@lru_cache(maxsize=1 << 16)
def _state(group: int, counts: tuple[int, ...]) -> tuple[int, bool]:
    """How many tiles of a group are over after sets of three, and whether it is complete."""
    return sum(counts) % 3, _complete(group, list(counts))


def _complete(group: int, counts: list[int]) -> bool:
    """True when the group is sets, or sets and a pair; quicker than to list the ways."""
    return _fits(group, counts, sum(counts) % 3, _numbers(group, counts))


def _numbers(group: int, counts: Sequence[int]) -> int:
    """The numbers of a suit's tiles, added up; 0 for honours."""
    return sum(map(mul, counts, _NUMBERS)) if group < 3 else 0


def _fits(group: int, counts: list[int], over: int, numbers: int) -> bool:
    """The same, when it is known how many tiles are over threes and what their numbers add up to.

    The numbers of every set add up to a multiple of three, so the sum of all says which numbers
    the pair can have, and without a pair it must be such a multiple itself.
    """
    if over != 2:
        return over == 0 and numbers % 3 == 0 and _is_sets(group, counts)
    first, step = ((2 * numbers + 2) % 3, 3) if group < 3 else (0, 1)
    for at in range(first, len(counts), step):
        if counts[at] >= 2:
            counts[at] -= 2
            sets = _is_sets(group, counts)
            counts[at] += 2
            if sets:
                return True
    return False


def _is_sets(group: int, counts: list[int]) -> bool:
    """True when the group is sets only: three chows from one kind are as good as three pungs."""
    if group == 3:
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
def _additions(group: int, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Kinds of the group that make it complete; a fifth tile of a kind never does."""
    first = GROUPS[group][0]
    reach = 2 if group < 3 else 0  # a tile with no neighbour stays alone
    over, numbers = (sum(counts) + 1) % 3, _numbers(group, counts)
    more = list(counts)
    tiles = []
    # Sets alone add up to a multiple of three, so only every third number can complete them.
    first_at, step = ((2 - numbers) % 3, 3) if group < 3 and over != 2 else (0, 1)
    for at in range(first_at, len(counts), step):
        held = counts[at]
        if held < 4 and any(counts[max(at - reach, 0) : at + reach + 1]):
            more[at] += 1
            if _fits(group, more, over, numbers + at + 1 if group < 3 else 0):
                tiles.append(first + at)
            more[at] -= 1
    return tuple(tiles)
