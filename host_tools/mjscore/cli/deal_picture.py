"""The four walls in text, seen from above: where they are broken, and who takes which tiles.

East sits below, South on the right, West above, North on the left. Every wall is counted from its
player's right end: East's from right to left, South's downwards, West's from left to right,
North's upwards. A stack is two letters, the taker of its upper and of its lower tile.
"""

from mjscore.tiles import SEATS
from mjscore.wall import Deal, Place

WALL, NEXT, BREAK = ".", "*", "#"
LEGEND = (
    "Two letters are a stack: who takes its upper and its lower tile. "
    f"{WALL} stays in the wall, {NEXT} is drawn next, {BREAK} is the break."
)
MARGIN = 8  # columns of the left wall with its numbers


def picture(deal: Deal) -> list[str]:
    """Lines of the picture."""
    cells = _cells(deal)
    length = {seat: max(stack for at, stack in cells if at == seat) for seat in SEATS}
    across = max(length["E"], length["W"])
    down = max(length["S"], length["N"])
    side = {place.seat: place.side for place in deal.order}
    lines = [_middle(f"West (side {side['W']})", across)]
    lines += _row("W", range(1, length["W"] + 1), deal, cells, across, numbers_first=True)
    lines.append("")
    north = f"North (side {side['N']})".ljust(MARGIN + 3 * across - 6)
    lines.append(f"{north}South (side {side['S']})")
    for row in range(1, down + 1):
        lines += _upright(row, down, length, deal, cells, across)
    lines.append("")
    lines += _row("E", range(length["E"], 0, -1), deal, cells, across, numbers_first=False)
    lines.append(_middle(f"East, the dealer (side {side['E']})", across))
    return [line.rstrip() for line in lines]


def _cells(deal: Deal) -> dict[tuple[str, int], str]:
    """Two letters for each stack."""
    taker: dict[Place, str] = {}
    for seat, places in deal.hands.items():
        taker |= dict.fromkeys(places, seat)
    taker[deal.next_draw] = NEXT
    cells: dict[tuple[str, int], str] = {}
    for place in deal.order:  # top before bottom
        at = (place.seat, place.stack)
        cells[at] = cells.get(at, "") + taker.get(place, WALL)
    return cells


def _broken(deal: Deal) -> tuple[str, int]:
    """The break lies to the left of this stack, as its player sees it."""
    return deal.break_wall, deal.counted


def _row(seat: str, stacks: range, deal: Deal, cells: dict[tuple[str, int], str], across: int,
         numbers_first: bool) -> list[str]:  # fmt: skip
    """A wall that lies across: its stacks and their numbers."""
    wall, counted = _broken(deal)
    left = MARGIN + (across - len(stacks)) * 3 // 2
    numbers = " " * left + "".join(f"{stack:>2} " for stack in stacks)
    tiles = " " * left
    for stack in stacks:
        here = seat == wall and stack == counted
        before = here and seat == "E"  # East's left end lies to the left
        if before and tiles:
            tiles = tiles[:-1] + BREAK
        tiles += cells[seat, stack] + (BREAK if here and seat == "W" else " ")
    return [numbers, tiles] if numbers_first else [tiles, numbers]


def _upright(row: int, down: int, length: dict[str, int], deal: Deal,
             cells: dict[tuple[str, int], str], across: int) -> list[str]:  # fmt: skip
    """One stack of North's wall and one of South's, and the break where it is."""
    wall, counted = _broken(deal)
    north = down - row + 1  # counted upwards
    left = f"{north:>4} {cells['N', north]}" if north <= length["N"] else ""
    right = f"{cells['S', row]} {row}" if row <= length["S"] else ""
    lines = [f"{left:<{MARGIN + 3 * across + 2}}{right}"]
    if wall == "N" and counted == north:
        lines.insert(0, f"     {BREAK * 2}")
    if wall == "S" and counted == row:
        lines.append(" " * (MARGIN + 3 * across + 2) + BREAK * 2)
    return lines


def _middle(text: str, across: int) -> str:
    return " " * MARGIN + text.center(3 * across)
