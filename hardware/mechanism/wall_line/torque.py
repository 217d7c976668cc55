"""What the motor of a head must turn, angle by angle, against what it can: forces on the cams.

The worst row: all stacks of the longest wall, pushed from the first touch on, the stack in the
head with it; rollers, bushes and levers eat load.drive. Sliding tiles never drive the cam.
"""

from dataclasses import dataclass

import numpy as np

from ..dimensions import Dims
from .law import slope
from .motion import fastest, friction_n, motion, omega, row_kg
from .piece import Piece


@dataclass(frozen=True)
class Torque:
    """Over a turn, N m: at every sample, and what the motor is rated for. Speeds are shares of
    the design's; `slowest_lift` is the least acceleration of the elevator, m/s2."""

    table: np.ndarray
    rated: float
    speed: float
    lift_low: float

    @property
    def peak(self) -> float:
        """The most that is asked."""
        return float(self.table.max())

    @property
    def margin(self) -> float:
        """How many times the peak the motor's rating is."""
        return self.rated / self.peak


def rated(g: Dims) -> float:
    """Torque at the cam shaft by the motor's input and its efficiency."""
    return g("motor_types.head.run") * g("line.motor.efficiency") / omega(g)


def torque(g: Dims, pieces: list[Piece], stacks: int, fast: bool = False) -> Torque:
    """The torque with a row of `stacks` in the lane, at the design's or the fastest speed."""
    share = fastest(g) if fast else 1.0
    turn, moves = omega(g) * share, motion(g)
    mass = {body: sum(p.mass_kg(g) for p in pieces if p.body == body)
            for body in ("elevator", "slider", "lever", "rocker")}
    lift_way, push_way = slope(moves.elevator) / 1000, slope(moves.pusher) / 1000
    lift_acc, push_acc = (slope(slope(table)) / 1000 * turn ** 2
                          for table in (moves.elevator, moves.pusher))
    # half of a lever's mass goes with its tip
    lift = mass["elevator"] + mass["lever"] / 2 + row_kg(g, 1)
    force = lift * (lift_acc + 9.81) + g("line.elevator.spring")
    slide = mass["slider"] + mass["rocker"] / 2
    row = _row_force(g, stacks, push_way, push_acc, moves.pusher)
    push = slide * push_acc + row + g("line.slider.spring")
    work = force * lift_way + push * push_way
    loss = g("line.load.drive")
    table = np.where(work > 0, work / loss, work * loss)
    return Torque(table, rated(g), share, float(lift_acc.min()))


def _row_force(g: Dims, stacks: int, way: np.ndarray, acc: np.ndarray,
               place: np.ndarray) -> np.ndarray:
    """What the row pushes back with while the pusher goes out beyond its creep."""
    mass, held = row_kg(g, stacks), friction_n(g, stacks)
    moving = (way > 1e-9) & (place > g("line.law.creep"))
    force: np.ndarray = np.where(moving, np.maximum(held + mass * acc, 0), 0)
    return force


def slide_mm(g: Dims, stacks: int) -> float:
    """How far the row runs on from the pusher that stops."""
    way = slope(motion(g).pusher) / 1000 * omega(g)
    brake = friction_n(g, stacks) / row_kg(g, stacks)
    fast = int(np.argmax(way))
    left = float(motion(g).pusher.max() - motion(g).pusher[fast])
    return max(0.0, float(way[fast]) ** 2 / (2 * brake) * 1000 - left)
