"""Where every body of a head is with its cams at an angle; the tiles in it, too."""

from collections.abc import Iterable
from functools import lru_cache

from build123d import Location

from ..dimensions import Dims
from ..layout import wall_start
from ..part import Part, box
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


@lru_cache(maxsize=512)
def tiles(g: Dims, angle: float, grown: float) -> tuple[Part, ...]:
    """The largest tiles at an angle of a turn that fills an empty head, and the row in the lane."""
    elevator, pusher = places(g, angle)
    wide, long, thick = (g(f"tile.{name}") + grown for name in ("width", "length", "thick"))
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


def _row(g: Dims, front: float, grown: float, less: int = 0) -> tuple[Part, ...]:
    """The wall in the lane, its head end at x = `front`, one stack short while one comes."""
    long = (g("wall.stacks_max") - less) * (g("tile.width") + grown)
    deep, high = g("tile.length") + grown, 2 * (g("tile.thick") + grown)
    middle = -g("lane.centre")
    return (Part("row", box((front - long, front), (middle - deep / 2, middle + deep / 2),
                            (g("lane.floor"), g("lane.floor") + high)), "tile", f"{front:.2f}"),)
