"""Where things stand, worked out from the dimensions (mm; side A, in front, y negative)."""

import math

from .dimensions import Dims
from .part import tan_deg

PORT_ANGLE = {"a": 0, "b": 90, "c": 180, "d": 270}  # where each side's port leaves the drum, deg
# share of its travel that a lift or the hatch has gone
RAISED = {"down": 0.0, "half": 0.5, "up": 1.0, "tipped": 1.0}


def wall_length(g: Dims, stacks: int, grown: bool = True) -> float:
    """Length of a wall; grown = every tile larger by the tolerance."""
    return stacks * (g("tile.width") + (g("wall.grow") if grown else 0))


def lane_x(g: Dims) -> tuple[float, float]:
    """The lane from its far end to its head end."""
    return g("lane.start") - g("lane.length"), g("lane.start")


def band(g: Dims, what: str, width: float | None = None) -> tuple[float, float]:
    """The strip across y that lane, slot or lift fills, outer edge first."""
    half = (g(f"{what}.width") if width is None else width) / 2
    return -g(f"{what}.centre") - half, -g(f"{what}.centre") + half


def wall_start(g: Dims) -> float:
    """x of a wall's head end: where the pusher stops."""
    return g("lane.start") + g("head.pocket") - g("pusher.stroke")


def lift_level(g: Dims, pose: str) -> float:
    """Height of the lift plate's top."""
    return g("lift.up") - g("lift.travel") * (1 - RAISED[pose])


def port_height(g: Dims, side: str) -> float:
    """Height of a tile's underside where it leaves the drum, under the ring."""
    tilt = g("drum.tilt")
    lift = (g("ring.gap") - g("tile.thick")) / math.cos(math.radians(tilt))
    across = math.cos(math.radians(PORT_ANGLE[side] - g("drum.turned")))
    return g("drum.centre") + lift + g("drum.shell") * across * tan_deg(tilt)


def belt_y(g: Dims) -> tuple[float, float]:
    """Start and end of the belt of side A."""
    end = -(g("lane.centre") - g("lane.width") / 2 - g("head.mouth"))
    return end + g("belt.run"), end


def belt_slope(g: Dims, side: str) -> float:
    """Degrees the belt climbs from its port to the lane's floor."""
    return math.degrees(math.atan2(g("lane.floor") - port_height(g, side), g("belt.run")))


def belt_path(g: Dims, side: str) -> float:
    """Length of the way along the belt."""
    return math.hypot(g("lane.floor") - port_height(g, side), g("belt.run"))


def panel_bottom(g: Dims) -> float:
    """Underside of the table top."""
    return g("table.surface") - g("table.panel")


def inside(g: Dims) -> float:
    """Half the clear width between the side boards."""
    return g("table.size") / 2 - g("table.skirt")


def base_top(g: Dims) -> float:
    """Top of the base plate."""
    return g("table.bottom") + g("table.base")
