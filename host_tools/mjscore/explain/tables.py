"""What the tables of a system say about a rule that did not count: needs, nearest set or hand."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from mjscore.explain.nearest import NEAREST, no_set, tile_codes
from mjscore.hand import Hand, Request
from mjscore.rows import Row, lacking
from mjscore.rulebook import Rule
from mjscore.systems import game
from mjscore.view import View


def of_system(
    request: Request,
    answer: dict[str, Any],
    place: int,
    wanted: Rule,
    sheet: dict[str, Any] | None,
) -> list[str] | None:
    """What the system's card, readings or tables say."""
    system = import_module(f"mjscore.systems.{game(request.system).module}")
    if request.system == "SHOP-A":  # a card in place of tables
        told: list[str] | None = system.lacks_for(request, place, wanted.id)
        return told if told or told is None or answer["legal"] else [answer["reason"]]
    view = _view(system, request, request.hands[place])
    view.scored = _other_points(sheet)
    absent = NEAREST[wanted.id](view) if wanted.id in NEAREST else []
    if absent:
        return [f"{_count(absent)} missing: {tile_codes(absent)}"]
    own = getattr(system, "lacks_for", None)  # YEE has readings of its own
    found: list[str] | None = own(request, place, wanted.id) if own else None
    if found is None:
        found = _of_tables(system, view, wanted)
    if found or found is None or wanted.kind == "hand":
        return found
    return [answer["reason"] if not answer["legal"] else "another reading or rule is worth more"]


def _of_tables(system: Any, view: View, wanted: Rule) -> list[str] | None:
    """What the tables of the system say: a set's row, a special hand, or a row's needs."""
    for row in system.SETS:
        if row[0] == wanted.id:
            return no_set(view, _reads(view), *row[2:])
    if hasattr(system, "lacks") and wanted.kind == "limit":
        return list(system.lacks(wanted.id, view))
    for row in system.ROWS:
        if row.id == wanted.id:
            return _least(row, view)
    return None


def _least(row: Row, view: View) -> list[str]:
    """What is lacking in the reading that comes nearest to the row."""
    best: list[str] | None = None
    for read in _reads(view):
        view.read(*read)
        now = lacking(row, view)
        if best is None or len(now) < len(best):
            best = now
    return ["the tiles are not four sets and a pair"] if best is None else best


def _reads(view: View) -> Iterable[Any]:
    if view.winner:
        return view.readings()
    kong_held = view.request.system == "HANDS" or view.options.get("undeclared_kong_scores")
    return [view.declared_and_held(bool(kong_held))]  # rules MH-Q21, SB-Q14


def _view(system: Any, request: Request, hand: Hand) -> View:
    counting = getattr(system, "counting", None)  # HANDS pays some tiles at once instead
    view = View(request, hand, counting(hand.bonus, hand.own_zoo) if counting else None)
    view.look()
    return view


def _other_points(sheet: dict[str, Any] | None) -> int:
    """Points beside the basal score and the extras, as rule SB-P33 asks."""
    lines = sheet["lines"] if sheet is not None else []
    return sum(amount for id, amount in lines if id != "SB-P20" and not id.startswith("SB-P3"))


def _count(tiles: list[int]) -> str:
    return "1 tile is" if len(tiles) == 1 else f"{len(tiles)} tiles are"
