"""Laws of motion: how a part goes from one place to another over a cam's angle.

A move is a table of places, sampled so finely that cams cut from it are smooth.
"""

from dataclasses import dataclass

import numpy as np

STEP_DEG = 0.25
SAMPLES = 4001


@dataclass(frozen=True)
class Move:
    """One move: from an angle to another (deg), from a place to another (mm), and how."""

    begin: float
    end: float
    low: float
    high: float
    shape: np.ndarray  # share of the way at SAMPLES evenly spaced angles, 0 to 1


def pulses(split: float, ramp: float) -> np.ndarray:
    """Speed up in the first part `split`, slow down in the rest; each pulse with soft ends."""
    x = np.linspace(0, 1, SAMPLES)

    def pulse(u: np.ndarray) -> np.ndarray:
        return np.clip(np.minimum(u, 1 - u) / ramp, 0, 1)

    push = np.where(x < split, pulse(x / split) * (1 - split),
                    -pulse((x - split) / (1 - split)) * split)
    way = _sum(_sum(push))
    return way / way[-1]


def even_power(mass_kg: float, friction_n: float, limit: float, seconds: float,
               slow: float, way_m: float) -> np.ndarray:
    """Push a mass so that the drive's power stays even, then stop within the part `slow`.

    The power is sought that brings the mass `way_m` far in `seconds`; `limit` bounds the first
    acceleration (m/s2). A mass that slides cannot drive the cam, so only the first part counts.
    """
    low, high = 0.01, 100.0
    for _ in range(50):
        power = (low + high) / 2
        way = _sum(_speeds(mass_kg, friction_n, limit, seconds, slow, power)) * seconds
        low, high = (power, high) if way[-1] < way_m else (low, power)
    return way / way[-1]


def _speeds(mass_kg: float, friction_n: float, limit: float, seconds: float, slow: float,
            power: float) -> np.ndarray:
    """Speed at even times: by even power, then evenly down to nothing; corners smoothed."""
    step = seconds / (SAMPLES - 1)
    speed, found = 0.0, []
    for _ in range(SAMPLES):
        found.append(speed)
        push = power / speed - friction_n if speed else 1e9
        speed += min(limit, push / mass_kg) * step
    left = np.clip((1 - np.linspace(0, 1, SAMPLES)) / slow, 0, 1)
    speeds = np.array(found)
    speeds = np.where(left < 1, speeds[int((1 - slow) * (SAMPLES - 1))] * left, speeds)
    wide = SAMPLES // 25
    padded = np.concatenate([np.zeros(wide), speeds, np.zeros(wide)])
    smooth: np.ndarray = np.convolve(padded, np.ones(wide) / wide, "same")[wide:-wide]
    smooth[0] = smooth[-1] = 0
    return smooth


def _sum(values: np.ndarray) -> np.ndarray:
    """The running integral over a unit length."""
    steps = np.cumsum((values[1:] + values[:-1]) / 2) / (len(values) - 1)
    return np.concatenate([[0.0], steps])


def places(moves: list[Move]) -> np.ndarray:
    """The place at every STEP_DEG of a turn: moves in their order, standing still between."""
    angles = np.arange(0, 360, STEP_DEG)
    found = np.full(angles.shape, float(moves[0].low))
    for move in moves:
        inside = (angles >= move.begin) & (angles <= move.end)
        part = (angles[inside] - move.begin) / (move.end - move.begin)
        share = np.interp(part, np.linspace(0, 1, SAMPLES), move.shape)
        found[inside] = move.low + (move.high - move.low) * share
        found[angles > move.end] = move.high
    return found


def at(table: np.ndarray, angle: float) -> float:
    """A place between the samples, at any angle."""
    angles = np.arange(0, 360 + STEP_DEG, STEP_DEG)
    return float(np.interp(angle % 360, angles, np.append(table, table[0])))


def slope(table: np.ndarray) -> np.ndarray:
    """Change a radian at every sample."""
    padded = np.concatenate([table[-1:], table, table[:1]])
    change: np.ndarray = (padded[2:] - padded[:-2]) / (2 * np.radians(STEP_DEG))
    return change
