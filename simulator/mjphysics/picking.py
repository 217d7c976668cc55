"""A drum that mixes and is then emptied at its ports: which tile leaves after which.

The engine's ring stands still, and nothing in the engine turns tiles over as flip magnets do: by
back alone a port would find no more after half of the set (docs/PHYSICS.md). So a port takes, at
its turn, what lies under the ring, whichever face is up. Two ports are tried, which bracket one
whose ring carries tiles round to it: one that takes the nearest, and one that takes any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mjphysics.drum import Drum, shape_mm
from mjphysics.measures import LYING, lean_of, ranks, under_ring
from mjphysics.run import SAMPLE_S, STEP_S, World, load, rate_of

PORTS = 4
TAKE_S = 0.3
"""From one port's turn to the next one's: a set in 45 s."""
LEAST_LEFT = 16
"""With fewer left nearly every tile lies beside every other."""
LONGEST_S = 120.0
NEAREST, ANY = "nearest", "any"
Ints = np.ndarray
Floats = np.ndarray


@dataclass(frozen=True)
class Picked:
    """`order`: tiles as they left, labelled by when they fell; `port`: through which; `beside`:
    for each, who lay nearest to it as it left; `away_m`: how far in from the dish's rim it lay
    (the dish's radius less its distance from the axis) before the first was taken."""

    order: Ints
    port: Ints
    beside: Ints
    away_m: Floats

    def follow(self) -> float:
        """How often the nearest neighbour of a tile that leaves is the same port's next, of those
        neighbours that are not taken by another port before."""
        when = {int(tile): at for at, tile in enumerate(self.order)}
        tried = followed = 0
        for at, tile in enumerate(self.beside):
            after = np.flatnonzero(self.port[at + 1 :] == self.port[at])
            if not len(after):
                continue
            following = at + 1 + int(after[0])
            if when.get(int(tile), following) >= following:
                tried += 1
                followed += int(self.order[following] == tile)
        return followed / max(tried, 1)

    def correlation(self) -> float:
        """Rank of falling against rank of leaving."""
        return self._with_leaving(self.order)

    def inward(self) -> float:
        """Rank of the way inwards against rank of leaving: 1 where what lies nearest to the rim
        leaves first."""
        return self._with_leaving(self.away_m)

    def _with_leaving(self, values: np.ndarray) -> float:
        leaving = np.arange(len(self.order), dtype=float)
        return float((ranks(values.astype(float)) * ranks(leaving)).mean())


def _takes(world: World, port: int, how: str, random: np.random.Generator) -> int:
    """The tile that a port takes now; -1 for none."""
    lies = np.abs(lean_of(world.pose)) > LYING
    can = np.flatnonzero(under_ring(world.pose) & lies & world.inside)
    if not len(can):
        return -1
    if how == ANY:
        return int(random.choice(can))
    angle = np.arctan2(world.pose[can, 1], world.pose[can, 0]) - 2 * np.pi * port / PORTS
    return int(can[np.argmin(np.abs((angle + np.pi) % (2 * np.pi) - np.pi))])


def _beside(world: World, tile: int) -> int:
    way = np.linalg.norm(world.pose[:, :3] - world.pose[tile, :3], axis=1)
    way[~world.inside] = np.inf
    way[tile] = np.inf
    return int(np.argmin(way))


def _away_m(world: World) -> Floats:
    return shape_mm("radius") / 1000 - np.hypot(world.pose[:, 0], world.pose[:, 1])


def emptied(drum: Drum, mix_s: float, how: str, seed: int,
            tell: Callable[[], None] = lambda: None) -> Picked:  # fmt: skip
    """Load, mix for so long, and take tiles out until few are left; `how` is nearest or any."""
    world, random = World(drum, seed), np.random.default_rng(seed)
    load(world)
    time_s, turn = 0.0, 0
    away = _away_m(world)
    order: list[int] = []
    port: list[int] = []
    beside: list[int] = []
    while drum.tiles - len(order) > LEAST_LEFT and time_s < mix_s + LONGEST_S:
        for _ in range(round((TAKE_S if time_s >= mix_s else SAMPLE_S) / STEP_S)):
            world.step(rate_of(drum, time_s))
            time_s += STEP_S
        if time_s < mix_s:
            continue
        if not turn:
            away = _away_m(world)
        turn += 1
        tile = _takes(world, turn % PORTS, how, random)
        if tile >= 0:
            order.append(tile)
            port.append(turn % PORTS)
            beside.append(_beside(world, tile))
            world.lift(tile)
            tell()
        world.check()
    return Picked(np.array(order, int), np.array(port, int), np.array(beside, int), away[order])
