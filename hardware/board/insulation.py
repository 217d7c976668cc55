"""Distances between pads: reinforced, basic and earth, and round the slots under barriers.

Each check returns sentences that name the parts, the distance found and the distance wanted.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import product
from typing import NamedTuple

from hardware.board import outline
from hardware.board.domains import Side
from hardware.board.geometry import Rect, around, edge_points
from hardware.board.layout import Layout
from hardware.board.potentials import groups
from hardware.model import Circuit

NEAR = 25.0  # the report names nearest pads up to this distance
WIDEST = 10.0  # no pad is wider


def copper(layout: Layout) -> list[tuple[str, str, Rect]]:
    """Every pad on a net: name, net, rectangle."""
    found = []
    for ref, part in layout.placed.items():
        its = layout.circuit.parts[ref].pins
        found += [(f"{ref}.{pad.name}", its[pad.name], rect)
                  for pad, rect in part.pads() if pad.name in its]
    return found


# two sides of the insulation and the distance between their copper
RULES = ((Side.LINE, Side.SELV, outline.MAINS_TO_SELV),
         (Side.NEUTRAL, Side.SELV, outline.MAINS_TO_SELV),
         (Side.LINE, Side.NEUTRAL, outline.LINE_TO_NEUTRAL),
         (Side.LINE, Side.PE, outline.LINE_TO_NEUTRAL),
         (Side.NEUTRAL, Side.PE, outline.LINE_TO_NEUTRAL))


class Gap(NamedTuple):
    """Two pads of different sides: their distance, the distance wanted, and who they are."""

    found: float
    wanted: float
    one: str
    two: str


def gaps(layout: Layout, nearest: bool = False) -> list[Gap]:
    """Pads that are too near; with `nearest`, the closest pair of each rule instead."""
    groups: dict[Side, list[tuple[str, Rect]]] = {side: [] for side in Side}
    for name, net, rect in copper(layout):
        side = layout.sides[net]
        groups[side].append((f"{name} ({net}, {side.value})", rect))
    for group in groups.values():
        group.sort(key=lambda pad: pad[1].x0)
    found = []
    for left, right, wanted in RULES:
        reach = NEAR if nearest else wanted
        pairs = ((a.gap(b), one, two) for one, a in groups[left]
                 for two, b in within(groups[right], a, reach))
        if nearest:
            best = min(pairs, default=None)
            found += [Gap(best[0], wanted, best[1], best[2])] if best else []
        else:
            found += [Gap(gap, wanted, one, two) for gap, one, two in pairs
                      if gap < wanted - 1e-6]
    return found


def windings(circuit: Circuit) -> list[tuple[str, str]]:
    """The two winding nets of every reversible motor: what its direction relay switches."""
    return [(relay.pins["12"], relay.pins["14"])
            for relay in circuit.of_kind("relay_spdt").values()]


def winding_gaps(layout: Layout) -> list[Gap]:
    """Nearest pads of the two windings of a motor, and of a winding and PE, of all motors."""
    pads = copper(layout)
    pairs = windings(layout.circuit)
    both, to_pe = [], []
    for nets in pairs:
        first, second = ([(rect, f"{name} ({net}, winding)")
                          for name, net, rect in pads if net == which]
                         for which in nets)
        earth = [(rect, f"{name} (PE)") for name, net, rect in pads if net == "PE"]
        both += [(a.gap(b), one, two) for a, one in first for b, two in second]
        to_pe += [(a.gap(b), one, two) for a, one in first + second for b, two in earth]
    return [Gap(gap, wanted, one, two)
            for found, wanted in ((both, outline.WINDING_TO_WINDING),
                                  (to_pe, outline.LINE_TO_NEUTRAL))
            for gap, one, two in sorted(found)[:1]]


def switch_gaps(layout: Layout) -> list[Gap]:
    """Pads of one side that an open switch parts and that are nearer than 3 mm."""
    of = {net: number for number, nets in enumerate(groups(layout.circuit, layout.sides))
          for net in nets}
    found = []
    for side in (Side.LINE, Side.NEUTRAL):
        pads = sorted((rect.x0, name, net, rect) for name, net, rect in copper(layout)
                      if layout.sides[net] is side)
        for number, (_, one, net, a) in enumerate(pads):
            for x0, two, other, b in pads[number + 1:]:
                if x0 > a.x1 + outline.OPEN_SWITCH:
                    break
                apart = of.get(net, -1) != of.get(other, -1)
                if apart and a.gap(b) < outline.OPEN_SWITCH - 1e-6:
                    found.append(Gap(a.gap(b), outline.OPEN_SWITCH, f"{one} ({net})",
                                     f"{two} ({other})"))
    return found


def within(pads: list[tuple[str, Rect]], around_: Rect, reach: float) -> list[tuple[str, Rect]]:
    """The pads, sorted by their left edge, that can lie within reach of a rectangle."""
    first = bisect_left(pads, around_.x0 - reach - WIDEST, key=lambda pad: pad[1].x0)
    last = bisect_right(pads, around_.x1 + reach, key=lambda pad: pad[1].x0)
    return pads[first:last]


def distances(layout: Layout) -> list[str]:
    """Mains to SELV 8 mm, line to neutral and live to PE 3 mm, between all pads of the board;
    the two windings of a motor 5 mm, what an open switch parts 3 mm."""
    every = [*gaps(layout), *winding_gaps(layout), *switch_gaps(layout)]
    return [f"{gap.one} is {gap.found:.2f} mm from {gap.two}; {gap.wanted:g} mm are needed"
            for gap in every if gap.found < gap.wanted - 1e-6]


def zones(layout: Layout) -> list[str]:
    """Live copper lies in the mains zone, SELV copper in the SELV zone; PE may lie in both."""
    wrong = []
    for name, net, rect in copper(layout):
        side = layout.sides[net]
        if side is Side.SELV and not outline.in_selv(rect):
            wrong.append(f"{name} ({net}) is SELV but not in the SELV zone")
        if side in (Side.LINE, Side.NEUTRAL) and not outline.in_mains(rect):
            wrong.append(f"{name} ({net}) is live but not in the mains zone")
    return wrong


def creepage(layout: Layout) -> dict[str, float]:
    """Barrier part -> shortest way over the board between its live and its SELV pads, round
    its own slot (the part's own insulation is its maker's business)."""
    found = {}
    for ref, part in sorted(layout.placed.items()):
        its = layout.circuit.parts[ref].pins
        sides: dict[bool, list[Rect]] = {True: [], False: []}
        for pad in part.pattern.pads:
            side = layout.sides[its[pad.name]] if pad.name in its else Side.PE
            if side is not Side.PE:
                sides[side is Side.SELV].append(pad.rect)
        if sides[True] and sides[False]:
            slot = part.pattern.slot
            found[ref] = min(way(a, b, slot) for a in sides[True] for b in sides[False])
    return found


@cache
def way(a: Rect, b: Rect, slot: Rect | None) -> float:
    """Creepage between two pads with an optional slot between them."""
    straight = a.gap(b)
    if slot is None:
        return straight
    ends = sorted((math.dist(p, q), p, q)
                  for p, q in product(edge_points(a, 0.8), edge_points(b, 0.8)))
    best = math.inf
    for straight, p, q in ends:
        if straight >= best:
            break
        best = min(best, around(p, q, slot))
    return best


def holes(layout: Layout) -> list[str]:
    """No live pad near the head of a screw that is not bonded to PE."""
    heads = [(ref, part.body) for ref, part in layout.placed.items() if part.pattern.hole]
    live = [pad for pad in copper(layout) if layout.sides[pad[1]] in (Side.LINE, Side.NEUTRAL)]
    return [f"{name} ({net}) is {rect.gap(head):.2f} mm from the screw in {ref}; "
            f"{outline.LINE_TO_NEUTRAL:g} mm are needed" for ref, head in heads
            for name, net, rect in live if rect.gap(head) < outline.LINE_TO_NEUTRAL]


def barriers(layout: Layout) -> list[str]:
    """Every barrier part keeps 8 mm of creepage between its own pads."""
    return [f"{ref}: {found:.2f} mm of creepage between its live and its SELV pads; "
            f"{outline.MAINS_TO_SELV:g} mm are needed" for ref, found in creepage(layout).items()
            if found < outline.MAINS_TO_SELV - 1e-6]
