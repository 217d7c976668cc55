"""The match as people see it: the standing entries folded over seats, deal and totals.

Pure: the same entries and the same scorer give the same sheet. An entry that does not fit where it
now stands pays nothing and carries the reason in `problem`; a hand still moves the deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import ScoreError
from . import asked, play
from .asked import Score
from .deal import advance
from .entries import Entry, Standing
from .setup import ROTATING, Setup
from .state import State, begin, rises


@dataclass(frozen=True)
class Row:
    """An entry, where the match stood before it, and what came of it."""

    entry: Entry
    before: State
    totals: Mapping[str, int]
    net: Mapping[str, int] = field(default_factory=dict)
    request: Mapping[str, Any] | None = None
    answer: Mapping[str, Any] | None = None
    problem: ScoreError | None = None

    @property
    def winner(self) -> str | None:
        """Who won the hand, by name."""
        return self.before.seats.get(self._won_by)

    @property
    def value(self) -> int | None:
        """What the winning hand was worth."""
        hands = (self.answer or {}).get("hands") or {}
        won = hands.get(self._won_by)
        return won["value"] if won else None

    @property
    def _won_by(self) -> str:
        win = (self.request or {}).get("win")
        return str(win.get("seat")) if isinstance(win, Mapping) else ""


@dataclass(frozen=True)
class Sheet:
    """All rows, and where the match stands now."""

    setup: Setup
    rows: tuple[Row, ...]
    state: State
    ended: bool

    @property
    def misfits(self) -> tuple[Row, ...]:
        """Rows that people have to edit or void."""
        return tuple(row for row in self.rows if row.problem is not None)


def fold(match: Standing, score: Score) -> Sheet:
    """Everything from the beginning."""
    state = begin(match.setup)
    rows = []
    for entry in match.entries:
        row, state = step(match.setup, state, entry, score)
        rows.append(row)
    return Sheet(match.setup, tuple(rows), state, match.ended)


def step(setup: Setup, state: State, entry: Entry, score: Score) -> tuple[Row, State]:
    """One entry: its row, and the state behind it."""
    if entry.voided:
        return Row(entry, state, state.totals), state
    try:
        result = play.PLAYED[entry.kind](setup, state, entry, score)
    except ScoreError as problem:
        row = Row(entry, state, state.totals, problem=problem)
        return row, _moved_on(setup, state, entry)
    totals = {name: points + result.net.get(name, 0) for name, points in state.totals.items()}
    after = replace(result.state, totals=totals)
    net = {name: result.net[name] for name in setup.people if name in result.net}
    row = Row(entry, state, totals, net, result.request, result.answer)
    return row, _moved_on(setup, after, entry)


def _moved_on(setup: Setup, state: State, entry: Entry) -> State:
    """Deal, bet and rotating fifth behind a hand, also behind one that does not fit."""
    if entry.kind != "hand":
        return state
    winner = asked.winner_of(state, entry)
    deal = advance(state.deal, winner, bool(entry.body.get("over")))
    after = replace(state, deal=deal, dice=(), events=())
    if deal != state.deal:  # a new wall in SHOP-A goes on with the same game (SA-Q07)
        after = replace(after, bet=None, bet_shown=False)
    if setup.role == ROTATING and deal.dealer != state.deal.dealer:
        return rises(after, state.deal.dealer)
    return after
