"""When a part that goes wrong is used, so that somebody must notice: questions to the plant.

Each takes the plant and the motor or input that goes wrong ("" when it is none), and knows nothing
of the firmware.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant import INPUT

BELTS = tuple(name for name in C.MOTORS if name.startswith("belt_"))
MOTOR = {name: 1 << index for index, name in enumerate(C.MOTORS)}
LIFTS = 15 * MOTOR["lift_a"]
SEEN_MA = C.CURRENT_OFF_MA * 5 // 4
"""A motor's half-wave that is larger stands out of the all-off level, whatever the noise."""
Used = Callable[[Any, str], bool]


def part_of(words: tuple[str, ...]) -> str:
    """The motor or input among the words behind a wrong's name, "" when there is none."""
    return next((word for word in words if word in MOTOR or word in INPUT), "")


def always(plant: Any, part: str) -> bool:
    """Whatever the machine does."""
    return True


def never(plant: Any, part: str) -> bool:
    """Nothing hides it."""
    return False


def told_once(plant: Any, part: str) -> bool:
    """Told of already in this roll of the dice: nobody is told again before the next one."""
    return False  # asked when it begins, and over with the roll (`halves.py`)


def live(plant: Any) -> bool:
    """Triacs have their supply and the motor bus its voltage."""
    return bool(plant.armed and plant.k1 and plant.has_mains)


def asked(plant: Any, part: str) -> bool:
    """Its motor is switched on, and has what it needs."""
    bit = MOTOR[part]
    return bool(plant.motors & bit and (live(plant) or bit == MOTOR["dice"]))


def held(plant: Any, part: str) -> bool:
    """The same, and its mechanism stands: a foreign body that gets free may free it."""
    return asked(plant, part) and not plant.drives[C.MOTORS.index(part)].moving


def of(motor: str) -> Used:
    """This motor is switched on, whatever goes wrong."""
    return lambda plant, part: asked(plant, motor)


def asked_lift(plant: Any, part: str) -> bool:
    """The lift of its side is switched on."""
    return asked(plant, "lift_" + part[-1])


def loaded(plant: Any, part: str) -> bool:
    """Its belt is switched on, and carries something."""
    return asked(plant, part) and bool(carries(plant, part))


def recounted(plant: Any, part: str) -> bool:
    """All was stopped, or its belt runs its tiles back to the drum: what was counted onto it is
    not believed any more, and while it stands no tile comes in."""
    return bool(runs_back(plant, part) or plant.aux & C.AUX_LAMP_FAULT or not plant.has_program)


def runs_back(plant: Any, part: str) -> bool:
    """Its belt is to give its tiles back to the drum."""
    return asked(plant, part) and bool(plant.aux & C.AUX_DIR_BELTS)


def carries(plant: Any, part: str) -> list[int]:
    """The tiles on a belt."""
    return list(plant.drives[C.MOTORS.index(part)].tiles)


def unasked(plant: Any, part: str) -> bool:
    """Its motor is switched off and others are on."""
    return live(plant) and bool(plant.motors) and not plant.motors & MOTOR[part]


def alone(plant: Any, part: str) -> bool:
    """All motors are switched off, and the bus is live."""
    return live(plant) and not plant.motors


def half_seen(plant: Any, part: str) -> bool:
    """All are off, and half of its current is more than nothing."""
    return alone(plant, part) and plant.own_ma[C.MOTORS.index(part)] // 2 > SEEN_MA


def lingers(plant: Any, part: str) -> bool:
    """Its triac stays on though all are off."""
    return alone(plant, part) and bool(plant.lingering & MOTOR[part])


def lies(plant: Any, part: str) -> bool:
    """Its input shows what is not so."""
    return bool(plant.input(part) != plant.input_raw(part))


def lies_at_belt(plant: Any, part: str) -> bool:
    """The same while the belt of its side brings tiles."""
    brings = not plant.aux & C.AUX_DIR_BELTS
    return brings and lies(plant, part) and asked(plant, "belt_" + part[-1])


def lies_armed(plant: Any, part: str) -> bool:
    """The same while motors have power."""
    return lies(plant, part) and live(plant)


def lies_at_hatch(plant: Any, part: str) -> bool:
    """The same while the hatch is switched on."""
    return lies(plant, part) and asked(plant, "hatch")


def lies_at_rest(plant: Any, part: str) -> bool:
    """A lift's input shows what is not so, motors have power, no lift is on or moves: when one is,
    the others may wait for their turn. Nor does the hatch: homing looks at the lifts behind it."""
    return (lies_armed(plant, part) and not plant.motors & (LIFTS | MOTOR["hatch"])
            and not any(lift.moving for lift in plant.lifts))


def both(one: str, other: str) -> Used:
    """Two inputs are seen on, those of the part's side where they end in `_`."""
    return lambda plant, part: all(
        plant.input(name + part[-1] if name.endswith("_") else name) for name in (one, other))


def opened(plant: Any, part: str) -> bool:
    """The lid is open: people may have shut it before it is mended."""
    return bool(plant.input_raw("lid"))


def unpowered(plant: Any, part: str) -> bool:
    """Motor power was asked for, and the one contact that shows it stays off, its own wrongs
    included: nothing else tells a bus without power from motors that do not turn."""
    return bool(plant.armed and not plant.input("lmot_fb"))


def live_unarmed(plant: Any, part: str) -> bool:
    """The motor bus is live though nobody asked for it."""
    return bool(plant.k1 and plant.has_mains and not plant.armed)


def dark(plant: Any, part: str) -> bool:
    """The mains are away."""
    return not plant.has_mains


def wrong_way(plant: Any, part: str) -> bool:
    """The hatch is driven the other way than its relay was told."""
    hatch = C.MOTORS.index("hatch")
    return asked(plant, "hatch") and plant.hatch.way != plant.way(
        hatch, plant.aux & C.AUX_DIR_HATCH)
