"""A part: a named solid with a material; and the few shapes all parts are made of (mm)."""

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from build123d import Location, Plane, Solid, Vector

SIDES = "abcd"  # a in front, the others a quarter turn on, anticlockwise from above


class Sized:
    """What a named solid measures."""

    solid: Any

    @cached_property
    def bounds(self) -> tuple[float, ...]:
        """x0, y0, z0, x1, y1, z1."""
        box = self.solid.bounding_box(optimal=False)
        return (*tuple(box.min), *tuple(box.max))

    @cached_property
    def volume(self) -> float:
        """Its volume in mm3."""
        return float(self.solid.volume)


@dataclass(frozen=True, eq=False)
class Part(Sized):
    """One solid. `pose` tells a moving part's positions apart; `mass_g` beats the density."""

    name: str
    solid: Any
    material: str
    pose: str = ""
    mass_g: float = 0.0
    plain: bool = False  # an upright box: its bounding box says all

    def on_side(self, side: str) -> "Part":
        """The same part on another side of the table."""
        turned = self.solid.moved(Location((0, 0, 0), (0, 0, 90 * SIDES.index(side))))
        return replace(self, name=f"{side}.{self.name}", solid=turned)


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Solid:
    """An upright box between the given limits, in any order."""
    (x0, x1), (y0, y1), (z0, z1) = sorted(x), sorted(y), sorted(z)
    return Solid.make_box(x1 - x0, y1 - y0, z1 - z0, Plane((x0, y0, z0)))


def rod(centre: tuple[float, float], radius: float, z: tuple[float, float]) -> Solid:
    """An upright cylinder."""
    return Solid.make_cylinder(radius, z[1] - z[0], Plane((*centre, z[0])))


def pin(centre: tuple[float, float], radius: float, y: tuple[float, float]) -> Solid:
    """A cylinder along y; `centre` is x, z."""
    plane = Plane((centre[0], y[0], centre[1]), x_dir=(1, 0, 0), z_dir=(0, 1, 0))
    return Solid.make_cylinder(radius, y[1] - y[0], plane)


def tube(outer: float, inner: float, z: tuple[float, float]) -> Any:
    """An upright tube about the table's axis."""
    return rod((0, 0), outer, z) - rod((0, 0), inner, (z[0] - 1, z[1] + 1))


def prism(points: list[tuple[float, float]], x: tuple[float, float]) -> Any:
    """A profile in the y-z plane, drawn out along x."""
    from build123d import Face, Wire
    wire = Wire.make_polygon([Vector(x[0], py, pz) for py, pz in points], close=True)
    return Solid.extrude(Face(wire), Vector(x[1] - x[0], 0, 0))


def block(name: str, x: tuple[float, float], y: tuple[float, float], z: tuple[float, float],
          material: str, **more: Any) -> Part:
    """A part that is an upright box."""
    return Part(name, box(x, y, z), material, plain=True, **more)


def tan_deg(angle: float) -> float:
    """Tangent of an angle in degrees."""
    return math.tan(math.radians(angle))
