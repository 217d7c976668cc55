"""LASFS: the codification with limit hands and the dead round (rules chapter 8, document 004)."""

from mjscore.classical import Tables, itemised, score_hands, sheet
from mjscore.hand import Request, Win
from mjscore.options import whole
from mjscore.rows import itemise
from mjscore.ruleset import RuleSet
from mjscore.settle import Payments
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.systems.lasfs import limits, rows
from mjscore.systems.lasfs.limits import LIMIT
from mjscore.tiles import HONOUR, SUITS
from mjscore.view import View

_RULE = "LASFS-P10"  # Mah Jongg: four sets and a pair
OPTIONS = (whole("limit", LIMIT, 2, "LASFS-L00", "nothing is cut"),)
ROWS = (*rows.ROWS, *limits.ROWS)
SETS = rows.SETS
OTHERS = (  # computed here or by what is shared, and not by a row
    "LASFS-L00", "LASFS-S01", "LASFS-S02", "LASFS-S03", "LASFS-S04", "LASFS-T04", "LASFS-X02",
    "LASFS-X05",
)  # fmt: skip
IDS = frozenset([row.id for row in ROWS] + [row[0] for row in SETS] + list(OTHERS))


def tables(book: RuleSet) -> Tables:
    """What a rule set of this system counts."""
    return rows.tables(book, won=limits.LIMIT_HANDS, early=limits.EARLY,
                       irregular=limits.IRREGULAR)  # fmt: skip


def _worth(view: View, found: dict[str, int]) -> int:
    """What limit hands are worth, `found` saying how many times the limit."""
    return max(found.values()) * int(view.options["limit"] or LIMIT)


def score(request: Request) -> Answer:
    """The answer to a request; without a winner all six pairs settle (rules LASFS-S04).

    A request without any hand tells only events: then nothing is scored.
    """
    win = request.win
    if win is None and not any(hand.concealed or hand.melds for hand in request.hands):
        return Answer(request.system, {}, Payments())
    if win is not None and request.hands[win.seat].dead:
        raise Illegal("a hand spoilt by a false claim cannot go out", "LASFS-X02")
    try:
        return score_hands(request, _sheet, _RULE, fixed=_sons(request, win) if win else None)
    except Illegal as why:
        special = _irregular(request)
        if special is None:
            raise why
    return score_hands(request, _sheet, _RULE, fixed=special)


def _sons(request: Request, win: Win) -> dict[int, Sheet | None] | None:
    """The winner's sheet for nine united sons, whose pungs are itemised however they are read."""
    hand = request.hands[win.seat]
    if hand.traits(win.tile) & (SUITS | HONOUR) not in (1, 2, 4):  # most hands
        return None
    view = View(request, hand)
    if not limits.nine_united_sons(view):
        return None
    laid = limits.read_sons(view)
    result = _sheet(view)
    result.reading = laid
    return {view.seat: result}


def _irregular(request: Request) -> dict[int, Sheet | None] | None:
    """The winner's sheet for a limit hand that is no sets and a pair; nothing is itemised."""
    assert request.win is not None
    view = View(request, request.hands[request.win.seat])
    found: dict[str, int] = {}
    more = request.tables.more
    itemise(more["irregular"], view, found)
    if not found:
        return None
    itemise(more["early"], view, found)
    return {view.seat: Sheet.special(_worth(view, found), *sorted(found))}


def _sheet(view: View) -> Sheet:
    """Points, doubles, then the limit, which a limit hand reaches in any case."""
    result = sheet(*itemised(view))
    limit = view.options["limit"]
    if view.winner:
        found: dict[str, int] = {}
        itemise(view.request.tables.more["won"], view, found)
        if found and (limit is not None or result.value < _worth(view, found)):
            result.fix(_worth(view, found), found)
            return result
    result.cap(limit, "LASFS-L00")
    return result
