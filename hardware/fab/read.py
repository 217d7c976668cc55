"""The parts of a board as they stand in its file, and what parts list and records say of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.board.landpatterns import PATTERNS
from hardware.board.layout import Placed
from hardware.copper.read import Node, parse, rows, value
from hardware.fab.boards import Board
from hardware.model import Circuit, Part, natural
from hardware.problem import Problem


class BoardFileError(Problem):
    """A board file cannot be used; the text names it and says what to do."""


@dataclass(frozen=True)
class Fitted:
    """One part on a board. `part` is None for what the circuit does not have (screws)."""

    placed: Placed
    value: str
    part: Part | None

    @property
    def ref(self) -> str:
        return self.placed.ref

    @property
    def package(self) -> str:
        return self.placed.pattern.name

    @property
    def through(self) -> bool:
        """Does it have wires through the board?"""
        return any(pad.drill for pad in self.placed.pattern.pads)

    @property
    def screw(self) -> bool:
        """Is it a hole and no part?"""
        return self.package.startswith("MountingHole")


def fitted(board: Board, root: Path, circuit: Circuit) -> list[Fitted]:
    """Every footprint of the board file, in the order of references."""
    text = text_of(board, root)
    try:
        found = [_fitted(row, circuit, board) for row in rows(parse(text), "footprint")]
    except (IndexError, StopIteration, ValueError, TypeError) as problem:
        raise BoardFileError(f"{board.file} is no whole board file ({problem or 'it ends early'});"
                             f" {how(board)}") from None
    if not found:
        raise BoardFileError(f"{board.file} has no footprint; {how(board)}")
    return sorted(found, key=lambda its: natural(its.ref))


def text_of(board: Board, root: Path) -> str:
    """The board file's text."""
    try:
        return (root / board.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BoardFileError(f"{board.file} cannot be read ({problem}); {how(board)}") from None


def how(board: Board) -> str:
    """What writes the file anew."""
    return f"write it anew with `make hardware PART={board.name}`"


def _fitted(row: Node, circuit: Circuit, board: Board) -> Fitted:
    texts = {its[1]: its[2] for its in rows(row, "fp_text")}
    ref, name = texts["reference"], row[1].removeprefix("mj:")
    if name not in PATTERNS:
        raise BoardFileError(f"{board.file}: {ref} lies on {name!r}, which "
                             f"hardware/board/landpatterns.py does not know; {how(board)}")
    x, y, *turn = map(float, value(row, "at"))
    turned = round(turn[0]) % 360 if turn else 0
    placed = Placed(ref, PATTERNS[name], x, y, turned)
    return Fitted(placed, texts["value"], circuit.parts[ref] if ref in circuit.parts else None)
