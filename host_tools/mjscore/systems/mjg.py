"""MJG: the scoring page of document 001, with English or tournament limit (rules chapter 5)."""

from mjscore.classical import Tables, both_columns, itemised, score_hands, sheet, tables_of
from mjscore.errors import bad
from mjscore.hand import KONG, PUNG, Hand, Request, Win
from mjscore.options import Option, whole
from mjscore.rows import Need
from mjscore.ruleset import RuleSet, builtin
from mjscore.settle import Payments
from mjscore.sheet import Answer, Sheet
from mjscore.systems.needs import (
    DRAGON_SET,
    DRAWN,
    FOUR_CHOWS,
    LAST_TILE,
    LOOSE,
    NO_CHOWS,
    NO_HONOURS,
    NO_SIMPLES,
    NO_SUITS,
    ONE_SUIT,
    OWN_WIND_SET,
    ROBBED,
    ROUND_WIND_SET,
    SINGLE_WAIT,
    WITH_HONOURS,
    WITH_TERMINALS,
    dragon_pairs,
    honour_pair,
    honour_set,
)
from mjscore.systems.special_hands import table_of
from mjscore.tiles import DRAGON, IS_MAJOR, WIND
from mjscore.view import View

BOOK = builtin("MJG")
_ROW = BOOK.row
ENGLISH, TOURNAMENT = BOOK.limit, 1000  # named in the page (rules MJ-L01, MJ-L02)

OPTIONS = (
    whole("limit", ENGLISH, 1, "MJ-L01", "unlimited"),
    Option("special_hands", {}, table_of,
           "must be a list of hands, each with id, mahjiang and calling", "MJ-L03"),
)  # fmt: skip

# exposed, concealed, kind, majors, what the set is worth (rulesets/classical.toml)
_SETS = (
    ("MJ-P01", "MJ-P02", PUNG, False, "pung"),
    ("MJ-P03", "MJ-P04", PUNG, True, "pung_major"),
    ("MJ-P05", "MJ-P06", KONG, False, "kong"),
    ("MJ-P07", "MJ-P08", KONG, True, "kong_major"),
)


def _is_wind_pair(v: View) -> bool:
    return any(WIND <= tile < DRAGON for tile in v.pairs)


def _worthless_pair(v: View) -> bool:
    scoring = (WIND + v.seat, WIND + v.round_wind)
    return all(tile < DRAGON and tile not in scoring for tile in v.pairs)


DRAGON_PAIR = Need(dragon_pairs, "there is no pair of dragons", honour_pair)
ROUND_PAIR = Need(
    lambda v: WIND + v.round_wind in v.pairs, "no pair of the prevailing wind", honour_pair
)
OWN_PAIR = Need(
    lambda v: WIND + v.seat in v.pairs, "there is no pair of the player's own wind", honour_pair
)
POINTS = (
    _ROW("MJ-P09", (DRAGON_PAIR,), dragon_pairs),
    _ROW("MJ-P10", (ROUND_PAIR,)),
    _ROW("MJ-P11", (OWN_PAIR,)),
)
POINTS_WON = (
    _ROW("MJ-P12", ()),
    _ROW("MJ-P13", (DRAWN,)),
    _ROW("MJ-P14", (SINGLE_WAIT,)),
)
DOUBLES = (
    _ROW("MJ-D01", (OWN_WIND_SET,)),
    _ROW("MJ-D02", (ROUND_WIND_SET,)),
    _ROW("MJ-D03", (DRAGON_SET,), DRAGON_SET.test),
)
FOUR_WINDS = (
    Need(lambda v: v.wind_sets == 3, "there are not three sets of winds", honour_set),
    Need(_is_wind_pair, "the pair is not the fourth wind"),
)
THREE_DRAGONS = (
    Need(lambda v: v.dragon_sets == 2, "there are not two sets of dragons", honour_set),
    Need(dragon_pairs, "the pair is not the third dragon"),
)
WORTHLESS_PAIR = Need(_worthless_pair, "the pair scores")
ORIGINAL_CALL = Need(lambda v: v.win.original_call, "it was no original call")
DOUBLES_WON = (
    _ROW("MJ-D11", (NO_CHOWS,)),
    _ROW("MJ-D12", (FOUR_CHOWS, WORTHLESS_PAIR)),
    _ROW("MJ-D13", (ONE_SUIT, WITH_HONOURS)),
    _ROW("MJ-D14", (NO_SIMPLES, WITH_TERMINALS, WITH_HONOURS)),
    _ROW("MJ-D15", (NO_SUITS,)),
    _ROW("MJ-D16", FOUR_WINDS),
    _ROW("MJ-D17", THREE_DRAGONS),
    _ROW("MJ-D18", (LOOSE,)),
    _ROW("MJ-D19", (DRAWN, LAST_TILE)),
    _ROW("MJ-D20", (ROBBED,)),
    _ROW("MJ-D21", (ORIGINAL_CALL,)),
    _ROW("MJ-D22", (ONE_SUIT, NO_HONOURS, NO_CHOWS)),
)

ROWS = (*POINTS, *POINTS_WON, *DOUBLES, *DOUBLES_WON)
SETS = both_columns(_SETS, IS_MAJOR, BOOK)
OTHERS = ("MJ-L01", "MJ-L02", "MJ-L03", "MJ-S01", "MJ-S02", "MJ-S03")
IDS = frozenset([row.id for row in ROWS] + [row[0] for row in SETS] + list(OTHERS))


def tables(book: RuleSet) -> Tables:
    """What a rule set of this system counts."""
    return tables_of(book, both_columns(_SETS, IS_MAJOR, book), POINTS, POINTS_WON, DOUBLES,
                     DOUBLES_WON)  # fmt: skip


def score(request: Request) -> Answer:
    """The answer to a request; without a winner nothing is paid (rules MJ-T01)."""
    if request.win is None:
        return Answer(request.system, {}, Payments())
    special = {hand.seat: _special(request, hand) for hand in request.hands}
    return score_hands(request, _sheet, "MJ-T01", fixed=special)


def _special(request: Request, hand: Hand) -> Sheet | None:
    """The sheet of a hand from the special-hand table, None for an ordinary hand (MJ-L03)."""
    win: Win | None = request.win
    won = win is not None and win.seat == hand.seat
    name = hand.special or (win.special if won and win is not None else None)
    if name is None:
        return None
    table = request.options["special_hands"]
    if name not in table:
        bad(f"the table config.special_hands has no hand {name!r}", "special", "MJ-L03")
    return _capped(Sheet.special(table[name][0 if won else 1], "MJ-L03"), request.options["limit"])


def _sheet(view: View) -> Sheet:
    points, doubles = itemised(view)
    return _capped(sheet(points, doubles), view.options["limit"])


def _capped(result: Sheet, limit: int | None) -> Sheet:
    """The value of every hand is cut by the limit, special ones too (rules MJ-Q07)."""
    result.cap(limit, "MJ-L01" if limit != TOURNAMENT else "MJ-L02")
    return result
