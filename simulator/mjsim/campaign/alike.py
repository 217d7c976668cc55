"""Which worlds count as one: what they have alike, as a tuple.

Charts, inputs, outputs, faults and zones; not when it is, what was counted, nor where the
marker is: guards on these are met by the roots, which have played. Further:

- the four sides are built alike, and each lift is guarded by all lines and each line by all lifts,
  so it counts how many lifts are where, not which (`sides`: each for itself); each event is
  carried out and judged on each side before its state is looked up;
- what turns shows edges: which of its two levels it stands on says nothing;
- of gestures that wait it counts that there are some: the marker moves nothing;
- of the hatch it counts whether its lower limit is believed, and whether its way began at an end;
- how long the hatch is up counts while a set may be dropped, in loading alone.
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
DIRECTIONS = C.AUX_DIR_HATCH | C.AUX_DIR_CHAIN | C.AUX_DIR_DRUM | C.AUX_DIR_BELTS
State = tuple[Any, ...]


def alike(world: World) -> State:
    """What two worlds have alike when they are the same."""
    brain, outputs, machine = world.brain, world.board.outputs, world.abstract
    faults, waiting = brain.faults, brain.keys.count or brain.panel._tap_due >= 0
    return (brain.cycle.state, brain.sorter.state,
            [chart.state for chart in brain.charts if chart not in brain.lifts], _lifts(world),
            sorted(set(faults.codes[:faults.count])), brain.armed, brain.cycle.loaded,
            bytes(brain.panel._state), bool(waiting), _level(machine.level),
            brain.hatch.away, brain.hatch.whole, brain.distributor and brain.distributor.away,
            outputs.motors & ~LIFTS, outputs.aux & DIRECTIONS, machine.zones,
            brain.cycle.state == "loading" and world.long_up)  # fmt: skip


def _lifts(world: World) -> list[State]:
    """The four lifts, whichever is where, or each for itself."""
    motors = world.board.outputs.motors >> C.M_LIFT
    rows = [(zone, chart.state, chart.astray, motors >> side & 1)
            for side, (zone, chart) in enumerate(
                zip(world.abstract.lifts, world.brain.lifts, strict=True))]  # fmt: skip
    return rows if world.sides else sorted(rows)


def _level(level: bytearray) -> bytes:
    """The inputs, without those of the lifts, which their zones say, and of the rotors."""
    seen = bytearray(level)
    for side in range(4):
        seen[side] &= ~(LIFT_UP | LIFT_DN)
    for name in ROTORS.values():
        seen[INPUT[name] >> 3] &= ~(1 << (INPUT[name] & 7))
    return bytes(seen)
