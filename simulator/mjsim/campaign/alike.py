"""Which worlds count as one: what they have alike, as a tuple.

Charts, wishes, inputs, outputs, fault and zones; not when it is, what was counted, nor where the
marker is: guards on these are met by the roots, which have played. The four sides are built alike,
and each lift is guarded by all lines and each line by all lifts, so it is counted how many lifts
are where, not which. What turns shows edges; which of its two levels it stands on says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjsim.campaign.abstract import ROTORS
from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.plant.signals import LIFT_DN, LIFT_UP

if TYPE_CHECKING:
    from mjsim.campaign.world import World

LIFTS = 15 << C.M_LIFT
State = tuple[Any, ...]


def alike(world: World) -> State:
    """What two worlds have alike when they are the same."""
    brain, outputs, machine = world.brain, world.board.outputs, world.abstract
    charts = tuple([chart.state for chart in brain.charts if chart not in brain.lifts])
    return (brain.cycle.state, brain.sorter.state, charts, brain.faults.active_code(),
            brain.armed, brain.cycle.loaded, bytes(brain.panel._state), brain.keys.count,
            _level(machine.level), outputs.motors & ~LIFTS, outputs.aux & 15, machine.zones,
            _lifts(world), world.long_up)  # fmt: skip


def _lifts(world: World) -> State:
    """The four lifts, whichever is where."""
    motors = world.board.outputs.motors >> C.M_LIFT
    rows = zip(world.abstract.lifts, world.brain.lifts, range(4), strict=True)
    return tuple(sorted((zone, chart.state, chart.astray, motors >> side & 1)
                        for zone, chart, side in rows))  # fmt: skip


def _level(level: bytearray) -> bytes:
    """The inputs, without those of the lifts, which their zones say, and of the rotors."""
    seen = bytearray(level)
    for name in ROTORS.values():
        seen[INPUT[name] >> 3] &= ~(1 << (INPUT[name] & 7))
    for side in range(4):
        seen[side] &= ~(LIFT_UP | LIFT_DN)
    return bytes(seen)
