"""Questions about motors that start or run; "" and False mean that all is well."""

from __future__ import annotations

import re
from collections.abc import Callable

from mjsim.campaign.scene import HATCH, SEEN_MS, Scene
from mjsim.generated import constants as C
from mjsim.plant.head import PUSHING

LETTERS = "abcd"
Broken = Callable[[Scene], object]


def names(mask: int) -> str:
    """Motors by name."""
    return " ".join(name for i, name in enumerate(C.MOTORS) if mask >> i & 1)


def own(s: Scene) -> int:
    """Motors with current that the controller gave them: a shorted triac asks nobody, and drives
    whatever is plugged in there."""
    plant = s.plant
    return int(s.on & ~(plant.turned_by(plant.shorted) | plant.lingering))


# --- starts


def start(motors: int, so: Callable[[Scene], object]) -> Broken:
    """One of these motors starts while something is so."""
    return lambda s: (names(s.starts & motors)
                      if s.starts & motors and so(s) and not s.surprised else "")  # fmt: skip


def unasked(s: Scene) -> str:
    """A motor starts and nobody began anything; a loop that has just opened could not be seen."""
    return "" if s.begun or s.now - s.opened_ms < SEEN_MS else names(s.starts)


def lift_not_down(s: Scene) -> bool:
    """A lift stands away from its bottom."""
    return any(lift.zone for lift in s.plant.lifts)


def pusher_out(s: Scene) -> bool:
    """A head's pusher stands in its lane."""
    return any(head.zone == PUSHING for head in s.plant.heads)


def chain_away(s: Scene) -> bool:
    """The rods are not at rest."""
    return s.plant.chain is not None and s.plant.chain.zone != 0


def together(one: int, other: int) -> Broken:
    """Two kinds of motors have current at once."""
    def so(s: Scene) -> str:
        on = own(s) if s.starts else 0
        return names(on & (one | other)) if on & one and on & other else ""

    return so


def line(s: Scene) -> str:
    """Belt and head of one line have current at once."""
    on = own(s) if s.starts else 0
    both = on >> C.M_BELT & on >> C.M_HEAD & 15
    return " ".join("line " + LETTERS[i] for i in range(4) if both >> i & 1)


# --- what lasts


def lid(s: Scene) -> str:
    """Current with the lid open."""
    return names(own(s)) if s.plant.input_raw("lid") else ""


def stop(s: Scene) -> str:
    """Current with the stop loop open."""
    return "" if s.plant.input_raw("loop_raw") else names(own(s))


def pinched(s: Scene) -> bool:
    """The hatch is driven down on something."""
    return bool(_hatch(s, -1) and s.plant.input_raw("pinch"))


def past_top(s: Scene) -> bool:
    """The hatch is driven up, and has come up."""
    return against_top(s) and s.hatch_from != 1


def past_bottom(s: Scene) -> bool:
    """The hatch is driven down, and has come down."""
    return against_bottom(s) and s.hatch_from != -1


def against_top(s: Scene) -> bool:
    """The hatch is driven up, and is up, perhaps from the start."""
    return bool(_hatch(s, 1) and s.plant.input_raw("hatch_up"))


def against_bottom(s: Scene) -> bool:
    """The hatch is driven down, and is down, perhaps from the start."""
    return bool(_hatch(s, -1) and s.shut)


def _hatch(s: Scene, way: int) -> bool:
    return bool(own(s) & HATCH and s.plant.hatch.way == way)


def both_ends(s: Scene) -> str:
    """A lift runs that reports both its ends."""
    told, on = s.plant.input, own(s) >> C.M_LIFT & 15
    both = [letter for i, letter in enumerate(LETTERS) if on >> i & 1
            and told("lift_up_" + letter) and told("lift_dn_" + letter)] if on else []
    return " ".join("lift_" + letter for letter in both)


def under_lamp(s: Scene) -> str:
    """A motor is asked for while the fault lamp is lit."""
    return names(s.plant.motors) if s.fault_lamp else ""


def no_board(s: Scene) -> str:
    """A motor has current from a controller without supply."""
    return "" if s.plant.logic_ok else names(own(s))


# --- sentences of the plant


def says(pattern: str) -> Broken:
    """The plant has said a sentence of this kind."""
    return lambda s: next((text for text in s.fresh if re.search(pattern, text)), "")


def overload(pattern: str) -> Broken:
    """It has, while a program switches: what one that hangs left on comes back all at once."""
    return lambda s: "" if s.mindless else says(pattern)(s)


def says_else(patterns: tuple[str, ...]) -> Broken:
    """The plant has said a sentence of none of these kinds."""
    known = re.compile("|".join(patterns))
    return lambda s: next((text for text in s.fresh if not known.search(text)), "")
