"""Plane geometry for the board, in millimetres; y points down as in KiCad."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]

# cos and sin of the only rotations used, so that no rounding error enters.
TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def turn(point: Point, degrees: int) -> Point:
    """The point turned counter-clockwise about the origin (y down), by 0, 90, 180 or 270."""
    cos, sin = TURNS[degrees]
    x, y = point
    return (x * cos + y * sin, -x * sin + y * cos)


@dataclass(frozen=True)
class Rect:
    """An upright rectangle: left, top, right, bottom, in millimetres."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def centre(self) -> Point:
        return ((self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2)

    def grown(self, by: float) -> Rect:
        return Rect(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def moved(self, x: float, y: float) -> Rect:
        return Rect(self.x0 + x, self.y0 + y, self.x1 + x, self.y1 + y)

    def turned(self, degrees: int) -> Rect:
        return box([turn((self.x0, self.y0), degrees), turn((self.x1, self.y1), degrees)])

    def overlaps(self, other: Rect, slack: float = 1e-6) -> bool:
        return (self.x0 < other.x1 - slack and other.x0 < self.x1 - slack
                and self.y0 < other.y1 - slack and other.y0 < self.y1 - slack)

    def inside(self, other: Rect) -> bool:
        return (self.x0 >= other.x0 - 1e-6 and self.x1 <= other.x1 + 1e-6
                and self.y0 >= other.y0 - 1e-6 and self.y1 <= other.y1 + 1e-6)

    def gap(self, other: Rect) -> float:
        """The straight distance between two rectangles' copper, 0 when they touch."""
        dx = max(other.x0 - self.x1, self.x0 - other.x1, 0.0)
        dy = max(other.y0 - self.y1, self.y0 - other.y1, 0.0)
        return math.hypot(dx, dy)

    def corners(self) -> list[Point]:
        return [(self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1)]


def box(points: list[Point]) -> Rect:
    """The smallest upright rectangle around the points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Rect(min(xs), min(ys), max(xs), max(ys))


def union(rects: list[Rect]) -> Rect:
    """The smallest upright rectangle around all rectangles."""
    return box([corner for rect in rects for corner in rect.corners()])


def crosses(a: Point, b: Point, rect: Rect) -> bool:
    """Whether the straight line from a to b passes through the inside of the rectangle."""
    low, high = 0.0, 1.0
    sides = ((b[0] - a[0], rect.x0 - a[0], rect.x1 - a[0]),
             (b[1] - a[1], rect.y0 - a[1], rect.y1 - a[1]))
    for delta, near, far in sides:
        if abs(delta) < 1e-9:
            if not near < -1e-9 or not far > 1e-9:
                return False
            continue
        enter, leave = sorted((near / delta, far / delta))
        low, high = max(low, enter), min(high, leave)
    return low < high - 1e-9


def around(a: Point, b: Point, slot: Rect) -> float:
    """The shortest way over the board's surface from a to b round one slot."""
    if not crosses(a, b, slot):
        return math.dist(a, b)
    nodes = [a, *slot.corners(), b]
    best = {0: 0.0}
    for _ in nodes:
        for i, start in list(best.items()):
            for j, end in enumerate(nodes):
                if i != j and not crosses(nodes[i], end, slot):
                    best[j] = min(best.get(j, math.inf), start + math.dist(nodes[i], end))
    return best[len(nodes) - 1]


def edge_points(rect: Rect, step: float = 0.1) -> list[Point]:
    """Points on the rectangle's rim, close enough together to measure creepage from."""
    rim: list[Point] = []
    ring = [*rect.corners(), rect.corners()[0]]
    for (ax, ay), (bx, by) in pairwise(ring):
        count = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / step))
        rim += [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count)]
    return rim
