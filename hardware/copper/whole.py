"""Everything that must be true of a board's copper, in one call; and that no net is left open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hardware.board.geometry import Rect
from hardware.copper.check import (
    HAIR,
    Wanted,
    banned,
    distances,
    drills,
    edges,
    neighbours,
    place,
)
from hardware.copper.fills import fill_distances, fill_edges, fills_apart, pieces, under
from hardware.copper.read import Copper


class Limits(NamedTuple):
    """What the maker and the insulation demand (mm). `widest`: the largest that `wanted` says."""

    wanted: Wanted
    widest: float
    edge: float
    bare_hole: float
    drills: float
    track: float
    bands: tuple[Rect, ...] = ()


def each(copper: Copper, limits: Limits) -> Iterator[str]:
    """What is wrong, check by check, the quick ones first; begins with the check's name."""
    checks: dict[str, Callable[[], list[str]]] = {
        "width": lambda: thin(copper, limits.track),
        "edge": lambda: edges(copper, limits.edge, limits.bare_hole),
        "band": lambda: banned(copper, limits.bands),
        "drill": lambda: drills(copper, limits.drills),
        "distance": lambda: distances(copper, limits.wanted, limits.widest),
        "open": lambda: open_nets(copper),
        "plane": lambda: [*fill_edges(copper, limits.edge, limits.bare_hole),
                          *fills_apart(copper, limits.wanted),
                          *fill_distances(copper, limits.wanted)],
    }
    for name, check in checks.items():
        for line in check():
            yield f"{name}: {line}"


def problems(copper: Copper, limits: Limits) -> list[str]:
    """Everything that is wrong."""
    return list(each(copper, limits))


def thin(copper: Copper, least: float) -> list[str]:
    """No track is thinner than the maker etches."""
    return [f"{place(item)} is {2 * item.radius:g} mm wide; {least:g} mm are needed"
            for item in copper.items
            if item.name.startswith("track") and 2 * item.radius < least - HAIR]


def open_nets(copper: Copper) -> list[str]:
    """Every net hangs together by what touches, through its planes too."""
    leader = list(range(len(copper.items)))

    def first(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    for one, two in neighbours(copper.items, HAIR):
        a, b = copper.items[one], copper.items[two]
        if a.net == b.net and a.net and a.gap(b) < HAIR:
            leader[first(one)] = first(two)
    for net, layer, ring in copper.fills:
        labels = pieces(ring)
        on_piece: dict[int, int] = {}
        for number, item in enumerate(copper.items):
            if item.net == net and layer in item.layers and (piece := under(labels, item)):
                leader[first(number)] = first(on_piece.setdefault(piece, number))
    groups: dict[str, set[int]] = defaultdict(set)
    for number, item in enumerate(copper.items):
        if item.net:
            groups[item.net].add(first(number))
    return [f"net {net} lies in {len(parts)} pieces that do not touch: "
            + "; ".join(place(copper.items[number]) for number in sorted(parts)[:3])
            for net, parts in sorted(groups.items()) if len(parts) > 1]
