"""Where copper may lie: for a thin track, a wide one and a via, how much stands in the way.

Every map counts, for each node of the grid, the things too near for that kind of copper. Pads and
edges are hard; what other nets laid is soft: a path may take its place, and then it is laid anew.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from hardware.board.geometry import Rect
from hardware.route.job import BACK, FRONT, Job, Land

STEP = 0.2  # mm between two nodes
BORDER = 8  # nodes around the board that nothing may use, so that no stamp leaves the array
THIN, WIDE, VIA = "thin", "wide", "via"
SLANT = 0.036  # mm that a slanting step may be nearer to a corner than both its ends
KINDS = (THIN, WIDE, VIA)
LAYERS = (FRONT, BACK)
BLOCKED = 65535
Costs = np.ndarray[Any, np.dtype[np.uint16]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


class Space:
    """The grid of one job and its six maps (hard and soft, for each kind of copper)."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.columns = round(job.width / STEP) + 1 + 2 * BORDER
        self.rows = round(job.height / STEP) + 1 + 2 * BORDER
        self.size = self.columns * self.rows  # nodes of one layer
        rules = job.rules
        self.half = {THIN: rules.track / 2, WIDE: rules.wide / 2, VIA: rules.via / 2}
        self.hard = {kind: np.zeros(self.size * 2, np.int16) for kind in KINDS}
        self.soft = {kind: np.zeros(self.size * 2, np.int16) for kind in KINDS}
        self.past = {kind: np.zeros(self.size * 2, np.int16) for kind in KINDS}
        self._offsets: dict[float, Ints] = {}
        self._edges()
        if not job.vias:
            self.hard[VIA] += 1
        for land in job.lands:
            self.stamp_land(land, 1)

    def node(self, x: float, y: float) -> int:
        """The node nearest to a place, on the front."""
        return (round(y / STEP) + BORDER) * self.columns + round(x / STEP) + BORDER

    def place(self, node: int) -> tuple[float, float]:
        """Where a node is on the board."""
        row, column = divmod(node % self.size, self.columns)
        return (column - BORDER) * STEP, (row - BORDER) * STEP

    def _edges(self) -> None:
        """Nothing beyond the edge; bare holes and slots keep everything off."""
        job = self.job
        for kind in KINDS:
            room = math.ceil((self.half[kind] + job.rules.edge) / STEP - 1e-9) + BORDER
            for layer in LAYERS:
                grid = self.hard[kind][layer * self.size:(layer + 1) * self.size]
                field = grid.reshape(self.rows, self.columns)
                field[:room], field[-room:], field[:, :room], field[:, -room:] = 1, 1, 1, 1
                for rect in job.keepouts:
                    reach = self.half[kind] + max(job.rules.hole, job.rules.space)
                    grid[self.around(rect, reach)] += 1

    def around(self, rect: Rect, reach: float) -> Ints:
        """Nodes (of the front) nearer to a rectangle than `reach`."""
        left = math.floor((rect.x0 - reach) / STEP) + BORDER
        right = math.ceil((rect.x1 + reach) / STEP) + BORDER
        top = math.floor((rect.y0 - reach) / STEP) + BORDER
        bottom = math.ceil((rect.y1 + reach) / STEP) + BORDER
        columns = np.arange(max(left, 0), min(right + 1, self.columns))
        rows = np.arange(max(top, 0), min(bottom + 1, self.rows))
        x, y = (columns - BORDER) * STEP, (rows - BORDER) * STEP
        dx = np.maximum(np.maximum(rect.x0 - x, x - rect.x1), 0)[None, :]
        dy = np.maximum(np.maximum(rect.y0 - y, y - rect.y1), 0)[:, None]
        near = np.hypot(dx, dy) < reach - 1e-6 if reach else (dx <= 1e-9) & (dy <= 1e-9)
        return (rows[:, None] * self.columns + columns[None, :])[near].astype(np.int64)

    def inside(self, land: Land) -> list[int]:
        """The nodes on a land's copper, on each of its layers: where a track may end."""
        radius = min(land.rect.width, land.rect.height) / 2 if land.drilled else 0.0
        nodes = self.around(land.rect.grown(-radius), radius)  # a drilled pad has round ends
        if not len(nodes):
            raise ValueError(f"{land.name} is smaller than the router's grid")
        return [int(n) + layer * self.size for layer in land.layers for n in nodes]

    def stamp_land(self, land: Land, by: int, kinds: tuple[str, ...] = KINDS) -> None:
        """Put a land's room into the hard maps, or take it out again (`by` -1)."""
        for kind in kinds:
            slack = 0.0 if kind == VIA else SLANT
            nodes = self.around(land.rect, self.half[kind] + self.job.rules.space + slack)
            for layer in LAYERS if kind == VIA else land.layers:
                self.hard[kind][nodes + layer * self.size] += by

    def disk(self, reach: float) -> Ints:
        """Offsets of the nodes nearer than `reach` to a node."""
        if reach not in self._offsets:
            radius = math.ceil(reach / STEP)
            span = np.arange(-radius, radius + 1)
            near = np.hypot(span[None, :], span[:, None]) * STEP < reach - 1e-6
            self._offsets[reach] = (span[:, None] * self.columns + span[None, :])[near]
        return self._offsets[reach]

    def room(self, nodes: dict[str, list[int]]) -> dict[str, Ints]:
        """Kind of copper -> the nodes that a route of these nodes keeps it from."""
        space, found = self.job.rules.space, {}
        for kind in KINDS:
            parts = []
            for laid, its in nodes.items():
                if not its:
                    continue
                slack = 0.01 if WIDE in (kind, laid) else 0.0  # two slanting wide tracks
                offsets = self.disk(self.half[kind] + self.half[laid] + space + slack)
                spread = (np.array(its)[:, None] + offsets[None, :]).ravel()
                both = laid == VIA or kind == VIA
                parts += [spread % self.size + layer * self.size for layer in LAYERS] \
                    if both else [spread]
            found[kind] = np.unique(np.concatenate(parts)) if parts else np.array([], np.int64)
        return found

    def penalties(self, kind: str, price: int) -> Costs:
        """What a node costs more for this kind of copper; BLOCKED where nothing helps."""
        cost = np.minimum((self.soft[kind] > 0) * np.int32(price) + self.past[kind], BLOCKED - 1)
        return np.where(self.hard[kind] > 0, BLOCKED, cost).astype(np.uint16)
