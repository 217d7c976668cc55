"""One table among many: by how much each of its parts differs from the figures of the design.

A unit is `nominal` (no difference, coasts at full speed to their end), or drawn from its number,
`typical` or `worn`: within the limits of `spread.py`, for each figure and each part by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from mjsim.generated.spread import SPREAD

NOMINAL, TYPICAL, WORN = "nominal", "typical", "worn"
KINDS = (NOMINAL, TYPICAL, WORN)


class Unit:
    """The differences of one table; `fixed` sets figures for all parts, by their row's name."""

    def __init__(self, kind: str, number: int, fixed: Mapping[str, float] | None = None) -> None:
        if kind not in KINDS:
            raise ValueError("no unit '%s'; there are %s" % (kind, ", ".join(KINDS)))
        unknown = [name for name in fixed or {} if name not in SPREAD]
        if unknown:
            raise ValueError("no spread '%s'; docs/SPREAD.md lists them" % unknown[0])
        self.kind = kind
        self.number = number
        self.fixed = dict(fixed or {})
        self.decays = kind != NOMINAL
        """Coasts slow down; on the nominal unit they end at once."""

    def of(self, figure: str, part: str) -> float:
        """The difference of one part, in its row's unit."""
        if figure in self.fixed:
            return self.fixed[figure]
        if self.kind == NOMINAL:
            return 0
        least, most = SPREAD[figure][self.kind]
        return least + (most - least) * self.chance(figure, part).random()

    def chance(self, figure: str, part: str) -> Random:
        """The source that one figure of one part is drawn from."""
        return Random("unit %d/%s/%s" % (self.number, figure, part))

    def limits(self, figure: str) -> tuple[float, float]:
        """Least and most of a figure that is drawn again each time."""
        if figure in self.fixed:
            return self.fixed[figure], self.fixed[figure]
        return (0, 0) if self.kind == NOMINAL else SPREAD[figure][self.kind]

    def pct(self, *figures: tuple[str, str]) -> float:
        """Product of percentages: 1.0 is as designed."""
        product = 1.0
        for figure, part in figures:
            product *= 1 + self.of(figure, part) / 100
        return product


def unit_of(text: str, seed: int, fixed: Mapping[str, float] | None = None) -> Unit:
    """`nominal`, `typical`, `worn` of this seed, or a number: the typical unit of that number."""
    if text.isdecimal():
        return Unit(TYPICAL, int(text), fixed)
    return Unit(text, seed, fixed)
