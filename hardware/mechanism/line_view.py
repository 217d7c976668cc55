"""The dimensioned section of one wall line: inlet, belt, counter, head, then lane and lift."""

from collections.abc import Callable

from .dimensions import Dims
from .layout import band, belt_y, lift_level, panel_bottom, port_height, wall_start
from .sheet import GREY, Sheet, num

TILE, BACK, STEEL, TOP = "#fbf6ea", "#e9b767", "#cfd6dc", "#cfe6dc"
DASH = ' stroke-dasharray="6 3"'


def line_view(g: Dims) -> str:
    """SVG: along the belt and across the lane above, along the lane below."""
    sheet = Sheet("One wall line in section, millimetres", 10)
    sheet.shift = (400, 340)
    _along_belt(g, sheet)
    sheet.shift = (620, 340)
    _across_lane(g, sheet)
    sheet.shift = (0, 0)
    _along_lane(g, sheet, 0)
    return sheet.svg()


def _tile(sheet: Sheet, x: tuple[float, float], low: float, high: float) -> None:
    split = low + (high - low) * 0.6
    sheet.rect(x, (low, split), TILE, GREY)
    sheet.rect(x, (split, high), BACK, GREY)


def _along_belt(g: Dims, sheet: Sheet) -> None:
    """u runs along the belt towards the head, 0 at the pocket's far wall; side C climbs most."""
    start, end = belt_y(g)
    back = band(g, "lane")[0]
    floor, low = g("lane.floor"), port_height(g, "c")
    u0, u1, pocket = back - start, back - end, back - band(g, "lane")[1]
    thick, tall = g("belt.thick"), g("tile.thick")
    climb = (floor - low) / (u1 - u0)
    sheet.path([(u0, low - thick), (u1, floor - thick), (u1, floor), (u0, low)], "#4a525a")
    for n in range(6):
        u = u1 - 4 - n * g("tile.pitch")
        z = floor + (u - u1) * climb
        rise = g("tile.length") * climb
        sheet.path([(u - g("tile.length"), z - rise), (u, z), (u, z + tall),
                    (u - g("tile.length"), z + tall - rise)], TILE, GREY)
    top = g("table.surface")
    sheet.rect((u0 + 20, 0), (panel_bottom(g), top), TOP)
    _pick_up(g, sheet, u0 - 34, low)
    plate, drop = g("lift.plate"), g("head.drop")
    _tile(sheet, (pocket + 1, pocket + 1 + g("tile.length")), floor - drop, floor - drop + tall)
    sheet.rect((pocket + 0.5, -0.5), (floor - drop - plate, floor - drop), STEEL)
    sheet.rect((pocket + 0.5, -0.5), (floor - plate, floor), "none", GREY, DASH)
    cam = floor - plate - drop - 1
    sheet.rect((pocket - 1, 1), (cam - g("head.body"), cam), STEEL)
    sheet.rect((0, g("lane.side")), (floor - 12, panel_bottom(g)), STEEL)
    for u, name in ((u1 - 4, "CNT"), (u1 - 24, "JAM"), (u0 + 10, "INLET")):
        z = floor + (u - u1) * climb + tall + 6
        sheet.rect((u - 3, u + 3), (z, z + 8), "#e0b63a")
        sheet.note((u - (30 if name == "JAM" else 0), top + 14), (u, z + 8), name, "middle")
    sheet.word((u0 + 70, cam - 126), "along the belt (line C, which climbs most)", size=1.3)
    sheet.across((u0, u1), cam - 96, (low - thick, floor - thick), f"belt run {num(u1 - u0)}")
    sheet.across((u1, pocket), cam - 96, (floor - thick,) * 2, num(pocket - u1), aside=8)
    sheet.upright((low, floor), u0 - 12, (u0, u1), f"climb {num(floor - low)}")
    sheet.upright((floor - drop, floor), 24, (0, 0), f"drop {num(drop)}", aside=8)
    sheet.note((u0 + 126, low - 2), (u0 + 96, low + 22), "belt")
    sheet.note((pocket - 34, cam - 66), (pocket + 10, cam - 50), "head: cam, elevator", "end")


def _pick_up(g: Dims, sheet: Sheet, right: float, low: float) -> None:
    """A tile under the ring above the dish's floor, seen level with the dish."""
    floor = low - (g("ring.gap") - g("tile.thick"))
    ring = floor + g("ring.gap")
    left = right - 90
    sheet.rect((left, right), (floor - g("drum.floor"), floor), STEEL)
    sheet.rect((right - 60, right - 60 + g("ring.width")), (ring, ring + g("ring.thick")),
               "#d98a78")
    _tile(sheet, (right - 62, right - 62 + g("tile.length")), low, ring)
    sheet.upright((floor, ring), left - 4, (left, right - 60), f"gap {num(g('ring.gap'))}",
                  aside=8)
    sheet.note((left - 10, ring + 74), (right - 40, ring + 6), "magnet ring", "start")
    sheet.note((left - 10, floor - 40), (left + 12, floor - 2), "drum's floor", "start")


def _along_lane(g: Dims, sheet: Sheet, at: float) -> None:
    """v runs along the lane away from the head, from `at` at the pusher's home."""
    x1 = g("lane.start")

    def v(x: float) -> float:
        return at + 70 + (x1 + g("head.pocket") - x)

    floor, top, plate = g("lane.floor"), g("table.surface"), g("lift.plate")
    tall = g("tile.thick")
    far = x1 - g("lane.length")
    sheet.rect((v(far) + 40, v(g("slot.start") - g("slot.length"))), (panel_bottom(g), top), TOP)
    sheet.rect((v(g("slot.start")), at), (panel_bottom(g), top), TOP)
    down = lift_level(g, "down")
    lift = v(g("lift.start")), v(g("lift.start") - g("lift.length"))
    sheet.rect(lift, (down - plate, down), STEEL)
    sheet.rect(lift, (top - plate, top), "none", GREY, DASH)
    for n in range(int(g("wall.stacks_max"))):
        x = v(wall_start(g) - n * g("tile.width"))
        for tier in (0, 1):
            _tile(sheet, (x, x + g("tile.width")), floor + tier * tall, floor + (tier + 1) * tall)
    ends = v(wall_start(g)), v(wall_start(g) - g("wall.stacks_max") * g("tile.width"))
    sheet.rect(ends, (top, top + 2 * tall), "none", GREY, DASH)
    sheet.rect((v(far), v(far) + g("lane.side")), (floor - 12, panel_bottom(g)), STEEL)
    blade = v(x1 + g("head.pocket") + 0.5)
    sheet.rect((blade - g("pusher.blade"), blade), (floor + 1.5, floor + 30), STEEL)
    sheet.rect((blade - 69, blade - g("pusher.blade")), (floor + 11, floor + 19), STEEL)
    _drive(g, sheet, (lift[0] + lift[1]) / 2, down - plate)
    _lane_measures(g, sheet, v)


def _drive(g: Dims, sheet: Sheet, middle: float, under: float) -> None:
    sheet.rect((middle - 220, middle + 220), (under - 15, under), STEEL)
    radius = g("lift.rod") / 2
    for x in (middle - 180, middle + 180):
        sheet.rect((x - radius, x + radius), (under - 145, under - 15), STEEL)
        sheet.rect((x - 12, x + 12), (under - 79, under - 59), "#fff")
    crank = g("lift.travel") / 2
    sheet.circle((middle, under - 59), crank + 8.5, STEEL)
    sheet.path([(middle, under - 59 - crank), (middle, under - 8)], "none", "#1d242b", False,
               ' stroke-width="3"')
    sheet.circle((middle, under - 59 - crank), 4, "#fff")
    sheet.note((middle + 60, under - 120), (middle + 20, under - 80),
               f"crank, radius {num(crank)}")
    sheet.note((middle - 120, under - 130), (middle - 180, under - 110), "guide rod in its bush")


def _lane_measures(g: Dims, sheet: Sheet, v: Callable[[float], float]) -> None:
    x1, floor, top = g("lane.start"), g("lane.floor"), g("table.surface")
    start, base = wall_start(g), floor - 175
    pocket = v(x1 + g("head.pocket"))
    sheet.across((pocket, v(x1)), base, (floor, floor), f"pocket {num(g('head.pocket'))}", aside=-8)
    for row, stacks in enumerate((17, 18, 19)):
        end = v(start - stacks * g("tile.width"))
        sheet.across((v(start), end), base - 20 - 18 * row, (floor, floor),
                     f"{stacks} stacks {num(stacks * g('tile.width'))}")
    sheet.across((v(x1), v(x1 - g("lane.length"))), base - 76, (floor, floor),
                 f"lane and slot {num(g('lane.length'))}")
    sheet.across((v(g("lift.start")), v(g("lift.start") - g("lift.length"))), top + 60,
                 (top, top), f"lift plate {num(g('lift.length'))}")
    sheet.across((pocket, v(start)), top + 14, (floor + 30, floor + 34),
                 f"stroke {num(g('pusher.stroke'))}", aside=-8)
    end = v(x1 - g("lane.length"))
    sheet.upright((floor, floor + 2 * g("tile.thick")), end + 26, (end, end - 3))
    sheet.upright((panel_bottom(g), top), end + 62, (end + 40,) * 2, num(g("table.panel")),
                  aside=6)
    sheet.note((pocket - 60, floor - 40), (pocket - 30, floor + 14), "pusher", "end")
    sheet.word((v(40), base - 110), "along the lane, lift down (dashed: up)", size=1.3)


def _across_lane(g: Dims, sheet: Sheet) -> None:
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
        _tile(sheet, (x(middle - half), x(middle + half)), z(floor + tier * tall),
              z(floor + (tier + 1) * tall))
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
