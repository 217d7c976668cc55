"""Built walls as the orders that a player can know: one line of places and an exit rank of each.

The wall line is the draw order of the sides (East is side A, then North D, West C, South B), each
side in the order in which its lane was built: stack by stack, lower tile before upper, or, on a
table that stacks rows, the lower row before the upper. The exit rank is the place in the lane:
lanes that build side by side share ranks, lanes that build one after the other count
on. Both follow from the walls alone; nothing of the simulator's clock enters. docs/SHUFFLE.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TypeVar

from mjsim.generated import constants as C

SIDES_IN_DRAW_ORDER = (0, 3, 2, 1)
BUILT_BY_ONE_LANE = (3, 2, 1, 0)  # the chain carries the row built first on to side D
GROUPS = 4  # quarters of the drop order

ROWS = "row_port"
"""The machine whose heads push single tiles: the whole lower row of a side, then the upper."""

Walls = Sequence[Sequence[tuple[int, int]]]  # [side][stack, first built first] = (lower, upper)


Tile = TypeVar("Tile")


@dataclass(frozen=True)
class Layout:
    """Shape of the walls of one profile: stacks per side A-D, how many lanes build at once, and
    whether a lane builds the whole lower row first (`rows`).

    By place of the wall line: `sides`, `tiers` (0 lower, 1 upper), `exit_ranks`. `drawn`: the
    places in the order in which people draw, stack by stack.
    """

    stacks: tuple[int, int, int, int]
    lanes: int = 4
    rows: bool = False
    n: int = field(init=False)
    sides: tuple[int, ...] = field(init=False)
    tiers: tuple[int, ...] = field(init=False)
    exit_ranks: tuple[int, ...] = field(init=False)
    drawn: tuple[int, ...] = field(init=False)
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
        tiers = [int(i >= self.stacks[s]) if self.rows else i % 2
                 for s, i in zip(sides, lane, strict=True)]  # fmt: skip
        values = {
            "n": n,
            "sides": tuple(sides),
            "tiers": tuple(tiers),
            "drawn": tuple(_drawn(self.stacks, self.rows)),
            "exit_ranks": tuple(before[s] + i for s, i in zip(sides, lane, strict=True)),
            "groups": tuple(rank * GROUPS // n for rank in range(n)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def line(self, walls: Sequence[Sequence[tuple[Tile, Tile]]]) -> list[Tile]:
        """What lies in each place of the wall line, from walls like `Walls`."""
        stacks = [stack for s in SIDES_IN_DRAW_ORDER for stack in walls[s]]
        lies = dict(zip(self.drawn, chain.from_iterable(stacks), strict=True))
        return [lies[place] for place in range(self.n)]

    def group_sizes(self) -> list[int]:
        """Tiles in each quarter of the drop order."""
        return [self.groups.count(g) for g in range(GROUPS)]

    def side_sizes(self) -> list[int]:
        """Tiles in each side A-D."""
        return [2 * count for count in self.stacks]

    def tier_sizes(self) -> list[int]:
        """Tiles in the lower and in the upper tier."""
        return [self.n // 2, self.n // 2]


def _drawn(stacks: tuple[int, int, int, int], rows: bool) -> Iterator[int]:
    """Places stack by stack, lower tile before upper."""
    first = 0
    for count in (stacks[side] for side in SIDES_IN_DRAW_ORDER):
        for stack in range(count):
            lower = first + (stack if rows else 2 * stack)
            yield from (lower, lower + (count if rows else 1))
        first += 2 * count


def layout_of(machine: str, stacks: tuple[int, int, int, int]) -> Layout:
    """The walls of a machine; stacks of the sides A to D."""
    return Layout(stacks, C.LINES[C.MACHINES.index(machine)], machine == ROWS)
