"""Carry out a plan: blocks of walls on some processes, merged; the verdicts of every arm."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from mjsim.words.names import UsageError
from mjstudy.batch import Batch
from mjstudy.control import perfect_batch
from mjstudy.gather import Gathered
from mjstudy.replay.chain import WALLS, batch
from mjstudy.replay.loads import hands as hands_of
from mjstudy.replay.recording import recorded
from mjstudy.replay.timelines import Timelines
from mjstudy.run.blocks import keep, kept
from mjstudy.run.plan import FAIR, STUCK, Arm, Plan
from mjstudy.seeds import seed_of
from mjstudy.verdicts import Judged, passed, verdicts

Tell = Callable[[int], None]


@dataclass(frozen=True)
class Outcome:
    """What an arm gave."""

    arm: Arm
    walls: int
    judged: tuple[Judged, ...]
    level: float

    @property
    def passed(self) -> bool:
        """Every cell of every statistic is equivalent to a perfect shuffle."""
        return passed(list(self.judged))

    @property
    def as_it_must(self) -> bool:
        """What this study asks of it: the control that clings must be found different; in the fair
        one no shift may be seen in any cell, of whatever size (Bonferroni); whatever is judged
        must be shown to be equivalent."""
        if self.arm.name == FAIR:
            cells = [cell for one in self.judged for cell in one.cells]
            return not any(cell.seen(self.level / len(cells)) for cell in cells)
        if self.arm.name == STUCK:
            return any(one.worst.word == "different" and one.worst.shift > 0
                       for one in self.judged if one.statistic.key == "adjacency")  # fmt: skip
        return self.passed


def _empty(plan: Plan, arm: Arm) -> Gathered:
    hands = min(plan.walls_of(arm) // WALLS, hands_of(arm.load))
    return Gathered(plan.measures(arm, 0), plan.timelines, hands)


@lru_cache(maxsize=1)
def _timelines(plan: Plan, folder: Path) -> Timelines:
    return recorded(folder / "timelines", plan.what, plan.timelines, 1, lambda done: None)


def block_of(plan: Plan, folder: Path, arm: Arm, block: range) -> int:
    """Make a block's walls, unless its sums are kept; how many walls it has."""
    path = folder / "sums" / plan.name(arm, block)
    if not kept(path, _empty(plan, arm)):
        gathered = _empty(plan, arm)
        for number in block:
            gathered.measures = plan.measures(arm, number)
            gathered.add(_walls(plan, folder, arm, number), number % gathered.hands)
        keep(path, gathered)
    return len(block) * WALLS


def _walls(plan: Plan, folder: Path, arm: Arm, number: int) -> Batch:
    """Batch `number` of an arm."""
    if arm.name != FAIR:
        return batch(plan.study(arm), _timelines(plan, folder).later(arm.add_ms), number)
    walls = number * WALLS + np.arange(WALLS)
    seed = seed_of(plan.seed, "control", plan.column(arm))
    return perfect_batch(seed, walls, walls % plan.timelines, plan.what.layout.n)


def carry_out(plan: Plan, folder: Path, jobs: int, tell: Tell) -> list[Outcome]:
    """Every arm; timelines must be recorded. `tell` hears how many walls more are done."""
    (folder / "sums").mkdir(parents=True, exist_ok=True)
    work = [(plan, folder, arm, block) for arm in plan.arms for block in plan.blocks(arm)]
    if jobs == 1:
        for one in work:
            tell(block_of(*one))
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            for done in as_completed([pool.submit(block_of, *one) for one in work]):
                tell(done.result())
    return [_outcome(plan, folder, arm) for arm in plan.arms]


def _outcome(plan: Plan, folder: Path, arm: Arm) -> Outcome:
    whole = _empty(plan, arm)
    for block in plan.blocks(arm):
        part = _empty(plan, arm)
        path = folder / "sums" / plan.name(arm, block)
        if not kept(path, part):
            raise UsageError(f"{path}: its sums were changed while the study ran; run it again, "
                             "they are worked out anew")  # fmt: skip
        whole.merge(part)
    judged = tuple(verdicts(plan.fixed, whole))
    return Outcome(arm, plan.walls_of(arm), judged, plan.fixed.level)
