"""What LASFS counts: points of sets, pairs and the win, and doubles (rules 8.3, 8.4)."""

from mjscore.classical import both_columns, tables_of
from mjscore.hand import KONG, LOOSE_FLOWER, LOOSE_KONG, PUNG, WALL
from mjscore.rows import Need, Row
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
    own_bonus,
)
from mjscore.tiles import IS_MAJOR, WIND
from mjscore.view import View

# rule open, rule concealed, kind, terminals and honours, points open; concealed twice as many
_SETS = (
    ("LASFS-P01", "LASFS-P02", PUNG, False, 2),
    ("LASFS-P03", "LASFS-P04", KONG, False, 8),
    ("LASFS-P05", "LASFS-P06", PUNG, True, 4),
    ("LASFS-P07", "LASFS-P08", KONG, True, 16),
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
)
ONE_WIND = Need(
    _wind_sets, "there is no pung or kong of the player's own or of the prevailing wind"
)
SAME_WIND = Need(lambda v: v.seat == v.round_wind, "own and prevailing wind differ")
OTHER_WIND = Need(lambda v: v.seat != v.round_wind, "own and prevailing wind are the same")
OWN_PAIR = Need(lambda v: WIND + v.seat in v.pairs, "there is no pair of the player's own wind")
ROUND_PAIR = Need(
    lambda v: WIND + v.round_wind in v.pairs, "there is no pair of the prevailing wind"
)
DRAGON_PAIR = Need(dragon_pairs, "there is no pair of dragons")
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
    Row("LASFS-P09", 4, (FLOWERS,), lambda v: len(v.bonus)),
    Row("LASFS-P17", 2, (PAIRS, OWN_PAIR, OTHER_WIND)),
    Row("LASFS-P18", 2, (PAIRS, ROUND_PAIR, OTHER_WIND)),
    Row("LASFS-P19", 4, (PAIRS, OWN_PAIR, SAME_WIND)),
    Row("LASFS-P20", 2, (PAIRS, DRAGON_PAIR), dragon_pairs),
)
POINTS_WON = (
    Row("LASFS-P10", 20, ()),
    Row("LASFS-P11", 10, (FOUR_CHOWS,)),
    Row("LASFS-P12", 10, (NO_CHOWS, NOT_ALL_KONGS)),
    Row("LASFS-P13", 2, (HEAD, REGULAR)),
    Row("LASFS-P14", 10, (TAIL, REGULAR)),
    Row("LASFS-P15", 10, (LAST_POSSIBLE, REGULAR)),
    Row("LASFS-P16", 10, (LAST_TILE, REGULAR)),
    Row("LASFS-P21", 10, (ROBBED, REGULAR)),
)
DOUBLES = (
    Row("LASFS-D01", 1, (TRIPLETS, DRAGON_SET), lambda v: v.dragon_sets),
    Row("LASFS-D02", 1, (TRIPLETS, ONE_WIND), _wind_sets),
    Row("LASFS-D03", 2, (TRIPLETS, BOTH_WINDS)),
    Row("LASFS-D04", 1, (FLOWERS, OWN_FLOWER), _own_flowers),
    Row("LASFS-D05", 4, (FLOWERS, BOUQUET), lambda v: sum(full_kinds(v))),
)
DOUBLES_WON = (
    Row("LASFS-D06", 1, (CONCEALED,)),
    Row("LASFS-D07", 1, (ONE_SUIT, WITH_HONOURS)),
    Row("LASFS-D08", 3, (ONE_SUIT, NO_HONOURS)),
    Row("LASFS-D09", 1, (NO_SIMPLES, WITH_TERMINALS, WITH_HONOURS)),
    Row("LASFS-D10", 1, (ALL_KONGS,)),
)
ROWS = (*POINTS, *POINTS_WON, *DOUBLES, *DOUBLES_WON)
SETS = both_columns(_SETS, IS_MAJOR)
TABLES = tables_of(SETS, POINTS, POINTS_WON, DOUBLES, DOUBLES_WON)
