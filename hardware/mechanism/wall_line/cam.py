"""The cams: where their rollers' middles run, what is cut beside them, and how steep that is."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..dimensions import Dims
from .law import STEP_DEG
from .linkage import Spot, cam_roller, frame, groove_roller
from .motion import motion


@dataclass(frozen=True)
class Cam:
    """A cam in its position at 0 deg: `pitch` is the closed way of the roller's middle round the
    shaft (n, 2); `radius` the roller's; `steep` the pressure angle at every sample, deg."""

    pitch: np.ndarray
    radius: float
    steep: np.ndarray

    def offset(self, away: float) -> np.ndarray:
        """The curve that lies `away` mm outside the pitch curve, negative inside."""
        return self.pitch + normals(self.pitch) * away

    def least_bend(self) -> float:
        """The least radius of curvature of the pitch curve, mm; below the roller's it is cut."""
        first = (np.roll(self.pitch, -1, 0) - np.roll(self.pitch, 1, 0)) / 2
        second = np.roll(self.pitch, -1, 0) - 2 * self.pitch + np.roll(self.pitch, 1, 0)
        cross = np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0])
        return float((np.hypot(*first.T) ** 3 / np.maximum(cross, 1e-9)).min())


def normals(curve: np.ndarray) -> np.ndarray:
    """Unit vectors that point out of a closed curve which runs clockwise."""
    along = np.roll(curve, -1, 0) - np.roll(curve, 1, 0)
    out = np.stack([-along[:, 1], along[:, 0]], axis=1)
    unit: np.ndarray = out / np.hypot(out[:, 0], out[:, 1])[:, None]
    return unit


@lru_cache(maxsize=8)
def elevator_cam(g: Dims) -> Cam:
    """The open cam under the lever's roller."""
    spots = [cam_roller(g, place) for place in motion(g).elevator]
    return _cam(g, spots, frame(g).lever, g("line.roller.large") / 2)


@lru_cache(maxsize=8)
def push_cam(g: Dims) -> Cam:
    """The grooved disc beside the rocker's roller."""
    spots = [groove_roller(g, place) for place in motion(g).pusher]
    return _cam(g, spots, frame(g).rocker, g("line.roller.small") / 2)


def _cam(g: Dims, spots: list[Spot], pivot: Spot, radius: float) -> Cam:
    """Turn the rollers' places back by the cam's angle; the cam turns anticlockwise."""
    away = np.array(spots) - np.array(frame(g).shaft)
    back = -np.radians(np.arange(len(spots)) * STEP_DEG)
    pitch = np.stack([away[:, 0] * np.cos(back) - away[:, 1] * np.sin(back),
                      away[:, 0] * np.sin(back) + away[:, 1] * np.cos(back)], axis=1)
    return Cam(pitch, radius, _steep(pitch, back, spots, pivot))


def _steep(pitch: np.ndarray, back: np.ndarray, spots: list[Spot], pivot: Spot) -> np.ndarray:
    """The angle between the cam's push on a roller and the way that its lever lets it go."""
    out = normals(pitch)
    push = np.stack([out[:, 0] * np.cos(-back) - out[:, 1] * np.sin(-back),
                     out[:, 0] * np.sin(-back) + out[:, 1] * np.cos(-back)], axis=1)
    arm = np.array(spots) - np.array(pivot)
    way = np.stack([-arm[:, 1], arm[:, 0]], axis=1) / np.hypot(arm[:, 0], arm[:, 1])[:, None]
    cosine = np.abs((push * way).sum(axis=1))
    angles: np.ndarray = np.degrees(np.arccos(np.clip(cosine, 0, 1)))
    return angles
