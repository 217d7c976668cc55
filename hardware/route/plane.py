"""A filled plane: which cells are copper, and the polygon around them that KiCad reads.

The plane is drawn on cells of 0.05 mm. What passes through it gets a square hole, which needs four
corners where a circle would need forty. KiCad wants one closed line without holes, so each hole is
joined to what lies left of it by a cut without width.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy import ndimage

from hardware.board.geometry import Point, Rect

CELL = 0.05
SPOKE = 0.5  # mm, the four bridges to a drilled pad of the plane's own net
Mask = np.ndarray[Any, np.dtype[np.bool_]]
Corner = tuple[int, int]  # column and row of a cell's corner


def block(mask: Mask, rect: Rect, value: bool = False) -> None:
    """Empty (or fill) every cell that a rectangle touches."""
    x0, y0 = int(rect.x0 / CELL + 1e-6), int(rect.y0 / CELL + 1e-6)
    x1, y1 = int(np.ceil(rect.x1 / CELL - 1e-6)), int(np.ceil(rect.y1 / CELL - 1e-6))
    mask[max(y0, 0):max(y1, 0), max(x0, 0):max(x1, 0)] = value


def plane(area: Rect, foreign: Iterable[Rect], own: Iterable[Rect], space: float) -> Mask:
    """The cells of a plane over `area`: off everything foreign, by spokes to its own pads.

    Pieces that hold none of its own pads are taken out: they would be copper on no net.
    """
    own = list(own)
    mask = np.zeros((int(area.y1 / CELL), int(area.x1 / CELL)), bool)
    block(mask, area, True)
    for rect in own:
        block(mask, rect.grown(space))
        x, y = rect.centre
        half = SPOKE / 2
        block(mask, Rect(rect.x0 - space, y - half, rect.x1 + space, y + half), True)
        block(mask, Rect(x - half, rect.y0 - space, x + half, rect.y1 + space), True)
        block(mask, rect, True)
    for rect in foreign:
        block(mask, rect.grown(space))
    mask = without_corners(mask)
    labels, _ = ndimage.label(mask)
    kept = {int(labels[cell_of(rect.centre)]) for rect in own} - {0}
    result: Mask = np.isin(labels, sorted(kept))
    return result


def cell_of(point: Point) -> Corner:
    """Row and column of the cell under a point."""
    return int(point[1] / CELL), int(point[0] / CELL)


def without_corners(mask: Mask) -> Mask:
    """No two cells may touch by a corner alone: the line around them would cross itself."""
    while True:
        a, b = mask[:-1, :-1], mask[1:, 1:]
        c, d = mask[:-1, 1:], mask[1:, :-1]
        falling, rising = a & b & ~c & ~d, c & d & ~a & ~b
        if not falling.any() and not rising.any():
            return mask
        mask = mask.copy()
        mask[:-1, :-1][falling] = False
        mask[:-1, 1:][rising] = False


def rings(mask: Mask) -> list[list[Corner]]:
    """Every closed line between copper and none, unit by unit, copper always on its right."""
    full = np.pad(mask, 1)
    after: dict[Corner, Corner] = {}
    for dy, dx, start, end in ((-1, 0, (0, 0), (1, 0)), (1, 0, (1, 1), (0, 1)),
                               (0, 1, (1, 0), (1, 1)), (0, -1, (0, 1), (0, 0))):
        beside = np.roll(full, (-dy, -dx), (0, 1))
        ys, xs = np.nonzero(full & ~beside)
        for y, x in zip((ys - 1).tolist(), (xs - 1).tolist(), strict=True):
            after[x + start[0], y + start[1]] = (x + end[0], y + end[1])
    found: list[list[tuple[int, int]]] = []
    while after:
        first = min(after) if not found else next(iter(after))
        ring, corner = [first], after.pop(first)
        while corner != first:
            ring.append(corner)
            corner = after.pop(corner)
        found.append(ring)
    return found


def is_hole(ring: list[Corner]) -> bool:
    """Whether the line runs round a hole: it turns the other way."""
    twice = sum(ax * by - bx * ay for (ax, ay), (bx, by)
                in zip(ring, [*ring[1:], ring[0]], strict=True))
    return twice < 0


def outlines(mask: Mask) -> list[list[Point]]:
    """One closed line for each piece of copper, its holes joined to it, in millimetres."""
    lines = rings(mask)
    holes = {number for number, ring in enumerate(lines) if is_hole(ring)}
    upright = {}  # (column, row) of a unit edge that stands upright -> its line and place in it
    for number, ring in enumerate(lines):
        for place, (a, b) in enumerate(zip(ring, [*ring[1:], ring[0]], strict=True)):
            if a[0] == b[0]:
                upright[a[0], min(a[1], b[1])] = (number, place)
    joins: dict[int, list[tuple[int, int, int]]] = {}  # line -> place, hole, the hole's own place
    for number in sorted(holes):
        ring = lines[number]
        x = min(corner[0] for corner in ring)
        y, own = min((row, place) for (column, row), (line, place)
                     in ((key, upright[key]) for key in column_of(ring, x)) if line == number)
        left = x - 1
        while (left, y) not in upright:
            left -= 1
        line, place = upright[left, y]
        joins.setdefault(line, []).append((place, number, own))
    return [simple(walk(lines, joins, number, 0, None)) for number in range(len(lines))
            if number not in holes]


def column_of(ring: list[Corner], x: int) -> list[Corner]:
    """The upright unit edges of a line that stand at x."""
    return [(x, min(a[1], b[1])) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
            if a[0] == b[0] == x]


def walk(lines: list[list[Corner]], joins: dict[int, list[tuple[int, int, int]]], number: int,
         start: int, row: float | None) -> list[tuple[float, float]]:
    """The corners of a line from its edge `start` on, through every hole that joins it.

    Written without recursion: a plane may have a hundred holes one behind the other.
    """
    found: list[tuple[float, float]] = []
    stack = [iter(turn_of(lines, joins, number, start, row))]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
        elif isinstance(step[0], str):
            stack.append(iter(turn_of(lines, joins, step[1], step[2], step[3])))
        else:
            found.append(step)
    return found


def turn_of(lines: list[list[Corner]], joins: dict[int, list[tuple[int, int, int]]], number: int,
            start: int, row: float | None) -> list[Any]:
    """One line's corners once round; `("hole", line, edge, row)` where another joins it."""
    ring = lines[number]
    steps: list[Any] = []  # corners, and holes with a marker
    at = {place: (hole, own) for place, hole, own in joins.get(number, ())}
    if row is not None:
        steps.append((ring[start][0], row))
    for offset in range(1, len(ring) + 1):
        place = (start + offset) % len(ring)
        steps.append(ring[place])
        if place in at:
            hole, own = at[place]
            y = (ring[place][1] + ring[(place + 1) % len(ring)][1]) / 2
            steps += [(ring[place][0], y), ("hole", hole, own, y), (ring[place][0], y)]
    if row is not None:
        steps.append((ring[start][0], row))
    return steps


def simple(corners: list[tuple[float, float]]) -> list[Point]:
    """Only the corners where the line turns, in millimetres."""
    kept: list[tuple[float, float]] = []
    for corner in corners:
        while len(kept) > 1 and straight(kept[-2], kept[-1], corner):
            kept.pop()
        kept.append(corner)
    return [(round(x * CELL, 4), round(y * CELL, 4)) for x, y in kept]


def straight(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    """Whether b lies on the way from a to c, not beyond."""
    same = a[0] == b[0] == c[0] or a[1] == b[1] == c[1]
    return same and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) >= 0
