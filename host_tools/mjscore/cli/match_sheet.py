"""The score sheet as people read it, however narrow their terminal is."""

from collections.abc import Mapping
from typing import NamedTuple

from mjscore.wall import index_of
from mjtable.game import profiles

from ..match.entries import WORDS
from ..match.marker import in_words, shown
from ..match.setup import Setup
from ..match.table import Row, Sheet
from ..match.words import about, bet_shown
from ..tiles import SEATS
from .match_output import GAP, Output, widths_of

WIND, EAST = "wind", "East"
HANDS = ("no", "what", EAST, WIND, "winner", "value")


class Grid(NamedTuple):
    """The sheet's cells: columns of `kept` before those of the people, and lines below rows."""

    kept: tuple[str, ...]
    heads: list[str]
    rows: list[list[str]]
    below: Mapping[int, str]

    def without(self, *heads: str) -> "Grid":
        """The same with fewer columns."""
        stay = [at for at, head in enumerate(self.heads) if head not in heads]
        return Grid(tuple(head for head in self.kept if head not in heads),
                    [self.heads[at] for at in stay],
                    [[row[at] for at in stay] for row in self.rows], self.below)  # fmt: skip

    def width(self) -> int:
        """Of the table, in columns of the terminal."""
        return sum(widths_of([self.heads, *self.rows])) + GAP * (len(self.heads) - 1)


def show(out: Output, sheet: Sheet) -> None:
    """Everybody's running totals, entry by entry, and what comes next."""
    setup, state = sheet.setup, sheet.state
    out.say(f"{setup.name}: {setup.title}" + (", ended" if sheet.ended else ""))
    _grid(out, _cells(out, sheet), setup.people.index(state.seats["E"]))
    start = setup.ledger.start
    laid = setup.ledger.shown({name: start + state.totals[name] for name in setup.people})
    for name, pieces in laid.items():
        _sentence(out, f"{name}: {pieces}")
    _sentence(out, f"Next: {_next(sheet)}.")
    for row in sheet.misfits:
        _sentence(out, f"{row.entry.name} does not fit and counts nothing: {row.problem}")


def _cells(out: Output, sheet: Sheet) -> Grid:
    setup, totals = sheet.setup, sheet.state.totals
    names = setup.people
    rows = [_row(row, names) for row in sheet.rows]
    below = {at: about(row, sheet) for at, row in enumerate(sheet.rows) if about(row, sheet)}
    rows.append(["", "total", *[""] * 4, *(str(totals[name]) for name in names)])
    start = setup.ledger.start
    if start or setup.ledger.pieces:
        rows.append(["", "chips", *[""] * 4, *(str(start + totals[name]) for name in names)])
    grid = Grid(HANDS, [*HANDS, *(_head(out, sheet, name) for name in names)], rows, below)
    return grid if _has_wind(setup) else grid.without(WIND)


def _has_wind(setup: Setup) -> bool:
    return profiles.shows(index_of(setup.profile), profiles.SHOW_WIND)


def _grid(out: Output, grid: Grid, dealer: int) -> None:
    """The table, without East and wind where it is too wide; line under line on a narrow page."""
    for tried in (grid, grid.without(EAST, WIND)):
        if tried.width() <= out.width:
            out.table(tried.heads, tried.rows, len(tried.kept) + dealer, tried.below)
            return
    names = grid.heads[len(grid.kept) :]
    out.pieces(names)
    narrow = grid.without(EAST, WIND)
    for at, row in enumerate(narrow.rows):
        what, points = row[: len(narrow.kept)], row[len(narrow.kept) :]
        out.pieces(filter(None, what))
        if at in grid.below:
            out.pieces(grid.below[at].split(" "), " ", 2)
        heads = (head.removeprefix("● ").removeprefix("* ").rsplit(" (", 1)[0] for head in names)
        out.pieces((f"{head} {cell}" for head, cell in zip(heads, points, strict=True)), indent=2)


def _sentence(out: Output, text: str) -> None:
    out.pieces(text.split(" "), " ")


def _head(out: Output, sheet: Sheet, name: str) -> str:
    """A name with its seat in the next hand; the dealer's stands out."""
    for seat, person in sheet.state.seats.items():
        if person == name:
            mark = ("● " if out.pictures else "* ") if seat == SEATS[0] else ""
            return f"{mark}{name} ({seat})"
    return f"{name} (bets)" if sheet.setup.role == "bettor" else f"{name} (waits)"


def _row(row: Row, names: tuple[str, ...]) -> list[str]:
    hand = row.entry.kind == "hand"
    what = WORDS[row.entry.kind]
    if row.entry.voided or row.problem:
        what += ", void" if row.entry.voided else ", does not fit"
    elif row.entry.edits:
        what += ", edited"
    return [
        row.entry.label,
        what,
        row.before.seats["E"] if hand else "",
        SEATS[row.before.deal.wind] if hand else "",
        row.winner or ("nobody" if hand and row.request else ""),
        "" if row.value is None else str(row.value),
        *(_points(row, name) for name in names),
    ]


def _points(row: Row, name: str) -> str:
    net = row.net.get(name, 0)
    return f"{row.totals[name]} ({net:+})" if net else str(row.totals[name])


def _next(sheet: Sheet) -> str:
    deal = sheet.state.deal
    text = f"{sheet.state.seats['E']} deals; {in_words(shown(deal))}"
    if deal.over:
        text += "; the full game is over"
    if deal.reseat:
        text += "; new seats are diced for first"
    if sheet.state.dice:
        text += f"; dice {' '.join(map(str, sheet.state.dice))}"
    if sheet.state.bet:
        text += "; the bet is cancelled" if bet_shown(sheet.state) else "; a bet is placed"
    return text
