"""The places of a table's walls (`Layout` in mjsim.shuffle.statistics.projection), and which of
them are neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from mjsim.shuffle.statistics.projection import SIDES_IN_DRAW_ORDER, Layout, layout_of

Rows = tuple[Sequence[str], Sequence[str]]  # lower, upper, first built first


@dataclass(frozen=True)
class Places:
    """Places 0..n-1 of the wall line; neighbours (i, i+1) leave out the corners of the table.

    `beside` are the pairs of places in two walls that grow side by side whose ranks differ by one
    at most: there lie two tiles that left the drum together, through two ports.
    """

    layout: Layout
    joined: tuple[bool, ...]  # place i and i+1 lie in one wall; n-1 of them
    beside: tuple[tuple[int, int], ...]

    def line(self, walls: Sequence[Rows]) -> list[str]:
        """What lies in each place, from the two rows of the sides A to D."""
        return self.layout.line([list(zip(*rows, strict=True)) for rows in walls])

    def walls(self, line: Sequence[str]) -> list[Rows]:
        """The way back: rows of the sides A to D from what lies in each place."""
        found: list[Rows] = [((), ())] * 4
        at = 0
        for side in SIDES_IN_DRAW_ORDER:
            long = 2 * self.layout.stacks[side]
            wall = [(line[i], self.layout.tiers[i]) for i in range(at, at + long)]
            lower, upper = ([tile for tile, tier in wall if tier == row] for row in (0, 1))
            found[side] = (lower, upper)
            at += long
        return found


def places(machine: str, stacks: tuple[int, int, int, int]) -> Places:
    """The places of a machine's walls; stacks of the sides A to D."""
    layout = layout_of(machine, stacks)
    joined = tuple(a == b for a, b in zip(layout.sides, layout.sides[1:], strict=False))
    return Places(layout, joined, _beside(layout))


def _beside(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Pairs of places of different sides, built within one tile of each other; one lane: none."""
    if layout.lanes == 1:
        return ()
    every = [
        (i, j)
        for i in range(layout.n)
        for j in range(i + 1, layout.n)
        if layout.sides[i] != layout.sides[j]
    ]
    ranks = layout.exit_ranks
    return tuple((i, j) for i, j in every if -1 <= ranks[i] - ranks[j] <= 1)
