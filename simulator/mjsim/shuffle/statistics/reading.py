"""One shuffle's values: all that is kept of its walls."""

from collections.abc import Sequence
from dataclasses import dataclass

from mjsim.shuffle.statistics import adjacency, chisquare, rank, rising
from mjsim.shuffle.statistics.projection import GROUPS, Layout


@dataclass(frozen=True)
class Reading:
    """The values of one shuffle, and its two tables drop quarter x side and x tier."""

    adjacency: int
    spearman: float
    rising: int
    side: tuple[int, ...]
    tier: tuple[int, ...]


def read(layout: Layout, line: Sequence[int]) -> Reading:
    """Measure one wall line of drop ranks 0..n-1; O(n)."""
    if len(line) != layout.n:
        raise ValueError(f"the walls hold {len(line)} tiles, the profile has {layout.n}")
    groups = [layout.groups[drop] for drop in line]
    return Reading(
        adjacency.kept(line),
        rank.spearman(line, layout.exit_ranks),
        rising.count(line),
        tuple(chisquare.tabulate(groups, layout.sides, 4, GROUPS)),
        tuple(chisquare.tabulate(groups, layout.tiers, 2, GROUPS)),
    )
