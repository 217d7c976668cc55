"""What the picture shows: the table with a corner of its top cut away, walls up at the back."""

import math
from dataclasses import replace

from .dimensions import Dims
from .layout import belt_y, lift_level, port_height, wall_start
from .materials import MATERIALS
from .mesh import Mesh, Point, cuboid, felted, of_part
from .model import STATES, fixed, moving
from .part import SIDES, Part, box

FACE = "#f7f2e4"  # of every tile
PLAYED, SORTED = "#e39a2d", "#3d7fc4"  # backs of the two sets: on the table, in the machine
BOARD = "#c9a06e"  # where felted board is cut
FRONT = "ab"  # sides whose walls still stand in their lanes
CUT = ("body.top", "rim", "skirt", "tube_high", "corner")  # parts the cut goes through
STACKS = 18
FLOOR = "#ffffff"  # seen only where a shadow falls on it


def scene(g: Dims) -> list[Mesh]:
    """All meshes of the picture."""
    meshes = []
    for part in _parts(g):
        mesh = of_part(part, MATERIALS[part.material][1])
        meshes += felted(mesh, BOARD) if part.material == "top" else [mesh]
    for side in SIDES:
        meshes += _wall(g, side, up=side not in FRONT)
    meshes.append(cuboid((-470, -470, -1), (1150, 1150, 1), FLOOR))
    return meshes + _loose(g) + _on_the_way(g)


def _parts(g: Dims) -> list[Part]:
    parts = [_cut(g, part) for part in fixed(g)]
    home = [p for p in moving(g, STATES["home"], 0) if p.name[:2] in ("a.", "b.")]
    lifted = [p for p in moving(g, STATES["lifts up"], 0) if p.name[:2] in ("c.", "d.")]
    raised = [p for p in moving(g, STATES["hatch up"], 0) if p.name.startswith("hatch")]
    home = [p for p in home if p.name not in ("a.flap", "b.flap")]
    return [part for part in [*parts, *home, *lifted, *raised] if part.volume > 1]


def _cut(g: Dims, part: Part) -> Part:
    """Take the front right corner off the table top and what hides the inside below it."""
    if not part.name.endswith(CUT):
        return part
    half = g("table.size")
    low = g("table.bottom") + 40 if part.name.endswith(("skirt", "corner")) else 0
    away = box((-40, half), (-half, 40), (low, 1000))
    if part.bounds[0] > -40 and part.bounds[4] < 40 and part.bounds[2] >= low:
        return replace(part, solid=box((0, 0.01), (0, 0.01), (0, 0.01)))
    return replace(part, solid=part.solid - away)


def _place(side: str) -> tuple[int, int]:
    """Cosine and sine of a side's turn."""
    return ((1, 0), (0, 1), (-1, 0), (0, -1))[SIDES.index(side)]


def _tile(low: Point, size: Point, side: str, back: str = SORTED) -> list[Mesh]:
    """A tile lying on its face: white below, coloured back above."""
    cos, sin = _place(side)

    def turn(p: Point) -> Point:
        return p[0] * cos - p[1] * sin, p[0] * sin + p[1] * cos, p[2]

    split = size[2] * 0.6
    return [cuboid(low, (size[0], size[1], split), FACE, turn),
            cuboid((low[0], low[1], low[2] + split), (size[0], size[1], size[2] - split), back,
                   turn)]


def _wall(g: Dims, side: str, up: bool) -> list[Mesh]:
    level = lift_level(g, "up" if up else "down")
    wide, deep, high = g("tile.width"), g("tile.length"), g("tile.thick")
    meshes = []
    for stack in range(STACKS):
        for tier in (0, 1):
            low = (wall_start(g) - (stack + 1) * wide + 0.3, -g("lift.centre") - deep / 2,
                   level + tier * high)
            meshes += _tile(low, (wide - 0.6, deep, high), side, PLAYED if up else SORTED)
    return meshes


def _on_the_way(g: Dims) -> list[Mesh]:
    """Tiles of the next wall on the front line's belt and one in its pocket."""
    start, end = belt_y(g)
    size = g("tile.width"), g("tile.length"), g("tile.thick")
    low, high, x = port_height(g, "a"), g("lane.floor"), g("belt.line") - size[0] / 2
    meshes = []
    for n in range(5):
        y = end + 6 + n * (g("tile.pitch") + 8)
        z = high + (low - high) * (y - end) / (start - end)
        meshes += _tile((x, y, z + 0.5), size, "a")
    return meshes + _tile((x, -g("lane.centre") - size[1] / 2, high + 0.2), size, "a")


def _loose(g: Dims) -> list[Mesh]:
    """Tiles lying loose in the drum, every other one face up, none in another."""
    tilt, turned = math.radians(g("drum.tilt")), math.radians(g("drum.turned"))
    apart = math.hypot(g("tile.length"), g("tile.width"))
    meshes: list[Mesh] = []
    taken: list[tuple[float, float]] = []
    for n in range(1, 220):
        radius = 88 + (n * 61) % 120  # a fixed scatter: no two turns alike, no random numbers
        angle = n * 2.39996
        spot = (radius * math.cos(angle), radius * math.sin(angle))
        if all(math.dist(spot, other) > apart for other in taken):
            taken.append(spot)
            meshes += _lying(g, (radius, angle, n * 1.7), n % 2 == 0, (tilt, turned))
    return meshes


def _lying(g: Dims, at: tuple[float, float, float], face_up: bool,
           lean: tuple[float, float]) -> list[Mesh]:
    radius, angle, spin = at
    tilt, turned = lean

    def place(p: Point) -> Point:
        x = radius * math.cos(angle) + p[0] * math.cos(spin) - p[1] * math.sin(spin)
        y = radius * math.sin(angle) + p[0] * math.sin(spin) + p[1] * math.cos(spin)
        x, z = (x * math.cos(tilt) - p[2] * math.sin(tilt),
                x * math.sin(tilt) + p[2] * math.cos(tilt))
        return (round(x * math.cos(turned) - y * math.sin(turned), 3),
                round(x * math.sin(turned) + y * math.cos(turned), 3),
                round(z + g("drum.centre"), 3))

    long, wide, high = g("tile.length"), g("tile.width"), g("tile.thick")
    split = high * (0.4 if face_up else 0.6)
    colours = (SORTED, FACE) if face_up else (FACE, SORTED)
    base = 5.5
    return [cuboid((-long / 2, -wide / 2, base), (long, wide, split), colours[0], place),
            cuboid((-long / 2, -wide / 2, base + split), (long, wide, high - split), colours[1],
                   place)]
