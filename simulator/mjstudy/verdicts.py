"""From gathered sums to verdicts: each statistic of fixed.toml on one run."""

from dataclasses import dataclass

from mjstudy.equivalence import Verdict, judge, passes, worst
from mjstudy.fixed import Fixed, Statistic
from mjstudy.gather import Estimate, Gathered
from mjstudy.measures.measure import Measure


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

    @property
    def told(self) -> tuple[float, ...]:
        """Means of the cells that are not judged: of a guesser `guesses.TOLD`."""
        return tuple(map(float, self.estimate.shift[len(self.cells) :]))

    @property
    def icc(self) -> float:
        """How alike two walls of one timeline are, in the cell where they are most; from 0."""
        return max(0.0, float(self.estimate.icc[: len(self.cells)].max()))


def verdicts(fixed: Fixed, gathered: Gathered) -> list[Judged]:
    """Every statistic, in the file's order. Raises `ValueError` where one has too few walls."""
    measures = {m.key: m for m in gathered.measures}
    judged = []
    for statistic in fixed.statistics:
        measure = measures[statistic.key]
        found = gathered.estimate(measure)
        cells = judged_cells(measure, found, statistic.margin, fixed.level)
        judged.append(Judged(statistic, found, cells))
    return judged


def judged_cells(measure: Measure, found: Estimate, margin: float,
                 level: float) -> tuple[Verdict, ...]:  # fmt: skip
    """The verdict of each judged cell of one measure."""
    both = zip(found.shift, found.se, strict=True)
    cells = [judge(float(shift), float(se), found.df, margin, level) for shift, se in both]
    return tuple(cells[: measure.judged_cells])


def passed(judged: list[Judged]) -> bool:
    """True when every cell of every statistic is equivalent: intersection-union, no correction."""
    return passes(cell for one in judged for cell in one.cells)
