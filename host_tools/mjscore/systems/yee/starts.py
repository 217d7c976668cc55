"""Start values of YEE: a hand takes exactly one of those it fits (rules YEE-V01..V23, YEE-Q04)."""

from collections.abc import Callable
from operator import attrgetter

from mjscore.rows import Need, Row, compiled
from mjscore.systems.needs import NO_CHOWS, NO_HONOURS, NO_SUITS, ONE_SUIT, WITH_HONOURS
from mjscore.systems.yee.readings import PAIRS, is_wonders
from mjscore.tiles import DRAGON, SUIT_NAMES, WIND
from mjscore.view import View

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
    Row("YEE-V01", 2, (STANDARD,)),
    Row("YEE-V02", 6, (STANDARD, NO_CHOWS)),
    Row("YEE-V03", 24, (STANDARD, NO_CHOWS, UNREVEALED)),
    Row("YEE-V04", 6, (STANDARD, ONE_SUIT, WITH_HONOURS)),
    Row("YEE-V05", 12, (STANDARD, ONE_SUIT, WITH_HONOURS, NO_CHOWS)),
    Row("YEE-V06", 12, (STANDARD, ONE_SUIT, NO_HONOURS)),
    Row("YEE-V07", 18, (STANDARD, ONE_SUIT, NO_HONOURS, NO_CHOWS)),
    Row("YEE-V08", 24, (STANDARD, NO_SUITS)),
    Row("YEE-V09", 18, (STANDARD, THREE_WINDS, WIND_PAIR)),
    Row("YEE-V10", 24, (STANDARD, FOUR_WINDS, SUIT_PAIR)),
]
# minor hand, great hand, suit, dragon of its colour (rules YEE-Q06)
for _low, _high, _suit, _dragon, _colour in (
    ("YEE-V11", "YEE-V12", 0, DRAGON + 1, "green"),
    ("YEE-V13", "YEE-V14", 1, DRAGON, "red"),
    ("YEE-V15", "YEE-V16", 2, DRAGON + 2, "white"),
):
    _tiles = f"of {SUIT_NAMES[_suit]}"
    STARTS += [
        Row(_low, 18, (STANDARD, Need(
            _minor(_suit, _dragon), f"it is not four pungs {_tiles} and a pair of {_colour}"
            " dragons"))),
        Row(_high, 24, (STANDARD, Need(
            _great(_suit, _dragon), f"it is not a pung of {_colour} dragons with three pungs and"
            f" a pair {_tiles}"))),
    ]  # fmt: skip
STARTS += [
    Row("YEE-V17", 12, (SEVEN_PAIRS,)),
    Row("YEE-V18", 18, (SEVEN_PAIRS, ONE_SUIT, WITH_HONOURS)),
    Row("YEE-V19", 24, (SEVEN_PAIRS, ONE_SUIT, NO_HONOURS)),
    Row("YEE-V20", 18, (WONDERS,)),
    Row("YEE-V21", 24, (STANDARD, GATES)),
    Row("YEE-V23", 24, (FIRST_ROUND,)),
]
START_ROWS = compiled(STARTS)
