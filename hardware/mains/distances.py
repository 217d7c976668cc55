"""What two nets of the mains board keep between them: the pair rules as figures (millimetres)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hardware.board import outline as rule
from hardware.board.domains import Side
from hardware.board.insulation import windings
from hardware.board.potentials import LIVE, groups
from hardware.copper.check import Wanted
from hardware.mains import outline
from hardware.model import Circuit

SAME_SIDE = 0.6  # live nets that nothing parts: resistors and couplers between them


def wanted(circuit: Circuit, sides: Mapping[str, Side]) -> Wanted:
    """Reinforced to SELV, basic between line, neutral, earth, open switches, windings."""
    of = {net: number for number, nets in enumerate(groups(circuit, dict(sides))) for net in nets}
    pairs = {frozenset(pair) for pair in windings(circuit)}

    @cache
    def between(one: str, two: str) -> float:
        if not one or not two:
            return outline.SPACE
        a, b = sides[one], sides[two]
        if a not in LIVE and b not in LIVE:
            return outline.SPACE
        if Side.SELV in (a, b):
            return rule.MAINS_TO_SELV
        if a is not b:
            return rule.LINE_TO_NEUTRAL
        if frozenset((one, two)) in pairs:
            return rule.WINDING_TO_WINDING
        if of.get(one, -1) != of.get(two, -1):
            return rule.OPEN_SWITCH
        return outline.SPACE if one in of else SAME_SIDE
    return between
