"""What a wall line must keep, each told with its numbers: build refuses one that does not."""

from collections.abc import Callable, Iterator

from ..dimensions import Dims
from . import stl
from .cam import elevator_cam, push_cam
from .flags import edges
from .head import head_pieces
from .lane_lift import lane_lift_pieces
from .law import at
from .lift_checks import lift_edges, lift_torque
from .line import line_pieces
from .motion import motion
from .piece import as_part
from .surroundings import surroundings
from .torque import torque
from .turn import entry_hits, lift_hits, turn_hits

TURN = (*range(0, 224, 8), *range(224, 344, 4), *range(344, 360, 8))  # fine where things move


def findings(g: Dims, turn: bool = True) -> list[str]:
    """Every rule that does not hold; without `turn` the solids are not moved."""
    rules: list[Callable[[Dims], Iterator[str]]]
    rules = [_cams, _waits, _flags, _torque, _lift, _printed, *([_turn] if turn else [])]
    return [found for rule in rules for found in rule(g)]


def _cams(g: Dims) -> Iterator[str]:
    for name, cam in (("elevator cam", elevator_cam(g)), ("push disc", push_cam(g))):
        steep, limit = float(cam.steep.max()), g("line.cam.angle_max")
        if steep > limit:
            yield f"{name}: pressure angle of {steep:.1f} deg, at most {limit:.0f} deg"
        if cam.least_bend() < cam.radius * 1.1:
            yield (f"{name}: bends with {cam.least_bend():.1f} mm under a roller of "
                   f"{cam.radius:.1f} mm: it would be undercut")


def _waits(g: Dims) -> Iterator[str]:
    """Where the cam may stand a tile comes in: level, and past the pusher's blade."""
    moves, edge, flush = motion(g), g("line.law.edge"), g("line.law.flush")
    for name, begin, end, level in (("PARK", "head.park_from", "head.park_to", 0.0),
                                    ("MID", "head.mid_from", "head.mid_to", -g("head.drop"))):
        for angle in (g(begin) - edge, g(begin), g(end), g(end) + edge):
            off = at(moves.elevator, angle) - level
            if abs(off) > flush:
                yield (f"{name} may show at {angle % 360:.0f} deg, where the elevator is "
                       f"{off:+.2f} mm off")
    early = at(moves.elevator, g("line.law.push_from"))
    if abs(early) > flush:
        yield f"the push begins with the elevator {early:+.2f} mm off the lane"


def _flags(g: Dims) -> Iterator[str]:
    worn = g("spread.cam_edge.worn.high")
    for edge in edges(g):
        if not edge.inside(worn):
            yield (f"{edge.name} comes at {edge.found - edge.early:.1f} to "
                   f"{edge.found + edge.late:.1f} deg, expected {edge.expected:.0f} deg within "
                   f"{worn:.0f}")


def _torque(g: Dims) -> Iterator[str]:
    for fast in (False, True):
        load = torque(g, list(head_pieces(g)), int(g("wall.stacks_max")), fast)
        if load.margin < 1:
            yield (f"the head needs {load.peak:.2f} N m at {load.speed:.2f} of its speed, its "
                   f"motor is rated {load.rated:.2f} N m")
        if load.lift_low < -9.81:
            yield f"tiles leave the elevator: it slows with {-load.lift_low:.1f} m/s2"


def _lift(g: Dims) -> Iterator[str]:
    worn = g("spread.cam_edge.worn.high")
    yield from (f"{edge.name} comes {edge.early:.1f} deg early or {edge.late:.1f} deg late of "
                f"{edge.found:.1f}" for edge in lift_edges(g) if not edge.inside(worn))
    need, rated = lift_torque(g)
    if need > rated:
        yield f"the lift needs {need:.2f} N m, its motor is rated {rated:.2f} N m"


def _printed(g: Dims) -> Iterator[str]:
    kinds = {piece.title: piece for piece in line_pieces(g) if piece.process == "print"}
    for piece in kinds.values():
        surface = stl.triangles(piece.solid)
        if stl.open_edges(surface):
            yield f"{piece.name} is not watertight"
        if (wall := stl.least_wall(surface)) < g("line.print.wall") - 0.01:
            yield f"{piece.name} has a wall of {wall:.2f} mm"


def rest_angles(g: Dims) -> tuple[float, ...]:
    """Where a head may stand that waits for a tile: the ends, with the worst flags and coast."""
    edge = g("line.law.edge")
    return (earliest_rest(g), 0.0, g("head.park_to") + edge, g("head.mid_from") - edge,
            g("head.mid_to") + edge)


def earliest_rest(g: Dims) -> float:
    """PARK comes too early, the slowest head coasts least."""
    coast = g("motor_types.head.coast_max") * (1 + g("spread.coast.worn.low")) / 1000
    slow = g("head.speed") * (1 + g("spread.head_speed.worn.low"))
    return g("head.park_from") - g("line.law.edge") + coast * slow


def _turn(g: Dims) -> Iterator[str]:
    """A head's turn and a lift's in the midst of the table; then the other sides at rest."""
    pieces, lift = line_pieces(g), lane_lift_pieces(g)
    yield from map(str, turn_hits(g, pieces, TURN, surroundings(g)))
    yield from map(str, entry_hits(g, head_pieces(g), rest_angles(g)))
    still = [as_part(piece) for piece in pieces if piece not in lift]
    # the flap is open while the lift is on its way
    up = tuple(part for part in surroundings(g, state="lifts half up"))
    yield from map(str, lift_hits(g, lift, range(0, 181, 15), (*still, *up)))
    for side in "bcd":
        slope = "a" if side in "ab" else "c"
        yield from (f"side {side}: {hit}" for hit in turn_hits(
            g, line_pieces(g, slope), (0,), surroundings(g, side)))
