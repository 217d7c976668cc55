"""What stands of the journal: undo and redo carried out, edits and voids laid over the entries.

Nothing is ever taken out of the journal; undoing a hand only stops it from standing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from . import rename
from . import setup as setups
from .actions import ENTRIES
from .errors import MatchError
from .setup import Setup

Action = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """One line of the match. `seq` is the journal's number of the action that made it.

    `label` is what people call it: a hand's number, `7.1` for the first thing after hand 7.
    """

    seq: int
    label: str
    kind: str
    body: Action
    voided: bool = False
    edits: int = 0

    @property
    def name(self) -> str:
        """`hand 7`, `payment 7.1`."""
        return f"{WORDS[self.kind]} {self.label}"


WORDS = {
    "hand": "hand",
    "penalty": "penalty",
    "pay": "payment",
    "sit": "change of players",
    "seats": "seating",
    "rounds": "length of the game",
    "bet": "bet",
    "dice": "dice",
    "marker": "marker",
}


@dataclass
class Standing:
    """The match as its journal leaves it: setup, entries in their order, whether it is ended."""

    setup: Setup
    entries: list[Entry] = field(default_factory=list)
    ended: bool = False
    undoable: tuple[int, Action] | None = None
    redoable: tuple[int, Action] | None = None

    def find(self, label: str) -> Entry:
        """The entry people call so; `hand 7` and `7` are the same."""
        words = str(label).split()
        for entry in self.entries:
            if (
                words
                and entry.label == words[-1]
                and words[:-1] in ([], WORDS[entry.kind].split())
            ):
                return entry
        last = f"; the last is {self.entries[-1].name}" if self.entries else "; there is none yet"
        raise MatchError(f"there is no entry {label}{last}", "entry")


def standing(journal: Sequence[Action]) -> Standing:
    """Read a journal, its first action being the setup; actions are numbered from 1."""
    if not journal:
        raise MatchError("a match begins with its setup", "journal.1")
    done, undone = _carried_out(journal)
    found = Standing(setups.read(journal[0]))
    for seq, action in done:
        _apply(found, seq, action)
    found.entries = _labelled(found.entries)
    found.undoable = done[-1] if done else None
    found.redoable = undone[-1] if undone else None
    return found


def _carried_out(journal: Sequence[Action]) -> tuple[list[Any], list[Any]]:
    """Actions that count, and those that could be done again, the next one last."""
    done: list[tuple[int, Action]] = []
    undone: list[tuple[int, Action]] = []
    for seq, action in enumerate(journal[1:], 2):
        source, target = (done, undone) if action["do"] == "undo" else (undone, done)
        if action["do"] in ("undo", "redo"):
            if not source:
                raise MatchError(f"there is nothing to {action['do']}", action["do"])
            target.append(source.pop())
        else:
            done.append((seq, action))
            undone.clear()
    return done, undone


def _apply(found: Standing, seq: int, action: Action) -> None:
    kind = action["do"]
    if kind in ("end", "resume"):
        if found.ended == (kind == "end"):
            raise MatchError(f"the match is {'already' if found.ended else 'not'} ended", kind)
        found.ended = kind == "end"
    elif kind in ENTRIES:
        if found.ended:
            raise MatchError("the match is ended; resume it first", kind)
        found.entries.append(Entry(seq, "", kind, action))
    elif kind == "rename":
        to = rename.mapping(*rename.checked(found.setup, action["old"], action["new"]))
        found.setup = rename.of_setup(found.setup, to)
        found.entries = [replace(each, body=rename.of_body(each.body, to))
                         for each in found.entries]  # fmt: skip
    else:
        index = _index(found.entries, action["entry"])
        found.entries[index] = _changed(found.entries[index], action)


def _index(entries: list[Entry], seq: int) -> int:
    for index, entry in enumerate(entries):
        if entry.seq == seq:
            return index
    raise MatchError(f"there is no entry of journal line {seq}", "entry")


def _changed(entry: Entry, action: Action) -> Entry:
    if action["do"] == "edit":
        if action["to"]["do"] != entry.kind:
            raise MatchError(
                f"a {WORDS[entry.kind]} cannot become a {WORDS[action['to']['do']]}; void it and "
                "enter the other", "entry")  # fmt: skip
        return replace(entry, body=action["to"], edits=entry.edits + 1)
    wanted = action["do"] == "void"
    if entry.voided == wanted:
        raise MatchError(f"the entry is {'already' if wanted else 'not'} void", "entry")
    return replace(entry, voided=wanted)


def _labelled(entries: list[Entry]) -> list[Entry]:
    """Number the hands; what lies between is numbered behind the hand before it."""
    hands = others = 0
    found = []
    for entry in entries:
        if entry.kind == "hand":
            hands, others = hands + 1, 0
            found.append(replace(entry, label=str(hands)))
        else:
            others += 1
            found.append(replace(entry, label=f"{hands}.{others}"))
    return found
