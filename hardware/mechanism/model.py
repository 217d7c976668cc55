"""The whole table: fixed parts once, moving parts for every position."""

from functools import lru_cache

from .body import body_parts
from .chain import chain_parts
from .dimensions import Dims
from .drum import drum_parts
from .line import lane_parts, line_parts
from .moving import HOME, hatch_drive, hatch_parts, head_moving, lift_drive, lift_parts
from .part import SIDES, Part

# The positions to look at: every mechanism at its ends and on its way, the others home.
STATES = {
    "home": HOME,
    "lifts half up": {**HOME, "lift": "half"},
    "lifts up": {**HOME, "lift": "up"},
    "lifts tipped": {**HOME, "lift": "tipped"},
    "hatch half up": {**HOME, "hatch": "half"},
    "hatch up": {**HOME, "hatch": "up"},
    "pushers out": {**HOME, "pusher": "out"},
    "elevators down": {**HOME, "elevator": "down"},
}


@lru_cache(maxsize=8)
def fixed(g: Dims, machine: str = "") -> tuple[Part, ...]:
    """The parts that never move; `machine` as in [machines], "" for the default one."""
    has = g.build(machine)
    parts = [*body_parts(g), *drum_parts(g, has.lines), *hatch_drive(g)]
    for side in SIDES:
        parts += [*lane_parts(g, side, has.chain), *lift_drive(g, side)]
    for side in has.lines:
        parts += line_parts(g, side)
    return tuple(parts + (chain_parts(g) if has.chain else []))


def moving(g: Dims, state: dict[str, str], stacks: int, machine: str = "") -> list[Part]:
    """The moving parts in one state, with walls of `stacks` stacks (0: none)."""
    parts = hatch_parts(g, state["hatch"])
    for side in SIDES:
        parts += lift_parts(g, side, state["lift"], stacks)
    for side in g.build(machine).lines:
        parts += head_moving(g, side, state["pusher"], state["elevator"])
    return parts
