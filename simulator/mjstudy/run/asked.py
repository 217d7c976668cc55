"""What the command line asked for, checked; a plan of it."""

from __future__ import annotations

from dataclasses import dataclass

from mjsim.generated.constants import MACHINES
from mjsim.shuffle.shuffle import plan_of as small_plan
from mjsim.words.names import UsageError, choose
from mjstudy.replay.sorts import What
from mjstudy.run.plan import Plan, plan_of


@dataclass(frozen=True)
class Asked:
    """The command line of `mjsim study run`."""

    machine: str
    profile: str
    unit: str
    premix_ms: int | None
    timelines: int
    walls: int
    sets: tuple[str, ...]
    loads: tuple[str, ...]
    seed: int
    passes: int = 1

    def plan(self) -> Plan:
        """The study; `UsageError` says what there is instead."""
        machine = choose("machine", self.machine, MACHINES)
        if self.seed < 0:
            raise UsageError(f"--seed {self.seed}: give a number from 0")
        small = small_plan(machine, self.profile, 1, self.seed, self.premix_ms, self.unit)
        what = What(machine, small.profile, self.seed, self.unit, self.premix_ms)
        try:
            return plan_of(what, self.timelines, self.walls, self.seed, list(self.sets),
                           list(self.loads), self.passes)  # fmt: skip
        except ValueError as problem:
            raise UsageError(str(problem)) from problem
