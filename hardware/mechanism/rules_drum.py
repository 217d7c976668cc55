"""Rules for hatch, drum, ring, belts, heads and the outside."""

import math
from collections.abc import Iterator

from .dimensions import Dims
from .drum import FOOT, GAP, VANES, under_ring
from .finding import Finding, gap_rule
from .layout import band, belt_path, belt_slope, inside, lane_x
from .part import SIDES

LINK = 0.85  # of a finger's length, from its tip, bends as a stiff rod (docs/PHYSICS.md)
HINGE = 2.9  # so deep under the floor that rod's hinge has to lie (docs/PHYSICS.md)


def _hatch(g: Dims) -> Iterator[Finding]:
    yield from gap_rule(g, "hatch panel and table top", g("hatch.opening") - g("hatch.radius"),
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


def _vanes(g: Dims) -> Iterator[Finding]:
    """Vanes stand clear of the dish that turns under them, and of tiles that hang from the ring.
    Fingers bend under them."""
    clear = g("table.clear")
    hangs = g("ring.gap") - g("tile.thick") - g("wall.grow")
    for vane in VANES:
        inner, outer = g(f"{vane}.inner"), g(f"{vane}.outer")
        low, high = g(f"{vane}.bottom"), g(f"{vane}.top")
        if low < clear:
            yield Finding(g.key(f"{vane}.bottom"), f"{vane} stands {low:.1f} mm over what turns "
                          f"under it, needs {clear:.1f} mm")
        if under_ring(g, vane) and hangs - high < clear:
            yield Finding(g.key(f"{vane}.top"), f"{vane} reaches {high:.1f} mm up under the ring, "
                          f"a tile hangs there down to {hangs:.1f} mm")
        if outer > g("drum.shell") or inner < g("drum.collar"):
            yield Finding(g.key(f"{vane}.outer"), f"{vane} reaches from {inner:.0f} to "
                          f"{outer:.0f} mm, not between collar and wall")


def _fingers(g: Dims) -> Iterator[Finding]:
    """Fingers stand between collar and ring, and have room to bend in their holes."""
    half, first, collar = g("spring.coil") / 2, g("spring.inner"), g("drum.collar")
    last = first + g("spring.step") * (g("spring.rows") - 1)
    inside = g("ring.radius") - g("ring.width") / 2
    if first - half < collar:
        yield Finding(g.key("spring.inner"), f"fingers stand from {first - half:.1f} mm, the "
                      f"collar is at {collar:.1f} mm")
    if last + half > inside:
        yield Finding(g.key("spring.step"), f"fingers stand up to {last + half:.1f} mm, under the "
                      f"ring, which begins at {inside:.1f} mm")
    hinge = LINK * (g("spring.sunk") + g("spring.height")) - g("spring.height")
    room = g("spring.mouth") / 2 - half
    if hinge < HINGE:
        yield Finding(g.key("spring.sunk"), f"a finger bends about {hinge:.1f} mm under the "
                      f"floor, needs {HINGE:.1f} mm: nearer to it tiles jam")
    if room < hinge:  # at 45 degrees
        yield Finding(g.key("spring.mouth"), f"a finger has {room:.1f} mm to bend in its hole, "
                      f"needs {hinge:.1f} mm")
    if g("spring.sunk") + FOOT + g("table.clear") > g("drum.floor") + GAP:
        yield Finding(g.key("spring.sunk"), "the bosses of the fingers meet the pan under the "
                      "dish")


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


RULES = (_hatch, _drum, _vanes, _fingers, _ring, _belts, _head, _outside)
