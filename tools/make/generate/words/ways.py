"""The ways whose times the table learns: their names and the design's times, for the host.

In the order of the firmware's table (`mjtable/safety/trends.py`): every motor, then its other way.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.make.generate.read.machine import load

Values = dict[str, dict[str, int]]
Way = tuple[str, Callable[[Values], int]]


def _half_turn(values: Values) -> int:
    """A head's, from the start to the next flag's edge, with the mean lag."""
    lag = values["lag"]
    return values["head"]["turn_ms"] // 2 + (lag["min_ms"] + lag["max_ms"]) // 2


# Of each type of motor its ways: what, and the design's time in ms; 0 = a rate, which has none.
WAYS: dict[str, tuple[Way, ...]] = {
    "drum": (("magnet to magnet", lambda v: v["drum"]["edge_ms"]),),
    "ring": (("magnet to magnet", lambda v: v["ring"]["edge_ms"]),
             ("mean wait for a tile", lambda v: 0)),
    "hatch": (("up", lambda v: v["hatch"]["travel_ms"]),
              ("down", lambda v: v["hatch"]["travel_ms"])),
    "chain": (("zero to corner", lambda v: v["chain"]["corner_ms"]),
              ("corner to zero", lambda v: v["chain"]["index_ms"] - v["chain"]["corner_ms"])),
    "belt": (("one tile past the beam", lambda v: v["tile"]["pulse_ms"]),),
    "head": (("lower half turn", _half_turn), ("upper half turn", _half_turn)),
    "lift": (("up", lambda v: v["lift"]["up_ms"]), ("down", lambda v: v["lift"]["down_ms"])),
    "dice": (),
}


def dictionary(root: Path) -> dict[str, Any]:
    """The host's part: `ways`, by the row of the command `trends`."""
    machine = load(root)
    return {"ways": [_way(machine.values, motor.name, motor.type, place)
                     for place in (0, 1) for motor in machine.motors]}


def _way(values: Values, name: str, kind: str, place: int) -> dict[str, Any]:
    """One row; a way that is not looked at has no name."""
    if place >= len(WAYS[kind]):
        return {"motor": name, "what": "", "design_ms": 0}
    what, design = WAYS[kind][place]
    return {"motor": name, "what": what, "design_ms": design(values)}
