"""A match at work: reads the file, folds it, and stores what people confirm.

Every verb first works out what it would come to, refuses what does not fit, then commits, and only
then returns: what was returned is on the disk.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import ScoreError
from . import changes, marker, rules, store
from .actions import ENTRIES, checked
from .asked import Score
from .changes import Done
from .entries import Standing, standing
from .repeated import Remembering, same, under
from .seats import carried, moved
from .setup import Setup
from .store import Line, Store
from .table import Row, Sheet, fold


class Match:
    """An open match. `score` answers a request as `mjscore.engine.score` does."""

    def __init__(self, file: Store, score: Score) -> None:
        self._file = file
        self._read()
        self._score = Remembering(rules.scored_by(score, self.setup.rules))
        self.sheet = fold(self.standing, self._score)

    @classmethod
    def begin(cls, path: Path, setup: Setup, score: Score) -> "Match":
        """Begin a match in a new file, once the scorer has looked at the config."""
        asked: dict[str, Any] = {"system": setup.system, "config": setup.config, "win": None,
                                 "events": []}  # fmt: skip
        try:
            rules.scored_by(score, setup.rules)(asked)
        except ScoreError as problem:
            if problem.field.startswith("config"):  # anything else a real hand will have
                raise
        line = Line(1, store.now(), None, setup.as_action())
        return cls(store.create(path, [line]), score)

    @classmethod
    def open(cls, path: Path, score: Score) -> "Match":
        """Go on with a match."""
        return cls(store.open_file(path), score)

    def __enter__(self) -> "Match":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def reload(self) -> Sheet:
        """Read the file again; another program may have gone on with the match."""
        self._read()
        self.sheet = fold(self.standing, self._score)
        return self.sheet

    def _read(self) -> None:
        self._journal: list[Line] = self._file.journal()
        self.standing = standing([line.action for line in self._journal])

    @property
    def journal(self) -> Sequence[Line]:
        """Everything that was ever confirmed."""
        return tuple(self._journal)

    @property
    def setup(self) -> Setup:
        """How the match began."""
        return self.standing.setup

    @property
    def marker(self) -> dict[str, Any]:
        """What the auto-marker should show for the next hand."""
        return marker.shown(self.sheet.state.deal)

    # -- what people enter --------------------------------------------------------------------

    def stored(self, ref: str | None) -> Mapping[str, Any]:
        """The action confirmed under a caller's mark, empty for none."""
        line = under(self._journal, ref)
        return line.action if line else {}

    def seats_for(self, ref: str | None) -> dict[str, str]:
        """Who sits where in the next hand, or sat in the one confirmed under this mark."""
        return dict(self.stored(ref).get("seated") or self.sheet.state.seats)

    def hand(
        self, request: Mapping[str, Any], over: bool = False, ref: str | None = None
    ) -> dict[str, Any]:
        """The action for a hand that was played at today's seats, or is asked for again."""
        action: dict[str, Any] = {"do": "hand", "request": dict(request),
                                  "seated": self.seats_for(ref)}  # fmt: skip
        return action | ({"over": True} if over else {})

    def preview(self, action: Mapping[str, Any]) -> Row | None:
        """What an action would come to; MatchError or ScoreError when it does not fit."""
        return self._try(checked(action))[2]

    def again(self, action: Mapping[str, Any], ref: str | None) -> Done | None:
        """The action as it was confirmed under this mark before, None for a new one."""
        line = under(self._journal, ref)
        if line is None:
            return None
        row = self._row({line.seq, line.action.get("entry")})
        same(line, action, row.entry.name if row else "")
        return Done(action, row, again=True)

    def do(self, action: Mapping[str, Any], ref: str | None = None) -> Done:
        """Confirm an action: back only once it is on the disk.

        With `ref`, a mark of the caller's own, the same action is never stored twice: a caller
        that was killed before it heard of the confirmation asks again with the same mark.
        """
        action = checked(action)
        if done := self.again(action, ref):
            return done
        after, sheet, row = self._try(action)
        self._journal.append(self._file.append(action, len(self._journal), ref))
        before = self.sheet
        self.standing, self.sheet = after, sheet
        own = row.entry.seq if row else None
        quiet = action["do"] in ENTRIES or after.setup.people != before.setup.people
        told = [] if quiet else changes.between(before, sheet, own)  # a new name changes no result
        return Done(action, row, tuple(told))

    def edit(self, label: str, to: Mapping[str, Any]) -> dict[str, Any]:
        """The action that puts another content into an entry; a hand keeps its people."""
        if to.get("do") == "hand":
            to = dict(to) | {"seated": self.seats_of(label)}
        return {"do": "edit", "entry": self.standing.find(label).seq, "to": dict(to)}

    def seats_of(self, label: str) -> dict[str, str]:
        """Who sits where in an entry, as the match stands now."""
        seq = self.standing.find(label).seq
        return next(row.before.seats for row in self.sheet.rows if row.entry.seq == seq)

    def request_of(self, label: str) -> dict[str, Any]:
        """The request of a hand as people entered it, at the seats of today."""
        entry = self.standing.find(label)
        seat = moved(entry.body["seated"], self.seats_of(label), entry.name)
        return carried(entry.body["request"], seat)

    def void(self, label: str) -> dict[str, Any]:
        """The action that lets an entry count nothing."""
        return {"do": "void", "entry": self.standing.find(label).seq}

    def restore(self, label: str) -> dict[str, Any]:
        """The action that lets a voided entry count again."""
        return {"do": "restore", "entry": self.standing.find(label).seq}

    # -- the marker at a table ----------------------------------------------------------------

    def marker_set(self, uid: str) -> dict[str, Any] | None:
        """What the match last saw agreed at the table with this serial number."""
        return self._file.marker_set(uid)

    def remember_marker(self, uid: str, fields: Mapping[str, Any]) -> None:
        """Keep what the table's marker shows now, in agreement with the match."""
        self._file.remember_marker(uid, marker.checked(fields))

    # -- inside -------------------------------------------------------------------------------

    def _try(self, action: dict[str, Any]) -> tuple[Standing, Sheet, Row | None]:
        """The match with the action in it, and the row the action is about."""
        after = standing([*(line.action for line in self._journal), action])
        sheet = fold(after, self._score)
        own = {len(self._journal) + 1, action.get("entry")}
        row = next((row for row in sheet.rows if row.entry.seq in own), None)
        if row is not None and row.problem is not None and action["do"] in (*ENTRIES, "edit"):
            raise row.problem
        return after, sheet, row

    def _row(self, seqs: set[int | None]) -> Row | None:
        return next((row for row in self.sheet.rows if row.entry.seq in seqs), None)
