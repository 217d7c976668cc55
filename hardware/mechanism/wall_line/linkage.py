"""From the wanted ways of elevator and pusher to the ways of the rollers on the cams.

A lever lifts the elevator's foot, an upright rocker drives the slider. Everything in the plane of
the cams: x along the lane, z up, angles anticlockwise as seen from outside the table.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from ..dimensions import Dims
from ..layout import lane_x

Spot = tuple[float, float]


@dataclass(frozen=True)
class Frame:
    """The fixed points of a head: shaft, lever's pivot, rocker's pivot; heights of the foot."""

    shaft: Spot
    lever: Spot
    rocker: Spot
    foot_up: float  # underside of the foot with the elevator level
    pocket: float  # x of the pocket's middle
    pin_home: float  # x of the slider's pin with the pusher home


@lru_cache(maxsize=8)
def frame(g: Dims) -> Frame:
    """Where the fixed points lie: the lever is level half way, the rocker upright half way."""
    drop = g("head.drop")
    foot = g("line.elevator.guide_low") - 1 - g("line.elevator.foot")
    middle = foot - drop / 2 - g("line.roller.large") / 2
    shaft = g("line.shaft.x"), middle - g("line.cam.pitch")
    home = g("line.slider.yoke_from") + g("line.slider.yoke") / 2
    half = (g("pusher.stroke") + g("line.slider.home_gap")) / 2
    return Frame(shaft, (g("line.lever.pivot_x"), middle),
                 (home - half, shaft[1] - g("line.rocker.arm")), foot,
                 lane_x(g)[1] + g("head.pocket") / 2, home)


def lever_deg(g: Dims, elevator: float) -> float:
    """How far the lever's tip stands above level: 0 half way, positive up."""
    rise = elevator + g("head.drop") / 2
    return math.degrees(math.asin(rise / g("line.lever.tip")))


def rocker_deg(g: Dims, pusher: float) -> float:
    """How far the rocker leans towards the lane: 0 half way, positive out."""
    points = frame(g)
    off = points.pin_home - pusher - points.rocker[0]
    return math.degrees(math.atan2(-off, g("line.rocker.pin_z") - points.rocker[1]))


def cam_roller(g: Dims, elevator: float) -> Spot:
    """The middle of the lever's roller on the elevator's cam."""
    angle, pivot = math.radians(lever_deg(g, elevator)), frame(g).lever
    arm = g("line.lever.arm")
    return pivot[0] - arm * math.cos(angle), pivot[1] + arm * math.sin(angle)


def groove_roller(g: Dims, pusher: float) -> Spot:
    """The middle of the rocker's roller in the push disc's groove."""
    angle, pivot = math.radians(rocker_deg(g, pusher)), frame(g).rocker
    arm = g("line.rocker.arm")
    return pivot[0] - arm * math.sin(angle), pivot[1] + arm * math.cos(angle)
