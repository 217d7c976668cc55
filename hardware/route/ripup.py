"""Rip-up and retry: each wire takes the cheapest way, and who stood in it is laid anew.

A wire is one net, or one pad of a plane's net that only needs a via. What a place has been fought
for before makes it dearer, so that the wires spread out until none is in another's way. The order
follows from the lengths and the seed: the same job and seed give the same routing.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hardware.board.geometry import union
from hardware.route.job import Job, Land
from hardware.route.maze import PLANE, Maze
from hardware.route.space import BLOCKED, KINDS, THIN, VIA, WIDE, Costs, Ints, Space

PRICE, DEARER, DEAREST = 60, 20, 1500  # of a node that another wire holds, growing with each try
GRUDGE, MOST = 30, 3000  # what a fought-for node costs more, each time and at most
NECK = 25  # of a supply's node where only a thin track fits
LARGE = 3.0  # mm2: a supply's pad of this size carries enough to want two vias
TRIES = 400  # times one wire may be laid


@dataclass
class Wire:
    """A net to lay, or a pad to join to its plane; its ways once it lies."""

    name: str
    net: str
    lands: tuple[Land, ...]
    to_plane: bool
    ways: list[list[int]] = field(default_factory=list)
    nodes: dict[str, list[int]] = field(default_factory=dict)  # kind of copper -> nodes
    room: dict[str, Ints] = field(default_factory=dict)
    tries: int = 0

    @property
    def length(self) -> float:
        box = union([land.rect for land in self.lands])
        return box.width + box.height


def wires_of(job: Job) -> list[Wire]:
    """Everything to lay: plane nets pad by pad (a drilled pad reaches its plane by itself)."""
    nets: dict[str, list[Land]] = {}
    for land in job.lands:
        if land.net:
            nets.setdefault(land.net, []).append(land)
    found = []
    for net, lands in sorted(nets.items()):
        if net in job.planes:
            found += [Wire(f"{net} at {land.name}" + " again" * twice, net, (land,), True)
                      for land in lands if not land.through
                      for twice in range(1 + (net in job.wide and area(land) > LARGE))]
        elif len(lands) > 1:
            found.append(Wire(net, net, tuple(lands), False))
    return found


def area(land: Land) -> float:
    return land.rect.width * land.rect.height


class Router:
    """One job being routed."""

    def __init__(self, job: Job, seed: int = 1) -> None:
        self.job, self.space = job, Space(job)
        dice = random.Random(seed)
        self.wires = sorted(wires_of(job), key=lambda wire: wire.length * dice.uniform(1, 1.1))
        self.own: dict[str, list[Land]] = {}
        for land in job.lands:
            self.own.setdefault(land.net, []).append(land)

    def run(self, tell: Callable[[str], None]) -> list[str]:
        """Lay everything; the names of the wires that found no way."""
        waiting, lost, done = deque(self.wires), [], 0
        while waiting:
            wire = waiting.popleft()
            done += 1
            if done % 100 == 0:
                tell(f"{done} wires laid, {len(waiting)} to go")
            if wire.tries >= TRIES or not self.lay(wire):
                lost.append(wire.name)
                continue
            for other in self.in_the_way(wire):
                self.rip(other)
                waiting.append(other)
            self.stamp(wire, 1)
        return lost

    def lay(self, wire: Wire) -> bool:
        """Find a wire's ways; False when there is none."""
        wire.tries += 1
        price = min(PRICE + DEARER * wire.tries, DEAREST)
        near = [land for land in self.own[wire.net] if land in wire.lands or not wire.to_plane]
        for land in near:
            self.space.stamp_land(land, -1, (THIN, WIDE))
        thin = self.space.penalties(THIN, price)
        wide = self.space.penalties(WIDE, price)
        vias = self.space.penalties(VIA, price)
        for land in near:
            self.space.stamp_land(land, 1, (THIN, WIDE))
        vias = np.maximum(vias[:self.space.size], vias[self.space.size:])
        is_wide = np.zeros(0, bool)
        if wire.net in self.job.wide:
            neck = np.where(thin == BLOCKED, BLOCKED,
                            np.minimum(thin.astype(int) + NECK, BLOCKED - 1)).astype(np.uint16)
            is_wide, thin = wide <= neck, np.minimum(wide, neck)
            is_wide &= wide != BLOCKED
        ways = self.join(wire, thin, vias)
        if ways is not None:
            wire.ways = ways
            wire.nodes = self.copper_of(ways, is_wide)
            wire.room = self.space.room(wire.nodes)
        return ways is not None

    def join(self, wire: Wire, cost: Costs, vias: Costs) -> list[list[int]] | None:
        """The ways from pad to pad until all of them hang together."""
        space = self.space
        maze = Maze(space, np.ascontiguousarray(cost), np.ascontiguousarray(vias))
        if wire.to_plane:
            way = maze.search(space.inside(wire.lands[0]), frozenset())
            return None if way is None else [way]
        inside = [space.inside(land) for land in wire.lands]
        tree, ways, drills = set(inside[0]), [], set()
        left = dict(enumerate(inside[1:], 1))
        while left:
            goal = frozenset(node for nodes in left.values() for node in nodes)
            way = maze.search(tree, goal)
            if way is None:
                return None
            ways.append(way)
            tree.update(way)
            reached = next(key for key, nodes in left.items() if way[-1] in nodes)
            tree.update(left.pop(reached))
            drills |= {a % space.size for a, b in zip(way, way[1:], strict=False)
                       if abs(a - b) == space.size}
            for drill in drills:  # two drills of one net need room as well
                near = drill + space.disk(self.job.rules.drill + self.job.rules.hole)
                maze.vias[near] = BLOCKED
            for drill in drills:
                tree.update((drill, drill + space.size))
        return ways

    def copper_of(self, ways: list[list[int]],
                  is_wide: np.ndarray[Any, np.dtype[np.bool_]]) -> dict[str, list[int]]:
        """The ways' nodes by the kind of copper laid there."""
        size = self.space.size
        found: dict[str, set[int]] = {kind: set() for kind in KINDS}
        for way in ways:
            for here, there in zip(way, way[1:], strict=False):
                if there == PLANE or abs(there - here) == size:
                    found[VIA].add(here % size)
            for node in way:
                if node != PLANE:
                    found[WIDE if len(is_wide) and is_wide[node] else THIN].add(node)
        return {kind: sorted(nodes) for kind, nodes in found.items()}

    def in_the_way(self, wire: Wire) -> list[Wire]:
        """The wires whose room this one's copper enters; the place is remembered."""
        found = set()
        for kind, nodes in wire.nodes.items():
            held = np.array(nodes, np.int64)
            both = np.concatenate([held, held + self.space.size]) if kind == VIA else held
            fought = both[self.space.soft[kind][both] > 0]
            if not len(fought):
                continue
            self.space.past[kind][fought] = np.minimum(self.space.past[kind][fought] + GRUDGE,
                                                       MOST)
            for place, other in enumerate(self.wires):
                if other is not wire and other.room and \
                        np.isin(fought, other.room[kind], assume_unique=True).any():
                    found.add(place)
        return [self.wires[place] for place in sorted(found)]

    def stamp(self, wire: Wire, by: int) -> None:
        for kind, nodes in wire.room.items():
            self.space.soft[kind][nodes] += by

    def rip(self, wire: Wire) -> None:
        """Take a wire off the board."""
        self.stamp(wire, -1)
        wire.ways, wire.nodes, wire.room = [], {}, {}
