"""The classical way to score, shared by SHOP-B, MJG, HANDS and LASFS.

Every set and pair has points, rows add points and doubles, all read their best hand (ENG-06) and
settle classically (ENG-11). A system is one table of each kind.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from mjscore.hand import CHOW, Request
from mjscore.rows import Amounts, Both, Compiled, Row, compiled, count, joined
from mjscore.ruleset import RuleSet
from mjscore.settle import classical
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.tiles import KINDS
from mjscore.view import Read, View

IDS = ("ENG-06",)  # rules computed here
# id, points, kind, on the table, for which tiles
SetRow = tuple[str, int, int, bool, Callable[[int], bool]]
SetPoints = tuple[tuple[tuple[str, int], ...], ...]  # by 2 * kind + open, then by tile


def both_columns(
    rows: Iterable[tuple[str, str, int, object, str]], classes: Sequence[object], book: RuleSet
) -> tuple[SetRow, ...]:
    """Rows of pungs and kongs, on the table and in the hand, with the points of the rule set.

    A row is (rule on the table, rule in the hand, kind, class, name of the points); `classes`
    tells the class of each of the 34 kinds.
    """
    return tuple(
        (rule, book.set_points(rule, name, is_open), kind, is_open,
         lambda tile, of=of: classes[tile] == of)
        for on_table, in_hand, kind, of, name in rows
        for rule, is_open in ((on_table, True), (in_hand, False))
    )  # fmt: skip


def set_points(rows: Iterable[SetRow]) -> SetPoints:
    """The table of pungs and kongs from rows (id, points, kind, open, which tiles)."""
    table = [[("", 0)] * KINDS for _ in range(6)]
    for rule, points, kind, is_open, of in rows:
        for tile in range(KINDS):
            if of(tile):
                table[2 * kind + is_open][tile] = (rule, points)
    return tuple(tuple(row) for row in table)


class Tables(NamedTuple):
    """What one system counts: of a loser's hand, and of the winner's."""

    sets: SetPoints
    lost: Both
    won: Both
    more: dict[str, Compiled]  # what one system counts apart, by its own names


def tables_of(
    book: RuleSet, sets: Iterable[SetRow], *rows: Iterable[Row], **more: Iterable[Row]
) -> Tables:
    """The tables of a rule set, valued as it says.

    `rows`: points of all hands, points of the winner's, doubles of all, doubles of the winner's.
    """
    apart = {name: valued(book, each) for name, each in more.items()}
    points, points_won, doubles, doubles_won = [_worth(book, each) for each in rows]
    won = joined(points + points_won, doubles + doubles_won)
    return Tables(set_points(sets), joined(points, doubles), won, apart)


def valued(book: RuleSet, rows: Iterable[Row]) -> Compiled:
    """Rows ready to be counted, each worth what the rule set says."""
    return compiled(_worth(book, rows))


def _worth(book: RuleSet, rows: Iterable[Row]) -> list[Row]:
    return [row._replace(amount=book.amount(row.id)) for row in rows]


def itemised(view: View) -> tuple[Amounts, Amounts]:
    """Points and doubles by rule id of the reading that `view` shows."""
    table: Tables = view.request.tables
    points: Amounts = {}
    for one in view.sets:
        if one.kind != CHOW:
            rule, amount = table.sets[2 * one.kind + one.open][one.tile]
            points[rule] = points.get(rule, 0) + amount
    doubles: Amounts = {}
    for first, of_points, of_doubles in table.won if view.winner else table.lost:
        if first is None or first(view):
            if of_points:
                count(of_points, view, points)
            if of_doubles:
                count(of_doubles, view, doubles)
    return points, doubles


def sheet(points: Amounts, doubles: Amounts) -> Sheet:
    """A seat's sheet; ids sort as the rules are ordered."""
    return Sheet(sorted(points.items()), sorted(doubles.items()) if doubles else [])


def best(view: View, score: Callable[[View], Sheet], reads: Iterable[Read]) -> Sheet | None:
    """The sheet of the reading with the highest value, then points; None without a reading."""
    chosen: Sheet | None = None
    for read in reads:
        view.read(*read)
        now = score(view)
        if chosen is None or now.rank > chosen.rank:
            chosen, seen = now, read
    if chosen is not None:
        chosen.reading = seen
    return chosen


def score_hands(
    request: Request,
    score: Callable[[View], Sheet],
    rule: str,
    kong_held: bool = False,
    fixed: Mapping[int, Sheet | None] | None = None,
) -> Answer:
    """All four hands by `score`, settled classically (ENG-11).

    Illegal, under `rule`, when the winner's tiles are no sets and a pair; `kong_held` as in
    `View.declared_and_held`; `fixed` holds the sheets of seats whose value is given.
    """
    given = dict(fixed) if fixed else {}
    win = request.win
    winner, giver = (None, None) if win is None else (win.seat, win.giver)
    if winner is not None and given.get(winner) is None:  # first: it may be illegal
        view = View(request, request.hands[winner])
        given[winner] = best(view, score, view.readings())
        if given[winner] is None:
            raise Illegal("the winner's tiles are not four sets and a pair", rule)
    sheets: dict[int, Sheet] = {}
    for hand in request.hands:
        found = given.get(hand.seat)
        if found is None:
            view = View(request, hand)
            view.read(*view.declared_and_held(kong_held))
            found = score(view)
        sheets[hand.seat] = found
    values = [found.value for found in sheets.values()]
    payments = classical(values, winner, request.rules.settlement, giver)
    return Answer(request.system, sheets, payments)
