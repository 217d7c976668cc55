"""One wall line, fixed parts: chute, belt, count sensor, head and lane of side A."""

import math
from functools import lru_cache

from build123d import Location, Solid

from .dimensions import Dims
from .drum import shell_envelope
from .layout import (
    band,
    belt_y,
    lane_x,
    panel_bottom,
    port_height,
)
from .part import Part, block, box, prism, rod


def line_parts(g: Dims, side: str) -> list[Part]:
    """What a side with a line of its own has, in its place."""
    parts = [*_belt(g, side), *_head(g), *_sensors(g, side)]
    return [part.on_side(side) for part in parts] + [_chute(g, side)]


def _belt(g: Dims, side: str) -> list[Part]:
    (start, end), low, high = belt_y(g), port_height(g, side), g("lane.floor")
    half, wall = g("belt.width") / 2, g("belt.side")
    x0, x1 = g("belt.line") - half, g("belt.line") + half

    def strip(x: tuple[float, float], below: float, above: float) -> Solid:
        return prism([(start, low - below), (end, high - below), (end, high + above),
                      (start, low + above)], x)

    tall = g("tile.thick") + 3
    thick, frame = g("belt.thick"), g("motor.frame")
    drive = min(low, high - 45) - thick / 2
    return [
        Part("belt", strip((x0 + 0.5, x1 - 0.5), thick, 0), "belt"),
        Part("trough_inner", strip((x0 - wall, x0), thick, tall), "sheet"),
        Part("trough_outer", strip((x1, x1 + wall), thick, tall), "sheet"),
        block("belt_motor", (x1 + wall + 2, x1 + wall + 2 + g("motor.length")),
              (start - frame, start), (drive - frame / 2, drive + frame / 2), "motor",
              mass_g=g("motor.mass")),
    ]


def _chute(g: Dims, side: str) -> Part:
    """The guide from the ring's tangent to the belt, trimmed at the drum's wall and the trough."""
    start, low = belt_y(g)[0], port_height(g, side)
    end_x, half = g("belt.line"), g("belt.width") / 2 + g("belt.side")
    reach = math.hypot(end_x, start)
    turn = math.acos(g("ring.radius") / reach) + math.atan2(start, end_x)
    length = 120.0
    deep, tall = 2.0, g("tile.thick") + 3
    body = box((-half, half), (-length / 2, length / 2), (-deep, tall))
    body -= box((-half + 2, half - 2), (-length, length), (0, tall + 1))
    middle = length / 2 - 14
    at = (end_x - middle * math.sin(turn), start + middle * math.cos(turn), low)
    body = body.moved(Location(at, (0, 0, math.degrees(turn))))
    body -= box((end_x - half - 9, end_x + half + 9), (start + 0.5, start - 100),
                (low - 50, low + 60))
    body -= box((end_x + half, end_x + half + 50), (start + 60, start - 50), (low - 9, low + 60))
    part = Part("chute", body, "sheet").on_side(side)
    return Part(part.name, part.solid - shell_envelope(g), "sheet")


@lru_cache(maxsize=8)
def _head(g: Dims) -> list[Part]:
    x0 = g("lane.start")
    x1 = x0 + g("head.pocket")
    outer, inner = band(g, "lane")
    floor, wall = g("lane.floor"), g("lane.side")
    top = floor - g("lift.plate") - g("head.drop") - 1
    cam = box((x0 - 13, x1 + 17), (outer - 1, inner + 1), (top - g("head.body"), top))
    cam -= rod(((x0 + x1) / 2, (outer + inner) / 2), 8, (top - 70, top + 1))
    frame, middle = g("motor.frame"), (outer + inner) / 2
    return [
        block("head_stop", (x0, x1), (outer - wall, outer), (floor - 12, panel_bottom(g)),
              "sheet"),
        Part("head_cam", cam, "aluminium"),
        Part("pusher_guide", box((x1 + 22, x1 + 37), (middle - 12, middle + 12),
                                 (floor + 3, floor + 29))
             - box((x1, x1 + 60), (middle - 4.5, middle + 4.5), (floor + 10.5, floor + 19.5)),
             "plastic"),
        block("head_motor", (x1 + 18, x1 + 18 + frame), (outer - 23 - frame, outer - 23),
              (top - g("motor.length"), top), "motor", mass_g=g("motor.mass")),
    ]


def _sensors(g: Dims, side: str) -> list[Part]:
    (start, end), x = belt_y(g), g("belt.line")
    clear = g("tile.thick") + 6
    rows = [("sensor_cnt", end + 4, g("lane.floor") + clear),
            ("sensor_jam", end + 24, g("lane.floor") + clear),
            ("sensor_inlet", start - 10, port_height(g, side) + clear + 3)]
    return [block(name, (x - 6, x + 6), (y - 3, y + 3), (z, z + 8), "sensor", mass_g=4)
            for name, y, z in rows]


def lane_parts(g: Dims, side: str, chain: bool) -> list[Part]:
    """The lane of one side: two sheets and an end stop; lower outside where chain rods pass."""
    x0, x1 = lane_x(g)
    outer, inner = band(g, "lane")
    wall, floor, top = g("lane.side"), g("lane.floor"), panel_bottom(g)
    low = floor - 12
    parts = [
        block("lane_inner", (x0, x1), (inner, inner + wall), (low, top), "sheet"),
        block("lane_outer", (x0, x1), (outer - wall, outer),
              (low, g("chain.floor") if chain else top), "sheet"),
    ]
    if not chain:
        parts.append(block("lane_end", (x0 - wall, x0), (outer - wall, inner + wall),
                           (low, top), "sheet"))
    return [part.on_side(side) for part in parts]

