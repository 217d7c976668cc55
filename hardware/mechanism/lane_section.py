"""The lane across, enlarged; and how tiles are drawn in sections."""

from collections.abc import Callable

from .dimensions import Dims
from .layout import band, panel_bottom
from .sheet import GREY, Sheet, num

TILE, BACK, STEEL, TOP = "#fbf6ea", "#e9b767", "#cfd6dc", "#cfe6dc"


def draw_tile(sheet: Sheet, x: tuple[float, float], low: float, high: float) -> None:
    """A tile from the side, its back on top."""
    split = low + (high - low) * 0.6
    sheet.rect(x, (low, split), TILE, GREY)
    sheet.rect(x, (split, high), BACK, GREY)


def across_lane(g: Dims, sheet: Sheet) -> None:
    """The lane across: plate, sides, wall, flap, three times the size in width and height."""
    at, scale, floor, top = 0.0, 3.0, g("lane.floor"), g("table.surface")
    middle, base = -g("lane.centre"), g("lane.floor")

    def x(y: float) -> float:
        return at + (y - middle) * scale

    def z(height: float) -> float:
        return base + (height - base) * scale - 70

    outer, inner = band(g, "slot")
    lane = band(g, "lane")
    hinge = outer - g("flap.hinge")
    low = panel_bottom(g)
    for edge, wall in ((lane[0], -g("lane.side")), (lane[1], g("lane.side"))):
        sheet.rect((x(edge), x(edge + wall)), (z(floor - 12), z(low)), STEEL)
    sheet.rect((x(inner), x(inner + 24)), (z(low), z(top)), TOP)
    step = top - g("flap.thick")
    sheet.path([(x(hinge - 20), z(low)), (x(outer), z(low)), (x(outer), z(step)),
                (x(hinge), z(step)), (x(hinge), z(top)), (x(hinge - 20), z(top))], TOP)
    sheet.rect((x(hinge + 0.5), x(inner - 1)), (z(step), z(top)), "#9dc3b1")
    plate = band(g, "lift")
    sheet.rect((x(plate[0]), x(plate[1])), (z(floor - g("lift.plate")), z(floor)), STEEL)
    half, tall = g("tile.length") / 2, g("tile.thick")
    for tier in (0, 1):
        draw_tile(sheet, (x(middle - half), x(middle + half)), z(floor + tier * tall),
              z(floor + (tier + 1) * tall))
    _measures(g, sheet, x, z)


def _measures(g: Dims, sheet: Sheet, x: Callable[[float], float],
              z: Callable[[float], float]) -> None:
    floor, top, middle = g("lane.floor"), g("table.surface"), -g("lane.centre")
    (outer, inner), lane, plate = band(g, "slot"), band(g, "lane"), band(g, "lift")
    hinge, half, tall = outer - g("flap.hinge"), g("tile.length") / 2, g("tile.thick")
    sheet.across((x(lane[0]), x(lane[1])), z(floor - 24), (z(floor - 12),) * 2,
                 f"lane {num(g('lane.width'))}")
    sheet.across((x(plate[0]), x(plate[1])), z(floor - 34), (z(floor - 6),) * 2,
                 f"plate {num(g('lift.width'))}")
    sheet.across((x(outer), x(inner)), z(top + 12), (z(top),) * 2, f"slot {num(g('slot.width'))}")
    sheet.upright((z(floor), z(floor + 2 * tall)), x(inner + 12), (x(middle + half),) * 2,
                  num(2 * tall))
    sheet.upright((z(floor), z(top)), x(inner + 34), (x(plate[1]), x(inner + 24)),
                  f"travel {num(top - floor)}")
    sheet.note((x(hinge - 6), z(top + 8)), (x(hinge + 6), z(top - 1)), "flap", "end")
    sheet.note((x(hinge - 3), z(floor + 24)), (x(middle - half + 3), z(floor + 24)), "wall",
               "end")
    sheet.word((x(middle), z(floor - 50)), "across the lane, 3:1", size=1.3)
