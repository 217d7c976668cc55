"""From gathered sums to verdicts: each statistic of fixed.toml on one run."""

from dataclasses import dataclass

from mjstudy.equivalence import Verdict, judge, passes, worst
from mjstudy.fixed import Fixed, Statistic
from mjstudy.gather import Estimate, Gathered


@dataclass(frozen=True)
class Judged:
    """One statistic: what was estimated, each judged cell's verdict, and the worst of them."""

    statistic: Statistic
    estimate: Estimate
    cells: tuple[Verdict, ...]

    @property
    def worst(self) -> Verdict:
        """The verdict that stands for the statistic."""
        return worst(self.cells)


def verdicts(fixed: Fixed, gathered: Gathered) -> list[Judged]:
    """Every statistic, in the file's order. Raises `ValueError` where one has too few walls."""
    measures = {m.key: m for m in gathered.measures}
    judged = []
    for statistic in fixed.statistics:
        measure = measures[statistic.key]
        found = gathered.estimate(measure)
        cells = [
            judge(float(shift), float(se), found.df, statistic.margin, fixed.level)
            for shift, se in zip(found.shift, found.se, strict=True)
        ]
        judged.append(Judged(statistic, found, tuple(cells[: measure.judged_cells])))
    return judged


def passed(judged: list[Judged]) -> bool:
    """True when every cell of every statistic is equivalent: intersection-union, no correction."""
    return passes(cell for one in judged for cell in one.cells)
