"""The dimensioned drawing of the table top: openings, walls, rim, and the drum below."""

from collections.abc import Callable

from .dimensions import Dims
from .layout import band, belt_y, wall_length, wall_start
from .part import SIDES
from .rules_wall import hand_strip, play_square
from .sheet import GREY, Sheet, num

Turn = Callable[[tuple[float, float]], tuple[float, float]]
DASH = ' stroke-dasharray="8 4"'


def turned(side: str) -> Turn:
    """Points of side A on another side."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[SIDES.index(side)]
    return lambda p: (p[0] * cos - p[1] * sin, p[0] * sin + p[1] * cos)


def top_view(g: Dims) -> str:
    """SVG of the table seen from above, side A at the bottom."""
    sheet = Sheet("Table top, from above, millimetres")
    half, rim = g("table.size") / 2, g("table.rim")
    sheet.rect((-half, half), (-half, half), "#e8dccb")
    sheet.rect((-half + rim, half - rim), (-half + rim, half - rim), "#eef6f1")
    for radius in (g("drum.shell"), g("ring.radius") + g("ring.width") / 2,
                   g("ring.radius") - g("ring.width") / 2):
        sheet.circle((0, 0), radius, "none", GREY, DASH)
    for side in SIDES:
        _side(g, sheet, side)
    sheet.circle((0, 0), g("hatch.opening"), "#fff")
    sheet.circle((0, 0), g("hatch.radius"), "#dfe3e7")
    sheet.circle((0, 0), g("hatch.dome"), "#fff")
    _measures(g, sheet)
    return sheet.svg()


def _side(g: Dims, sheet: Sheet, side: str) -> None:
    turn = turned(side)

    def area(x: tuple[float, float], y: tuple[float, float], fill: str, line: str = GREY,
             more: str = "") -> None:
        (ax, ay), (bx, by) = turn((x[0], y[0])), turn((x[1], y[1]))
        sheet.rect((ax, bx), (ay, by), fill, line, more)

    x1 = g("slot.start")
    x0 = x1 - g("slot.length")
    outer, inner = band(g, "slot")
    belt, start = g("belt.line"), wall_start(g)
    wide = g("belt.width") / 2
    area((belt - wide, belt + wide), belt_y(g), "none", GREY, DASH)
    area((g("lane.start"), g("lane.start") + g("head.pocket")), band(g, "lane"), "none", GREY,
         DASH)
    area((x0, x1), (outer - g("flap.hinge"), inner), "#c9d3da")
    deep = g("tile.length") / 2
    for n in range(int(g("wall.stacks_max"))):
        left = start - (n + 1) * g("tile.width")
        fill = ("#f3c884", "#f8e2bd", "#fdf5e6")[max(0, n - int(g("wall.stacks_min")) + 1)]
        area((left, left + g("tile.width")),
             (-g("lift.centre") - deep, -g("lift.centre") + deep), fill)
    x, y = turn((35, -g("lift.centre") + 28))
    sheet.word((x, y - 5), side.upper(), size=1.4)


def _measures(g: Dims, sheet: Sheet) -> None:
    half, rim = g("table.size") / 2, g("table.rim")
    outer, inner = band(g, "slot")
    x1 = g("slot.start")
    x0 = x1 - g("slot.length")
    start = wall_start(g)
    for row, stacks in enumerate(range(17, 20)):
        long = wall_length(g, stacks, grown=False)
        sheet.across((start - long, start), -half - 30 - 26 * row, (-g("lift.centre"),) * 2,
                     f"{stacks} stacks {num(long)}")
    sheet.across((x0, x1), -half - 108, (outer, outer), f"lane and lift slot {num(x1 - x0)}")
    sheet.across((-half, half), -half - 136, (-half, -half))
    sheet.upright((-half, half), half + 116, (half, half))
    square = play_square(g) / 2
    sheet.upright((-square, square), half + 88, (x1, -x0),
                  f"between walls {num(2 * square)}")
    sheet.upright((-g("lift.centre"), 0), half + 60, (x1, 0), f"lift line {num(g('lift.centre'))}")
    sheet.upright((-half + rim, outer - g("flap.hinge")), half + 32, (half - rim, x1),
                  f"hand {num(hand_strip(g))}", aside=-6)
    sheet.across((0, g("belt.line")), half + 30, (0, belt_y(g)[0]),
                 f"belt line {num(g('belt.line'))}")
    sheet.across((half - rim, half), half + 30, (half - rim, half), f"rim {num(rim)}", aside=8)
    sheet.upright((outer, inner), -half - 30, (x0, x0), f"slot {num(inner - outer)}", aside=12)
    _notes(g, sheet, -half - 20)


def _notes(g: Dims, sheet: Sheet, x: float) -> None:
    notes = [
        ((x, 330), (-40, 40), f"hatch R {num(g('hatch.radius'))} in an opening R "
         f"{num(g('hatch.opening'))}"),
        ((x, 290), (-170, 171), f"ring R {num(g('ring.radius'))}, {num(g('ring.width'))}"
         " wide (below)"),
        ((x, 250), (-226, 133), f"drum's wall R {num(g('drum.shell'))}, dish R "
         f"{num(g('drum.radius'))} (below)"),
        ((x, 210), (-g("belt.line"), 200), "belt (below)"),
        ((x, 170), (-g("lift.centre"), 120), "wall: 17, 18 or 19 stacks"),
    ]
    for at, to, text in notes:
        sheet.note(at, to, text, "end")
