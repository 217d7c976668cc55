"""A typed file: its header, the hands that are whole, and what is wrong with the others.

A hand that cannot be is told and left out; everything else goes on. `hand_of` checks one hand.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from mjsim.words.names import UsageError
from mjstudy.real import tiles
from mjstudy.real.header import WORDS, Header, finish, take
from mjstudy.real.problem import Problem

SIDES = "ABCD"
NONE = -1
_HAND = re.compile(r"hand\s+(\d+)(\s+played)?$", re.I)
_WALL = re.compile(r"\s*([a-z])\s*(upper|lower)?\s*:", re.I)


@dataclass
class Wall:
    """A typed line: side, "upper", "lower" or "" for stacks, the tiles as typed, its line."""

    side: str
    row: str
    tiles: list[tiles.Typed]
    line: int


@dataclass
class Draft:
    """A hand as typed; `spoilt` when one of its lines was told already; `number` `NONE` where
    nobody can tell which hand was meant."""

    number: int
    line: int
    played: bool
    walls: list[Wall] = field(default_factory=list)
    spoilt: bool = False

    @property
    def name(self) -> str:
        """What it is called in sentences."""
        told = f"begun in line {self.line}" if self.number == NONE else str(self.number)
        return f"hand {told}"


@dataclass
class Sheet:
    """A file as read: every hand that was begun, and all that is wrong so far."""

    file: str
    header: Header = field(default_factory=Header)
    drafts: list[Draft] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    header_lines: dict[str, int] = field(default_factory=dict)

    def tell(self, line: int, what: str, todo: str) -> None:
        """Note what is wrong."""
        self.problems.append(Problem(self.file, line, what, todo))


def load(path: Path) -> Sheet:
    """Read a file; `UsageError` when there is none, or its header names what there is not."""
    try:
        return read(path.name, path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror}); give a text file") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is no text in UTF-8; save it as plain text") from error


def read(file: str, text: str) -> Sheet:
    """Read the text of a file; what is wrong stands in `problems`. `UsageError` for a wrong name
    in the header."""
    sheet = Sheet(file)
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].rstrip()
        if line.strip():
            _line(sheet, number, line)
    _finish(sheet)
    return sheet


def _line(sheet: Sheet, number: int, line: str) -> None:
    hand, wall = _HAND.match(line.strip()), _WALL.match(line)
    word, _, value = line.strip().partition(" ")
    if hand:
        _begin(sheet, number, int(hand[1]), bool(hand[2]))
    elif wall:
        _wall(sheet, number, line, wall)
    elif word.lower() == "hand":
        sheet.tell(number, f"'{line.strip()[:30]}' is no hand; its walls are left out",
                   "write hand 1, or hand 1 played")  # fmt: skip
        sheet.drafts.append(Draft(NONE, number, False, spoilt=True))
    elif word.lower() in WORDS and sheet.drafts:
        sheet.tell(number, f"'{word}' stands behind the first hand", "put it above hand 1")
    elif word.lower() in WORDS:
        sheet.header_lines[word.lower()] = number
        _header(sheet, number, word.lower(), value.strip())
    else:
        sheet.tell(
            number,
            f"'{line.strip()[:30]}' is not understood",
            f"write hand 1, A: and the tiles, or one of {', '.join(WORDS)}",
        )


def _header(sheet: Sheet, line: int, word: str, value: str) -> None:
    """One header line; a name that there is not ends the reading."""
    try:
        take(sheet.header, word, value, lambda what, todo: sheet.tell(line, what, todo))
    except UsageError as problem:
        what = Problem(sheet.file, line, str(problem), "mend the line; nothing was judged")
        raise UsageError(str(what)) from problem


def _begin(sheet: Sheet, line: int, number: int, played: bool) -> None:
    again = next((draft for draft in sheet.drafts if draft.number == number), None)
    if again:
        sheet.tell(line, f"hand {number} was begun in line {again.line} already",
                   "give it its own number; it is left out")  # fmt: skip
    sheet.drafts.append(Draft(number, line, played, spoilt=bool(again)))


def _wall(sheet: Sheet, number: int, line: str, match: re.Match[str]) -> None:
    """One line of tiles, into the hand that was begun last."""
    side, row = match[1].upper(), (match[2] or "").lower()
    if not sheet.drafts:
        sheet.tell(number, f"wall {side} stands before any hand", "write hand 1 above it")
        return
    draft = sheet.drafts[-1]
    if side not in SIDES:
        sheet.tell(number, f"there is no wall {side}", f"write A, B, C or D; {_out(draft)}")
        draft.spoilt = True
        return
    try:
        found = tiles.read(line[match.end() :], match.end())
    except tiles.Unreadable as error:
        sheet.tell(number, f"wall {side} of {draft.name}: {error}", _out(draft))
        draft.spoilt = True
    else:
        draft.walls.append(Wall(side, row, found, number))


def _out(draft: Draft) -> str:
    return f"{draft.name} is left out"


def _finish(sheet: Sheet) -> None:
    """What can be checked when the whole header is known."""
    lines = sheet.header_lines
    finish(
        sheet.header,
        lambda what, todo: sheet.tell(lines.get("order", 1), what, todo),
        lambda what, todo: sheet.tell(lines.get("dots", 1), what, todo),
    )
