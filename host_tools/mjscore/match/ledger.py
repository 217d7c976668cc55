"""Chips or counting sticks: what everybody starts with, and how an amount is laid out in pieces.

Points are kept exactly; pieces are a way to show them, never a way to count (ruling MH-Q15).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..flow import chips
from .errors import MatchError
from .names import person

LARGEST = 10**12  # of points; beyond it somebody has mistyped


@dataclass(frozen=True)
class Piece:
    """A chip or stick: name or "", worth in points, how many everybody gets (None: any)."""

    name: str
    value: int
    count: int | None = None


@dataclass(frozen=True)
class Ledger:
    """Points at the start, the same for everybody, and the pieces that show them."""

    start: int = 0
    pieces: tuple[Piece, ...] = ()

    def laid_out(self, points: Mapping[str, int]) -> dict[str, tuple[list[tuple[str, int]], int]]:
        """Everybody's points in pieces, dearest first, and what no piece shows.

        Together they take no more pieces than were handed out. The poorest comes first; everybody
        has pieces like those of the beginning as far as that goes, then what others gave away.
        """
        left = [None if piece.count is None else piece.count * len(points)
                for piece in self._dearest]  # fmt: skip
        found = {name: self._taken(max(points[name], 0), left)
                 for name in sorted(points, key=points.__getitem__)}  # fmt: skip
        return {name: found[name] for name in points}

    @property
    def _dearest(self) -> list[Piece]:
        return sorted(self.pieces, key=lambda piece: -piece.value)

    def _taken(self, rest: int, left: list[int | None]) -> tuple[list[tuple[str, int]], int]:
        """Pieces for one person, taken from those that are left."""
        numbers = [0] * len(left)
        for as_begun in (True, False):
            for at, piece in enumerate(self._dearest):
                number = rest // piece.value
                remaining = left[at]
                if remaining is not None and piece.count is not None:
                    number = min(number, remaining, *[piece.count] * as_begun)
                    left[at] = remaining - number
                numbers[at] += number
                rest -= number * piece.value
        names = (piece.name or f"of {piece.value}" for piece in self._dearest)
        return [row for row in zip(names, numbers, strict=True) if row[1]], rest

    def shown(self, points: Mapping[str, int]) -> dict[str, str]:
        """Everybody's pieces, as `2 red, 1 yellow and 40 points`; empty without pieces."""
        if not self.pieces:
            return {}
        return {name: _told(points[name], *laid) for name, laid in self.laid_out(points).items()}

    def as_json(self) -> dict[str, Any]:
        """The form in the journal."""
        rows = [[piece.name, piece.value, piece.count] for piece in self.pieces]
        return {"start": self.start, "pieces": rows}


def _told(points: int, found: list[tuple[str, int]], rest: int) -> str:
    if points < 0:
        return f"owes {_points(-points)}"
    text = ", ".join(f"{number} {name}" for name, number in found)
    if rest or not found:
        text += (" and " if text else "") + _points(rest)
    return text


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def of_system(system: str) -> Ledger:
    """The system's own chips or sticks, where it has some; only HANDS says their colours."""
    rows = chips.chips(system)
    pieces = [Piece(row.name if system == "HANDS" else "", row.worth, row.each) for row in rows]
    return Ledger(chips.beginning(system), tuple(pieces))


def amount(value: object, field: str, least: int = -LARGEST) -> int:
    """A whole number of points from `least` to 10^12."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST:
        raise MatchError(f"{value!r} is no number of points from {least} to {LARGEST}", field)
    return value


def read(data: object) -> Ledger:
    """The form in the journal, checked."""
    if not isinstance(data, Mapping) or set(data) != {"start", "pieces"}:
        raise MatchError("chips are given as start and pieces", "ledger")
    if not isinstance(data["pieces"], list):
        raise MatchError("pieces are a list of [name, value, number]", "ledger.pieces")
    return checked(Ledger(amount(data["start"], "ledger.start"),
                          tuple(_piece(row) for row in data["pieces"])))  # fmt: skip


def _piece(row: object) -> Piece:
    if not isinstance(row, (list, tuple)) or len(row) != 3:
        raise MatchError("pieces are a list of [name, value, number]", "ledger.pieces")
    name, value, count = row
    if count is not None:
        count = amount(count, "ledger.pieces", 0)
    name = person(name, "ledger.pieces") if name != "" else ""
    return Piece(name, amount(value, "ledger.pieces", 1), count)


def checked(ledger: Ledger) -> Ledger:
    """The same, when the numbers of pieces, where all are given, make up the start."""
    counts = [piece.count for piece in ledger.pieces]
    total = sum(piece.value * (piece.count or 0) for piece in ledger.pieces)
    if counts and None not in counts and total != ledger.start:
        raise MatchError(f"the pieces make {total}, not {ledger.start} points", "ledger.start")
    if len({piece.value for piece in ledger.pieces}) < len(ledger.pieces):
        raise MatchError("two pieces are worth the same", "ledger.pieces")
    return ledger


def typed(text: str, start: int | None) -> Ledger:
    """Pieces as typed, `yellow=100,red=2000` or with numbers `25x6,5x10,200x4`."""
    pieces = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, rest = part.rpartition("=")
        value, _, count = rest.partition("x")
        if not value.isdecimal() or not (count.isdecimal() or "x" not in rest):
            raise MatchError(f"{part!r} is no piece; write NAME=VALUE or VALUExNUMBER", "pieces")
        pieces.append(_piece((name, int(value), int(count) if count else None)))
    counted = sum(piece.value * (piece.count or 0) for piece in pieces)
    return checked(Ledger(counted if start is None else start, tuple(pieces)))
