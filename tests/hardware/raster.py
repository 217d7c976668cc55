"""Shapes drawn on a grid of square pixels: a pixel is copper when its middle is.

It knows nothing of boards or of Gerber; millimetres, x to the right, y downwards. The grid lies a
little beside the board's corner, so that no middle falls on an edge, where readers may differ.
"""

import math

import numpy as np

STEP = 0.02  # mm, a pixel's side
SHIFT = -0.0029  # mm, the grid against the board's upper left corner, both ways


class Raster:
    """A board's layer as pixels."""

    def __init__(self, width, height):
        self.cells = np.zeros((round(height / STEP), round(width / STEP)), bool)

    def window(self, x0, y0, x1, y1):
        """The part of the grid that a box touches, with the places of its middles."""
        rows, columns = self.cells.shape
        left, right = max(0, int(x0 / STEP) - 1), min(columns, int(x1 / STEP) + 2)
        top, bottom = max(0, int(y0 / STEP) - 1), min(rows, int(y1 / STEP) + 2)
        xs = (np.arange(left, right) + 0.5) * STEP + SHIFT
        ys = (np.arange(top, bottom) + 0.5) * STEP + SHIFT
        return self.cells[top:bottom, left:right], xs[None, :], ys[:, None]

    def box(self, x, y, wide, high):
        """An upright rectangle around a middle."""
        cells, xs, ys = self.window(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        cells |= (abs(xs - x) <= wide / 2) & (abs(ys - y) <= high / 2)

    def stroke(self, ax, ay, bx, by, radius):
        """A line with round ends; a disc where both ends are one."""
        cells, xs, ys = self.window(min(ax, bx) - radius, min(ay, by) - radius,
                                    max(ax, bx) + radius, max(ay, by) + radius)
        dx, dy = bx - ax, by - ay
        long = dx * dx + dy * dy
        share = np.clip(((xs - ax) * dx + (ys - ay) * dy) / long, 0, 1) if long else 0.0
        cells |= (xs - ax - share * dx) ** 2 + (ys - ay - share * dy) ** 2 <= radius ** 2

    def oval(self, x, y, wide, high):
        """A rectangle with round ends; a disc where it is square."""
        radius = min(wide, high) / 2
        dx, dy = wide / 2 - radius, high / 2 - radius
        self.stroke(x - dx, y - dy, x + dx, y + dy, radius)

    def area(self, ring):
        """The inside of a closed line: what is crossed an odd number of times from the left."""
        height, width = self.cells.shape
        turns = np.zeros((height, width + 1), bool)
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            low, high = sorted(math.ceil((y - SHIFT) / STEP - 0.5) for y in (ay, by))
            rows = np.arange(max(low, 0), min(high, height))
            if rows.size:
                at = ax + ((rows + 0.5) * STEP + SHIFT - ay) * (bx - ax) / (by - ay)
                columns = np.ceil((at - SHIFT) / STEP - 0.5).astype(int)
                np.logical_xor.at(turns, (rows, np.clip(columns, 0, width)), True)
        self.cells |= np.logical_xor.accumulate(turns, axis=1)[:, :-1]


def equal(one, two):
    """Share of equal pixels."""
    return 1.0 - np.count_nonzero(one ^ two) / one.size


def thick(one, two):
    """Where the two differ by more than an edge: the first square of 3 x 3 pixels, None without.

    A track left out is far below a thousandth of a board; it is not thin.
    """
    wrong = one ^ two
    wide = wrong[:, :-2] & wrong[:, 1:-1] & wrong[:, 2:]
    square = wide[:-2] & wide[1:-1] & wide[2:]
    if not square.any():
        return None
    row, column = np.unravel_index(square.argmax(), square.shape)
    return round(float(column * STEP), 2), round(float(row * STEP), 2)
