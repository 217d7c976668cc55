"""What a band round three rollers holds: the belt is one such body less a thinner one."""

import math
from typing import Any

from build123d import Face, Solid, Vector, Wire

from .head_frame import along_x

Spot = tuple[float, float]


def band(rows: list[tuple[float, float, float]], x: Spot) -> Any:
    """What a band round three circles holds."""
    solid: Any = None
    for n, (ay, az, ar) in enumerate(rows):
        by, bz, br = rows[(n + 1) % 3]
        apart, turn = math.hypot(by - ay, bz - az), math.atan2(bz - az, by - ay)
        lean = math.acos((ar - br) / apart)
        ends = [(y + r * math.cos(turn + sign * lean), z + r * math.sin(turn + sign * lean))
                for y, z, r, sign in ((ay, az, ar, 1), (by, bz, br, 1), (by, bz, br, -1),
                                      (ay, az, ar, -1))]
        limb = _filled(ends[::-1], x) + along_x((ay, az), ar, x)
        solid = limb if solid is None else solid + limb
    return solid + _filled([(y, z) for y, z, _ in rows], x)


def _filled(points: list[Spot], x: Spot) -> Any:
    wire = Wire.make_polygon([Vector(x[0], y, z) for y, z in points], close=True)
    return Solid.extrude(Face(wire), Vector(x[1] - x[0], 0, 0))
