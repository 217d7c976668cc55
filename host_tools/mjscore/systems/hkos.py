"""HKOS, Hong Kong Old Style: faan, three to win, ten the limit; the discarder pays double.

Where one pattern holds another, only the stricter counts. Sources: docs/SCORING.md.
"""

from collections.abc import Callable, Iterator
from typing import Any

from mjscore.classical import valued
from mjscore.hand import DEALT, Request
from mjscore.options import choice, flag, whole
from mjscore.rows import Compiled, Need, itemise, lacking
from mjscore.ruleset import RuleSet, builtin
from mjscore.settle import Payments, winner_paid
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.systems.beside import refuse
from mjscore.systems.needs import (
    AFTER_KONG,
    FOUR_CHOWS,
    LAST_TILE,
    NO_CHOWS,
    NO_HONOURS,
    NO_SIMPLES,
    NO_SUITS,
    NONE_OPEN,
    ONE_SUIT,
    OWN_WIND_SET,
    ROBBED,
    ROUND_WIND_SET,
    WITH_HONOURS,
    full_kinds,
)
from mjscore.systems.yee.readings import is_wonders
from mjscore.tiles import DRAGON, FLOWER, SEASON, WIND
from mjscore.view import Read, View

BOOK = builtin("HKOS")
_ROW = BOOK.row
OPTIONS = (
    whole("limit", BOOK.limit, 1, "HK-L10", "unlimited"),
    whole("minimum", 3, 0, "HK-H02"),
    flag("minimum_with_flowers", False, "HK-H02"),
    choice("table", ("simplified", "doubling"), "HK-R01"),
    flag("flowers", True, "HK-T01"),
    flag("east_stays_on_draw", True, "HK-T02"),  # for the deal
)
STEPS = ((10, 8), (7, 4), (4, 2), (0, 1))  # from how many faan on, base points
FIRST = 3  # faan that are one base point
_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def _hidden(v: View) -> bool:
    """Four concealed pungs or kongs; one that another player's tile completed is open."""
    return len([1 for one in v.sets if one.tile in v.triplets and not one.open]) == 4


def _gates(v: View) -> bool:
    if v.hand.melds or v.honours or not v.one_suit:
        return False
    first = 9 * (v.suits >> 1)  # suits is a bit: 1, 2, 4
    return all(have >= least for have, least in zip(v.counts[first:], _GATES, strict=False))


def _pair_of(v: View, first: int, end: int) -> bool:
    return any(first <= tile < end for tile in v.pairs)


def _own_flowers(v: View) -> int:
    """Own tiles of the families that are not complete: a set holds its own."""
    flowers, seasons = full_kinds(v)
    return (FLOWER + v.seat in v.bonus and not flowers) + (
        SEASON + v.seat in v.bonus and not seasons
    )


def _need(test: Callable[[View], Any], lack: str) -> Need:
    return Need(test, lack)


def _small_dragons(v: View) -> bool:
    return v.dragon_sets == 2 and _pair_of(v, DRAGON, DRAGON + 3)


OF_SETS = _need(lambda v: v.sets, "the hand is not four sets and a pair")
HIDDEN = _need(_hidden, "the four sets are not concealed pungs")
NOT_HIDDEN = _need(lambda v: not _hidden(v), "the four pungs are concealed, which counts more")
FEW_DRAGONS = _need(lambda v: v.dragon_sets < 3 and not _small_dragons(v), "it is small or great"
                    " dragons, which counts more")  # fmt: skip
SELF_PICK = _need(lambda v: v.win.giver is None, "the winning tile came from another player")
HAND = (
    _ROW("HK-D01", (FOUR_CHOWS,)),
    _ROW("HK-D02", (OF_SETS, NO_CHOWS, NOT_HIDDEN)),
    _ROW("HK-D03", (ONE_SUIT, WITH_HONOURS)),
    _ROW("HK-D04", (ONE_SUIT, NO_HONOURS)),
    _ROW("HK-D05", (_need(_small_dragons, "there are not two sets and a pair of dragons"),)),
    _ROW("HK-D06", (_need(lambda v: v.dragon_sets == 3, "there are not three sets of dragons"),)),
    _ROW("HK-D07", (HIDDEN,)),
    _ROW("HK-D11", (OWN_WIND_SET,)),
    _ROW("HK-D12", (ROUND_WIND_SET,)),
    _ROW("HK-D13", (_need(lambda v: v.dragon_sets, "there is no set of dragons"), FEW_DRAGONS),
         lambda v: v.dragon_sets),
)  # fmt: skip
WINNING = (
    _ROW("HK-D21", (SELF_PICK,)),
    _ROW("HK-D22", (NONE_OPEN,)),
    _ROW("HK-D23", (ROBBED,)),
    _ROW("HK-D24", (LAST_TILE,)),
    _ROW("HK-D25", (AFTER_KONG,)),
)
FLOWERS = (
    _ROW("HK-D31", (_need(lambda v: not v.bonus, "there are flowers or seasons"),)),
    _ROW("HK-D32", (_need(_own_flowers, "no flower or season of the own number counts alone"),),
         _own_flowers),
    _ROW("HK-D33", (_need(lambda v: any(full_kinds(v)), "no four flowers and no four seasons"),),
         lambda v: sum(full_kinds(v))),
)  # fmt: skip
LIMITS = (
    _ROW("HK-L01", (_need(lambda v: v.wind_sets == 3 and _pair_of(v, WIND, DRAGON),
                          "there are not three sets and a pair of winds"),)),
    _ROW("HK-L02", (_need(lambda v: v.wind_sets == 4, "there are not four sets of winds"),)),
    _ROW("HK-L03", (NO_SUITS,)),
    _ROW("HK-L04", (OF_SETS, NO_SIMPLES, NO_HONOURS)),
    _ROW("HK-L05", (_need(_gates, "the tiles are not 1112345678999 of a suit and one more"),)),
    _ROW("HK-L06", (_need(lambda v: not v.sets, "not all thirteen terminals and honours"),)),
    _ROW("HK-L07", (_need(lambda v: v.kongs == 4, "the four sets are not all kongs"),)),
    _ROW("HK-L08", (_need(lambda v: v.source == DEALT or v.win.first_turn == "heaven",
                          "it is not East's dealt hand"),)),
    _ROW("HK-L09", (_need(lambda v: v.win.first_turn in ("earth", "first_discard"),
                          "it was not won in the first turn"),)),
)  # fmt: skip
SETS = ()
ROWS = (*HAND, *WINNING, *FLOWERS, *LIMITS)
IDS = frozenset([row.id for row in ROWS] + ["HK-T01", "HK-T02", "HK-H01", "HK-H02", "HK-L10",
                "HK-R01", "HK-S01", "HK-S02", "HK-S03"])  # fmt: skip


def tables(book: RuleSet) -> dict[str, Compiled]:
    """What a rule set of this system counts."""
    rows = {"hand": HAND, "winning": WINNING, "flowers": FLOWERS, "limits": LIMITS}
    return {name: valued(book, each) for name, each in rows.items()}


def score(request: Request) -> Answer:
    """The answer to a request; without a winner nobody pays (rules HK-S03)."""
    if not request.options["flowers"]:
        refuse(request.hands, range(FLOWER, SEASON + 4), "flowers", "HK-T01")
    win = request.win
    if win is None:
        return Answer(request.system, {}, Payments())
    view = View(request, request.hands[win.seat])
    found = [_sheet(view, read) for read in _readings(view)]
    if not found:
        raise Illegal("the winner's tiles are neither four sets and a pair nor the thirteen"
                      " orphans", "HK-H01")  # fmt: skip
    best, reaches = max(found, key=lambda each: (each[0].value, each[0].doubles_total))
    if reaches < request.options["minimum"]:
        raise Illegal(f"the hand has {reaches} faan, and {request.options['minimum']} are needed"
                      " to win", "HK-H02")  # fmt: skip
    paid = winner_paid(best.value, win.seat, win.giver, request.rules.settlement)
    return Answer(request.system, {win.seat: best}, paid)


def _readings(view: View) -> Iterator[Read]:
    yield from view.readings()
    if not view.hand.melds and is_wonders(view.counts):
        yield (), ()


def _sheet(view: View, read: Read) -> tuple[Sheet, int]:
    """A reading's sheet, and the faan that help to reach the minimum."""
    view.read(*read)
    counted, limit = view.request.tables, view.options["limit"]
    faan: dict[str, int] = {}
    for name in ("hand", "winning") if read[0] else ("winning",):
        itemise(counted[name], view, faan)
    reaches = sum(faan.values())
    itemise(counted["flowers"], view, faan)
    limits: dict[str, int] = {}
    itemise(counted["limits"], view, limits)
    total = sum(faan.values())
    top = max(limits.values(), default=0) * (limit or BOOK.limit or 0)
    sheet = Sheet([], sorted(faan.items()))
    sheet.reading = read if read[0] else None
    sheet.value = base_points(max(total, top), limit, view.options["table"])
    if limits and (limit is not None or top >= total):
        sheet.fix(sheet.value, limits)
    elif limit is not None and total > limit:
        sheet.fix(sheet.value, ("HK-L10",))
    return sheet, max(top, total if view.options["minimum_with_flowers"] else reaches)


def base_points(faan: int, limit: int | None, table: str) -> int:
    """What so many faan are worth: in steps, or doubled with each from the third on."""
    counted = faan if limit is None else min(faan, limit)
    if table == "doubling":
        return 1 << max(counted - FIRST, 0)
    return next(points for least, points in STEPS if counted >= least)


def lacks_for(request: Request, seat: int, rule: str) -> list[str] | None:
    """What the winner's hand lacks for faan or a limit hand; None for other rules."""
    row = next((each for each in ROWS if each.id == rule), None)
    if row is None or request.win is None or request.win.seat != seat:
        return None
    view = View(request, request.hands[seat])
    found = []
    for read in _readings(view):
        view.read(*read)
        found.append(lacking(row, view))
    return min(found, key=len) if found else ["the tiles are no winning hand"]
