"""The tests of the study, fixed in advance, and their verdict over the cycles of one run.

Seven tests, one family: changing the list changes what "pass" means, so it is data here and
nowhere else. Five are means over cycles of a value with known mean and variance; two add the
tables of all cycles up, which sees a small bias that is the same every time.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mjsim.shuffle.fixed import FIXED
from mjsim.shuffle.statistics import adjacency, chisquare, rank, rising
from mjsim.shuffle.statistics.holm import holm
from mjsim.shuffle.statistics.projection import Layout
from mjsim.shuffle.statistics.reading import Reading
from mjsim.shuffle.statistics.reference import Reference
from mjsim.shuffle.statistics.tails import chi_square_two_sided, mean_two_sided


@dataclass(frozen=True)
class Verdict:
    """One test over one run. `value` is a mean over cycles, or the pooled chi-square."""

    key: str
    title: str
    reference: Reference
    value: float
    z: float
    p: float
    p_holm: float

    @property
    def passed(self) -> bool:
        """True unless the corrected p-value is at or below the family's level."""
        return self.p_holm > FIXED.level


@dataclass(frozen=True)
class MeanTest:
    """Mean over the cycles of one value per shuffle, against its exact mean and variance."""

    key: str
    title: str
    reference: Reference
    value: Callable[[Reading], float]

    def judge(self, readings: Sequence[Reading]) -> tuple[float, float, float]:
        """Mean, z, two-sided p."""
        count = len(readings)
        mean = math.fsum(self.value(reading) for reading in readings) / count
        z = (mean - self.reference.mean) / self.reference.sd * math.sqrt(count)
        return mean, z, mean_two_sided(z, self.reference.skew / math.sqrt(count))


@dataclass(frozen=True)
class PooledTest:
    """Chi-square of all cycles' tables added up."""

    key: str
    title: str
    rows: list[int]
    columns: list[int]
    table: Callable[[Reading], Sequence[int]]

    @property
    def degrees(self) -> int:
        """Degrees of freedom."""
        return chisquare.degrees(self.rows, self.columns)

    @property
    def reference(self) -> Reference:
        """Chi-square law of these degrees of freedom (mean exact, the rest its limit)."""
        return Reference(self.degrees, math.sqrt(2 * self.degrees), math.sqrt(8 / self.degrees))

    def judge(self, readings: Sequence[Reading]) -> tuple[float, float, float]:
        """Pooled chi-square, its standardised value, two-sided p."""
        total = [sum(cell) for cell in zip(*map(self.table, readings), strict=True)]
        value = chisquare.pooled(total, self.rows, self.columns, len(readings))
        z = (value - self.reference.mean) / self.reference.sd
        return value, z, chi_square_two_sided(value, self.degrees)


def _spread(
    key: str,
    title: str,
    layout: Layout,
    columns: list[int],
    table: Callable[[Reading], Sequence[int]],
) -> MeanTest:
    rows = layout.group_sizes()
    each = chisquare.expected(rows, columns)
    return MeanTest(
        key,
        title,
        chisquare.reference(rows, columns),
        lambda reading: chisquare.statistic(table(reading), each),
    )


def tests(layout: Layout) -> list[MeanTest | PooledTest]:
    """The family for walls of this layout."""
    n = layout.n
    rows, sides, tiers = layout.group_sizes(), layout.side_sizes(), layout.tier_sizes()
    return [
        MeanTest("adjacency", "adjacency kept", adjacency.reference(n), lambda r: r.adjacency),
        MeanTest("spearman", "drop rank vs exit rank", rank.reference(n), lambda r: r.spearman),
        MeanTest("rising", "rising sequences", rising.reference(n), lambda r: r.rising),
        _spread("side_spread", "quarter x side, each", layout, sides, lambda r: r.side),
        PooledTest("side_bias", "quarter x side, pooled", rows, sides, lambda r: r.side),
        _spread("tier_spread", "quarter x tier, each", layout, tiers, lambda r: r.tier),
        PooledTest("tier_bias", "quarter x tier, pooled", rows, tiers, lambda r: r.tier),
    ]


def judge(layout: Layout, readings: Sequence[Reading]) -> list[Verdict]:
    """Every test of the family on the readings of one run (at least one), Holm-corrected."""
    family = tests(layout)
    results = [test.judge(readings) for test in family]
    corrected = holm([p for _, _, p in results])
    return [
        Verdict(test.key, test.title, test.reference, *result, p_holm)
        for test, result, p_holm in zip(family, results, corrected, strict=True)
    ]
