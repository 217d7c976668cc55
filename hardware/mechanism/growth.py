"""How each machine's walls grow: the lane in section, tiles numbered as the belt brings them."""

from .dimensions import Build, Dims
from .lane_section import STEEL, draw_tile
from .sheet import Sheet, num

STACKS = 6
TIERS = 2


def growth(g: Dims) -> str:
    """SVG: one lane for each machine, cut short to six stacks."""
    sheet = Sheet("How a wall grows: tiles numbered as the belt brings them", 10)
    for row, build in enumerate(g.builds):
        sheet.shift = (0, -110 * row)
        _lane(g, sheet, build)
    return sheet.svg()


def order(build: Build, stacks: int) -> list[tuple[int, int]]:
    """Place (stack from the stop, tier from below) of each tile, in the order they come."""
    if build.tiles_a_push == TIERS:
        return [(stack, tier) for stack in range(stacks) for tier in range(TIERS)]
    return [(stack, tier) for tier in range(TIERS) for stack in range(stacks)]


def _lane(g: Dims, sheet: Sheet, build: Build) -> None:
    wide, thick, side = g("tile.width"), g("tile.thick"), g("lane.side")
    end = STACKS * wide
    sheet.word((0, 2 * thick + 14), f"{build.name.replace('_', '-')}: {_pushed(build)}", "start")
    sheet.rect((-side, end + 2.5 * wide), (-side, 0), STEEL)
    sheet.rect((-side, 0), (0, 2 * thick + 6), STEEL)
    for number, (stack, tier) in enumerate(order(build, STACKS), 1):
        x = (stack * wide, (stack + 1) * wide)
        draw_tile(sheet, x, tier * thick, (tier + 1) * thick)
        sheet.word((sum(x) / 2, tier * thick + 3), num(number), size=0.8)
    sheet.note((end + wide, thick), (end + 4, thick), "from the head")


def _pushed(build: Build) -> str:
    if build.tiles_a_push == TIERS:
        return "the head pushes whole stacks"
    return "the head pushes tile by tile, the lower row, then the upper one over it"
