"""What a campaign is asked for, cut into trees that anybody can carry out alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from mjsim.campaign.halves import Result
from mjsim.campaign.options import TREE, Options, options_of
from mjsim.campaign.tree import grow

SHAPE = {"failed": list, "done": list, "kinds": list, "took_ms": int, "sim_ms": int, "deals": int,
         "states": dict, "rows": dict, "faults": dict, "phase": str}  # fmt: skip
"""What a run's result has besides its number."""


@dataclass(frozen=True)
class Plan:
    """A campaign: its seed, how many runs, which kinds of wrongs (none named: all)."""

    seed: int
    runs: int
    kinds: tuple[str, ...] = ()

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "kinds": list(self.kinds)}

    @property
    def shape(self) -> dict[str, type]:
        """What a result has besides its number."""
        return SHAPE

    def is_whole(self, result: Result) -> bool:
        """A run is all of itself."""
        return True

    @property
    def trees(self) -> list[int]:
        """Numbers of its trees."""
        return list(range((self.runs + TREE - 1) // TREE))

    def numbers(self, tree: int) -> list[int]:
        """The runs of a tree that belong to it."""
        return list(range(tree * TREE, min(self.runs, (tree + 1) * TREE)))

    def options(self, number: int) -> Options:
        """A run's options."""
        return options_of(self.seed, number, self.kinds)

    def command(self, number: int) -> str:
        """What a person types to see a run again."""
        kinds = "".join(" --kind '%s'" % kind for kind in self.kinds)
        return "mjsim campaign faults --seed %d%s --only %d" % (self.seed, kinds, number)


def one_by_one(plan: Plan, tree: int, done: Iterable[int] = ()) -> Iterator[Result]:
    """The results of a tree's runs, those apart that are done, each as it comes."""
    wanted = set(plan.numbers(tree)) - set(done)
    return grow(plan.seed, tree, wanted, plan.kinds) if wanted else iter(())
