"""The dimensions that the dashboard's picture is drawn by, as one JSON object (mm, side A)."""

import json

from .dimensions import Dims
from .layout import band, belt_y, lane_x, wall_start


def geometry(g: Dims) -> str:
    """x to the right and y away from side A, both from the table's middle; others by turning."""
    belt, half = g("belt.line"), g("belt.width") / 2
    slot = g("slot.start")
    found = {
        "size": g("table.size"), "rim": g("table.rim"),
        "tile": [g("tile.width"), g("tile.length"), g("tile.thick")],
        "slot": [slot - g("slot.length"), slot, *band(g, "slot")],
        "lane": [*lane_x(g), *band(g, "lane")],
        "head": [g("lane.start"), g("lane.start") + g("head.pocket"), *band(g, "lane")],
        "belt": [belt - half, belt + half, *sorted(belt_y(g))],
        "wall": {"start": wall_start(g), "centre": -g("lift.centre"),
                 "most": int(g("wall.stacks_max"))},
        "drum": g("drum.shell"), "ring": [g("ring.radius"), g("ring.width")],
        "hatch": [g("hatch.radius"), g("hatch.opening"), g("hatch.dome")],
        "machines": {build.name: {"lines": build.lines, "chain": build.chain}
                     for build in g.builds},
    }
    rounded = {key: _rounded(value) for key, value in found.items()}
    return json.dumps(rounded, indent=1, sort_keys=True) + "\n"


def _rounded(value: object) -> object:
    """To a tenth of a millimetre: sums of binary fractions would else show."""
    if isinstance(value, float):
        return round(value, 1)
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return value
