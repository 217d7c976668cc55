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

    def laid_out(self, points: int) -> tuple[list[tuple[str, int]], int]:
        """Fewest pieces of at most |points|, dearest first, and the points left over."""
        rest = abs(points)
        found = []
        for piece in sorted(self.pieces, key=lambda piece: -piece.value):
            number, rest = divmod(rest, piece.value)
            if number:
                found.append((piece.name or f"of {piece.value}", number))
        return found, rest

    def shown(self, points: int) -> str:
        """An amount in pieces, such as `2 red, 1 yellow and 40 points`; "" without pieces."""
        if not self.pieces:
            return ""
        found, rest = self.laid_out(points)
        text = ", ".join(f"{number} {name}" for name, number in found)
        if rest or not found:
            text += (" and " if text else "") + f"{rest} points"
        return ("owes " if points < 0 else "") + text

    def as_json(self) -> dict[str, Any]:
        """The form in the journal."""
        rows = [[piece.name, piece.value, piece.count] for piece in self.pieces]
        return {"start": self.start, "pieces": rows}


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
