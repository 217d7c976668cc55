"""A lift's switches and torque, as those of a head: where they change, what its motor turns."""

import math

import numpy as np

from ..dimensions import Dims
from .flags import Edge
from .lane_lift import lane_lift_pieces, lobe
from .motion import row_kg
from .pose import lift_rise

FINE_DEG = 0.05


def lift_edges(g: Dims) -> list[Edge]:
    """LIFT_UP and LIFT_DN: half way up the lobe's flank, give and take the switch's travel."""
    middle = g("line.lift.disc") - g("line.lift.lobe") / 2
    off = g("line.switch.set") + g("line.switch.back") / 2
    found = []
    for name, at, begin, end in (("LIFT_UP", 180, "lift.up_from", "lift.up_to"),
                                 ("LIFT_DN", 0, "lift.dn_from", "lift.dn_to")):
        low, mid, high = (_half(g, middle + way) for way in (-off, 0, off))
        found += [Edge(f"{name} on", g(begin), (at - mid) % 360, low - mid, mid - high),
                  Edge(f"{name} off", g(end), (at + mid) % 360, mid - high, low - mid)]
    return found


def _half(g: Dims, radius: float) -> float:
    """Degrees from the lobe's middle to where it is as high as `radius`."""
    angles = np.arange(0, 90, FINE_DEG)
    heights = np.array([lobe(g, float(angle)) for angle in angles])
    return float(angles[int(np.argmax(heights < radius))])


def lift_torque(g: Dims) -> tuple[float, float]:
    """The most that the crank needs with the longest wall, and the motor's rating, N m."""
    mass = sum(p.mass_kg(g) for p in lane_lift_pieces(g) if p.body in ("lift", "conrod"))
    mass += row_kg(g, int(g("wall.stacks_max")))
    angles = np.arange(0, 181)
    way = np.gradient([lift_rise(g, float(a))[0] for a in angles], np.radians(angles)) / 1000
    need = mass * 9.81 * float(way.max()) / g("line.load.drive")
    omega = math.radians(g("lift.speed"))
    return need, g("motor_types.lift.run") * g("line.motor.efficiency") / omega
