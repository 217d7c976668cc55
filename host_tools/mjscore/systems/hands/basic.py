"""Basic hands and the losers' hands: points, doubles, and what is a basic hand (rules 7.3-7.5)."""

from collections.abc import Iterator
from operator import attrgetter

from mjscore.classical import tables_of
from mjscore.hand import CHOW, KONG, PUNG
from mjscore.rows import Need, Row
from mjscore.systems.needs import (
    DRAGON_SET,
    LOOSE,
    NO_HONOURS,
    ONE_SUIT,
    OWN_WIND_SET,
    PAIRS,
    ROUND_WIND_SET,
    TRIPLETS,
    WITH_HONOURS,
)
from mjscore.tiles import ANIMAL, CLASS, DRAGONS, FLOWER, SEASON, SIMPLE, SUITED, TERMINAL, WINDS
from mjscore.view import Read, View

# rule, kind, classes, points exposed; concealed (the same number with b) twice as many
_SETS = (
    ("MH-P01", PUNG, (SIMPLE,), 2),
    ("MH-P02", PUNG, (TERMINAL,), 4),
    ("MH-P03", PUNG, (WINDS, DRAGONS), 4),
    ("MH-P04", KONG, (SIMPLE,), 8),
    ("MH-P05", KONG, (TERMINAL,), 16),
    ("MH-P06", KONG, (WINDS, DRAGONS), 16),
)


def _flowers(v: View) -> int:
    return len([tile for tile in v.bonus if tile < ANIMAL])


def _animals(v: View) -> int:
    return len(v.bonus) - _flowers(v)


def _terminal_pairs(v: View) -> int:
    return len([tile for tile in v.pairs if CLASS[tile] == TERMINAL])


def _honour_pairs(v: View) -> int:
    return len([tile for tile in v.pairs if tile >= SUITED])


def _of_seat(v: View, seat: int) -> int:
    """Flowers and seasons on the table with the number of a seat: 0..2."""
    return (FLOWER + seat in v.bonus) + (SEASON + seat in v.bonus)


BESIDE = Need(attrgetter("bonus"), "nothing that counts lies beside the hand")
TABLE_FLOWERS = Need(_flowers, "no flower or season that counts lies on the table")
TABLE_ANIMALS = Need(_animals, "no animal that counts lies on the table")
TERMINAL_PAIR = Need(_terminal_pairs, "there is no pair of ones or nines")
HONOUR_PAIR = Need(_honour_pairs, "there is no pair of winds or dragons")
FIRST_DISCARD = Need(
    attrgetter("hand.first_discard"), "the first discard of East was not used in this hand"
)
ROUND_FLOWER = Need(
    lambda v: _of_seat(v, v.round_wind), "there is no flower or season of the wind of the round"
)
OWN_FLOWER = Need(
    lambda v: _of_seat(v, v.seat), "there is no flower or season of the player's own number"
)
PURE = Need(
    lambda v: not v.suits or (v.one_suit and not v.honours),
    "the tiles are neither of one suit alone nor honours alone",
)
CONCEALED = Need(attrgetter("concealed"), "a set lies open on the table")
ONE_CHOW = Need(lambda v: v.chows <= 1, "there is more than one chow")
SUIT_ALONE = Need(lambda v: v.one_suit or not v.suits, "there are tiles of more than one suit")

BASIC = (  # worth nothing by themselves: what a basic hand is
    Row("MH-H01", 0, (ONE_CHOW, SUIT_ALONE)),
    Row("MH-H02", 0, (ONE_CHOW, ONE_SUIT, NO_HONOURS)),
    Row("MH-H03", 0, (ONE_CHOW, SUIT_ALONE, WITH_HONOURS)),
)
POINTS = (
    Row("MH-P07", 4, (BESIDE, TABLE_FLOWERS), _flowers),
    Row("MH-P08", 4, (BESIDE, TABLE_ANIMALS), _animals),
    Row("MH-P10", 2, (PAIRS, TERMINAL_PAIR), _terminal_pairs),
    Row("MH-P11", 2, (PAIRS, HONOUR_PAIR), _honour_pairs),
    Row("MH-P12", 2, (FIRST_DISCARD,)),
)
POINTS_WON = (Row("MH-P09", 20, ()),)
DOUBLES = (
    Row("MH-D03", 1, (BESIDE, TABLE_ANIMALS), _animals),
    Row("MH-D04", 1, (BESIDE, ROUND_FLOWER), lambda v: _of_seat(v, v.round_wind)),
    Row("MH-D05", 1, (BESIDE, OWN_FLOWER), lambda v: _of_seat(v, v.seat)),
    Row("MH-D06", 1, (TRIPLETS, DRAGON_SET), lambda v: v.dragon_sets),
    Row("MH-D07", 1, (TRIPLETS, OWN_WIND_SET)),
    Row("MH-D08", 1, (TRIPLETS, ROUND_WIND_SET)),
)
DOUBLES_WON = (
    Row("MH-D01", 3, (PURE,)),
    Row("MH-D02", 1, (ONE_SUIT, WITH_HONOURS)),
    Row("MH-D09", 1, (CONCEALED,)),
    Row("MH-D10", 1, (LOOSE,)),
)

ROWS = (*BASIC, *POINTS, *POINTS_WON, *DOUBLES, *DOUBLES_WON)
SETS = tuple(
    (rule + letter, amount * times, kind, times == 1,
     lambda tile, classes=classes: CLASS[tile] in classes)
    for rule, kind, classes, amount in _SETS
    for letter, times in (("a", 1), ("b", 2))
)  # fmt: skip
TABLES = tables_of(SETS, POINTS, POINTS_WON, DOUBLES, DOUBLES_WON)


def readings(view: View) -> Iterator[Read]:
    """The readings that are basic hands: at most one chow, at most one suit (rules MH-Q01)."""
    if view.one_suit or not view.suits:
        for sets, pairs in view.readings():
            if len(sets) == 4 and len([one for one in sets if one.kind == CHOW]) <= 1:
                yield sets, pairs
