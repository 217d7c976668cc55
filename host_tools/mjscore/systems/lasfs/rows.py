"""What LASFS counts: points of sets, pairs and the win, and doubles (rules 8.3, 8.4)."""

from typing import Any

from mjscore.classical import Tables, both_columns, tables_of
from mjscore.hand import KONG, LOOSE_FLOWER, LOOSE_KONG, PUNG, WALL
from mjscore.rows import Need
from mjscore.ruleset import RuleSet, builtin
from mjscore.systems.needs import (
    DRAGON_SET,
    FLOWERS,
    FOUR_CHOWS,
    LAST_TILE,
    NO_CHOWS,
    NO_HONOURS,
    NO_SIMPLES,
    ONE_SUIT,
    PAIRS,
    ROBBED,
    TRIPLETS,
    WITH_HONOURS,
    WITH_TERMINALS,
    dragon_pairs,
    full_kinds,
    honour_pair,
    honour_set,
    own_bonus,
)
from mjscore.tiles import IS_MAJOR, WIND
from mjscore.view import View

BOOK = builtin("LASFS")
_ROW = BOOK.row

# rule open, rule concealed, kind, terminals and honours, what the set is worth (classical.toml)
_SETS = (
    ("LASFS-P01", "LASFS-P02", PUNG, False, "pung"),
    ("LASFS-P03", "LASFS-P04", KONG, False, "kong"),
    ("LASFS-P05", "LASFS-P06", PUNG, True, "pung_major"),
    ("LASFS-P07", "LASFS-P08", KONG, True, "kong_major"),
)


def _wind_sets(v: View) -> int:
    """Sets of the player's own wind and of the prevailing wind where the two differ."""
    if v.seat == v.round_wind:
        return 0
    return (WIND + v.seat in v.triplets) + (WIND + v.round_wind in v.triplets)


def _own_flowers(v: View) -> int:
    """Own tiles of the families that are not complete: a bouquet holds its own (LASFS-Q14)."""
    own = own_bonus(v)
    if not own:
        return 0
    flowers, seasons = full_kinds(v)
    return own - flowers - seasons


REGULAR = Need(lambda v: not v.win.regularising, "the hand was just being made regular")
BOTH_WINDS = Need(
    lambda v: v.seat == v.round_wind and WIND + v.seat in v.triplets,
    "there is no pung or kong of a wind that is both the player's own and the prevailing one",
    honour_set,
)
ONE_WIND = Need(
    _wind_sets, "there is no pung or kong of the player's own or of the prevailing wind",
    honour_set,
)  # fmt: skip
SAME_WIND = Need(lambda v: v.seat == v.round_wind, "own and prevailing wind differ")
OTHER_WIND = Need(lambda v: v.seat != v.round_wind, "own and prevailing wind are the same")
OWN_PAIR = Need(
    lambda v: WIND + v.seat in v.pairs, "there is no pair of the player's own wind", honour_pair
)
ROUND_PAIR = Need(
    lambda v: WIND + v.round_wind in v.pairs, "there is no pair of the prevailing wind",
    honour_pair,
)  # fmt: skip
DRAGON_PAIR = Need(dragon_pairs, "there is no pair of dragons", honour_pair)
OWN_FLOWER = Need(
    _own_flowers, "there is no flower or season of the player's own number that counts alone"
)
BOUQUET = Need(
    lambda v: len(v.bonus) >= 4 and any(full_kinds(v)),
    "neither all four flowers nor all four seasons are there",
)
HEAD = Need(lambda v: v.source == WALL, "the tile was not drawn from the head of the wall")
TAIL = Need(
    lambda v: v.source in (LOOSE_KONG, LOOSE_FLOWER), "the tile was not drawn from the tail"
)
LAST_POSSIBLE = Need(
    lambda v: v.win.last_possible, "it is not said that this was the last possible tile"
)
CONCEALED = Need(
    lambda v: not v.win.from_player and v.concealed,
    "a tile came from another player",
)
NOT_ALL_KONGS = Need(lambda v: v.kongs < 4, "all four sets are kongs")
ALL_KONGS = Need(lambda v: v.kongs == 4, "the four sets are not all kongs")
POINTS = (
    _ROW("LASFS-P09", (FLOWERS,), lambda v: len(v.bonus)),
    _ROW("LASFS-P17", (PAIRS, OWN_PAIR, OTHER_WIND)),
    _ROW("LASFS-P18", (PAIRS, ROUND_PAIR, OTHER_WIND)),
    _ROW("LASFS-P19", (PAIRS, OWN_PAIR, SAME_WIND)),
    _ROW("LASFS-P20", (PAIRS, DRAGON_PAIR), dragon_pairs),
)
POINTS_WON = (
    _ROW("LASFS-P10", ()),
    _ROW("LASFS-P11", (FOUR_CHOWS,)),
    _ROW("LASFS-P12", (NO_CHOWS, NOT_ALL_KONGS)),
    _ROW("LASFS-P13", (HEAD, REGULAR)),
    _ROW("LASFS-P14", (TAIL, REGULAR)),
    _ROW("LASFS-P15", (LAST_POSSIBLE, REGULAR)),
    _ROW("LASFS-P16", (LAST_TILE, REGULAR)),
    _ROW("LASFS-P21", (ROBBED, REGULAR)),
)
DOUBLES = (
    _ROW("LASFS-D01", (TRIPLETS, DRAGON_SET), DRAGON_SET.test),
    _ROW("LASFS-D02", (TRIPLETS, ONE_WIND), _wind_sets),
    _ROW("LASFS-D03", (TRIPLETS, BOTH_WINDS)),
    _ROW("LASFS-D04", (FLOWERS, OWN_FLOWER), _own_flowers),
    _ROW("LASFS-D05", (FLOWERS, BOUQUET), lambda v: sum(full_kinds(v))),
)
DOUBLES_WON = (
    _ROW("LASFS-D06", (CONCEALED,)),
    _ROW("LASFS-D07", (ONE_SUIT, WITH_HONOURS)),
    _ROW("LASFS-D08", (ONE_SUIT, NO_HONOURS)),
    _ROW("LASFS-D09", (NO_SIMPLES, WITH_TERMINALS, WITH_HONOURS)),
    _ROW("LASFS-D10", (ALL_KONGS,)),
)
ROWS = (*POINTS, *POINTS_WON, *DOUBLES, *DOUBLES_WON)
SETS = both_columns(_SETS, IS_MAJOR, BOOK)


def tables(book: RuleSet, **more: Any) -> Tables:
    """What a rule set of this system counts; `more` as in `tables_of`."""
    return tables_of(book, both_columns(_SETS, IS_MAJOR, book), POINTS, POINTS_WON, DOUBLES,
                     DOUBLES_WON, **more)  # fmt: skip
