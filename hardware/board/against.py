"""A land pattern of ours against the same body elsewhere: the record's drawing, KiCad's library.

Two drawings of one body have different origins and may be turned by quarters, never mirrored: our
pads are laid over the other ones, pin by pin, the way round that fits best.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from hardware.board.pattern import Pad

NEAR_MM = 0.3
Place = tuple[float, float]


class Difference(NamedTuple):
    """One pad that is not where the body has its pin, or a hole too small."""

    pad: str
    text: str


def places(pads: Mapping[str, Place], want: Mapping[str, Place]) -> list[Difference]:
    """Numbers and positions of our pads against those wanted."""
    found = [Difference(pad, "the body has no such pin; take the pad away")
             for pad in sorted(pads.keys() - want.keys())]
    found += [Difference(pad, f"the pad is missing; it should be at {_shown(want[pad])}")
              for pad in sorted(want.keys() - pads.keys())]
    common = sorted(pads.keys() & want.keys())
    if not common:
        return found
    fits = [_moved(pads, want, common, quarter) for quarter in range(4)]
    best = min(fits, key=lambda its: sum(math.dist(its[pad], pads[pad]) for pad in common))
    return found + [
        Difference(pad, f"is at {_shown(pads[pad])}, it should be at {_shown(best[pad])}: "
                   f"{math.dist(best[pad], pads[pad]):.2f} mm apart, {NEAR_MM} mm allowed")
        for pad in common if math.dist(best[pad], pads[pad]) > NEAR_MM]


def drills(pads: Mapping[str, Pad], least_mm: Mapping[str, float]) -> list[Difference]:
    """Holes that are smaller than the body's pins want."""
    return [Difference(name, f"its hole is {pads[name].drill:g} mm, it should be {least:g} mm")
            for name, least in sorted(least_mm.items())
            if name in pads and pads[name].drill < least - 0.051]


def _moved(pads: Mapping[str, Place], want: Mapping[str, Place], common: list[str], quarter: int
           ) -> dict[str, Place]:
    """The wanted places turned by quarters and laid over ours by their middles."""
    turned = {pad: _turned(want[pad], quarter) for pad in common}
    dx, dy = (sum(pads[pad][axis] - turned[pad][axis] for pad in common) / len(common)
              for axis in (0, 1))
    return {pad: (x + dx, y + dy) for pad, (x, y) in turned.items()}


def _turned(at: Place, quarter: int) -> Place:
    x, y = at
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter]


def _shown(at: Place) -> str:
    return f"{at[0]:.2f}, {at[1]:.2f}"
