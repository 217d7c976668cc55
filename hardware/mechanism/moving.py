"""The parts that move, each in a named position: lift and wall, flap, elevator, pusher, hatch."""

from functools import lru_cache
from typing import Any

from build123d import Axis

from .dimensions import Dims
from .layout import RAISED, band, base_top, lift_level, wall_length, wall_start
from .part import Part, block, box, pin, rod

HOME = {"lift": "down", "hatch": "down", "pusher": "home", "elevator": "up"}


def lift_parts(g: Dims, side: str, pose: str, stacks: int) -> list[Part]:
    """Lift plate, carrier with rods and crank disc, flap, and the wall on the plate."""
    level = lift_level(g, pose)
    x1 = g("lift.start")
    x0 = x1 - g("lift.length")
    edges = band(g, "lift")
    plate = box((x0, x1), edges, (level - g("lift.plate"), level))
    parts = [Part("lift_plate", _tip(g, plate, pose), "aluminium", pose, plain=pose != "tipped"),
             *_carrier(g, level - g("lift.plate"), pose), _flap(g, pose)]
    if stacks:
        start, middle = wall_start(g), -g("lift.centre")
        half = (g("tile.length") + g("wall.grow")) / 2
        wall = box((start - wall_length(g, stacks), start), (middle - half, middle + half),
                   (level, level + 2 * (g("tile.thick") + g("wall.grow"))))
        parts.append(Part(f"wall_{stacks}", _tip(g, wall, pose), "tiles", pose,
                          plain=pose != "tipped"))
    return [part.on_side(side) for part in parts]


def tip_axis(g: Dims) -> Axis:
    """The plate tips about its upper inner edge, so that its lower edge swings into the slot."""
    return Axis((0, band(g, "lift")[1], g("lift.up")), (1, 0, 0))


def _tip(g: Dims, solid: Any, pose: str) -> Any:
    return solid.rotate(tip_axis(g), -g("lift.tip")) if pose == "tipped" else solid


def _carrier(g: Dims, under: float, pose: str) -> list[Part]:
    pose = "up" if pose == "tipped" else pose
    middle, y = g("lift.start") - g("lift.length") / 2, -g("lift.centre")
    radius = g("lift.rod") / 2
    parts = [block("lift_beam", (middle - 220, middle + 220), (y - 10, y + 10),
                   (under - 15, under), "aluminium", pose=pose)]
    for n, x in enumerate((middle - 180, middle + 180)):
        parts.append(Part(f"lift_rod_{n + 1}", rod((x, y), radius, (under - 145, under - 15)),
                          "steel", pose))
    return parts


def _flap(g: Dims, pose: str) -> Part:
    """The slot's cover: closed while the lift is down, else swung up and outwards."""
    outer, inner = band(g, "slot")
    hinge, top = outer - g("flap.hinge"), g("table.surface")
    clear = g("table.clear")
    flap = box((g("slot.start") - g("slot.length") + 1, g("slot.start") - 1),
               (hinge + clear, inner - 1), (top - g("flap.thick"), top))
    if pose == "down":
        return Part("flap", flap, "top", "down", plain=True)
    return Part("flap", flap.rotate(Axis((0, hinge, top), (1, 0, 0)), g("flap.open")), "top",
                "up")


def lift_drive(g: Dims, side: str) -> list[Part]:
    """The fixed part of a lift: bushes with their arms, crank disc and motor."""
    return [part.on_side(side) for part in _lift_drive(g)]


@lru_cache(maxsize=8)
def _lift_drive(g: Dims) -> list[Part]:
    middle, y = g("lift.start") - g("lift.length") / 2, -g("lift.centre")
    down = lift_level(g, "down") - g("lift.plate")
    low, outer = down - 79, band(g, "lane")[0]
    reach = g("table.size") / 2 - g("table.skirt")
    frame = g("motor.frame")
    parts = []
    for n, x in enumerate((middle - 180, middle + 180)):
        bush = box((x - 12, x + 12), (y - 12, y + 12), (low, low + 20))
        bush -= rod((x, y), g("lift.rod") / 2 + 0.25, (low - 1, low + 21))
        parts += [Part(f"lift_bush_{n + 1}", bush, "plastic"),
                  block(f"lift_arm_{n + 1}", (x - 10, x + 10), (-reach, y - 12),
                        (low + 2, low + 12), "steel")]
    disc = g("lift.travel") / 2 + 8.5
    parts += [Part("lift_crank", pin((middle, down - 59), disc, (outer - 14, outer - 4)),
                   "steel"),
              block("lift_motor", (middle - frame / 2, middle + frame / 2),
                    (outer - 14 - g("motor.length"), outer - 14),
                    (down - 59 - frame / 2, down - 59 + frame / 2), "motor",
                    mass_g=g("motor.mass"))]
    return parts


def head_moving(g: Dims, side: str, pusher: str, elevator: str) -> list[Part]:
    """Elevator plate with its rod, pusher blade with its bar."""
    return [part.on_side(side) for part in _head_moving(g, pusher, elevator)]


@lru_cache(maxsize=8)
def _head_moving(g: Dims, pusher: str, elevator: str) -> list[Part]:
    x0 = g("lane.start")
    x1 = x0 + g("head.pocket")
    outer, inner = band(g, "lane")
    floor = g("lane.floor")
    top = floor - (g("head.drop") if elevator == "down" else 0)
    under = top - g("lift.plate")
    middle = (x0 + x1) / 2, (outer + inner) / 2
    back = x1 + 0.5 - (g("pusher.stroke") if pusher == "out" else 0)
    blade = box((back, back + g("pusher.blade")), (outer + 2.5, inner - 2.5),
                (floor + 1.5, floor + 2 * g("tile.thick") - 4))
    bar = box((back + g("pusher.blade"), back + 69), (middle[1] - 4, middle[1] + 4),
              (floor + 11, floor + 19))
    return [block("elevator", (x0 + 0.5, x1 - 0.5), (outer + 0.5, inner - 0.5), (under, top),
                  "aluminium", pose=elevator),
            Part("elevator_rod", rod(middle, 6, (under - 45, under)), "steel", elevator),
            Part("pusher", blade + bar, "aluminium", pusher)]


def hatch_parts(g: Dims, pose: str) -> list[Part]:
    """Centre panel with dice dome and post."""
    top = g("table.surface") + g("hatch.travel") * RAISED[pose]
    under = top - g("hatch.thick")
    panel = rod((0, 0), g("hatch.radius"), (under, top))
    panel -= rod((0, 0), g("hatch.dome"), (under + 4, top + 1))
    return [Part("hatch.panel", panel, "dark", pose),
            Part("hatch.dome", rod((0, 0), g("hatch.dome") - 1, (under + 4, top)), "plastic",
                 pose),
            Part("hatch.post", rod((0, 0), g("hatch.post"), (under - g("hatch.post_length"),
                                                             under)), "steel", pose)]


def hatch_drive(g: Dims) -> list[Part]:
    """Guide of the post, crank disc and motor of the hatch."""
    radius, base = g("hatch.post"), base_top(g)
    sleeve = rod((0, 0), radius + 7, (base, g("drum.centre") - 32))
    sleeve -= rod((0, 0), radius + 0.5, (base - 1, g("drum.centre")))
    sleeve -= box((-6, 6), (-radius - 9, 0), (base + 8, g("drum.centre") - 45))
    large, reach, high = g("motor.large"), g("hatch.travel") / 2 + 8, base + 58
    return [Part("hatch.sleeve", sleeve, "steel"),
            Part("hatch.crank", pin((0, high), reach, (-radius - 24, -radius - 12)), "steel"),
            block("hatch.motor", (-large / 2, large / 2),
                  (-radius - 24 - g("motor.large_length"), -radius - 24),
                  (high - large / 2, high + large / 2), "motor", mass_g=g("motor.large_mass"))]
