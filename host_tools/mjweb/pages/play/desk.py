"""What phones ask of matches, one after another: look, tap, confirm, undo, change an earlier hand.

Everything is read from the disk each time and is on the disk before it is answered: any number of
phones, a terminal beside them, and a killed server see and lose nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjscore.engine import score
from mjscore.entry import draft as drafting
from mjscore.entry import taps, told
from mjscore.entry.draft import Draft, Table
from mjscore.errors import ScoreError
from mjscore.match import folder, setup
from mjscore.match.errors import MatchError
from mjscore.match.game import Match
from mjscore.match.table import Row

from . import kept
from .kept import Drafts

Thrown = tuple[int, list[int]]
"""The dice of the table: number of the event that told them, pips."""


class GoneError(ScoreError):
    """What was asked for is about a hand that is confirmed, or entered elsewhere, already."""


@dataclass
class Sitting:
    """A match as one request finds it."""

    match: Match
    drafts: Drafts
    path: Path
    notice: str = ""

    @property
    def draft(self) -> Draft:
        """The hand that taps go to."""
        return self.drafts.now

    @property
    def number(self) -> int:
        """Of the hand that comes next."""
        return 1 + sum(row.entry.kind == "hand" for row in self.match.sheet.rows)

    @property
    def lines(self) -> str:
        """How far the match has come: another number, and something was entered meanwhile."""
        return str(len(self.match.journal))

    @property
    def table(self) -> Table:
        """Who sits where in the hand that taps go to."""
        label = self.draft.label
        seats = self.match.seats_of(label) if label else self.match.sheet.state.seats
        return self.at(seats)

    def at(self, seats: Mapping[str, str]) -> Table:
        """The table with these people at it."""
        setup = self.match.setup
        options = {**setup.played.options, **setup.config}  # of a club's rules, of this match
        return drafting.table(seats, setup.system, setup.profile, options)

    def action(self) -> dict[str, Any]:
        """The hand as an action of the match; ScoreError with what is missing."""
        request = told.request(self.table, self.draft)
        if not self.draft.label:
            return self.match.hand(request)
        over = self.match.standing.find(self.draft.label).body.get("over")
        to = {"do": "hand", "request": request} | ({"over": True} if over else {})
        return self.match.edit(self.draft.label, to)

    def keep(self) -> None:
        """Put the drafts on the disk."""
        kept.store(kept.beside(self.path), self.drafts)


class Desk:
    """One for a server. `thrown` tells the dice that the table shows."""

    def __init__(self, thrown: Callable[[], Thrown] = lambda: (-1, [])) -> None:
        self._lock = threading.Lock()
        self._thrown = thrown

    def begin(self, name: str, profile: str, players: list[str]) -> None:
        """Begin a match."""
        new = setup.checked(name, profile, players)
        with self._lock:
            Match.begin(folder.path_of(name), new, score).close()

    def names(self) -> list[str]:
        """The matches there are."""
        return [path.stem for path in folder.matches()]

    @contextmanager
    def at(self, name: str) -> Iterator[Sitting]:
        """The match called so, for one request."""
        path = folder.existing(name)
        with self._lock, Match.open(path, score) as match:
            sitting = Sitting(match, kept.load(kept.beside(path), drafting.begun(0)), path)
            self._caught_up(sitting)
            yield sitting

    def _caught_up(self, now: Sitting) -> None:
        """Bring the draft to where the match stands: confirmed hands, new seats, thrown dice."""
        drafts, before = now.drafts, now.drafts.as_json()
        if drafts.hand.number == 0 or now.match.stored(drafts.hand.id):
            event, _ = self._thrown()
            drafts.seen = drafts.seen if drafts.hand.number == 0 else event
            drafts.hand = drafting.begun(now.number)
        if not drafts.hand.taps or drafts.hand.number > now.number:  # or hands were taken back
            drafts.hand.number = now.number
        if drafts.edit and (now.match.stored(drafts.edit.id) or not _there(now, drafts.edit)):
            drafts.edit = None
        drafting.fitted(now.draft, now.table)
        event, pips = self._thrown()
        if event > drafts.seen and pips:
            drafts.hand.dice, drafts.seen = list(pips), event
        if drafts.as_json() != before:
            now.keep()

    def tap(self, now: Sitting, mark: str, word: str) -> None:
        """One tap on the hand with this mark."""
        self._is(now, mark)
        now.drafts.put(taps.tapped(now.table, now.draft, word))
        now.keep()

    def confirm(self, now: Sitting, mark: str) -> Row | None:
        """Store the hand: once, whoever confirms it and how often."""
        self._is(now, mark)
        draft = now.draft
        if not draft.label and draft.number != now.number:
            before, draft.number = draft.number, now.number
            now.keep()
            raise GoneError(f"hand {before} was entered meanwhile by another program; what was "
                            f"tapped here is kept, as hand {draft.number}: look whether it is")
        done = now.match.do(now.action(), draft.id)
        self._caught_up(now)
        return done.row

    def enter(self, now: Sitting, action: Mapping[str, Any], mark: str,
              lines: str) -> Row | None:
        """Store something else than a hand: once, however often this mark comes, and only
        while the match is what the form was shown for."""
        if lines != now.lines and not now.match.stored(mark):
            raise GoneError("the match has changed meanwhile, so nothing was stored: look whether "
                            "this is still to be entered, and enter it anew")
        done = now.match.do(action, mark)
        self._caught_up(now)
        return done.row

    def undo(self, now: Sitting, lines: str) -> None:
        """Take the last action back, the one that the phone has shown."""
        if lines != now.lines:
            raise GoneError("the match has changed meanwhile, so nothing was taken back")
        now.match.do({"do": "undo"})
        self._caught_up(now)

    def edit(self, now: Sitting, label: str) -> None:
        """Change parts of an earlier hand; what is tapped of the next one waits."""
        found = now.match.standing.find(label)
        if found.kind != "hand":
            raise MatchError(f"{found.name} is no hand", "entry")
        seats = now.match.seats_of(found.label)
        request = now.match.request_of(found.label)
        now.drafts.edit = told.again(now.at(seats), int(found.label), found.label, request)
        now.keep()

    def leave(self, now: Sitting) -> None:
        """Change nothing of the earlier hand after all."""
        now.drafts.edit = None
        now.keep()

    def _is(self, now: Sitting, mark: str) -> None:
        """Refuse what is about another hand than the one that is entered now."""
        if mark == now.draft.id:
            return
        if any(line.ref == mark for line in now.match.journal):
            name = _name(now, mark)
            raise GoneError(f"{name} is confirmed already; nothing was stored a second time")
        raise GoneError("another phone has begun another hand meanwhile; here it is")


def _name(now: Sitting, mark: str) -> str:
    line = next(line for line in now.match.journal if line.ref == mark)
    seqs: Mapping[int, str] = {row.entry.seq: row.entry.name for row in now.match.sheet.rows}
    return seqs.get(line.action.get("entry", line.seq), "this hand")


def _there(now: Sitting, edit: Draft) -> bool:
    return any(row.entry.label == edit.label and row.entry.kind == "hand"
               for row in now.match.sheet.rows)  # fmt: skip
