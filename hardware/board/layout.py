"""A layout: where each part lies, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from hardware.board.domains import Side
from hardware.board.geometry import Rect, turn
from hardware.board.landpatterns import PATTERNS
from hardware.board.pattern import Pad, Pattern
from hardware.model import Circuit
from hardware.problem import Problem


class LayoutError(Problem):
    """A part that cannot be placed; the message names it and what to change."""


def pattern_of(circuit: Circuit, ref: str) -> Pattern:
    """The land pattern that the circuit gives this part."""
    name = circuit.parts[ref].footprint.removeprefix("mj:")
    if name not in PATTERNS:
        from difflib import get_close_matches
        near = get_close_matches(name, PATTERNS, 1, 0)[0]
        raise LayoutError(f"hardware/out/circuit.json: {ref} has footprint {name!r}, which "
                          f"hardware/board/landpatterns.py does not know; nearest: {near}")
    return PATTERNS[name]


@dataclass(frozen=True)
class Placed:
    """One part on the board: its pattern's origin and turn."""

    ref: str
    pattern: Pattern
    x: float
    y: float
    turned: int = 0

    @cached_property
    def courtyard(self) -> Rect:
        return self.place(self.pattern.courtyard)

    @property
    def body(self) -> Rect:
        return self.place(self.pattern.body)

    @property
    def slot(self) -> Rect | None:
        return self.place(self.pattern.slot) if self.pattern.slot else None

    def place(self, rect: Rect) -> Rect:
        return rect.turned(self.turned).moved(self.x, self.y)

    def pads(self) -> list[tuple[Pad, Rect]]:
        """Each pad with its copper on the board."""
        return self._pads

    @cached_property
    def _pads(self) -> list[tuple[Pad, Rect]]:
        return [(pad, self.place(pad.rect)) for pad in self.pattern.pads]

    def pad_centre(self, pad: Pad) -> tuple[float, float]:
        x, y = turn((pad.x, pad.y), self.turned)
        return (self.x + x, self.y + y)


@dataclass
class Layout:
    """All placed parts by reference, the side of every net, and the named areas."""

    circuit: Circuit
    sides: dict[str, Side] = field(default_factory=dict)
    placed: dict[str, Placed] = field(default_factory=dict)
    areas: dict[str, Rect] = field(default_factory=dict)

    def put(self, ref: str, x: float, y: float, turned: int = 0) -> Placed:
        """Place a part with its pattern's origin at x, y."""
        if ref in self.placed:
            raise LayoutError(f"{ref} is placed twice; see hardware/board/")
        part = Placed(ref, pattern_of(self.circuit, ref), x, y, turned)
        self.placed[ref] = part
        return part

    def put_corner(self, ref: str, left: float, top: float, turned: int = 0) -> Placed:
        """Place a part with its courtyard's upper left corner at left, top."""
        yard = pattern_of(self.circuit, ref).courtyard.turned(turned)
        return self.put(ref, left - yard.x0, top - yard.y0, turned)

    def missing(self) -> list[str]:
        """References that belong on the board and are not placed yet."""
        return [ref for ref, part in self.circuit.parts.items()
                if part.on_board and ref not in self.placed]

    def shifted(self, ref: str, dx: float, dy: float) -> Layout:
        """A copy with one part moved (for tests and for hand corrections)."""
        part = self.placed[ref]
        moved = replace(part, x=part.x + dx, y=part.y + dy)
        return Layout(self.circuit, self.sides, {**self.placed, ref: moved}, self.areas)
