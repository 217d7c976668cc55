"""Parts of one size in one group trade places while that makes the wires shorter.

A wire's length is half the rim of the box around its pads; nets that have a plane count nothing.
Only equal courtyards trade, so nothing can overlap afterwards; a capacitor that belongs to a chip
keeps its place. A part may also turn round where it stands. All in the order of references: the
same circuit gives the same board.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hardware.board.geometry import Rect
from hardware.board.layout import Layout, Placed
from hardware.logic.outline import GROUND_PLANE, POWER_PLANE

PASSES = 6
PLANES = (GROUND_PLANE, POWER_PLANE)


class Wires:
    """The pads of every net that has to be routed, and what moves when a part moves."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.nets = {net: pins for net, pins in layout.circuit.nets.items()
                     if net not in PLANES and len(pins) < 30}
        self.spots: dict[tuple[str, str], tuple[float, float]] = {}
        for part in layout.placed.values():
            self.move(part)

    def move(self, part: Placed) -> None:
        """Note where the part's pads are now."""
        self.layout.placed[part.ref] = part
        for pad in part.pattern.pads:
            self.spots[part.ref, pad.name] = part.pad_centre(pad)

    def length(self, refs: tuple[str, ...]) -> float:
        """Of all nets at these parts."""
        nets = {net for ref in refs for net in self.layout.circuit.parts[ref].pins.values()}
        total = 0.0
        for net in sorted(nets & self.nets.keys()):
            spots = [self.spots[pin] for pin in self.nets[net] if pin in self.spots]
            xs, ys = [x for x, _ in spots], [y for _, y in spots]
            total += max(xs) - min(xs) + max(ys) - min(ys)
        return total

    def keep_if_shorter(self, *parts: Placed) -> bool:
        """Move the parts; back again unless the wires got shorter."""
        refs = tuple(part.ref for part in parts)
        old, before = [self.layout.placed[ref] for ref in refs], self.length(refs)
        for part in parts:
            self.move(part)
        if self.length(refs) < before - 1e-6:
            return True
        for part in old:
            self.move(part)
        return False


def alike(layout: Layout, ref: str) -> tuple[float, ...] | None:
    """What a part must share with another to trade: its room; None for one that stays."""
    part, its = layout.placed[ref], layout.circuit.parts[ref]
    if len(part.pattern.pads) not in (2, 3) or its.note.startswith("at ") \
            or its.kind in ("connector", "testpoint"):
        return None
    yard: Rect = part.pattern.courtyard
    return (yard.x0, yard.y0, yard.x1, yard.y1, part.turned % 180)


def trade(layout: Layout, groups: list[list[str]]) -> Layout:
    """The layout after all trades that pay."""
    wires = Wires(layout)
    for group in groups:
        free = [ref for ref in group if alike(layout, ref)]
        for _ in range(PASSES):
            moved = [one_pass(wires, free), turn_round(wires, free)]
            if not any(moved):
                break
    return layout


def one_pass(wires: Wires, refs: list[str]) -> int:
    """Every pair once; how many traded."""
    moved = 0
    placed = wires.layout.placed
    for one, two in combinations(refs, 2):
        if alike(wires.layout, one) == alike(wires.layout, two):
            a, b = placed[one], placed[two]
            moved += wires.keep_if_shorter(replace(a, x=b.x, y=b.y, turned=b.turned),
                                           replace(b, x=a.x, y=a.y, turned=a.turned))
    return moved


def turn_round(wires: Wires, refs: list[str]) -> int:
    """Every part once the other way round, where its courtyard allows it."""
    moved = 0
    for ref in refs:
        part = wires.layout.placed[ref]
        other = replace(part, turned=(part.turned + 180) % 360)
        if other.courtyard == part.courtyard:
            moved += wires.keep_if_shorter(other)
    return moved
