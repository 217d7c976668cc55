"""Regions of equal number in a grid as closed outlines, simplified, for SVG paths."""

import numpy as np

Spot = tuple[int, int]


def outlines(grid: np.ndarray) -> dict[int, list[list[Spot]]]:
    """For every number >= 0 the closed loops round its pixels, corners only, in grid units."""
    padded = np.full((grid.shape[0] + 2, grid.shape[1] + 2), -1, dtype=grid.dtype)
    padded[1:-1, 1:-1] = grid
    steps: dict[int, dict[Spot, list[Spot]]] = {}
    # between left and right neighbours: region on the left goes down its right side
    _collect(steps, padded[1:-1, :-1], padded[1:-1, 1:], upright=True)
    _collect(steps, padded[:-1, 1:-1], padded[1:, 1:-1], upright=False)
    return {number: _loops(steps[number]) for number in sorted(steps)}


def _collect(steps: dict[int, dict[Spot, list[Spot]]], first: np.ndarray, second: np.ndarray,
             upright: bool) -> None:
    rows, columns = np.nonzero(first != second)
    pairs = zip(rows.tolist(), columns.tolist(), first[rows, columns].tolist(),
                second[rows, columns].tolist(), strict=True)
    for row, column, before, after in pairs:
        a = (column, row)
        b = (column, row + 1) if upright else (column + 1, row)
        one, two = (b, a) if upright else (a, b)
        if before >= 0:
            steps.setdefault(before, {}).setdefault(one, []).append(two)
        if after >= 0:
            steps.setdefault(after, {}).setdefault(two, []).append(one)


def _loops(steps: dict[Spot, list[Spot]]) -> list[list[Spot]]:
    loops = []
    for start in sorted(steps):
        while start in steps:
            loop, here = [start], _next(steps, start)
            while here != start:
                loop.append(here)
                here = _next(steps, here)
            loops.append(loop)
    return loops


def _next(steps: dict[Spot, list[Spot]], here: Spot) -> Spot:
    ways = steps[here]
    there = ways.pop()
    if not ways:
        del steps[here]
    return there


def simplified(loop: list[Spot], loose: float) -> list[Spot]:
    """Fewer corners, none further than `loose` from the line (Douglas and Peucker)."""
    if len(loop) < 5:
        return loop
    far = max(range(len(loop)), key=lambda n: _apart(loop[n], loop[0]))
    keep = {0, far, len(loop)}
    closed = [*loop, loop[0]]
    for first, last in ((0, far), (far, len(loop))):
        _split(np.array(closed, dtype=float), first, last, loose, keep)
    return [loop[n] for n in sorted(keep) if n < len(loop)]


def _apart(a: Spot, b: Spot) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _split(points: np.ndarray, first: int, last: int, loose: float, keep: set[int]) -> None:
    stack = [(first, last)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        line = points[last] - points[first]
        off = points[first + 1:last] - points[first]
        size = float(line[0] * line[0] + line[1] * line[1]) ** 0.5
        if size == 0:
            gap = (off[:, 0] * off[:, 0] + off[:, 1] * off[:, 1]) ** 0.5
        else:
            gap = np.abs(off[:, 0] * line[1] - off[:, 1] * line[0]) / size
        worst = int(np.argmax(gap))
        if gap[worst] > loose:
            middle = first + 1 + worst
            keep.add(middle)
            stack += [(first, middle), (middle, last)]
