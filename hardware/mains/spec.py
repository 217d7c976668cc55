"""How mains copper is written down: tables of parts and of tracks in coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.board.geometry import Point
from hardware.route.job import Routing, Segment, Via

F, B = (0,), (1,)  # front, back
BOTH = (0, 1)


class Spot(NamedTuple):
    """A part: the name that the table's circuit gives it, its origin and its turn."""

    ref: str
    x: float
    y: float
    turned: int = 0


class Bar(NamedTuple):
    """A track through points: its net, its layers, its width."""

    net: str
    layers: tuple[int, ...]
    width: float
    points: tuple[Point, ...]


class Hop(NamedTuple):
    """A via in mains copper."""

    net: str
    x: float
    y: float


class Frame(NamedTuple):
    """Where a table lies on the board: its origin, and whether it is turned by half a turn."""

    x: float
    y: float
    half_turn: bool = False

    def point(self, x: float, y: float) -> Point:
        sign = -1 if self.half_turn else 1
        return round(self.x + sign * x, 4), round(self.y + sign * y, 4)

    def turned(self, degrees: int) -> int:
        return (degrees + 180 * self.half_turn) % 360


def lay(bars: tuple[Bar, ...], hops: tuple[Hop, ...], frame: Frame, names: Mapping[str, str],
        into: Routing) -> None:
    """Draw a table's copper: each net of `names` under the name that the board has for it."""
    for bar in bars:
        net = names.get(bar.net, bar.net)
        ends = [frame.point(*point) for point in bar.points]
        into.segments += [Segment(net, layer, *a, *b, bar.width)
                          for layer in bar.layers
                          for a, b in zip(ends, ends[1:], strict=False)]
    into.vias += [Via(names.get(hop.net, hop.net), *frame.point(hop.x, hop.y)) for hop in hops]
