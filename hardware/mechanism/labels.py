"""Names beside the picture, each with a line to its part."""

import math

import numpy as np

from .dimensions import Dims
from .layout import band, port_height
from .mesh import Point
from .raster import Buffer

SIZE = 27  # font size in picture units
INK = "#1d242b"


def spots(g: Dims) -> list[tuple[str, str, Point]]:
    """Side of the picture, name, and the point of the model it names."""
    wall, floor = g("lift.centre"), g("lane.floor")
    angle = math.radians(-52)
    across = math.cos(angle - math.radians(g("drum.turned")))
    lean = g("ring.radius") * across * math.sin(math.radians(g("drum.tilt")))
    ring = (g("ring.radius") * math.cos(angle), g("ring.radius") * math.sin(angle),
            g("drum.centre") + g("ring.gap") + g("ring.thick") + lean)
    slot = g("slot.start")
    return [
        ("left", "wall on its lift", (-wall, 40, g("table.surface") + 34)),
        ("left", "centre hatch with dice", (-95, -60, g("table.surface") + g("hatch.travel"))),
        ("left", "drum", (40, -165, g("drum.centre") - 8)),
        ("left", "lane: the next wall", (90, -wall, floor + 2 * g("tile.thick"))),
        ("left", "lift motor with crank", (36, -395, floor - 36)),
        ("left", "frame and base plate", (60, -440, g("table.bottom") + 40)),
        ("right", "flap over the lift's slot", (slot - 545, wall + 25, g("table.surface") + 20)),
        ("right", "magnet ring", ring),
        ("right", "belt", (g("belt.line"), -150, port_height(g, "a") + 20)),
        ("right", "tile counter", (g("belt.line"), -304, floor + 31)),
        ("right", "pusher of the head", (slot + 45, -wall, floor + 20)),
        ("right", "head motor", (slot + 95, band(g, "lane")[0] - 30, floor - 60)),
    ]


def labels(g: Dims, buffer: Buffer, x: tuple[int, int], y: tuple[int, int]) -> list[str]:
    """SVG of all names in two columns at the left and right edge `x`, spread over `y`."""
    text = []
    for side in ("left", "right"):
        rows = []
        for where, name, point in spots(g):
            if where == side:
                at = buffer.pixel(np.array([point], dtype=float))[0]
                rows.append((int(round(at[1])), int(round(at[0])), name))
        rows.sort()
        for (at_y, at_x, name), line in zip(rows, _spread([r[0] for r in rows], y), strict=True):
            text.append(_label(side, name, (at_x, at_y), line, x))
    return text


def _spread(wanted: list[int], y: tuple[int, int]) -> list[int]:
    """Lines as near to the wanted heights as a line's distance allows."""
    lines: list[int] = []
    for want in wanted:
        lines.append(max(want, lines[-1] + 2 * SIZE if lines else y[0] + SIZE))
    over = max(0, lines[-1] - y[1] + SIZE)
    return [line - over for line in lines]


def _label(side: str, name: str, at: tuple[int, int], line: int, x: tuple[int, int]) -> str:
    edge, anchor, turn = (x[0], "end", 1) if side == "left" else (x[1], "start", -1)
    way = f'd="M{edge + 8 * turn} {line}h{26 * turn}L{at[0]} {at[1]}"'
    return (f'<path stroke="#fff" stroke-width="5" stroke-opacity=".6" {way}/><path {way}/>'
            f'<circle cx="{at[0]}" cy="{at[1]}" r="4.5"/>'
            f'<text x="{edge}" y="{line + SIZE // 3}" text-anchor="{anchor}">{name}</text>')
