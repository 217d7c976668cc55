"""What a study is of: everything that its result hangs on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from mjsim.plant.mixing import NAMES, Mixing, mixing_of
from mjsim.words import sources
from mjstudy.fixed import Fixed, load
from mjstudy.measures.family import family
from mjstudy.measures.measure import Measure
from mjstudy.replay.beside import Column
from mjstudy.replay.chain import WALLS, Study, batches
from mjstudy.replay.loads import LOADS
from mjstudy.replay.sorts import What
from mjstudy.seeds import seed_of
from mjstudy.sets import check

BLOCK = 20
"""Batches that one process does before its sums are kept: about half a minute."""
MOST_PASSES = 9
FAIR, STUCK = "Fisher-Yates", "clinging"
"""Two controls: walls that must pass, and a drum whose neighbours never part, that must not."""


@dataclass(frozen=True)
class Arm:
    """One column: a set of mixing figures and a load, or a control."""

    name: str
    load: str
    add_ms: int = 0
    passes: int = 1
    figures: tuple[tuple[str, float], ...] = ()
    """That take the place of the set's."""
    called: str = ""
    """The change of the machine that it shows."""

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
        return Mixing(**mixing_of(self.name)._asdict() | dict(self.figures))

    @property
    def title(self) -> str:
        """For people."""
        more = f" +{self.add_ms / 1000:g} s" if self.add_ms else ""
        more += f", {self.passes} passes" if self.passes > 1 else ""
        if self.called:
            return self.called
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

    def column(self, arm: Arm) -> str:
        """All that tells its chance from that of other columns and machines, in words."""
        return json.dumps([vars(self.what), vars(arm)], sort_keys=True)

    def study(self, arm: Arm) -> Study:
        """How its walls are replayed."""
        return Study(arm.law, arm.load, self.seed, self.what.unit, self.column(arm), arm.passes)

    def compared(self) -> list[Column]:
        """What is held against the whole simulation: each column that is no control, one pass."""
        arms: dict[Arm, str] = {}
        for arm in self.arms:
            if not arm.is_control:
                arms.setdefault(replace(arm, passes=1, called=""), arm.called)
        return [Column(called or arm.title, self.study(arm), arm.add_ms)
                for arm, called in arms.items()]  # fmt: skip

    def measures(self, arm: Arm, number: int) -> list[Measure]:
        """What is read of its batch `number`: old sets are the load's, where it has some."""
        lies = LOADS[arm.load](self.what.layout.n, number) if arm.load else None
        return family(self.fixed, self.what.layout, seed_of(self.seed, "faces", self.column(arm)),
                      None if lies is None else lies.group)  # fmt: skip

    def blocks(self, arm: Arm) -> list[range]:
        """Its batches, so many for one process at a time."""
        count = self.walls_of(arm) // WALLS
        return [range(first, min(first + BLOCK, count)) for first in range(0, count, BLOCK)]

    def name(self, arm: Arm, block: range) -> str:
        """Of the file that keeps a block's sums: all that they hang on, as a hash."""
        law = arm.law._asdict() if arm.name != FAIR else {}
        made_by = sources.digest(sources.STUDY), self.fixed.sha256
        told = json.dumps([self.column(arm), made_by, self.timelines, self.seed, law,
                           block.start, block.stop])  # fmt: skip
        return hashlib.sha256(told.encode()).hexdigest()[:20] + ".npz"


def plan_of(what: What, timelines: int, walls: int, seed: int, sets: list[str],
            loads: list[str], passes: int = 1) -> Plan:  # fmt: skip
    """A plan; `ValueError` says what there is instead."""
    for name, known in ((sets, NAMES), (loads, tuple(LOADS))):
        for one in name:
            if one not in known:
                raise ValueError(f"no '{one}'; there are {', '.join(known)}")
    if not 2 <= timelines <= 1_000_000:
        raise ValueError(f"{timelines} timelines: give a number from 2 to 1000000")
    if not WALLS <= walls <= 100_000_000:
        raise ValueError(f"{walls} walls: give a number from {WALLS} to 100000000")
    if not 1 <= passes <= MOST_PASSES:
        raise ValueError(f"{passes} passes: give a number from 1 to {MOST_PASSES}")
    fixed = load()
    check(fixed)
    arms = [Arm(name, load, passes=passes) for load in loads for name in sets]
    controls = Arm(FAIR, ""), Arm(STUCK, "played")
    return Plan(what, timelines, walls, seed, (*arms, *controls), fixed)
