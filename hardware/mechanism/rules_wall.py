"""Rules for walls, lanes, lifts and their slots, corners and the playing area."""

from collections.abc import Iterator

from .dimensions import Dims
from .finding import Finding, gap_rule
from .layout import band, lift_level, panel_bottom, wall_length, wall_start


def gears(g: Dims) -> range:
    """Stacks a side may hold: 17 to 19."""
    return range(int(g("wall.stacks_min")), int(g("wall.stacks_max")) + 1)


def spare(g: Dims, stacks: int, where: str) -> float:
    """What is left along `where` (lane or slot) behind a wall of the largest tiles, mm."""
    far = g(f"{where}.start") - g(f"{where}.length")
    return wall_start(g) - wall_length(g, stacks) - far


def _wall_along(g: Dims) -> Iterator[Finding]:
    need = g("wall.spare")
    for stacks in gears(g):
        long = wall_length(g, stacks)
        for where, name in (("lane", "the lane"), ("slot", "the lift slot")):
            left = spare(g, stacks, where)
            if left < need:
                yield Finding(g.key(f"{where}.length"), f"a wall of {stacks} stacks is {long:.1f} "
                              f"mm with the largest tiles; {name} of {g(f'{where}.length'):.1f} "
                              f"mm leaves {left:.1f} mm, needs {need:.1f} mm")
        hang = max(wall_start(g) - g("lift.start"),
                   g("lift.start") - g("lift.length") - (wall_start(g) - long))
        if hang > g("lift.level") and hang > g("tile.width") / 10:
            yield Finding(g.key("lift.length"), f"a wall of {stacks} stacks hangs {hang:.1f} mm "
                          f"over the end of the lift plate of {g('lift.length'):.1f} mm")


def _wall_across(g: Dims) -> Iterator[Finding]:
    deep = g("tile.length") + g("wall.grow")
    for where, name in (("lane", "the lane"), ("slot", "the lift slot")):
        left = g(f"{where}.width") - deep
        if left < g("wall.spare"):
            yield Finding(g.key(f"{where}.width"), f"a wall is {deep:.1f} mm deep; {name} of "
                          f"{g(f'{where}.width'):.1f} mm leaves {left:.1f} mm, needs "
                          f"{g('wall.spare'):.1f} mm")
    head = panel_bottom(g) - g("lane.floor") - 2 * (g("tile.thick") + g("wall.grow"))
    if head < g("wall.spare"):
        yield Finding(g.key("table.panel"), f"a wall in the lane has {head:.1f} mm below the "
                      f"table top, needs {g('wall.spare'):.1f} mm")


def slot_gaps(g: Dims) -> dict[str, float]:
    """The four gaps between lift plate and slot, mm."""
    slot, plate = band(g, "slot"), band(g, "lift")
    return {
        "head end": g("slot.start") - g("lift.start"),
        "far end": (g("lift.start") - g("lift.length")) - (g("slot.start") - g("slot.length")),
        "outer edge": plate[0] - slot[0],
        "inner edge": slot[1] - plate[1],
    }


def _lift_in_slot(g: Dims) -> Iterator[Finding]:
    keys = {"head end": "lift.start", "far end": "lift.length", "outer edge": "lift.centre",
            "inner edge": "lift.centre"}
    for where, gap in slot_gaps(g).items():
        yield from gap_rule(g, f"lift plate and slot, {where}", gap, g.key(keys[where]))


def _lift_level(g: Dims) -> Iterator[Finding]:
    for pose, name, level in (("down", "lane floor", g("lane.floor")),
                              ("up", "table top", g("table.surface"))):
        step = lift_level(g, pose) - level
        if abs(step) > g("lift.level"):
            yield Finding(g.key("lift.up"), f"lift plate, {pose}, and {name}: a step of "
                          f"{step:+.1f} mm ({lift_level(g, pose):.1f} against {level:.1f} mm), "
                          f"at most {g('lift.level'):.1f} mm")


def _corners(g: Dims) -> Iterator[Finding]:
    half = (g("tile.length") + g("wall.grow")) / 2
    near = g("lift.centre") - half  # inner face of the neighbour's wall
    ends = (wall_start(g), -(wall_start(g) - wall_length(g, int(g("wall.stacks_max")))))
    for end, key in zip(ends, ("lane.start", "lane.length"), strict=True):
        if near - end < g("wall.corner"):
            yield Finding(g.key(key), f"walls of two sides at a corner: {near - end:.1f} mm "
                          f"apart, needs {g('wall.corner'):.1f} mm")


def play_square(g: Dims) -> float:
    """Side of the square between the four walls, mm."""
    return 2 * (g("lift.centre") - (g("tile.length") + g("wall.grow")) / 2)


def hand_strip(g: Dims) -> float:
    """Table top between a slot with its hinge and the rim, mm."""
    return (g("table.size") / 2 - g("table.rim")) + band(g, "slot")[0] - g("flap.hinge")


def _surface(g: Dims) -> Iterator[Finding]:
    rows = int(g("wall.river_rows"))
    need = 2 * (g("hatch.opening") + rows * g("tile.length"))
    if play_square(g) < need:
        yield Finding(g.key("lift.centre"), f"playing area between the walls is "
                      f"{play_square(g):.0f} mm square; hatch and {rows} rows of discards on "
                      f"each side need {need:.0f} mm")
    if hand_strip(g) < g("table.hand"):
        yield Finding(g.key("slot.centre"), f"strip for a hand between slot and rim is "
                      f"{hand_strip(g):.1f} mm, needs {g('table.hand'):.1f} mm")


RULES = (_wall_along, _wall_across, _lift_in_slot, _lift_level, _corners, _surface)
