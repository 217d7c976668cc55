"""How elevator and pusher of a head must move over a turn of its cams, by the firmware's flags.

While PARK or MID show, the cam may stand anywhere and a tile come in: the elevator stands level
with belt or one tile lower, the pusher is home. Both moves lie between the flags, each flag taken
as long as a worn unit's may be. Angles in degrees from PARK's middle on, places in mm.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..dimensions import Dims
from . import law


@dataclass(frozen=True)
class Motion:
    """Elevator (0 level, negative lowered) and pusher (0 home) at every law.STEP_DEG."""

    elevator: np.ndarray
    pusher: np.ndarray


def omega(g: Dims) -> float:
    """The head's turning, rad/s (mdeg/ms are deg/s)."""
    return float(np.radians(g("head.speed")))


def fastest(g: Dims) -> float:
    """How much faster than its design the worn unit's head may turn."""
    mains = 1 + 0.3 * g("spread.mains_volts.worn.high")
    hertz = 1 + g("spread.mains_hz.worn.high") / 50
    return float((1 + g("spread.head_speed.worn.high")) * (1 + g("spread.run_speed.worn.high"))
                 * mains * hertz)


def stroke(g: Dims) -> float:
    """The pusher's whole way, from its home behind the pocket."""
    return g("pusher.stroke") + g("line.slider.home_gap")


def row_kg(g: Dims, stacks: int) -> float:
    """Mass of a row of stacks."""
    one = g("tile.length") * g("tile.width") * g("tile.thick") * g("density.tile") / 1e9
    return 2 * stacks * one


def friction_n(g: Dims, stacks: int) -> float:
    """What holds a row of stacks in the lane."""
    return (row_kg(g, stacks) * 9.81 * g("line.load.friction")
            + stacks * g("line.load.brush"))


@lru_cache(maxsize=8)
def motion(g: Dims) -> Motion:
    """The two tables of a turn."""
    edge, drop = g("line.law.edge"), g("head.drop")
    ramp, most = g("line.law.ramp"), g("line.law.rise")
    down = law.Move(g("head.park_to") + edge, g("head.mid_from") - edge, 0, -drop,
                    law.pulses(0.5, ramp))
    # the first tenths of a millimetre may be gone while MID still shows
    up = law.Move(g("head.mid_to") + edge / 2, g("line.law.rise_to"), -drop, 0,
                  law.pulses(most, ramp))
    return Motion(law.places([down, up]), law.places(_pusher(g, ramp)))


def _pusher(g: Dims, ramp: float) -> list[law.Move]:
    """Creep off the switch while the elevator rises, push, come back."""
    begin, end = g("line.law.push_from"), g("line.law.push_to")
    creep, half = g("line.law.creep"), g("line.law.creep_half")
    stacks = int(g("wall.stacks_max"))
    seconds = np.radians(end - begin) / omega(g)
    push = law.even_power(row_kg(g, stacks), friction_n(g, stacks), g("line.law.fast_limit"),
                          float(seconds), g("line.law.slow") / (end - begin),
                          (stroke(g) - creep) / 1000)
    even = law.pulses(0.5, ramp)
    return [law.Move(g("head.push_from") - half, g("head.push_from") + half, 0, creep, even),
            law.Move(begin, end, creep, stroke(g), push),
            law.Move(end, _back(g, end, even), stroke(g), 0, even)]


def _back(g: Dims, begin: float, shape: np.ndarray) -> float:
    """Where the way back ends so that the switch closes at head.push_to."""
    share = 1 - g("line.law.home") / stroke(g)
    part = float(np.interp(share, shape, np.linspace(0, 1, law.SAMPLES)))
    return begin + (g("head.push_to") - begin) / part
