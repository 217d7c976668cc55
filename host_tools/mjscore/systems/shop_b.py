"""SHOP-B: traditional play, with or without flowers (rules chapter 4, document 000 part B)."""

from mjscore.classical import both_columns, itemised, score_hands, sheet, tables_of
from mjscore.hand import DEALT, KONG, PUNG, Request
from mjscore.options import choice, flag, whole
from mjscore.rows import Need, Row, compiled, itemise
from mjscore.settle import Payments
from mjscore.sheet import Answer, Sheet
from mjscore.systems.beside import refuse
from mjscore.systems.needs import (
    AFTER_KONG,
    DRAGON_SET,
    DRAWN,
    FLOWERS,
    LAST_TILE,
    NO_CHOWS,
    NO_HONOURS,
    NONE_OPEN,
    ONE_SUIT,
    OWN_WIND_SET,
    PAIRS,
    ROBBED,
    SINGLE_WAIT,
    TRIPLETS,
    WITH_HONOURS,
    dragon_pairs,
    full_kinds,
    own_bonus,
)
from mjscore.tiles import CLASS, DRAGONS, FLOWER, SEASON, SIMPLE, TERMINAL, WIND, WINDS
from mjscore.view import View

OPTIONS = (
    whole("basal", 10, 0, "SB-F14"),
    choice("extras", ("points", "double", "none"), "SB-Q08"),
    whole("limit", 300, 2, "SB-L01", "unlimited"),
    whole("reserve_per_kong", 2, 0, "SB-Q05"),
    flag("bouquet_includes_own", True, "SB-Q07"),
    flag("undeclared_kong_scores", False, "SB-Q14"),
    flag("east_stays_on_draw", True, "SB-Q04"),
    flag("flowers", True, "SB-T01"),
    flag("east_hop", False, "SB-Q23"),  # for the deal alone, as in SHOP-A
)

# rule on the table, rule in the hand, kind, class, points on the table; in the hand twice as many
_SETS = (
    ("SB-P01", "SB-P11", PUNG, SIMPLE, 2),
    ("SB-P02", "SB-P12", PUNG, TERMINAL, 4),
    ("SB-P03", "SB-P13", PUNG, WINDS, 4),
    ("SB-P04", "SB-P14", PUNG, DRAGONS, 4),
    ("SB-P05", "SB-P15", KONG, SIMPLE, 8),
    ("SB-P06", "SB-P16", KONG, TERMINAL, 16),
    ("SB-P07", "SB-P17", KONG, WINDS, 16),
    ("SB-P08", "SB-P18", KONG, DRAGONS, 16),
)


def _scoring_pairs(v: View) -> int:
    return dragon_pairs(v) + v.pairs.count(WIND + v.seat)


def _own_flowers(v: View) -> int:
    """Own tiles, less those of a complete set that counts them already (rules SB-Q07)."""
    own = own_bonus(v)
    if not own or len(v.bonus) < 4 or not v.options["bouquet_includes_own"]:
        return own
    flowers, seasons = full_kinds(v)
    return (FLOWER + v.seat in v.bonus and not flowers) + (
        SEASON + v.seat in v.bonus and not seasons
    )


PAIR = Need(_scoring_pairs, "there is no pair of dragons or of the player's own wind")
OWN_FLOWER = Need(
    _own_flowers, "there is no flower or season of the player's own number that counts alone"
)
FOUR_BESIDE = Need(lambda v: len(v.bonus) >= 4, "fewer than four tiles lie beside the hand")
FULL_SET = Need(
    lambda v: sum(full_kinds(v)) == 1, "it is not exactly one complete set of four on the table"
)
ALL_EIGHT = Need(lambda v: all(full_kinds(v)), "not all eight flowers and seasons are there")
NO_POINTS = Need(lambda v: not v.scored, "the hand has other points than the basal score")

POINTS = (
    Row("SB-P09", 2, (PAIRS, PAIR), _scoring_pairs),
    Row("SB-P21", 4, (FLOWERS,), lambda v: len(v.bonus)),
)
POINTS_WON = (
    Row("SB-P20", 1, (), lambda v: v.options["basal"]),
    Row("SB-P41", 2, (DRAWN,)),
    Row("SB-P42", 2, (SINGLE_WAIT,)),
)
EXTRAS = (  # points, one double each, or nothing: option `extras` (rules SB-Q08)
    Row("SB-P31", 10, (NO_CHOWS,)),
    Row("SB-P32", 10, (AFTER_KONG,)),
    Row("SB-P33", 10, (NO_POINTS,)),
    Row("SB-P34", 10, (DRAWN, LAST_TILE)),
    Row("SB-P35", 10, (ROBBED,)),
)
DOUBLES = (
    Row("SB-D01", 1, (TRIPLETS, OWN_WIND_SET)),
    Row("SB-D02", 1, (TRIPLETS, DRAGON_SET), DRAGON_SET.test),
    Row("SB-D05", 1, (FLOWERS, OWN_FLOWER), _own_flowers),
    Row("SB-D06", 2, (FLOWERS, FOUR_BESIDE, FULL_SET)),
    Row("SB-D07", 4, (FLOWERS, FOUR_BESIDE, ALL_EIGHT)),
)
DOUBLES_WON = (
    Row("SB-D03", 1, (ONE_SUIT, WITH_HONOURS)),
    Row("SB-D04", 3, (ONE_SUIT, NO_HONOURS)),
)
DEALT_HAND = Need(
    lambda v: v.source == DEALT or v.win.first_turn == "heaven", "it is not East's dealt hand"
)
FIRST_DISCARD = Need(
    lambda v: v.win.first_turn == "first_discard", "it was not won on East's first discard"
)
FULL_SCORE = (  # amounts in halves of the limit
    Row("SB-L02", 2, (Need(lambda v: v.dragon_sets == 3, "not all three dragons are sets"),)),
    Row("SB-L03", 2, (Need(lambda v: v.wind_sets == 4, "not all four winds are sets"),)),
    Row("SB-L04", 2, (DEALT_HAND, NONE_OPEN)),
)
HALF_SCORE = (Row("SB-L05", 1, (FIRST_DISCARD,)),)

ROWS = (*POINTS, *POINTS_WON, *EXTRAS, *DOUBLES, *DOUBLES_WON, *FULL_SCORE, *HALF_SCORE)
SETS = both_columns(_SETS, CLASS)
TABLES = tables_of(SETS, POINTS, POINTS_WON, DOUBLES, DOUBLES_WON)
_EXTRAS, _FULL, _HALF = compiled(EXTRAS), compiled(FULL_SCORE), compiled(HALF_SCORE)
OTHERS = (  # computed here or by what is shared, and not by a row
    "SB-F02", "SB-F14", "SB-L01", "SB-R01", "SB-R02", "SB-S01", "SB-S02", "SB-S03", "SB-S04",
    "SB-T10",
)  # fmt: skip
IDS = frozenset([row.id for row in ROWS] + [row[0] for row in SETS] + list(OTHERS))


def score(request: Request) -> Answer:
    """The answer to a request; a drawn hand is neither scored nor paid (rules SB-S04)."""
    if not request.options["flowers"]:
        refuse(request.hands, range(FLOWER, SEASON + 4), "flowers", "SB-T01")
    if request.win is None:
        return Answer(request.system, {}, Payments())
    return score_hands(
        request, _sheet, "SB-F02", kong_held=request.options["undeclared_kong_scores"]
    )


def _sheet(view: View) -> Sheet:
    """Points, extras of the winner, doubles, then the limit (rules SB-R01)."""
    points, doubles = itemised(TABLES, view)
    extras = view.options["extras"]
    doubled: dict[str, int] = {}
    if view.winner and extras != "none":
        view.scored = sum(points.values()) - points.get("SB-P20", 0)
        itemise(_EXTRAS, view, points if extras == "points" else doubled)
    result = sheet(points, doubles)
    if doubled:  # one double each instead of ten points
        result.double([(rule, 1) for rule in sorted(doubled)])
    limit = view.options["limit"]
    if limit is not None:
        _limit(view, result, limit)
    return result


def _limit(view: View, result: Sheet, limit: int) -> None:
    if view.winner:
        full: dict[str, int] = {}
        itemise(_FULL, view, full)
        if full:
            result.fix(limit, list(full))
            return
        half: dict[str, int] = {}
        itemise(_HALF, view, half)
        if half and result.value < limit // 2:  # the better of half and ordinary (SB-Q12)
            result.fix(limit // 2, list(half))
            return
    result.cap(limit, "SB-L01")
