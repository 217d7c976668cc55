"""A piece: one thing to make or buy, where it sits with the head at 0 deg, and its body.

A body is what moves as one: "frame" stands, "shaft", "lever" and "rocker" turn, "elevator" and
"slider" go straight. Plates lie in the plane of the cams, drawn as x and z, thick along y.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from build123d import Axis, Edge, Face, Solid, Vector, Wire

from ..dimensions import Dims
from ..part import Part, Sized, pin
from .linkage import Spot

# material -> (density's name, colour, words)
MATERIALS = {
    "aluminium": ("density.aluminium", "#d5dbe0", "aluminium EN AW-5754"),
    "steel": ("density.steel", "#8d98a5", "steel"),
    "sheet": ("density.steel", "#b9c2cb", "sheet steel DC01, zinc plated"),
    "pom": ("line.density.pom", "#f2f0e6", "POM-C"),
    "print": ("density.plastic", "#e0903c", "ABS or PETG, printed solid"),
    "bronze": ("line.density.bronze", "#b5813a", "sintered bronze"),
    "rubber": ("density.rubber", "#2f3338", "rubber"),
    "motor": ("", "#4a78a8", "gear motor"),
    "sensor": ("", "#e0b63a", "sensor"),
    "tile": ("density.tile", "#fbf6ea", "tile"),
}
Hole = tuple[float, float, float]  # x, z, diameter


@dataclass(frozen=True, eq=False)
class Piece(Sized):
    """`process`: plate, print, turn, sheet or buy. `fits`: diameter and what to make it. `mass_g`
    beats the density. `view`: the axis that it is drawn along."""

    name: str
    title: str
    solid: Any
    material: str
    process: str
    body: str = "frame"
    fits: tuple[tuple[float, str], ...] = ()
    mass_g: float = 0.0
    note: str = ""
    view: str = "y"

    @property
    def made(self) -> bool:
        """Is it made by the builder, not bought?"""
        return self.process != "buy"

    def mass_kg(self, g: Dims) -> float:
        """Its mass."""
        if self.mass_g:
            return self.mass_g / 1000
        return self.volume * g(MATERIALS[self.material][0]) / 1e9


def as_part(piece: Piece) -> Part:
    """The piece as a part of the table's model, where it sits."""
    return Part(piece.name, piece.solid, piece.material)


def plate(points: Sequence[Spot], y: tuple[float, float], holes: Sequence[Hole] = (),
          corner: float = 0.0) -> Any:
    """A flat part with straight edges, round corners and holes through it."""
    wire = Wire.make_polygon([Vector(px, y[0], pz) for px, pz in points], close=True)
    solid = Solid.extrude(Face(wire), Vector(0, y[1] - y[0], 0))
    if corner:
        solid = solid.fillet(corner, solid.edges().filter_by(Axis.Y))
    return drilled(solid, y, holes)


def drilled(solid: Any, y: tuple[float, float], holes: Sequence[Hole]) -> Any:
    """Holes along y through a solid."""
    tools = [pin((px, pz), wide / 2, (min(y) - 1, max(y) + 1)) for px, pz, wide in holes]
    return solid - tools if tools else solid


def curved(curve: np.ndarray, centre: Spot, y: tuple[float, float]) -> Any:
    """A flat part bounded by one smooth closed curve round `centre`."""
    spots: list[Any] = [Vector(centre[0] + float(px), y[0], centre[1] + float(pz))
                        for px, pz in curve]
    wire = Wire([Edge.make_spline(spots, periodic=True)])
    return Solid.extrude(Face(wire), Vector(0, y[1] - y[0], 0))


def capsule(ends: Sequence[tuple[float, float, float]], y: tuple[float, float]) -> Any:
    """Round bosses (x, z, radius) joined one to the next by their common tangents."""
    solid: Any = None
    for (ax, az, ar), (bx, bz, br) in zip(ends, ends[1:], strict=False):
        apart, turn = math.hypot(bx - ax, bz - az), math.atan2(bz - az, bx - ax)
        lean = math.acos((ar - br) / apart)
        points = []
        for x, z, radius, sign in ((ax, az, ar, 1), (bx, bz, br, 1), (bx, bz, br, -1),
                                   (ax, az, ar, -1)):
            points.append((x + radius * math.cos(turn + sign * lean),
                           z + radius * math.sin(turn + sign * lean)))
        limb = plate(points[::-1], y) + [pin((x, z), radius, y) for x, z, radius
                                         in ((ax, az, ar), (bx, bz, br))]
        solid = limb if solid is None else solid + limb
    return solid
