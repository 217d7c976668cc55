"""One drum from the first tile swept in to the end of its mixing: where every tile was, and when.

Loading as people do it: the hatch is up, the drum stands, the four sides sweep their tiles in one
stroke after another; a tile falls from the hatch's edge, its face as chance will. Then the drum
turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from mjphysics import magnets
from mjphysics.drum import Drum, shape_mm
from mjphysics.scene import STEP_S, scene, tile_half_m

STROKES, REST_S = 8, 0.8
"""Of the sweep, two a side; until the last tile lies still."""
HANDFUL, HANDFUL_S = 3, 0.1
"""So many tiles fall together, so long before the next ones: a set in 4.5 s."""
FALL_M = 0.13
"""From the hatch's edge to the dish."""
SAMPLE_S = 0.1
MAGNET_STEPS = 4
"""The magnets' pull is worked out every so many steps: 10 ms, in which a tile goes 3 mm."""
WAITING_M = 2.0
"""So high up wait the tiles that are not swept in yet, without weight."""
LOST_M = 0.3
"""Farther out than this, or below the dish, a tile has got through the wall."""
Array = np.ndarray[Any, np.dtype[np.float64]]
mujoco.set_mju_user_warning(lambda text: None)  # `check` tells; else it writes a file where one is


class Escaped(RuntimeError):
    """A run that is worth nothing: a tile got through the wall, or the solver gave up."""


@dataclass(frozen=True)
class Track:
    """What a run was: `pose` (samples, tiles, 7) in the tilted frame, m and quaternions; `dish`
    (samples,) rad; sample 0 is the moment before the drum turns. Tiles in the order they fell.
    `torque` (samples,) Nm is what the motor gives to what touches the dish, mean of the
    `SAMPLE_S` after each sample; bearing and gears are not in it."""

    drum: Drum
    pose: Array
    dish: Array
    torque: Array

    @property
    def times_s(self) -> np.ndarray:
        """Of the samples."""
        return np.arange(len(self.dish), dtype=np.float64) * np.float64(SAMPLE_S)


class World:
    """A drum with its tiles, as it goes on; `inside`: swept in, and not lifted out again."""

    def __init__(self, drum: Drum, seed: int) -> None:
        self.drum = drum
        self.random = np.random.default_rng(seed)
        self.model = mujoco.MjModel.from_xml_string(scene(drum))
        self.data = mujoco.MjData(self.model)
        self.ring, self.tile = magnets.moments(drum.ring_n) if drum.ring_n else (0.0, 0.0)
        self.places = magnets.ring_places()
        self.upright = np.tile((0.0, 0.0, -self.ring), (magnets.PLACES, 1))
        self.first = self.model.nbody - drum.tiles  # of the tiles: the last bodies
        self.pose = self.data.qpos[-7 * drum.tiles :].reshape(drum.tiles, 7)
        self.speed = self.data.qvel[-6 * drum.tiles :].reshape(drum.tiles, 6)
        self.fallen = 0
        self.inside = np.zeros(drum.tiles, bool)
        side = np.arange(drum.tiles)
        self.pose[:, 0], self.pose[:, 1] = 0.1 * (side % 13), 0.1 * (side // 13)
        self.pose[:, 2], self.pose[:, 3] = WAITING_M, 1.0

    def step(self, rate: float) -> None:
        """One step with the dish turning at so many rad/s."""
        self.data.qvel[0] = rate
        if self.ring and round(self.data.time / STEP_S) % MAGNET_STEPS == 0:
            self._pull()
        try:
            mujoco.mj_step(self.model, self.data)
        except mujoco.FatalError as problem:  # a heap that it has lost
            raise Escaped(f"the solver gave up after {self.data.time:.2f} s") from problem

    def torque_nm(self, rate: float) -> float:
        """Nm that the motor gave in the last step, positive the way it turns; 0 at rest.

        What touches the dish and its fingers puts it on the dish's hinge. The fingers' springs are
        inside; one that bends takes or gives its own swing besides, nothing on average."""
        return -float(np.sign(rate) * self.data.qfrc_constraint[0])

    def _pull(self) -> None:
        turn = self.data.xmat[self.first :].reshape(-1, 3, 3)
        back = turn[:, :, 2]
        at = self.data.xipos[self.first :]
        near = np.hypot(at[:, 0], at[:, 1]) > (shape_mm("ring_radius") - 60) / 1000
        deep = tile_half_m()[2] - magnets.INSIDE_M
        self.data.xfrc_applied[:] = 0
        here = np.flatnonzero(near & self.inside)
        if not len(here):
            return
        arm = back[here] * deep
        force, torque = magnets.forces(
            at[here] + arm, -back[here] * self.tile, self.places, self.upright,
            magnets.INSIDE_M + magnets.RING_INSIDE_M)
        self.data.xfrc_applied[self.first + here, :3] = force
        self.data.xfrc_applied[self.first + here, 3:] = torque + np.cross(arm, force)

    def drop(self, count: int, side: int) -> None:
        """The next tiles, a handful at most, fall side by side from the hatch's edge."""
        edge = shape_mm("hatch") / 1000 - 0.03
        for at in range(count):
            tile = self.fallen + at
            angle = np.pi / 2 * (side + (at - (count - 1) / 2) / HANDFUL)
            self.pose[tile, :3] = edge * np.cos(angle), edge * np.sin(angle), FALL_M
            turn = self.random.normal(size=4)
            self.pose[tile, 3:] = turn / np.linalg.norm(turn)
            self.speed[tile] = 0
            self.model.body_gravcomp[self.first + tile] = 0
            self.inside[tile] = True
        self.fallen += count

    def lift(self, tile: int) -> None:
        """Out of the drum: it waits high up again, without weight."""
        self.inside[tile] = False
        self.model.body_gravcomp[self.first + tile] = 1
        self.pose[tile] = 0.1 * (tile % 13), 0.1 * (tile // 13), WAITING_M, 1, 0, 0, 0
        self.speed[tile] = 0

    def rest(self, time_s: float) -> None:
        """Time with the drum at rest."""
        for _ in range(round(time_s / STEP_S)):
            self.step(0.0)

    def check(self) -> None:
        """`Escaped` says what went wrong."""
        here = self.pose[self.inside]
        if (np.hypot(here[:, 0], here[:, 1]) > LOST_M).any() or (here[:, 2] < -0.02).any():
            raise Escaped(f"a tile got out of the drum after {self.data.time:.2f} s")
        bad = [str(kind) for kind, row in enumerate(self.data.warning) if row.number]
        if bad or not np.isfinite(self.data.qpos).all():
            raise Escaped(f"the solver warned (kinds {', '.join(bad)})")


def load(world: World) -> None:
    """Sweep the set in, side by side, until it lies still."""
    count = world.drum.tiles
    first = int(world.random.integers(4))
    for stroke in range(STROKES):
        end = count * (stroke + 1) // STROKES
        while world.fallen < end:
            world.drop(min(HANDFUL, end - world.fallen), (first + stroke) % 4)
            world.rest(HANDFUL_S)
    world.rest(REST_S)
    world.check()


def rate_of(drum: Drum, time_s: float) -> float:
    """How the dish turns, rad/s."""
    turn = 2 * np.pi * drum.rpm / 60
    if drum.turns:
        return turn * drum.turns
    return turn if int(time_s * 1000 / drum.reverse_ms) % 2 == 0 else -turn


def run(drum: Drum, mix_s: float, seed: int, tell: Callable[[], None] = lambda: None) -> Track:
    """Load a drum and let it turn for so long; `Escaped` when the run is worth nothing."""
    world = World(drum, seed)
    load(world)
    steps, poses, dish, torque = round(SAMPLE_S / STEP_S), [], [], []
    for sample in range(round(mix_s / SAMPLE_S) + 1):
        poses.append(world.pose.copy())
        dish.append(float(world.data.qpos[0]))
        rate, given = rate_of(drum, sample * SAMPLE_S), 0.0
        for _ in range(steps):
            world.step(rate)
            given += world.torque_nm(rate)
        torque.append(given / steps)
        if sample % 10 == 9:
            world.check()
        tell()
    world.check()
    return Track(drum, np.array(poses), np.array(dish), np.array(torque))
