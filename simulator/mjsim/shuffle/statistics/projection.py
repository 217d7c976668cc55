"""Built walls as the orders that a player can know: one line of places and an exit rank of each.

The wall line is the draw order of the sides (East is side A, then North D, West C, South B), each
side in the order in which its lane was built, lower tile before upper. The exit rank is the place
in the lane: lanes that build side by side share ranks, lanes that build one after the other count
on. Both follow from the walls alone; nothing of the simulator's clock enters. docs/SHUFFLE.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

SIDES_IN_DRAW_ORDER = (0, 3, 2, 1)
BUILT_BY_ONE_LANE = (3, 2, 1, 0)  # the chain carries the row built first on to side D
GROUPS = 4  # quarters of the drop order

Walls = Sequence[Sequence[tuple[int, int]]]  # [side][stack, first built first] = (lower, upper)


@dataclass(frozen=True)
class Layout:
    """Shape of the walls of one profile: stacks per side A-D, and how many lanes build at once."""

    stacks: tuple[int, int, int, int]
    lanes: int = 4
    n: int = field(init=False)
    sides: tuple[int, ...] = field(init=False)
    tiers: tuple[int, ...] = field(init=False)
    exit_ranks: tuple[int, ...] = field(init=False)
    groups: tuple[int, ...] = field(init=False)  # by drop rank

    def __post_init__(self) -> None:
        """Lay the places out once; every cycle of a study uses the same lists."""
        n = 2 * sum(self.stacks)
        sides = [s for s in SIDES_IN_DRAW_ORDER for _ in range(2 * self.stacks[s])]
        lane = [i for s in SIDES_IN_DRAW_ORDER for i in range(2 * self.stacks[s])]
        before = [0] * 4
        if self.lanes == 1:
            for earlier, side in pairwise(BUILT_BY_ONE_LANE):
                before[side] = before[earlier] + 2 * self.stacks[earlier]
        values = {
            "n": n,
            "sides": tuple(sides),
            "tiers": tuple(i % 2 for i in lane),
            "exit_ranks": tuple(before[s] + i for s, i in zip(sides, lane, strict=True)),
            "groups": tuple(rank * GROUPS // n for rank in range(n)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def line(self, walls: Walls) -> list[int]:
        """Drop ranks in wall-line order, from walls that hold each tile's drop rank."""
        return [rank for s in SIDES_IN_DRAW_ORDER for stack in walls[s] for rank in stack]

    def group_sizes(self) -> list[int]:
        """Tiles in each quarter of the drop order."""
        return [self.groups.count(g) for g in range(GROUPS)]

    def side_sizes(self) -> list[int]:
        """Tiles in each side A-D."""
        return [2 * count for count in self.stacks]

    def tier_sizes(self) -> list[int]:
        """Tiles in the lower and in the upper tier."""
        return [self.n // 2, self.n // 2]
