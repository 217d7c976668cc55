"""The dimensioned section of one wall line: inlet, belt, counter, head, then lane and lift."""

from collections.abc import Callable

from .dimensions import Dims
from .lane_section import STEEL, TILE, TOP, across_lane, draw_tile
from .layout import band, belt_y, lift_level, panel_bottom, port_height, wall_start
from .sheet import GREY, Sheet, num

DASH = ' stroke-dasharray="6 3"'


def line_view(g: Dims) -> str:
    """SVG: along the belt and across the lane above, along the lane below."""
    sheet = Sheet("One wall line in section, millimetres", 10)
    sheet.shift = (400, 340)
    _along_belt(g, sheet)
    sheet.shift = (620, 340)
    across_lane(g, sheet)
    sheet.shift = (0, 0)
    _along_lane(g, sheet, 0)
    return sheet.svg()


def _along_belt(g: Dims, sheet: Sheet) -> None:
    """u runs along the belt towards the head, 0 at the pocket's far wall; side C climbs most."""
    start, end = belt_y(g)
    back = band(g, "lane")[0]
    floor, low = g("lane.floor"), port_height(g, "c")
    u0, u1, pocket = back - start, back - end, back - band(g, "lane")[1]
    thick = g("belt.thick")
    climb = (floor - low) / (u1 - u0)
    sheet.path([(u0, low - thick), (u1, floor - thick), (u1, floor), (u0, low)], "#4a525a")
    _on_belt(g, sheet, u1, climb)
    top = g("table.surface")
    sheet.rect((u0 + 20, 0), (panel_bottom(g), top), TOP)
    _pick_up(g, sheet, u0 - 34, low)
    plate, drop = g("lift.plate"), g("head.drop")
    draw_tile(sheet, (pocket + 1, pocket + 1 + g("tile.length")), floor - drop,
              floor - drop + g("tile.thick"))
    sheet.rect((pocket + 0.5, -0.5), (floor - drop - plate, floor - drop), STEEL)
    sheet.rect((pocket + 0.5, -0.5), (floor - plate, floor), "none", GREY, DASH)
    cam = floor - plate - drop - 1
    sheet.rect((pocket - 1, 1), (cam - g("head.body"), cam), STEEL)
    sheet.rect((0, g("lane.side")), (floor - 12, panel_bottom(g)), STEEL)
    _sensors(g, sheet, (u0, u1), climb)
    sheet.word((u0 + 70, cam - 126), "along the belt (line C, which climbs most)", size=1.3)
    sheet.across((u0, u1), cam - 96, (low - thick, floor - thick), f"belt run {num(u1 - u0)}")
    sheet.across((u1, pocket), cam - 96, (floor - thick,) * 2, num(pocket - u1), aside=8)
    sheet.upright((low, floor), u0 - 12, (u0, u1), f"climb {num(floor - low)}")
    sheet.upright((floor - drop, floor), 24, (0, 0), f"drop {num(drop)}", aside=8)
    sheet.note((u0 + 44, low - 26), (u0 + 30, low + 4), "belt")
    sheet.note((pocket - 34, cam - 66), (pocket + 10, cam - 50), "head: cam, elevator", "end")


def _on_belt(g: Dims, sheet: Sheet, u1: float, climb: float) -> None:
    floor, tall = g("lane.floor"), g("tile.thick")
    for n in range(6):
        u = u1 - 4 - n * g("tile.pitch")
        z = floor + (u - u1) * climb
        rise = g("tile.length") * climb
        sheet.path([(u - g("tile.length"), z - rise), (u, z), (u, z + tall),
                    (u - g("tile.length"), z + tall - rise)], TILE, GREY)


def _sensors(g: Dims, sheet: Sheet, u: tuple[float, float], climb: float) -> None:
    floor, top = g("lane.floor"), g("table.surface")
    for at, name in ((u[1] - 4, "CNT"), (u[1] - 24, "JAM"), (u[0] + 10, "INLET")):
        z = floor + (at - u[1]) * climb + g("tile.thick") + 6
        sheet.rect((at - 3, at + 3), (z, z + 8), "#e0b63a")
        sheet.note((at - (30 if name == "JAM" else 0), top + 14), (at, z + 8), name, "middle")


def _pick_up(g: Dims, sheet: Sheet, right: float, low: float) -> None:
    """A tile under the ring above the dish's floor, seen level with the dish."""
    floor = low - (g("ring.gap") - g("tile.thick"))
    ring = floor + g("ring.gap")
    left = right - 90
    sheet.rect((left, right), (floor - g("drum.floor"), floor), STEEL)
    sheet.rect((right - 60, right - 60 + g("ring.width")), (ring, ring + g("ring.thick")),
               "#d98a78")
    draw_tile(sheet, (right - 62, right - 62 + g("tile.length")), low, ring)
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
            low = floor + tier * tall
            draw_tile(sheet, (x, x + g("tile.width")), low, low + tall)
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
    sheet.across((pocket, v(x1)), base, (floor, floor), f"pocket {num(g('head.pocket'))}",
                 aside=-8)
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
