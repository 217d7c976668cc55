"""What a study is of: everything that its result hangs on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import numpy as np

from mjsim.plant.mixing import NAMES, Mixing, mixing_of
from mjsim.words import sources
from mjstudy.fixed import Fixed, load
from mjstudy.replay.chain import WALLS, batches
from mjstudy.replay.loads import LOADS, Load
from mjstudy.replay.sorts import What
from mjstudy.sets import check

BLOCK = 20
"""Batches that one process does before its sums are kept: about half a minute."""
FAIR, STUCK = "Fisher-Yates", "clinging"
"""Two controls: walls that must pass, and a drum whose neighbours never part, that must not."""


@dataclass(frozen=True)
class Arm:
    """One column: a set of mixing figures and a load, or a control."""

    name: str
    load: str
    add_ms: int = 0

    @property
    def is_control(self) -> bool:
        """It tests the study and not the machine."""
        return self.name in (FAIR, STUCK)

    @property
    def law(self) -> Mixing:
        """Its figures."""
        if self.name == STUCK:
            its = load().clinging
            return mixing_of(its.figures)._replace(cling=its.cling, parting=its.parting_per_ms,
                                                   follow=its.follow)  # fmt: skip
        return mixing_of(self.name)

    @property
    def title(self) -> str:
        """For people."""
        more = f" +{self.add_ms / 1000:g} s" if self.add_ms else ""
        return self.name if self.name == FAIR else f"{self.name}, {self.load}{more}"


@dataclass(frozen=True)
class Plan:
    """A study. `walls` of each judged arm."""

    what: What
    timelines: int
    walls: int
    seed: int
    arms: tuple[Arm, ...]
    fixed: Fixed

    def walls_of(self, arm: Arm) -> int:
        """How many an arm gets, whole batches."""
        share = self.fixed.clinging.walls if arm.name == STUCK else 1.0
        wanted = max(int(self.walls * share), WALLS)
        return batches(wanted) * WALLS

    def load_of(self, arm: Arm) -> Load | None:
        """How its set lies in the drum; None where there is no drum."""
        return LOADS[arm.load](self.what.layout.n) if arm.load else None

    def blocks(self, arm: Arm) -> list[range]:
        """Its batches, so many for one process at a time."""
        count = self.walls_of(arm) // WALLS
        return [range(first, min(first + BLOCK, count)) for first in range(0, count, BLOCK)]

    def name(self, arm: Arm, block: range) -> str:
        """Of the file that keeps a block's sums: all that they hang on, as a hash."""
        law = arm.law._asdict() if arm.name != FAIR else {}
        load = self.load_of(arm)
        lies = [] if load is None else [None if one is None else np.asarray(one).tolist()
                                        for one in load]  # fmt: skip
        made_by = sources.digest(sources.STUDY), self.fixed.sha256
        told = json.dumps([vars(self.what), made_by, self.timelines, self.seed, vars(arm), law,
                           lies, block.start, block.stop], sort_keys=True)  # fmt: skip
        return hashlib.sha256(told.encode()).hexdigest()[:20] + ".npz"


def plan_of(what: What, timelines: int, walls: int, seed: int, sets: list[str],
            loads: list[str]) -> Plan:  # fmt: skip
    """A plan; `ValueError` says what there is instead."""
    for name, known in ((sets, NAMES), (loads, tuple(LOADS))):
        for one in name:
            if one not in known:
                raise ValueError(f"no '{one}'; there are {', '.join(known)}")
    if not 2 <= timelines <= 1_000_000:
        raise ValueError(f"{timelines} timelines: give a number from 2 to 1000000")
    if not WALLS <= walls <= 100_000_000:
        raise ValueError(f"{walls} walls: give a number from {WALLS} to 100000000")
    fixed = load()
    check(fixed)
    arms = [Arm(name, load) for load in loads for name in sets]
    controls = Arm(FAIR, ""), Arm(STUCK, "played")
    return Plan(what, timelines, walls, seed, (*arms, *controls), fixed)
