"""The rest of the table, as the envelope model has it, round a wall line that can be made."""

from functools import lru_cache

from build123d import Location

from ..dimensions import Dims
from ..model import STATES, fixed, moving
from ..part import Part

# what of a side's envelope this line replaces; its flap stays
REPLACED = ("belt", "trough_inner", "trough_outer", "belt_motor", "chute", "head_stop", "head_cam",
            "head_motor", "pusher_guide", "pusher", "elevator", "elevator_rod", "lane_inner",
            "lane_outer", "lane_end", "sensor_cnt", "sensor_jam", "sensor_inlet", "lift_plate",
            "lift_beam", "lift_rod_1", "lift_rod_2", "lift_bush_1", "lift_bush_2", "lift_arm_1",
            "lift_arm_2", "lift_crank", "lift_motor")


def replaced(name: str, side: str = "a") -> bool:
    """Is this part of the envelope one that a real wall line on `side` takes the place of?"""
    return name.startswith(f"{side}.") and name[2:] in REPLACED


@lru_cache(maxsize=16)
def surroundings(g: Dims, side: str = "a", state: str = "home",
                 machine: str = "") -> tuple[Part, ...]:
    """Every part of the table but the line on `side`, without tiles, turned to side A's place."""
    parts = [*fixed(g, machine), *moving(g, STATES[state], 0, machine)]
    back = Location((0, 0, 0), (0, 0, -90 * "abcd".index(side)))
    return tuple(Part(part.name, part.solid.moved(back), "other", state)
                 for part in parts if not replaced(part.name, side))
