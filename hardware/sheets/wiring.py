"""The wires of a sheet, found from the circuit: never planned, so they cannot be wrong.

Two pins of one net that face each other along a grid line with nothing between are joined. Other
joints are hand-drawn routes, and each is checked: both ends on one net, touching no other.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hardware.model import Circuit
from tools.make.generate.errors import SourceError

from .plan import Plan, line_of, pin_number
from .symbols import Body, Spot

FAR = 9.0  # grid units; pins further apart are named, not joined
ALONE = ("GND", "PE")  # every pin has its own earth symbol
Point = tuple[float, float]


class Wire(NamedTuple):
    """A straight piece of wire."""

    net: str
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """In grid units."""
        return abs(self.start[0] - self.end[0]) + abs(self.start[1] - self.end[1])


def spot_net(circuit: Circuit, spot: Spot) -> str:
    """The net of a pin, "" when it is left open."""
    return circuit.parts[spot.ref].pins.get(spot.pin, "")


def straight(circuit: Circuit, spots: Sequence[Spot], bodies: Iterable[Body]) -> list[Wire]:
    """Wires between pins of one net that see each other along a row or a column."""
    bodies = list(bodies)
    wires = []
    for across in (True, False):
        lines: dict[float, list[Spot]] = {}
        for spot in spots:
            lines.setdefault(spot.y if across else spot.x, []).append(spot)
        for line in lines.values():
            line.sort(key=lambda s: (s.x, s.y, s.ref, s.pin))
            for one, two in zip(line, line[1:], strict=False):
                wire = Wire(spot_net(circuit, one), (one.x, one.y), (two.x, two.y))
                same = wire.net and wire.net == spot_net(circuit, two)
                if same and wire.net not in ALONE and 0 < wire.length <= FAR and not any(
                        _through(wire, body) for body in bodies):
                    wires.append(wire)
    return wires


def _through(wire: Wire, body: Body) -> bool:
    """Does the wire run through the picture? Its edge does not count."""
    (x1, x2), (y1, y2) = (sorted((wire.start[n], wire.end[n])) for n in (0, 1))
    return x1 < body.right and x2 > body.left and y1 < body.bottom and y2 > body.top


def routed(plan: Plan, circuit: Circuit, spots: Sequence[Spot]) -> list[Wire]:
    """The plan's hand-drawn wires."""
    found = {(spot.ref, spot.pin): spot for spot in spots}
    wires = []
    for route in plan.routes:
        ends = []
        for ref, pin in (route.start, route.end):
            number = (pin_number(plan.source, circuit, ref, pin, route.text)
                      if ref in circuit.parts else pin)
            if (ref, number) not in found:
                raise route_error(plan, route.text, f"{ref}.{pin} is not on this sheet")
            ends.append(found[ref, number])
        nets = [spot_net(circuit, spot) for spot in ends]
        if nets[0] != nets[1]:
            raise route_error(plan, route.text, f"joins net {nets[0]} to net {nets[1]}")
        one, two = ((spot.x, spot.y) for spot in ends)
        points = corners(one, route.shape, two, route.middle)
        wires += [Wire(nets[0], a, b) for a, b in zip(points, points[1:], strict=False) if a != b]
    return wires


def route_error(plan: Plan, text: str, what: str) -> SourceError:
    """A route that cannot be drawn."""
    return SourceError(f"{plan.source.name}:{line_of(plan.source, text)}: "
                       f'route "{text}" {what}')


def corners(one: Point, shape: str, two: Point, middle: float) -> list[Point]:
    """The points of a route."""
    turns: Mapping[str, list[Point]] = {
        "-|": [(two[0], one[1])], "|-": [(one[0], two[1])],
        "-|-": [(middle, one[1]), (middle, two[1])],
        "|-|": [(one[0], middle), (two[0], middle)]}
    return [one, *turns[shape], two]


def on(point: Point, wire: Wire) -> bool:
    """Does the point lie on the wire, ends included?"""
    return all(min(a, b) - 1e-6 <= p <= max(a, b) + 1e-6
               for p, a, b in zip(point, wire.start, wire.end, strict=True))


def touching(circuit: Circuit, spots: Sequence[Spot], wires: Sequence[Wire]) -> list[str]:
    """Places where a wire touches a pin or another wire's end of a different net."""
    found = [f"{a.ref}.{a.pin} and {b.ref}.{b.pin} share {a.x:g},{a.y:g}"
             for n, a in enumerate(spots) for b in spots[n + 1:]
             if (a.x, a.y) == (b.x, b.y) and spot_net(circuit, a) != spot_net(circuit, b)]
    for wire in wires:
        for spot in spots:
            net = spot_net(circuit, spot)
            if net != wire.net and on((spot.x, spot.y), wire):
                found.append(f"{wire.net} touches {spot.ref}.{spot.pin} ({net or 'open'}) "
                             f"at {spot.x:g},{spot.y:g}")
        for other in wires:
            if other.net != wire.net:
                found += [f"{wire.net} touches {other.net} at {p[0]:g},{p[1]:g}"
                          for p in (other.start, other.end) if on(p, wire)]
    return sorted(set(found))


def dots(spots: Sequence[Spot], wires: Sequence[Wire]) -> list[Point]:
    """Where three or more ends of wires and pins meet."""
    places = {p for wire in wires for p in (wire.start, wire.end)} | {(s.x, s.y) for s in spots}
    found = []
    for place in sorted(places):
        ends = sum(place in (w.start, w.end) for w in wires)
        through = sum(2 for w in wires if place not in (w.start, w.end) and on(place, w))
        pins = sum((s.x, s.y) == place for s in spots)
        if ends + through + pins >= 3:
            found.append(place)
    return found
