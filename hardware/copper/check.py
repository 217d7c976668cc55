"""What must be true of copper: distances by pair of nets, edges, drills.

Each check returns sentences that name both pieces, where they are, the distance found and the one
wanted. It knows nothing of the router: it measures what stands in the board file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from hardware.board.geometry import Point, Rect, box
from hardware.copper.read import Copper
from hardware.copper.shapes import Item, apart

BIN = 4.0  # mm, the squares in which neighbours are looked for
HAIR = 1e-4
Wanted = Callable[[str, str], float]  # two nets -> mm between their copper


def bins(item: Item, reach: float) -> Iterator[tuple[int, int]]:
    """The squares that an item, grown by a reach, touches."""
    its = item.box.grown(reach)
    for column in range(int(its.x0 // BIN), int(its.x1 // BIN) + 1):
        for row in range(int(its.y0 // BIN), int(its.y1 // BIN) + 1):
            yield column, row


def neighbours(items: list[Item], reach: float) -> Iterator[tuple[int, int]]:
    """Every pair on a common layer whose boxes are nearer than `reach`, once."""
    squares: dict[tuple[int, int], list[int]] = defaultdict(list)
    seen: set[tuple[int, int]] = set()
    for number, item in enumerate(items):
        its = item.box
        for square in bins(item, reach):
            for other in squares[square]:
                if (other, number) not in seen and items[other].layers & item.layers \
                        and items[other].box.gap(its) < reach:
                    seen.add((other, number))
                    yield other, number
            squares[square].append(number)


def place(item: Item) -> str:
    x, y = item.box.centre
    return f"{item.name} ({item.net or 'no net'}) at {x:.2f}, {y:.2f}"


def distances(copper: Copper, wanted: Wanted, widest: float) -> list[str]:
    """Copper of two nets keeps what the pair demands."""
    found = []
    for one, two in neighbours(copper.items, widest):
        a, b = copper.items[one], copper.items[two]
        if a.net == b.net and a.net:
            continue
        need = wanted(a.net, b.net)
        if a.box.gap(b.box) < need and (gap := a.gap(b)) < need - HAIR:
            found.append(f"{place(a)} is {max(gap, 0):.3f} mm from {place(b)}; {need:g} mm are "
                         "needed")
    return found


def edges(copper: Copper, wanted: float, bare: float) -> list[str]:
    """Copper stays off every cut (outline and slots) and every hole without copper."""
    found = []
    lines = [(cut, box(list(cut))) for cut in copper.cuts]
    for item in copper.items:
        for cut, room in lines:
            if item.box.gap(room) < wanted \
                    and (gap := apart(item.core, cut) - item.radius) < wanted - HAIR:
                found.append(f"{place(item)} is {gap:.3f} mm from a cut edge; {wanted:g} mm are "
                             "needed")
        for centre, radius in copper.holes:
            if apart(item.core, (centre, centre)) - item.radius - radius < bare - HAIR:
                found.append(f"{place(item)} is nearer than {bare:g} mm to a bare hole")
    return found


def banned(copper: Copper, areas: Sequence[Rect]) -> list[str]:
    """No copper in an insulation band, not even of no net: it would shorten the creepage."""
    return [f"{place(item)} lies in the insulation band; no copper may" for item in copper.items
            for area in areas if apart(area, item.core) - item.radius < -HAIR or
            apart(area, item.core) < HAIR]


def drills(copper: Copper, wanted: float) -> list[str]:
    """Two drills leave a wall between them."""
    drilled = [Item(item.name, item.net, item.layers, ends(item), item.drill / 2)
               for item in copper.items if item.drill]
    return [f"the drills of {place(drilled[a])} and {place(drilled[b])} are "
            f"{drilled[a].gap(drilled[b]):.3f} mm apart; {wanted:g} mm are needed"
            for a, b in neighbours(drilled, wanted + 1)
            if drilled[a].gap(drilled[b]) < wanted - HAIR]


def ends(item: Item) -> tuple[Point, Point]:
    """The middle of an item as a core."""
    return item.box.centre, item.box.centre
