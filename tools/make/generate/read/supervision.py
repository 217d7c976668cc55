"""The motor supervision of one measured table: nobody measures a limit, so it goes with the times.

A hatch of 3.1 s has 6.2 s to move; the design's supervision of 6 s would stop it as a fault. It is
moved beyond the mechanism's own limit again, by half as much again as the design's at most: a
mechanism that is slower than that is refused, as before.
"""

from collections.abc import Iterable
from typing import Any

Flat = dict[str, int]

BEYOND_PCT = 120  # of the mechanism's own limit, as the design's hatch has it
MOST_PCT = 150  # of the design's supervision
# motor type -> the limit that its supervision lies beyond, and how many times
LIMITS = {"head": ("head.limit_ms", 1), "lift": ("lift.limit_ms", 2),
          "hatch": ("hatch.limit_ms", 1), "chain": ("chain.limit_ms", 1)}


def key(kind: str) -> str:
    """`motor_types.hatch.max_on_ms`"""
    return f"motor_types.{kind}.max_on_ms"


def stretched(flat: Flat, design: dict[str, Any], measured: Iterable[str]) -> Flat:
    """The supervisions by the limits in `flat`; one that was measured stays as it is."""
    found = {}
    for kind, (limit, times) in LIMITS.items():
        if key(kind) in measured:
            continue
        own = int(design["motor_types"][kind]["max_on_ms"]["value"])
        need = flat[limit] * times
        found[key(kind)] = own if need <= own else max(
            own, min(need * BEYOND_PCT // 100, own * MOST_PCT // 100))
    return found
