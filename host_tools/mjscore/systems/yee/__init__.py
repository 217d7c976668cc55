"""YEE: a start value and extra points, paid by one or by all (rules chapter 6, document 002)."""

from typing import Any

from mjscore.classical import valued
from mjscore.errors import bad, nearest, shown
from mjscore.hand import SEVEN_FLOWERS, Request, Win
from mjscore.options import REFUSED, Option, flag
from mjscore.rows import Compiled, itemise, lacking
from mjscore.ruleset import RuleSet
from mjscore.settle import Payments, winner_paid
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.systems.yee import extras, flowers
from mjscore.systems.yee.readings import readings
from mjscore.systems.yee.starts import STARTS
from mjscore.tiles import INDEX, KINDS, SEATS
from mjscore.view import View


def _tile_of_the_day(value: Any) -> Any:
    if value is None:
        return None
    tile = INDEX.get(value, KINDS) if isinstance(value, str) else KINDS
    return tile if tile < KINDS else REFUSED


def _beginners(value: Any) -> Any:
    """Seats of the beginners: named, or all or none of them."""
    if isinstance(value, bool):
        return (0, 1, 2, 3) if value else ()
    if not isinstance(value, list) or not all(
        isinstance(seat, str) and len(seat) == 1 and seat in SEATS for seat in value
    ):
        return REFUSED
    return tuple(sorted({SEATS.index(seat) for seat in value}))


OPTIONS = (
    flag("dealer_extra_on_self_draw", False, "YEE-Q09"),
    Option("beginners", (), _beginners, "must be a list of seats, or true or false", "YEE-Q10"),
    Option("tile_of_the_day", None, _tile_of_the_day,
           "must be the code of a suit tile, wind or dragon, or null", "YEE-E17"),
)  # fmt: skip
ROWS = (*STARTS, *extras.OF_THE_HAND, *extras.OF_THE_WIN, *extras.DOUBLES)
SETS = ()  # no set has points of its own
OTHERS = (  # computed here, and not by a row
    flowers.RULE, "YEE-F06", "YEE-S01", "YEE-S02", "YEE-S03", "YEE-T08", "YEE-X03",
)  # fmt: skip
IDS = frozenset([row.id for row in ROWS] + list(OTHERS))
_NAMES = (*SEVEN_FLOWERS, *(row.id for row in STARTS))


def tables(book: RuleSet) -> dict[str, Compiled]:
    """What a rule set of this system counts."""
    rows = {"start": STARTS, "hand": extras.OF_THE_HAND, "win": extras.OF_THE_WIN,
            "double": extras.DOUBLES}  # fmt: skip
    return {name: valued(book, each) for name, each in rows.items()}


def score(request: Request) -> Answer:
    """The answer to a request; without a winner nobody pays (rules YEE-T08)."""
    win = request.win
    if win is None:
        return Answer(request.system, {}, Payments())
    hand = request.hands[win.seat]
    if hand.dead:
        raise Illegal("a hand with a wrong number of tiles cannot win", "YEE-X03")
    if _special(win, hand.special) in SEVEN_FLOWERS:
        return flowers.answer(request)
    sheet = _best(View(request, hand)) if win.tile >= 0 else None
    if sheet is None:
        if flowers.held(hand) == flowers.FLOWERS and win.giver is None:
            return flowers.answer(request)  # that alone can be what was won with
        raise Illegal(
            "the winner's tiles are neither four sets and a pair, nor seven pairs, nor the"
            " thirteen wonders" + (", the last two without melds" if hand.melds else ""),
            "YEE-F06",
        )
    return Answer(request.system, {win.seat: sheet}, _paid(request, win, sheet.value))


def _special(win: Win, of_hand: str | None) -> str | None:
    """The named special win; a start value that the tiles show need not be named."""
    name = win.special or of_hand
    if name is not None and name not in _NAMES:
        bad(f"there is no special win {shown(name)}{nearest(name, SEVEN_FLOWERS)}",
            "win.special" if win.special else f"players.{SEATS[win.seat]}.special",
            flowers.RULE)  # fmt: skip
    return name


def _best(view: View) -> Sheet | None:
    """The sheet with the best total over all readings and start values (ENG-06, YEE-Q04)."""
    tables = view.request.tables
    best: Sheet | None = None
    won: dict[str, int] | None = None
    for read in readings(view):
        view.read(*read)
        if won is None:
            won = {}
            itemise(tables["win"], view, won)
        found = dict(won)
        itemise(tables["hand"], view, found)
        begun: dict[str, int] = {}
        itemise(tables["start"], view, begun)
        for start, points in begun.items():
            lines = [each for each in found.items() if extras.added(each[0], start)]
            total = points + sum(amount for _, amount in lines)
            if best is None or total > best.points:
                best = _sheet(view, [(start, points), *sorted(lines)])
                best.reading = read if view.sets or len(read[1]) > 1 else None
    return best


def lacks_for(request: Request, seat: int, rule: str) -> list[str] | None:
    """What the winner's hand lacks for a start value or an extra; None for other rules."""
    row = next((each for each in ROWS if each.id == rule), None)
    win = request.win
    if row is None or win is None or win.seat != seat or win.tile < 0:
        return None
    view = View(request, request.hands[seat])
    found: list[list[str]] = []
    for read in readings(view):
        view.read(*read)
        found.append(lacking(row, view))
    if not found:
        return ["the tiles are no winning hand"]
    best = _best(view)
    if best is not None and not min(found, key=len):
        start = best.lines[0][0]
        if rule in extras.NOT_WITH or rule in extras.ONLY_WITH:
            return [f"the best total begins with {start}, to which it is not added"]
        return [f"the hand would fulfil it, but {start} gives the better total"]
    return min(found, key=len)


def _sheet(view: View, lines: list[tuple[str, int]]) -> Sheet:
    doubles: dict[str, int] = {}
    itemise(view.request.tables["double"], view, doubles)
    return Sheet(lines, list(doubles.items()))


def _paid(request: Request, win: Win, total: int) -> Payments:
    """Who gave the tile pays alone, else everybody (rules YEE-S01, YEE-S02, YEE-Q19)."""
    return winner_paid(total, win.seat, win.giver, request.rules.settlement)
