"""Whatever wishes: motors are wished for that no chart would ask for, alone and in pairs.

The property is that of the interlocks alone: who wished does not matter. So each rule that is
taken away shows here, even when the charts are written so that they never need it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

from mjsim.generated import constants as C
from mjtable.safety.motor_groups import R_HATCH
from mjtable.scan.places import POWER
from tools.check.explore.rig import Rig, thaw
from tools.check.explore.watch import Breach

WISH_MS = 700
"""Two motors start one after the other in this time."""
NAMES = ("drum", "ring", "hatch", "chain", "belt_a", "belt_b", "head_a", "head_b", "lift_a",
         "lift_b", "dice")  # fmt: skip
JUDGED = ("open hatch", "meets:", "pinch", "hatch limit", "lid", "stop", "lift ends")
"""Kinds of breaches that interlocks answer for."""
WORLDS: dict[str, Callable[[Rig], None]] = {
    "": lambda rig: None,
    "pinch on": lambda rig: rig.plant.set_input("pinch", True),
    "lid open": lambda rig: rig.plant.set_input("lid", True),
    "stop pressed": lambda rig: rig.plant.press_stop(True),
    "lift_up_a stuck on": lambda rig: rig.plant.stick("lift_up_a", 1),
}


def wishes(rig: Rig) -> dict[str, int]:
    """Motors alone, both ways of the hatch, and pairs."""
    fitted = {name: 1 << C.MOTORS.index(name) for name in NAMES
              if rig.plant.drives[C.MOTORS.index(name)] is not None}  # fmt: skip
    single = {**fitted, "hatch down": fitted["hatch"] | R_HATCH}
    pairs = {"%s and %s" % pair: single[pair[0]] | single[pair[1]]
             for pair in combinations(single, 2)
             if not single[pair[0]] & single[pair[1]]}  # fmt: skip
    return {**single, **pairs}


def force(rig: Rig, wish: int) -> None:
    """From now on these motors are wished for, and nobody asked why."""
    table = rig.table
    table.wants[table.service.place] = wish
    table.asked |= POWER
    rig.runner.wake()


class Probe:
    """Every wish at every root in every world; `kinds` are what was broken, with the way to it."""

    def __init__(self, *, first: bool = False, ignore: Iterable[str] = (),
                 tell: Callable[[str], None] | None = None) -> None:
        self.first = first
        self.ignore = set(ignore)
        self.tell = tell
        self.kinds: dict[str, tuple[str, str, str, Breach]] = {}
        self.steps: Counter[str] = Counter()

    def run(self, roots: Iterable[tuple[str, bytes]]) -> Probe:
        """Probe every root."""
        roots = list(roots)
        for world in WORLDS:
            for place, (name, data) in enumerate(roots):
                self._world(name, data, world)
                if self.first and self.kinds:
                    return self
                if self.tell:
                    self.tell("%s, %d of %d moments, %d steps" % (
                        world, place + 1, len(roots), sum(self.steps.values())))  # fmt: skip
        return self

    def _world(self, name: str, data: bytes, world: str) -> None:
        base = thaw(data)
        if base.table is None:
            return
        WORLDS[world](base)
        base.run_for(30)
        frozen = base.freeze()
        for words, wish in wishes(base).items():
            rig = thaw(frozen)
            force(rig, wish)
            rig.run_for(WISH_MS)
            rig.watch.look()
            self.steps[world or "as it is"] += 1
            for breach in rig.watch.breaches:
                if breach.kind.startswith(JUDGED) and breach.kind not in self.ignore:
                    self.kinds.setdefault(breach.kind, (name, world, words, breach))
            if self.first and self.kinds:
                return
