"""SHOP-B: traditional play, with or without flowers (rules chapter 4, document 000 part B)."""

from mjscore.classical import Tables, both_columns, itemised, score_hands, sheet, tables_of
from mjscore.hand import DEALT, KONG, PUNG, Request
from mjscore.options import choice, flag, whole
from mjscore.rows import Need, itemise
from mjscore.ruleset import RuleSet, builtin
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
    honour_pair,
    honour_set,
    own_bonus,
)
from mjscore.tiles import CLASS, DRAGONS, FLOWER, SEASON, SIMPLE, TERMINAL, WIND, WINDS
from mjscore.view import View

BOOK = builtin("SHOP-B")
_ROW = BOOK.row
OPTIONS = (
    whole("basal", 10, 0, "SB-F14"),
    choice("extras", ("points", "double", "none"), "SB-Q08"),
    whole("limit", BOOK.limit, 2, "SB-L01", "unlimited"),
    whole("reserve_per_kong", 2, 0, "SB-Q05"),
    flag("bouquet_includes_own", True, "SB-Q07"),
    flag("undeclared_kong_scores", False, "SB-Q14"),
    flag("east_stays_on_draw", True, "SB-Q04"),
    flag("flowers", True, "SB-T01"),
    flag("east_hop", False, "SB-Q23"),  # for the deal alone, as in SHOP-A
)

# rule on the table, rule in the hand, kind, class, what the set is worth (rulesets/classical.toml)
_SETS = (
    ("SB-P01", "SB-P11", PUNG, SIMPLE, "pung"),
    ("SB-P02", "SB-P12", PUNG, TERMINAL, "pung_major"),
    ("SB-P03", "SB-P13", PUNG, WINDS, "pung_major"),
    ("SB-P04", "SB-P14", PUNG, DRAGONS, "pung_major"),
    ("SB-P05", "SB-P15", KONG, SIMPLE, "kong"),
    ("SB-P06", "SB-P16", KONG, TERMINAL, "kong_major"),
    ("SB-P07", "SB-P17", KONG, WINDS, "kong_major"),
    ("SB-P08", "SB-P18", KONG, DRAGONS, "kong_major"),
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


PAIR = Need(
    _scoring_pairs, "there is no pair of dragons or of the player's own wind", honour_pair
)
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
    _ROW("SB-P09", (PAIRS, PAIR), _scoring_pairs),
    _ROW("SB-P21", (FLOWERS,), lambda v: len(v.bonus)),
)
POINTS_WON = (
    _ROW("SB-P20", (), lambda v: v.options["basal"]),
    _ROW("SB-P41", (DRAWN,)),
    _ROW("SB-P42", (SINGLE_WAIT,)),
)
EXTRAS = (  # points, one double each, or nothing: option `extras` (rules SB-Q08)
    _ROW("SB-P31", (NO_CHOWS,)),
    _ROW("SB-P32", (AFTER_KONG,)),
    _ROW("SB-P33", (NO_POINTS,)),
    _ROW("SB-P34", (DRAWN, LAST_TILE)),
    _ROW("SB-P35", (ROBBED,)),
)
DOUBLES = (
    _ROW("SB-D01", (TRIPLETS, OWN_WIND_SET)),
    _ROW("SB-D02", (TRIPLETS, DRAGON_SET), DRAGON_SET.test),
    _ROW("SB-D05", (FLOWERS, OWN_FLOWER), _own_flowers),
    _ROW("SB-D06", (FLOWERS, FOUR_BESIDE, FULL_SET)),
    _ROW("SB-D07", (FLOWERS, FOUR_BESIDE, ALL_EIGHT)),
)
DOUBLES_WON = (
    _ROW("SB-D03", (ONE_SUIT, WITH_HONOURS)),
    _ROW("SB-D04", (ONE_SUIT, NO_HONOURS)),
)
DEALT_HAND = Need(
    lambda v: v.source == DEALT or v.win.first_turn == "heaven", "it is not East's dealt hand"
)
FIRST_DISCARD = Need(
    lambda v: v.win.first_turn == "first_discard", "it was not won on East's first discard"
)
DRAGONS_SET = Need(lambda v: v.dragon_sets == 3, "not all three dragons are sets", honour_set)
WINDS_SET = Need(lambda v: v.wind_sets == 4, "not all four winds are sets", honour_set)
FULL_SCORE = (  # amounts in halves of the limit
    _ROW("SB-L02", (DRAGONS_SET,)),
    _ROW("SB-L03", (WINDS_SET,)),
    _ROW("SB-L04", (DEALT_HAND, NONE_OPEN)),
)
HALF_SCORE = (_ROW("SB-L05", (FIRST_DISCARD,)),)

ROWS = (*POINTS, *POINTS_WON, *EXTRAS, *DOUBLES, *DOUBLES_WON, *FULL_SCORE, *HALF_SCORE)
SETS = both_columns(_SETS, CLASS, BOOK)
OTHERS = (  # computed here or by what is shared, and not by a row
    "SB-F02", "SB-F14", "SB-L01", "SB-R01", "SB-R02", "SB-S01", "SB-S02", "SB-S03", "SB-S04",
    "SB-T10",
)  # fmt: skip
IDS = frozenset([row.id for row in ROWS] + [row[0] for row in SETS] + list(OTHERS))


def tables(book: RuleSet) -> Tables:
    """What a rule set of this system counts."""
    return tables_of(book, both_columns(_SETS, CLASS, book), POINTS, POINTS_WON, DOUBLES,
                     DOUBLES_WON, extras=EXTRAS, full=FULL_SCORE, half=HALF_SCORE)  # fmt: skip


def score(request: Request) -> Answer:
    """The answer to a request; a drawn hand is neither scored nor paid (rules SB-S04)."""
    if not request.options["flowers"]:
        refuse(request.hands, range(FLOWER, SEASON + 4), "flowers", "SB-T01")
    if request.win is None:
        return Answer(request.system, {}, Payments())
    return score_hands(request, _sheet, "SB-F02", request.options["undeclared_kong_scores"])


def _sheet(view: View) -> Sheet:
    """Points, extras of the winner, doubles, then the limit (rules SB-R01)."""
    points, doubles = itemised(view)
    extras = view.options["extras"]
    doubled: dict[str, int] = {}
    if view.winner and extras != "none":
        view.scored = sum(points.values()) - points.get("SB-P20", 0)
        more = view.request.tables.more["extras"]
        itemise(more, view, points if extras == "points" else doubled)
    result = sheet(points, doubles)
    if doubled:  # one double each instead of ten points
        result.double([(rule, 1) for rule in sorted(doubled)])
    limit = view.options["limit"]
    if limit is not None and not (view.winner and _limit_hand(view, result, limit)):
        result.cap(limit, "SB-L01")
    return result


def _limit_hand(view: View, result: Sheet, limit: int) -> bool:
    """True for a winner's hand that is worth the limit or half of it, which is then its value."""
    for name in ("full", "half"):
        found: dict[str, int] = {}
        itemise(view.request.tables.more[name], view, found)
        if not found:
            continue
        value = max(found.values()) * limit // 2
        if name == "full" or result.value < value:  # the better one (SB-Q12)
            result.fix(value, found)
            return True
    return False
