"""What a sensor can say of a fault's cause: whether it has gone, as far as a level tells.

A row is a fault, by the name in its table, with the levels that show its cause gone. Where the
levels say nothing (a mechanism that stood, a current), there is no row, and a person has to look.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LEVELS: dict[str, tuple[tuple[str, int], ...]] = {
    "safety_loop_open": (("loop_raw", 1),),
    "fuse_blown": (("fuse_ok", 1),),
    "inlet_stuck": (("inlet", 0),),
    "count_stuck_on": (("cnt", 0),),
    "belt_jam": (("jam", 0),),
    "pusher_out": (("push_home", 1),),
    "pinch": (("pinch", 0),),
    "key_stuck": (("elevator", 0), ("mark", 0)),
    "lid_open": (("lid", 0),),
    "io_chain": (("sig1", 1), ("sig0", 0)),
}
NEVER_BOTH: dict[str, tuple[str, str]] = {
    "head_flags": ("park", "mid"),
    "lift_limits": ("lift_up", "lift_dn"),
    "hatch_limits": ("hatch_up", "hatch_dn"),
}
"""Two inputs of which at most one is on when the cause has gone."""


@dataclass(frozen=True)
class Check:
    """One thing that sensors tell: `key` is the message for it, `names` the inputs."""

    key: str
    names: tuple[str, ...]
    good: bool


def checks(fault_id: str, place: str, on: Iterable[str]) -> list[Check]:
    """What the inputs that are on say now; nothing where they cannot tell."""
    levels = frozenset(on)
    side = place[-2:] if place[-2:-1] == "_" else ""
    found = []
    for stem, wanted in LEVELS.get(fault_id, ()):
        name = named(stem, side)
        if name:
            good = (name in levels) == bool(wanted)
            found.append(Check("check_on" if wanted else "check_off", (name,), good))
    if fault_id in NEVER_BOTH:
        names = tuple(named(stem, side) for stem in NEVER_BOTH[fault_id])
        if all(names):
            found.append(Check("check_both", names, not levels.issuperset(names)))
    return found


SIDED = ("inlet", "cnt", "jam", "push_home", "park", "mid", "lift_up", "lift_dn")


def named(stem: str, side: str) -> str:
    """The input at the fault's side, "" when it has none and the input does."""
    if stem not in SIDED:
        return stem
    return stem + side if side else ""
