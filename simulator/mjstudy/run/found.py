"""What a study found: did it pass, what does it lack, would a perfect shuffle pass?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mjstudy.planned import Row, passes_all, plan
from mjstudy.replay.beside import Beside
from mjstudy.replay.timelines import Timelines
from mjstudy.run.carry import Outcome
from mjstudy.run.plan import FAIR, Plan


@dataclass(frozen=True)
class Found:
    """A study carried out."""

    plan: Plan
    timelines: Timelines
    outcomes: list[Outcome]
    beside: Beside

    @property
    def judged(self) -> list[Outcome]:
        """The columns that decide."""
        return [one for one in self.outcomes
                if one.arm.name == "pessimistic" and not one.arm.add_ms]  # fmt: skip

    @property
    def good(self) -> bool:
        """Judged at the pessimistic set, every load; the controls as they must; few sorts stopped;
        the replay is the whole simulation's."""
        return bool(self.judged) and not self.too_many_stopped and not self.beside.wrong and all(
            one.as_it_must for one in self.outcomes if one.arm.is_control or one in self.judged
        )  # fmt: skip

    @property
    def too_many_stopped(self) -> bool:
        """More sorts than a study may have waited for a person."""
        stopped = len(self.timelines.stopped)
        return stopped > self.plan.fixed.stops * (len(self.timelines) + stopped)

    @property
    def lacks(self) -> str:
        """What the fixed file asks for and this run has not; "" when it is the whole study."""
        fixed, recorded = self.plan.fixed, len(self.timelines) + len(self.timelines.stopped)
        found = [f"{have:,} of {least:,} {what}" for have, least, what in (
            (recorded, fixed.timelines, "recorded sorts"),
            (self.plan.walls, fixed.walls, "walls a column")) if have < least]  # fmt: skip
        return f"A look and not the study: {' and '.join(found)}." if found else ""

    @cached_property
    def rows(self) -> list[Row]:
        """Each statistic at this run's walls and timelines: with the deviations of its
        Fisher-Yates walls, and walls of a timeline as alike as in the judged column where they are
        most."""
        fair = next(one for one in self.outcomes if one.arm.name == FAIR)
        sd = {one.statistic.key: one.estimate.sd[: len(one.cells)] for one in fair.judged}
        alike = dict.fromkeys(sd, 0.0)
        for one in (each for column in self.judged for each in column.judged):
            alike[one.statistic.key] = max(alike[one.statistic.key], one.icc)
        return plan(self.plan.fixed, sd, fair.walls, len(self.timelines), alike)

    @property
    def sure(self) -> float:
        """Chance, at least, that a perfect shuffle would pass all in such a study."""
        return passes_all(self.rows)

    @property
    def allowed(self) -> dict[str, float]:
        """By key: how alike walls of one timeline may be for that chance to be what is asked."""
        return {row.statistic.key: row.most_icc for row in self.rows}
