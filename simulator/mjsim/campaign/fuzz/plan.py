"""How many lines of which seed, in blocks that anybody can carry out alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from mjsim.campaign.fuzz.block import BLOCK, Result, judged
from mjsim.campaign.pieces import Pieces


@dataclass(frozen=True)
class Plan(Pieces):
    """A campaign of spoilt lines."""

    seed: int
    lines: int

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "kinds": ["spoilt lines"]}

    @property
    def shape(self) -> dict[str, type]:
        """What a block's result has."""
        return {"failed": list, "lines": int, "good": int, "slowest_ms": int, "grown": int}

    @property
    def runs(self) -> int:
        """How many blocks there are."""
        return (self.lines + BLOCK - 1) // BLOCK

    def share(self, block: int) -> int:
        """Lines of a block; the last one may have fewer."""
        return min(BLOCK, self.lines - block * BLOCK)

    def is_whole(self, result: Result) -> bool:
        """As many lines of the block as are asked for now, no fewer and no more."""
        return bool(result["lines"] == self.share(result["run"]))

    def command(self, number: int) -> str:
        """What a person types to see a line again."""
        return "mjsim campaign fuzz --seed %d --only %d" % (self.seed, number)


def blocks(plan: Plan, block: int, _done: Iterable[int]) -> Iterator[Result]:
    """The result of a block."""
    yield {"run": block, **judged(plan.seed, block * BLOCK, plan.share(block))}
