"""Where every body of a head is with its cams at an angle; the tiles in it, too."""

import math
from collections.abc import Iterable
from functools import lru_cache

from build123d import Location

from ..dimensions import Dims
from ..layout import wall_start
from ..part import Part, box
from .lane_lift import crank
from .law import at
from .linkage import Spot, frame, lever_deg, rocker_deg
from .motion import motion
from .piece import Piece


def places(g: Dims, angle: float) -> tuple[float, float]:
    """Elevator and pusher at an angle, mm from level and from home."""
    moves = motion(g)
    return at(moves.elevator, angle), at(moves.pusher, angle)


def location(g: Dims, body: str, angle: float) -> Location:
    """How a body has moved since 0 deg."""
    points, (elevator, pusher) = frame(g), places(g, angle)
    if body == "shaft":
        return turned(points.shaft, angle)
    if body == "lever":
        return turned(points.lever, lever_deg(g, 0) - lever_deg(g, elevator))
    if body == "rocker":
        return turned(points.rocker, rocker_deg(g, pusher) - rocker_deg(g, 0))
    if body == "elevator":
        return Location((0, 0, elevator))
    return Location((-pusher, 0, 0)) if body == "slider" else Location((0, 0, 0))


def turned(centre: Spot, degrees: float) -> Location:
    """A turn about an axis along y, anticlockwise as seen from outside the table."""
    there = Location((centre[0], 0, centre[1]))
    return there * Location((0, 0, 0), (0, -degrees, 0)) * there.inverse()


def posed(g: Dims, pieces: Iterable[Piece], angle: float) -> list[Part]:
    """The pieces as parts of the table's model at an angle; equal `pose`: equally placed."""
    elevator, pusher = (f"{place:.4f}" for place in places(g, angle))
    poses = {"shaft": f"{angle:g}", "lever": elevator, "elevator": elevator, "rocker": pusher,
             "slider": pusher}
    return [Part(piece.name, piece.solid.moved(location(g, piece.body, angle)), piece.body,
                 pose=poses.get(piece.body, "")) for piece in pieces]


def lift_rise(g: Dims, angle: float) -> tuple[float, float]:
    """How far the lift has risen with its crank at an angle, and how the rod leans (deg)."""
    radius, long, turn = g("lift.travel") / 2, g("line.lift.rod"), math.radians(angle)
    across = radius * math.sin(turn)
    lean = math.asin(across / long)
    return radius * (1 - math.cos(turn)) + long * (math.cos(lean) - 1), math.degrees(lean)


def lift_posed(g: Dims, pieces: Iterable[Piece], angle: float) -> list[Part]:
    """The pieces of lane and lift with the crank at an angle, 0 is down."""
    axis, (rise, lean) = crank(g), lift_rise(g, angle)
    low = axis[0], axis[1] - g("lift.travel") / 2
    swing = turned(axis, angle) * turned(low, lean - angle)
    ways = {"crank": turned(axis, angle), "conrod": swing, "lift": Location((0, 0, rise))}
    return [Part(piece.name, piece.solid.moved(ways[piece.body]), piece.body, f"{angle:g}")
            if piece.body in ways else Part(piece.name, piece.solid, piece.body)
            for piece in pieces]


def lift_tiles(g: Dims, angle: float, grown: float) -> tuple[Part, ...]:
    """The longest wall on the plate."""
    (wall,) = _row(g, wall_start(g), grown)
    rise = lift_rise(g, angle)[0]
    return (Part("row", wall.solid.moved(Location((0, 0, rise))), "tile", f"{rise:.3f}"),)


@lru_cache(maxsize=512)
def tiles(g: Dims, angle: float, grown: float) -> tuple[Part, ...]:
    """The largest tiles at an angle of a turn that fills an empty head; the row in the lane."""
    elevator, pusher = places(g, angle)
    wide, thick = (g(f"tile.{name}") + grown for name in ("width", "thick"))
    long = longest(g, grown)
    front = frame(g).pocket * 2 - g("belt.line") + wide / 2  # as the belt brings it
    blade = g("lane.start") + g("head.pocket") + g("line.slider.home_gap") - pusher
    if angle >= g("head.park_from"):
        return _row(g, wall_start(g), grown)  # the stack is out, the head empty
    x = min(front, blade) if angle < g("line.law.push_to") else wall_start(g)
    low, middle = g("lane.floor") + elevator, -g("lane.centre")
    y = middle - long / 2, middle + long / 2
    found = [Part("tile_lower", box((x - wide, x), y, (low, low + thick)), "tile",
                  f"{low:.4f} {x:.4f}")]
    if angle >= g("head.mid_from"):
        found.append(Part("tile_upper", box((x - wide, x), y, (low + thick, low + 2 * thick)),
                          "tile", f"{low:.4f} {x:.4f}"))
    return (*found, *_row(g, min(wall_start(g), x - wide), grown, 1))


def longest(g: Dims, grown: float) -> float:
    """The longest tile of any set."""
    return g("tile.length") + max(grown, g("spread.tile_length.worn.high"))


def entering(g: Dims, angle: float) -> tuple[Part, ...]:
    """The room that the largest tile goes through on its way into a head that stands at an angle,
    and the lower tile while the upper one comes."""
    grown, floor, x = g("wall.grow"), g("lane.floor"), g("belt.line")
    half, end = (g("tile.width") + grown) / 2, -g("lane.centre") - longest(g, grown) / 2
    way = Part("entering", box((x - half, x + half), (end, -g("lane.centre") + 17),
                               (floor + 0.02, floor + g("tile.thick") + grown)), "tile", "way")
    lower = [part for part in tiles(g, angle, grown) if part.name == "tile_lower"]
    return (way, *lower) if g("head.mid_from") - 9 < angle < g("head.push_from") else (way,)


def _row(g: Dims, front: float, grown: float, less: int = 0) -> tuple[Part, ...]:
    """The wall in the lane, its head end at x = `front`, one stack short while one comes."""
    long = (g("wall.stacks_max") - less) * (g("tile.width") + grown)
    deep, high = longest(g, grown), 2 * (g("tile.thick") + grown)
    middle = -g("lane.centre")
    return (Part("row", box((front - long, front), (middle - deep / 2, middle + deep / 2),
                            (g("lane.floor"), g("lane.floor") + high)), "tile", f"{front:.2f}"),)
