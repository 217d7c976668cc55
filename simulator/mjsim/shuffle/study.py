"""A shuffle study: the machine and its two controls through the same statistics.

Every cycle is a table of its own with a seed made from the study's seed and the cycle's number,
so results do not depend on how many processes share the work.
"""

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from mjsim.plant.mixing import USUAL
from mjsim.plant.unit import TYPICAL
from mjsim.shuffle.cycle import Cycle, attempt
from mjsim.shuffle.statistics import family, fisher_yates
from mjsim.shuffle.statistics.projection import Layout, layout_of
from mjsim.shuffle.statistics.reading import Reading

POOL_FROM = 24  # cycles below which starting processes costs more than it saves
CHUNK = 4  # cycles handed to a process at a time

Progress = Callable[[str, int], None]  # arm title, cycles done so far


@dataclass(frozen=True)
class Arm:
    """One column of the study; `must` is "pass", "fail" or "" (shown, never judged)."""

    key: str
    title: str
    must: str
    mixing: bool = True
    premix_ms: int | None = None


MACHINE = Arm("machine", "machine", "pass")
UNIFORM = Arm("fisher_yates", "Fisher-Yates", "pass")
NO_MIXING = Arm("no_mixing", "no mixing", "fail", mixing=False)


@dataclass
class Outcome:
    """What one arm's shuffles gave."""

    arm: Arm
    readings: list[Reading] = field(default_factory=list)
    verdicts: list[family.Verdict] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)  # a sentence each

    @property
    def cycles(self) -> int:
        """How many there were, finished or not."""
        return len(self.readings) + len(self.stopped)

    @property
    def passed(self) -> bool:
        """True when no test of the family failed."""
        return bool(self.verdicts) and all(verdict.passed for verdict in self.verdicts)

    @property
    def as_it_must(self) -> bool:
        """True when the arm did what the study asks of it."""
        return self.arm.must == "" or self.passed == (self.arm.must == "pass")


@dataclass(frozen=True)
class Plan:
    """What to study: all that the result depends on."""

    machine: str
    profile: str
    stacks: tuple[int, int, int, int]
    cycles: int
    seed: int
    premix_ms: int | None = None
    unit: str = TYPICAL
    figures: str = USUAL  # the set of `mjsim.plant.mixing`

    @property
    def layout(self) -> Layout:
        """The walls of this profile on this machine."""
        return layout_of(self.machine, self.stacks)

    @property
    def arms(self) -> list[Arm]:
        """The columns; the pre-mix asked for comes last, beside the machine as it is set."""
        extra = []
        if self.premix_ms is not None:
            extra = [Arm("premix", f"pre-mix {self.premix_ms} ms", "", premix_ms=self.premix_ms)]
        return [MACHINE, UNIFORM, NO_MIXING, *extra]


def cycle_seed(seed: int, arm: str, index: int) -> int:
    """Seed of one cycle, 0..2^30-1: the same on every machine and for every number of workers.

    The machine with another pre-mix gets the default's seeds: only the setting differs.
    """
    name = f"{seed}/{'machine' if arm == 'premix' else arm}/{index}"
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") >> 2


def study(plan: Plan, workers: int, progress: Progress) -> list[Outcome]:
    """Run every arm; readings are in cycle order, stops are counted. Raises `CycleFailed`."""
    outcomes = []
    for arm in plan.arms:
        outcome = Outcome(arm)
        for found in _readings(plan, arm, workers):
            if isinstance(found, str):
                outcome.stopped.append(found)
            else:
                outcome.readings.append(found)
            progress(arm.title, outcome.cycles)
        if outcome.readings:
            outcome.verdicts = family.judge(plan.layout, outcome.readings)
        outcomes.append(outcome)
    return outcomes


def _readings(plan: Plan, arm: Arm, workers: int) -> Iterator[Reading | str]:
    seeds = [cycle_seed(plan.seed, arm.key, index) for index in range(plan.cycles)]
    if arm is UNIFORM:
        return (fisher_yates.shuffle(plan.layout, seed) for seed in seeds)
    cycles = [
        Cycle(f"{arm.title}, cycle {number}", plan.machine, plan.profile, plan.layout, seed,
              arm.mixing, arm.premix_ms, plan.unit, plan.figures)
        for number, seed in enumerate(seeds, 1)
    ]  # fmt: skip
    if workers < 2 or len(cycles) < POOL_FROM:
        return map(attempt, cycles)
    return _pooled(cycles, workers)


def _pooled(cycles: list[Cycle], workers: int) -> Iterator[Reading | str]:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(attempt, cycles, chunksize=CHUNK)
