"""Start values of YEE: a hand takes exactly one of those it fits (rules YEE-V01..V23, YEE-Q04)."""

from collections.abc import Callable
from operator import attrgetter

from mjscore.rows import Need
from mjscore.ruleset import builtin
from mjscore.systems.needs import NO_CHOWS, NO_HONOURS, NO_SUITS, ONE_SUIT, WITH_HONOURS
from mjscore.systems.yee.readings import PAIRS, is_wonders
from mjscore.tiles import DRAGON, SUIT_NAMES, WIND
from mjscore.view import View

_ROW = builtin("YEE").row
_GATES = [3, 1, 1, 1, 1, 1, 1, 1, 3]


def _gates(v: View) -> bool:
    """1112345678999 of one suit and any tile of it, wherever the extra tile came (YEE-Q17)."""
    if v.hand.melds or v.honours or not v.one_suit:
        return False
    first = 9 * (v.suits >> 1)  # suits is a bit: 1, 2, 4
    more = [have - least for have, least in zip(v.counts[first:], _GATES, strict=False)]
    return min(more) >= 0


def _of_suit(suit: int, tile: int) -> bool:
    return tile // 9 == suit and tile < WIND


def _minor(suit: int, dragon: int) -> Callable[[View], bool]:
    return lambda v: (
        v.pairs == (dragon,)
        and len(v.triplets) == 4
        and all(_of_suit(suit, tile) for tile in v.triplets)
    )


def _great(suit: int, dragon: int) -> Callable[[View], bool]:
    return lambda v: (
        dragon in v.triplets
        and len(v.triplets) == 4
        and all(_of_suit(suit, tile) for tile in (*v.triplets, v.pairs[0]) if tile != dragon)
    )


STANDARD = Need(attrgetter("sets"), "the tiles are not read as four sets and a pair")
UNREVEALED = Need(attrgetter("concealed"), "a set was open before the win")
SEVEN_PAIRS = Need(lambda v: len(v.pairs) == PAIRS, "the tiles are not seven pairs")
WONDERS = Need(
    lambda v: not v.sets and is_wonders(v.counts),
    "the tiles are not all thirteen terminals and honours, one of them twice",
)
GATES = Need(_gates, "the tiles are not 1112345678999 of one suit and one more of it, unmelded")
WIND_PAIR = Need(
    lambda v: len(v.pairs) == 1 and WIND <= v.pairs[0] < DRAGON, "the pair is no pair of winds"
)
SUIT_PAIR = Need(lambda v: v.pairs[0] < WIND, "the pair is not of a suit")
THREE_WINDS = Need(lambda v: v.wind_sets == 3, "there are not three sets of winds")
FOUR_WINDS = Need(lambda v: v.wind_sets == 4, "there are not four sets of winds")
FIRST_ROUND = Need(attrgetter("win.first_round"), "it was not won in the first round of turns")

STARTS = [
    _ROW("YEE-V01", (STANDARD,)),
    _ROW("YEE-V02", (STANDARD, NO_CHOWS)),
    _ROW("YEE-V03", (STANDARD, NO_CHOWS, UNREVEALED)),
    _ROW("YEE-V04", (STANDARD, ONE_SUIT, WITH_HONOURS)),
    _ROW("YEE-V05", (STANDARD, ONE_SUIT, WITH_HONOURS, NO_CHOWS)),
    _ROW("YEE-V06", (STANDARD, ONE_SUIT, NO_HONOURS)),
    _ROW("YEE-V07", (STANDARD, ONE_SUIT, NO_HONOURS, NO_CHOWS)),
    _ROW("YEE-V08", (STANDARD, NO_SUITS)),
    _ROW("YEE-V09", (STANDARD, THREE_WINDS, WIND_PAIR)),
    _ROW("YEE-V10", (STANDARD, FOUR_WINDS, SUIT_PAIR)),
]
# minor hand, great hand, suit, dragon of its colour (rules YEE-Q06)
for _low, _high, _suit, _dragon, _colour in (
    ("YEE-V11", "YEE-V12", 0, DRAGON + 1, "green"),
    ("YEE-V13", "YEE-V14", 1, DRAGON, "red"),
    ("YEE-V15", "YEE-V16", 2, DRAGON + 2, "white"),
):
    _tiles = f"of {SUIT_NAMES[_suit]}"
    STARTS += [
        _ROW(_low, (STANDARD, Need(
            _minor(_suit, _dragon), f"it is not four pungs {_tiles} and a pair of {_colour}"
            " dragons"))),
        _ROW(_high, (STANDARD, Need(
            _great(_suit, _dragon), f"it is not a pung of {_colour} dragons with three pungs and"
            f" a pair {_tiles}"))),
    ]  # fmt: skip
STARTS += [
    _ROW("YEE-V17", (SEVEN_PAIRS,)),
    _ROW("YEE-V18", (SEVEN_PAIRS, ONE_SUIT, WITH_HONOURS)),
    _ROW("YEE-V19", (SEVEN_PAIRS, ONE_SUIT, NO_HONOURS)),
    _ROW("YEE-V20", (WONDERS,)),
    _ROW("YEE-V21", (STANDARD, GATES)),
    _ROW("YEE-V23", (FIRST_ROUND,)),
]
