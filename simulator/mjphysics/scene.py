"""The drum as MuJoCo reads it, in the dish's tilted frame: gravity leans instead of the dish.

The dish is a thick box that turns about an upright hinge, with its bars, its fingers and the hub's
collar; the wall is a ring of boxes that stands still, as the vanes do. A tile is a convex mesh: a
box whose edges are chamfered. All that touches is in SI units.

Where two solids touch, MuJoCo takes the larger of their frictions, but that of the one of higher
`priority`: so tile on dish is the dish's, be it the lower one.
"""

from __future__ import annotations

from math import cos, pi, radians, sin, tan

from mjphysics.drum import CHAMFER_MM, TILE_MASS_G, Blade, Drum, shape_mm
from mjphysics.fingers import hinged

STEP_S = 0.0025
GRAVITY = 9.81
WALLS, COLLARS, THICK_M = 36, 8, 0.02
"""Boxes that make the wall, and the collar; half the thickness of what nothing may get through."""
BLADE_HALF_M = 0.004
TOP_M = 0.3
LOW_DEG = 180
"""The low side is where gravity leans to, -x."""
STANDS, TILES = 'contype="1" conaffinity="6" priority="1"', 'contype="2" conaffinity="3"'
SOLVER = ('solver="CG" iterations="30" tolerance="1e-6" cone="elliptic" '
          'integrator="implicitfast"')  # fmt: skip
"""Conjugate gradients: MuJoCo 4.0.0's Newton on sparse matrices stops short of its minimum now and
then, and throws a tile; dense Newton, CG and PGS agree with each other there."""


def _box(at: tuple[float, float, float], half: tuple[float, float, float], deg: float,
         friction: float) -> str:  # fmt: skip
    return (
        f'<geom type="box" pos="{at[0]:.6g} {at[1]:.6g} {at[2]:.6g}" '
        f'size="{half[0]:.6g} {half[1]:.6g} {half[2]:.6g}" euler="0 0 {deg:.6g}" '
        f'friction="{friction:.6g} .002 .0001" {STANDS}/>'
    )


def _blade(blade: Blade, from_deg: float, friction: float) -> str:
    deg = from_deg + blade.at_deg
    x, y = _radial(deg, blade.inner_mm / 1000, blade.outer_mm / 1000)
    low, high = blade.bottom_mm / 1000, blade.top_mm / 1000
    size = (blade.outer_mm - blade.inner_mm) / 2000, BLADE_HALF_M, (high - low) / 2
    return _box((x, y, (low + high) / 2), size, deg + blade.yaw_deg, friction)


def _radial(deg: float, inner_m: float, outer_m: float) -> tuple[float, float]:
    middle = (inner_m + outer_m) / 2
    return middle * cos(radians(deg)), middle * sin(radians(deg))


def _dish(drum: Drum) -> list[str]:
    half = shape_mm("shell") / 1000 + 0.01
    found = [_box((0, 0, -THICK_M), (half, half, THICK_M), 0, drum.dish_friction)]
    collar = shape_mm("collar") / 1000
    found += [_blade(bar, 0, drum.dish_friction) for bar in drum.bars]
    for side in range(COLLARS):
        deg = 360 * side / COLLARS
        x, y = _radial(deg, collar - 0.03, collar)
        wide = collar * tan(pi / COLLARS)
        found.append(_box((x, y, 0.05), (0.015, wide, 0.07), deg, drum.dish_friction))
    return found


def _circle(inner_m: float, low_m: float, friction: float) -> list[str]:
    """A wall of boxes that nothing gets over."""
    found, middle = [], inner_m + THICK_M
    for side in range(WALLS):
        deg = 360 * side / WALLS
        at = middle * cos(radians(deg)), middle * sin(radians(deg)), (low_m + TOP_M) / 2
        size = THICK_M, 1.05 * middle * tan(pi / WALLS), (TOP_M - low_m) / 2
        found.append(_box(at, size, deg, friction))
    return found


def _stands_still(drum: Drum) -> list[str]:
    """Wall, ring with the funnel over it, vanes."""
    ring = (shape_mm("ring_radius") - shape_mm("ring_width") / 2) / 1000
    found = _circle(shape_mm("shell") / 1000, -0.02, drum.dish_friction)
    found += _circle(ring, shape_mm("ring_gap") / 1000, drum.dish_friction)
    found += [_blade(vane, LOW_DEG, drum.dish_friction) for vane in drum.vanes]
    return found


def tile_half_m() -> tuple[float, float, float]:
    """Half a tile's length, width and thickness."""
    return (shape_mm("tile_length") / 2000, shape_mm("tile_width") / 2000,
            shape_mm("tile_height") / 2000)  # fmt: skip


def _tile_corners() -> str:
    x, y, z = tile_half_m()
    cut = CHAMFER_MM / 1000
    found = []
    for i in (-1, 1):
        for j in (-1, 1):
            for k in (-1, 1):
                found += [(i * x, j * (y - cut), k * (z - cut)), (i * (x - cut), j * y,
                          k * (z - cut)), (i * (x - cut), j * (y - cut), k * z)]  # fmt: skip
    return " ".join(f"{value:.6g}" for corner in found for value in corner)


def scene(drum: Drum) -> str:
    """MJCF of a drum and its tiles; where the tiles are is the loading's."""
    lean = radians(drum.tilt_deg)
    tile = (
        f'<body gravcomp="1"><freejoint/><geom type="mesh" mesh="tile" '
        f'mass="{TILE_MASS_G / 1000}" friction="{drum.tile_friction:.6g} .001 .0001" {TILES}/>'
        "</body>"
    )
    rows = [
        '<mujoco><compiler angle="degree"/>',
        f'<option timestep="{STEP_S}" {SOLVER} '
        f'gravity="{-GRAVITY * sin(lean):.9g} 0 {-GRAVITY * cos(lean):.9g}">'
        '<flag island="disable"/></option>',
        f'<asset><mesh name="tile" vertex="{_tile_corners()}"/></asset><worldbody>',
        '<body><joint type="hinge" axis="0 0 1" armature="100"/>'
        '<inertial pos="0 0 0" mass="5" diaginertia="1 1 1"/>',
        *_dish(drum), *map(hinged, drum.fingers), "</body>",
        *_stands_still(drum), *([tile] * drum.tiles),
        "</worldbody></mujoco>",
    ]  # fmt: skip
    return "\n".join(rows)
