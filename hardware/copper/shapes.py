"""Copper as shapes: a straight core, or an upright rectangle, grown by a radius (millimetres)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from hardware.board.geometry import Point, Rect


@dataclass(frozen=True)
class Item:
    """One piece of copper. `core`: a line's two ends, or a rectangle; `drill` 0 for none."""

    name: str
    net: str
    layers: frozenset[str]
    core: tuple[Point, Point] | Rect
    radius: float = 0.0
    drill: float = 0.0

    @cached_property
    def box(self) -> Rect:
        """The upright box around it."""
        if isinstance(self.core, Rect):
            return self.core.grown(self.radius)
        (ax, ay), (bx, by) = self.core
        return Rect(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)).grown(self.radius)

    def gap(self, other: Item) -> float:
        """From copper to copper; 0 or less where they touch."""
        return apart(self.core, other.core) - self.radius - other.radius


def apart(a: tuple[Point, Point] | Rect, b: tuple[Point, Point] | Rect) -> float:
    """The distance of two cores."""
    if isinstance(a, Rect):
        return a.gap(b) if isinstance(b, Rect) else apart(b, a)
    if not isinstance(b, Rect):
        return between(*a, *b)
    (ax, ay), _ = a
    if b.x0 <= ax <= b.x1 and b.y0 <= ay <= b.y1:
        return 0.0
    ring = [*b.corners(), b.corners()[0]]
    return min(between(*a, p, q) for p, q in zip(ring, ring[1:], strict=False))


def between(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance of two straight lines with ends."""
    if crossing(a, b, c, d):
        return 0.0
    return min(to_line(a, c, d), to_line(b, c, d), to_line(c, a, b), to_line(d, a, b))


def to_line(p: Point, a: Point, b: Point) -> float:
    """From a point to a line with ends."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / long)) if long else 0.0
    return math.hypot(a[0] + share * dx - p[0], a[1] + share * dy - p[1])


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross at an inner point of both."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def side(a: Point, b: Point, p: Point) -> float:
    """On which side of a line a point lies: the sign."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
