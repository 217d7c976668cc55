"""What is wrong with the outputs of an abstract machine."""

from __future__ import annotations

from mjsim.campaign.abstract import PUSHING, SHUT, Abstract
from mjsim.campaign.motions import names
from mjsim.campaign.scene import BELTS, CHAIN, HATCH, HEADS, INSIDE, LIFTS, RING
from mjsim.generated import constants as C


def unsafe(machine: Abstract, starts: int) -> str:
    """What is wrong with the outputs; "" when nothing is."""
    on = machine.on
    checks = (
        ("an open hatch", starts & INSIDE and machine.hatch != SHUT),
        ("a lift that is not down", starts & (HEADS | CHAIN) and any(machine.lifts)),
        ("a pusher that is out", starts & (LIFTS | CHAIN) and PUSHING in machine.heads),
        ("a chain that is away", starts & LIFTS and machine.chain),
        ("chain and head together", on & CHAIN and on & HEADS),
        ("a lift and what is under it", on & LIFTS and on & (BELTS | HEADS | CHAIN | RING)),
        ("the hatch and what is inside", on & HATCH and on & INSIDE),
        ("belt and head of a line", on >> C.M_BELT & on >> C.M_HEAD & 15),
        ("a pinch", starts & HATCH and machine.aux & C.AUX_DIR_HATCH and machine.sees("pinch")),
        ("an open loop", starts and not machine.sees("loop_raw")),
    )
    return next(("%s with %s" % (names(on), what) for what, so in checks if so), "")
