"""Filled planes as they stand in the board file: what they keep off, and what they join."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from scipy import ndimage

from hardware.board.geometry import Point, Rect
from hardware.copper.check import HAIR, Wanted, place
from hardware.copper.read import Copper
from hardware.copper.shapes import Item
from hardware.route.plane import CELL, Mask

Floats = np.ndarray[Any, np.dtype[np.float64]]


@lru_cache(maxsize=4)
def mask_of(ring: tuple[Point, ...]) -> Mask:
    """The cells inside a closed line of upright and level pieces (kept: it is asked for twice)."""
    corners = np.array(ring)
    size = np.ceil(corners.max(0) / CELL).astype(int) + 1
    turns: np.ndarray[Any, np.dtype[np.bool_]] = np.zeros((size[1], size[0]), bool)
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if ax != bx and ay != by:
            raise ValueError(f"a fill has a slanting edge at {ax:g}, {ay:g}")
        # a cut ends in the middle of a row; both pieces of the edge there round the same way
        top, bottom = sorted((round(ay / CELL - 1e-6), round(by / CELL - 1e-6)))
        turns[top:bottom, round(ax / CELL)] ^= ax == bx
    filled: Mask = np.logical_xor.accumulate(turns, axis=1)
    return filled


def fill_distances(copper: Copper, wanted: Wanted) -> list[str]:
    """A plane keeps off what is not of its net."""
    found = []
    for net, layer, ring in copper.fills:
        mask = mask_of(ring)
        for item in copper.items:
            if item.net != net and layer in item.layers:
                need = wanted(net, item.net)
                if too_near(mask, item, need):
                    found.append(f"the plane {net} on {layer} is nearer than {need:g} mm to "
                                 f"{place(item)}")
    return found


def fill_edges(copper: Copper, edge: float, bare: float) -> list[str]:
    """A plane keeps off every cut and every hole without copper."""
    found = []
    for net, layer, ring in copper.fills:
        mask = mask_of(ring)
        found += [f"the plane {net} on {layer} is nearer than {edge:g} mm to a cut edge at "
                  f"{cut[0][0]:g}, {cut[0][1]:g}" for cut in copper.cuts
                  if too_near(mask, Item("cut", "", frozenset(), cut), edge)]
        found += [f"the plane {net} on {layer} is nearer than {bare:g} mm to the bare hole at "
                  f"{at[0]:g}, {at[1]:g}" for at, radius in copper.holes
                  if too_near(mask, Item("hole", "", frozenset(), (at, at), radius), bare)]
    return found


def fills_apart(copper: Copper, wanted: Wanted) -> list[str]:
    """Two planes of one layer keep off each other."""
    found = []
    for (one, layer, ring), (two, other, its) in combinations(copper.fills, 2):
        if layer == other and one != two:
            a, b = mask_of(ring), mask_of(its)
            high, wide = (max(pair) for pair in zip(a.shape, b.shape, strict=True))
            room = [np.pad(m, ((0, high - m.shape[0]), (0, wide - m.shape[1]))) for m in (a, b)]
            gap = float(ndimage.distance_transform_edt(~room[0])[room[1]].min() - 1) * CELL
            if gap < wanted(one, two) - HAIR:
                found.append(f"the planes {one} and {two} on {layer} are {max(gap, 0):.2f} mm "
                             f"apart; {wanted(one, two):g} mm are needed")
    return found


def too_near(mask: Mask, item: Item, need: float) -> bool:
    """Whether a cell of the plane lies nearer to an item than `need`."""
    box = item.box.grown(need + CELL)
    x0, y0 = max(int(box.x0 / CELL), 0), max(int(box.y0 / CELL), 0)
    window = mask[y0:int(box.y1 / CELL) + 1, x0:int(box.x1 / CELL) + 1]
    rows, columns = np.nonzero(window)
    left, top = (x0 + columns) * CELL, (y0 + rows) * CELL
    its = item.box.grown(-item.radius)  # of the core
    dx = np.maximum(np.maximum(its.x0 - left - CELL, left - its.x1), 0)
    dy = np.maximum(np.maximum(its.y0 - top - CELL, top - its.y1), 0)
    near = np.hypot(dx, dy) < need + item.radius - HAIR
    if min(its.width, its.height) < HAIR or isinstance(item.core, Rect):
        return bool(near.any())
    gap = to_slant(left[near], top[near], item.core) - item.radius
    return bool((gap < need - HAIR).any())


def to_slant(left: Floats, top: Floats, core: tuple[Point, Point]) -> Floats:
    """From cells to a slanting line: the nearest of their corners and of its ends. (A line
    through a cell is at most 0.7 of its side from a corner, nearer than any distance asked.)"""
    (ax, ay), (bx, by) = core
    long = (bx - ax) ** 2 + (by - ay) ** 2
    best: Floats = np.full(left.shape, np.inf)
    for dx, dy in ((0, 0), (CELL, 0), (0, CELL), (CELL, CELL)):
        x, y = left + dx, top + dy
        share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long, 0, 1)
        best = np.minimum(best, np.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y))
    for ex, ey in core:
        best = np.minimum(best, np.hypot(np.maximum(np.maximum(left - ex, ex - left - CELL), 0),
                                         np.maximum(np.maximum(top - ey, ey - top - CELL), 0)))
    return best


@lru_cache(maxsize=4)
def pieces(ring: tuple[Point, ...]) -> np.ndarray[Any, Any]:
    """The number of the piece of copper that each cell of a plane belongs to, 0 for none."""
    labels, _ = ndimage.label(mask_of(ring))
    found: np.ndarray[Any, Any] = labels
    return found


def under(labels: np.ndarray[Any, Any], item: Item) -> int:
    """The piece of a plane under an item's middle, 0 for none."""
    x, y = item.box.centre
    row, column = int(y / CELL), int(x / CELL)
    inside = row < labels.shape[0] and column < labels.shape[1]
    return int(labels[row, column]) if inside else 0
