"""The places of a table's walls: side, tier and order of building, and which are neighbours.

The line is that of `Layout` in mjsim.shuffle.statistics.projection. A row-stacking table builds
the lower row of a side first, so there a tier is half a lane; elsewhere lower and upper alternate.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mjsim.generated.constants import LINES, MACHINES
from mjsim.shuffle.statistics.projection import SIDES_IN_DRAW_ORDER, Layout

ROWS = "row_port"

Rows = tuple[Sequence[str], Sequence[str]]  # lower, upper, first built first


@dataclass(frozen=True)
class Places:
    """Places 0..n-1 of the wall line; neighbours (i, i+1) leave out the corners of the table.

    `beside` are the pairs of places in two walls that grow side by side whose ranks differ by one
    at most: there lie two tiles that left the drum together, through two ports.
    """

    layout: Layout
    rows: bool
    tiers: tuple[int, ...]  # 0 lower, 1 upper
    joined: tuple[bool, ...]  # place i and i+1 lie in one wall; n-1 of them
    beside: tuple[tuple[int, int], ...]

    def line(self, walls: Sequence[Rows]) -> list[str]:
        """What lies in each place, from the two rows of the sides A to D."""
        found: list[str] = []
        for side in SIDES_IN_DRAW_ORDER:
            lower, upper = walls[side]
            pairs = [tile for stack in zip(lower, upper, strict=True) for tile in stack]
            found += [*lower, *upper] if self.rows else pairs
        return found

    def walls(self, line: Sequence[str]) -> list[Rows]:
        """The way back: rows of the sides A to D from what lies in each place."""
        found: list[Rows] = [((), ())] * 4
        at = 0
        for side in SIDES_IN_DRAW_ORDER:
            long = 2 * self.layout.stacks[side]
            wall = [(line[i], self.tiers[i]) for i in range(at, at + long)]
            lower, upper = ([tile for tile, tier in wall if tier == row] for row in (0, 1))
            found[side] = (lower, upper)
            at += long
        return found


def places(machine: str, stacks: tuple[int, int, int, int]) -> Places:
    """The places of a machine's walls; stacks of the sides A to D."""
    layout = Layout(stacks, LINES[MACHINES.index(machine)])
    tiers = layout.tiers
    if machine == ROWS:
        tiers = tuple(
            int(i >= stacks[s]) for s in SIDES_IN_DRAW_ORDER for i in range(2 * stacks[s])
        )
    joined = tuple(a == b for a, b in zip(layout.sides, layout.sides[1:], strict=False))
    return Places(layout, machine == ROWS, tiers, joined, _beside(layout))


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
