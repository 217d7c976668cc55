"""Which live nets keep the same potential, and which an open switch parts.

Line nets are of one class, but not of one potential: across an open K1 or a blown fuse stand 358 V
peak, across an open triac or a relay's open contact up to 587 V, for the idle winding of a
capacitor motor makes more than the mains (design hardware §1.3).
"""

from __future__ import annotations

from collections.abc import Mapping

from hardware.board.domains import Side
from hardware.lib.passive import ohms
from hardware.model import Circuit, Part

SMALL_OHM = 1000.0  # gate, feed and snubber resistors: a few volts
SWITCHES = ("triac", "relay_spdt", "relay_forceguided", "fuse")
JOINED = {"cm_choke": (("1", "2"), ("3", "4")), "ct": (("1", "2"),)}  # pins of one conductor
LIVE = (Side.LINE, Side.NEUTRAL)


def groups(circuit: Circuit, sides: Mapping[str, Side]) -> list[list[str]]:
    """The live nets that a switch or fuse touches, those of one potential together."""
    near: dict[str, set[str]] = {net: {net} for net, side in sides.items() if side in LIVE}
    for part in circuit.parts.values():
        for one, two in _pairs(part):
            if one in near and two in near and near[one] is not near[two]:
                both = near[one] | near[two]
                near.update(dict.fromkeys(both, both))
    switched = {net for part in circuit.of_kind(*SWITCHES).values()
                for net in part.pins.values() if net in near}
    found = {id(near[net]): sorted(near[net]) for net in sorted(switched)}
    return sorted(found.values())


def _pairs(part: Part) -> list[tuple[str, str]]:
    """Nets that this part holds together."""
    if part.kind == "resistor" and ohms(part.value) <= SMALL_OHM:
        one, two = part.pins.values()
        return [(one, two)]
    return [(part.pins[a], part.pins[b]) for a, b in JOINED.get(part.kind, ())]
