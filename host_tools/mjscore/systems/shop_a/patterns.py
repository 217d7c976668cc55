"""Words of the card's patterns, and every way to read them as tiles (rules SA-H02, SA-F14).

A word is a tile code ("B2", "WN", "DR"), "F" for any of the eight flowers, or holds variables:
"2s" is the 2 of a suit, "ns" and "n+1s" are two neighbouring numbers of it, "Ds" is the dragon in
the suit's colour. s, t and u are three different suits, n is one number throughout the hand.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from mjscore.tiles import CODES, INDEX, KINDS, SUITED

FLOWERS = KINDS  # the kind after the 34 others: any flower or season (rules SA-F16)
SUIT_VARIABLES = "stu"
DRAGON_OF = (32, 31, 33)  # bamboos green, characters red, dots white (rules SA-F14)
WORDS = 'a tile code, "F" for any flower, or a word such as "2s", "n+1t", "Ds"'
_WORD = re.compile(r"(?:([1-9])|n(?:\+([1-8]))?|(D))([stu])")

Group = tuple[int, int]  # how many, of which kind: 0..33, or FLOWERS


class Word(NamedTuple):
    """A word taken apart: a fixed kind, or a number or dragon of a suit variable."""

    kind: int  # -1 with a variable
    suit: int  # place in SUIT_VARIABLES
    number: int  # 0..8, with `counted` an amount above n, -1 for the dragon
    counted: bool


def word(text: object) -> Word | None:
    """The word that `text` spells, None when it spells none; single flowers are not told apart."""
    if not isinstance(text, str):
        return None
    if text == "F":
        return Word(FLOWERS, 0, 0, False)
    if INDEX.get(text, KINDS) < KINDS:
        return Word(INDEX[text], 0, 0, False)
    found = _WORD.fullmatch(text)
    if found is None:
        return None
    number, above, dragon, suit = found.groups()
    place = SUIT_VARIABLES.index(suit)
    if dragon:
        return Word(-1, place, -1, False)
    if number:
        return Word(-1, place, int(number) - 1, False)
    return Word(-1, place, int(above or 0), True)


def instances(pattern: Sequence[tuple[int, Word]]) -> Iterator[tuple[Group, ...]]:
    """Every reading of a pattern as groups of kinds that keeps the colour rule (SA-F14)."""
    words = [each for _, each in pattern]
    used = sorted({each.suit for each in words if each.kind < 0})
    above = [each.number for each in words if each.counted]
    numbers = range(9 - max(above)) if above else range(1)
    dragons = any(each.number < 0 or 31 <= each.kind < KINDS for each in words)
    for chosen in permutations(range(3), len(used)):
        suits = dict(zip(used, chosen, strict=True))
        lowest = [(count, _kind(each, suits), each.counted) for count, each in pattern]
        for first in numbers:  # a false `counted` is 0: the kind does not move with n
            groups = tuple([(count, kind + first * moves) for count, kind, moves in lowest])
            if not dragons or _coloured(groups):
                yield groups


def _kind(each: Word, suits: dict[int, int]) -> int:
    if each.kind >= 0:
        return each.kind
    suit = suits[each.suit]
    return DRAGON_OF[suit] if each.number < 0 else 9 * suit + each.number


def _coloured(groups: tuple[Group, ...]) -> bool:
    """True when every dragon has the colour of every suit of the hand."""
    kinds = {kind for _, kind in groups}
    suits = {kind // 9 for kind in kinds if kind < SUITED}
    return all(kind == DRAGON_OF[suit] for kind in kinds if 31 <= kind < KINDS for suit in suits)


def name(kind: int) -> str:
    """Code of a kind; "F" for the flowers."""
    return "F" if kind == FLOWERS else CODES[kind]
