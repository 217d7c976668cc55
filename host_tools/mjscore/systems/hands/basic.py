"""Basic hands and the losers' hands: points, doubles, and what is a basic hand (rules 7.3-7.5)."""

from collections.abc import Iterator
from operator import attrgetter

from mjscore.classical import SetRow, Tables, tables_of
from mjscore.hand import CHOW, KONG, PUNG
from mjscore.rows import Need
from mjscore.ruleset import RuleSet, builtin
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
    honour_pair,
    own_bonus,
)
from mjscore.tiles import ANIMAL, CLASS, DRAGONS, FLOWER, SEASON, SIMPLE, SUITED, TERMINAL, WINDS
from mjscore.view import Read, View

BOOK = builtin("HANDS")
_ROW = BOOK.row

# rule (a exposed, b concealed), kind, classes, what the set is worth (rulesets/classical.toml)
_SETS = (
    ("MH-P01", PUNG, (SIMPLE,), "pung"),
    ("MH-P02", PUNG, (TERMINAL,), "pung_major"),
    ("MH-P03", PUNG, (WINDS, DRAGONS), "pung_major"),
    ("MH-P04", KONG, (SIMPLE,), "kong"),
    ("MH-P05", KONG, (TERMINAL,), "kong_major"),
    ("MH-P06", KONG, (WINDS, DRAGONS), "kong_major"),
)


def _flowers(v: View) -> int:
    return len([tile for tile in v.bonus if tile < ANIMAL])


def _animals(v: View) -> int:
    return len([tile for tile in v.bonus if tile >= ANIMAL])


def _terminal_pairs(v: View) -> int:
    return len([tile for tile in v.pairs if CLASS[tile] == TERMINAL])


def _honour_pairs(v: View) -> int:
    return len([tile for tile in v.pairs if tile >= SUITED])


BESIDE = Need(attrgetter("bonus"), "nothing that counts lies beside the hand")
TABLE_FLOWERS = Need(_flowers, "no flower or season that counts lies on the table")
TABLE_ANIMALS = Need(_animals, "no animal that counts lies on the table")
TERMINAL_PAIR = Need(_terminal_pairs, "there is no pair of ones or nines")
HONOUR_PAIR = Need(_honour_pairs, "there is no pair of winds or dragons", honour_pair)
FIRST_DISCARD = Need(
    attrgetter("hand.first_discard"), "the first discard of East was not used in this hand"
)
ROUND_FLOWER = Need(
    lambda v: (FLOWER + v.round_wind in v.bonus) + (SEASON + v.round_wind in v.bonus),
    "there is no flower or season of the wind of the round",
)
OWN_FLOWER = Need(own_bonus, "there is no flower or season of the player's own number")
PURE = Need(
    lambda v: not v.suits or (v.one_suit and not v.honours),
    "the tiles are neither of one suit alone nor honours alone",
)
CONCEALED = Need(attrgetter("concealed"), "a set lies open on the table")
ONE_CHOW = Need(lambda v: v.chows <= 1, "there is more than one chow")
SUIT_ALONE = Need(lambda v: v.one_suit or not v.suits, "there are tiles of more than one suit")

BASIC = (  # worth nothing by themselves: what a basic hand is
    _ROW("MH-H01", (ONE_CHOW, SUIT_ALONE)),
    _ROW("MH-H02", (ONE_CHOW, ONE_SUIT, NO_HONOURS)),
    _ROW("MH-H03", (ONE_CHOW, SUIT_ALONE, WITH_HONOURS)),
)
POINTS = (
    _ROW("MH-P07", (BESIDE, TABLE_FLOWERS), _flowers),
    _ROW("MH-P08", (BESIDE, TABLE_ANIMALS), _animals),
    _ROW("MH-P10", (PAIRS, TERMINAL_PAIR), _terminal_pairs),
    _ROW("MH-P11", (PAIRS, HONOUR_PAIR), _honour_pairs),
    _ROW("MH-P12", (FIRST_DISCARD,)),
)
POINTS_WON = (_ROW("MH-P09", ()),)
DOUBLES = (
    _ROW("MH-D03", (BESIDE, TABLE_ANIMALS), _animals),
    _ROW("MH-D04", (BESIDE, ROUND_FLOWER), ROUND_FLOWER.test),
    _ROW("MH-D05", (BESIDE, OWN_FLOWER), OWN_FLOWER.test),
    _ROW("MH-D06", (TRIPLETS, DRAGON_SET), DRAGON_SET.test),
    _ROW("MH-D07", (TRIPLETS, OWN_WIND_SET)),
    _ROW("MH-D08", (TRIPLETS, ROUND_WIND_SET)),
)
DOUBLES_WON = (
    _ROW("MH-D01", (PURE,)),
    _ROW("MH-D02", (ONE_SUIT, WITH_HONOURS)),
    _ROW("MH-D09", (CONCEALED,)),
    _ROW("MH-D10", (LOOSE,)),
)

ROWS = (*BASIC, *POINTS, *POINTS_WON, *DOUBLES, *DOUBLES_WON)


def sets(book: RuleSet) -> tuple[SetRow, ...]:
    """Pungs and kongs, with the points of the rule set."""
    return tuple(
        (rule + letter, book.set_points(rule + letter, name, letter == "a"), kind, letter == "a",
         lambda tile, classes=classes: CLASS[tile] in classes)
        for rule, kind, classes, name in _SETS
        for letter in "ab"
    )  # fmt: skip


SETS = sets(BOOK)


def tables(book: RuleSet) -> Tables:
    """What a rule set of this system counts."""
    return tables_of(book, sets(book), POINTS, POINTS_WON, DOUBLES, DOUBLES_WON)


def readings(view: View) -> Iterator[Read]:
    """The readings that are basic hands: at most one chow, at most one suit (rules MH-Q01)."""
    if view.one_suit or not view.suits:
        for sets, pairs in view.readings():
            if len(sets) == 4 and len([one for one in sets if one.kind == CHOW]) <= 1:
                yield sets, pairs
