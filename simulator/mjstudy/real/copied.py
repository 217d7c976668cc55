"""Walls that stand in a file twice, tile by tile: no two shuffles give the same."""

from collections.abc import Callable

from mjstudy.real.places import Rows
from mjstudy.real.sheet import Draft

TYPE_ANEW = "copied? type what was built; a table that built it twice does not shuffle at all"

Finding = tuple[int, str, str]  # line, what, what to do
Seen = dict[tuple[tuple[str, ...], ...], tuple[str, int]]  # rows: whose, in which line


def find(draft: Draft, rows_of: Callable[[str], Rows], dots: bool, first: Seen) -> Finding | None:
    """What a whole hand has in common with those before, which `first` remembers.

    Marks tell so little that one wall of them may be the same by chance: with dots it is a hand.
    """
    walls = [(f"wall {wall.side} of {draft.name}", wall.line, [*rows_of(wall.side)])
             for wall in draft.walls if wall.row != "upper"]  # fmt: skip
    if dots:
        whole = [row for _, _, rows in walls for row in rows]
        walls = [(draft.name, draft.line, whole)]
    for name, line, rows in walls:
        whose, before = first.setdefault(tuple(map(tuple, rows)), (name, line))
        if before != line:
            return line, f"{name} is the same as {whose} in line {before}, tile by tile", TYPE_ANEW
    return None
