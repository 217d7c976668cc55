"""What the dimensions must keep, by arithmetic: every finding names parts, numbers and key."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from .dimensions import Dims
from .layout import (
    band,
    belt_path,
    belt_slope,
    inside,
    lane_x,
    lift_level,
    panel_bottom,
    wall_length,
    wall_start,
)
from .part import SIDES


@dataclass(frozen=True)
class Finding:
    """A rule that does not hold: what is wrong, in numbers, and the key to change."""

    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [machine.toml: {self.key}]"


def gears(g: Dims) -> range:
    """Stacks a side may hold: 17 to 19."""
    return range(int(g("wall.stacks_min")), int(g("wall.stacks_max")) + 1)


def findings(g: Dims) -> list[Finding]:
    """Every rule that does not hold."""
    rules = (_wall_along, _wall_across, _lift_in_slot, _lift_level, _corners, _surface, _hatch,
             _drum, _ring, _belts, _head, _outside)
    return [found for rule in rules for found in rule(g)]


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
        yield from _gap(g, f"lift plate and slot, {where}", gap, g.key(keys[where]))


def _gap(g: Dims, what: str, gap: float, key: str) -> Iterator[Finding]:
    """A gap a part moves past: clear of touching, and no finger between 4 and 25 mm."""
    if gap < g("table.clear"):
        yield Finding(key, f"{what}: gap {gap:.2f} mm, needs {g('table.clear'):.2f} mm to run "
                      "clear" + (": they collide" if gap < 0 else ""))
    elif g("finger.narrow") <= gap < g("finger.wide"):
        yield Finding(key, f"{what}: gap {gap:.1f} mm catches a finger; must be below "
                      f"{g('finger.narrow'):.0f} mm or at least {g('finger.wide'):.0f} mm")


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


def _hatch(g: Dims) -> Iterator[Finding]:
    yield from _gap(g, "hatch panel and table top", g("hatch.opening") - g("hatch.radius"),
                    g.key("hatch.radius"))
    opening = g("hatch.travel") - g("hatch.thick")
    need = max(g("finger.wide"), math.hypot(g("tile.length"), g("tile.width")))
    if opening < need:
        yield Finding("hatch.travel_um", f"raised hatch leaves {opening:.1f} mm above the table "
                      f"top; a tile's diagonal and a finger need {need:.1f} mm")
    bridge = -band(g, "slot")[1] - g("hatch.opening")
    if bridge < g("finger.wide"):
        yield Finding(g.key("hatch.opening"), f"table top between hatch opening and lift slot "
                      f"is {bridge:.1f} mm wide, needs {g('finger.wide'):.1f} mm")
    over = g("drum.radius") - g("hatch.opening")
    if over < g("tile.length"):
        yield Finding(g.key("hatch.opening"), f"hatch opening of radius {g('hatch.opening'):.0f} "
                      f"mm comes within {over:.0f} mm of the drum's rim: tiles fall on the ring")


def drum_fill(g: Dims) -> tuple[float, float]:
    """Volume of the loose tiles of the largest set, and room below the ring, in cm3."""
    tiles = 8 * g("wall.stacks_max")
    one = g("tile.length") * g("tile.width") * g("tile.thick")
    room = math.pi * (g("drum.radius") ** 2 - g("drum.collar") ** 2) * g("ring.gap")
    return tiles * one / (g("drum.packing") / 100) / 1000, room / 1000


def _drum(g: Dims) -> Iterator[Finding]:
    heap, room = drum_fill(g)
    if heap > room:
        yield Finding("drum.radius_mm", f"{8 * g('wall.stacks_max'):.0f} loose tiles fill "
                      f"{heap:.0f} cm3; the drum of radius {g('drum.radius'):.0f} mm holds "
                      f"{room:.0f} cm3 below the ring")
    top = g("ring.radius") + g("ring.width") / 2
    if top > g("drum.shell"):
        yield Finding(g.key("ring.width"), f"ring reaches {top:.1f} mm, the drum's wall is at "
                      f"{g('drum.shell'):.1f} mm")


def _ring(g: Dims) -> Iterator[Finding]:
    gap, key = g("ring.gap"), g.key("ring.gap")
    low, high = g("ring.gap_min"), g("ring.gap_max")
    if not low <= gap <= high:
        yield Finding(key, f"ring is {gap:.1f} mm above the drum's floor, must be {low:.0f}-"
                      f"{high:.0f} mm")
    flat, edge = g("tile.thick") + g("wall.grow"), g("tile.width") - g("wall.grow")
    if gap <= flat:
        yield Finding(key, f"ring gap of {gap:.1f} mm does not pass a flat tile of {flat:.1f} mm")
    if gap >= edge or gap >= 2 * (g("tile.thick") - g("wall.grow")):
        yield Finding(key, f"ring gap of {gap:.1f} mm passes a tile on its edge ({edge:.1f} mm) "
                      f"or two flat ones")
    slots = g("ring.slots") * g("tile.pitch")
    around = 2 * math.pi * g("ring.radius")
    if slots > around:
        yield Finding("ring.slots", f"{g('ring.slots'):.0f} places of {g('tile.pitch'):.0f} mm "
                      f"need {slots:.0f} mm; the ring is {around:.0f} mm round")


def _belts(g: Dims) -> Iterator[Finding]:
    for side in SIDES:
        slope, limit = belt_slope(g, side), g("belt.slope_max")
        if abs(slope) > limit:
            yield Finding(g.key("drum.centre"), f"belt {side.upper()} climbs {slope:.1f} deg from "
                          f"its port to the lane, at most {limit:.0f} deg")
        path, want = belt_path(g, side), g("belt.length")
        if abs(path - want) > want / 20:
            yield Finding(g.key("belt.run"), f"belt {side.upper()} is {path:.0f} mm from port to "
                          f"head; belt.length is {want:.0f} mm, 5 % allowed")
    wide = g("belt.width") - g("tile.width") - g("wall.grow")
    if not g("wall.spare") <= wide <= g("finger.narrow"):
        yield Finding(g.key("belt.width"), f"belt trough leaves {wide:.1f} mm beside a tile, "
                      f"must be {g('wall.spare'):.0f}-{g('finger.narrow'):.0f} mm")


def _head(g: Dims) -> Iterator[Finding]:
    room = g("head.pocket") - g("tile.width") - g("wall.grow")
    if room < g("table.clear"):
        yield Finding(g.key("head.pocket"), f"head pocket leaves {room:.1f} mm beside a tile, "
                      f"needs {g('table.clear'):.1f} mm")
    into = g("pusher.stroke") - g("head.pocket")
    if not 0 <= into <= g("finger.narrow"):
        yield Finding(g.key("pusher.stroke"), f"pusher of {g('pusher.stroke'):.1f} mm stroke ends "
                      f"{into:+.1f} mm past the pocket; must end in the lane's first "
                      f"{g('finger.narrow'):.0f} mm")
    drop = g("head.drop") - g("tile.thick") - g("wall.grow")
    if not 0 <= drop <= 1:
        yield Finding(g.key("head.drop"), f"elevator drops {g('head.drop'):.1f} mm for a tile of "
                      f"{g('tile.thick'):.1f} mm; tile 2 would meet a step of {drop:+.1f} mm")
    offset = abs(g("belt.line") - (g("lane.start") + g("head.pocket") / 2))
    if offset > g("lift.level"):
        yield Finding(g.key("belt.line"), f"belt and head pocket are {offset:.1f} mm out of line")
    for what in ("slot", "lift"):
        shift = g(f"{what}.centre") - g("lane.centre")
        if abs(shift) > g("lift.level"):
            yield Finding(g.key(f"{what}.centre"), f"{what} and lane are {shift:+.1f} mm out of "
                          "line")


def _outside(g: Dims) -> Iterator[Finding]:
    for key, name in (("size", "width"), ("height", "height")):
        have, want = g(f"table.{key}"), g(f"advertised.{key}")
        if abs(have - want) > 0.5:
            yield Finding(g.key(f"table.{key}"), f"table {name} is {have:.1f} mm, advertised "
                          f"{want:.1f} mm")
    far = -lane_x(g)[0] + g("lane.side")
    if far > inside(g) or -band(g, "lane")[0] > inside(g):
        yield Finding(g.key("lane.centre"), f"lane reaches {far:.0f} mm, the body is "
                      f"{inside(g):.0f} mm inside")
