"""What the silkscreen says beside the parts: names of connectors, test points and groups.

Each text takes the first place near its part where it covers no pad, no part and no other text.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.board.geometry import Rect
from hardware.board.layout import Layout
from hardware.board.sexpr import at, text
from hardware.board.silk import WIDE

NAME, POINT, GROUP, TITLE = 1.0, 0.7, 1.0, 1.5  # heights in mm
ROOM = 0.25


def wanted(layout: Layout, title: str, near: Rect) -> Iterator[tuple[str, Rect, float]]:
    """Every text, what it stands beside, and its height; the narrowest places first."""
    for ref, part in layout.placed.items():
        its = layout.circuit.parts[ref]
        if its.kind == "testpoint":
            yield f"{ref} {next(iter(its.pins.values()))}", part.courtyard, POINT
    for ref, part in layout.placed.items():
        its = layout.circuit.parts[ref]
        if its.kind in ("connector", "board_link"):
            yield f"{ref} {its.note.upper().replace('_', ' ')}", part.courtyard, NAME
    for name, area in sorted(layout.areas.items()):
        yield name, area, GROUP
    yield title, near, TITLE


def places(beside: Rect, wide: float, high: float) -> Iterator[Rect]:
    """Boxes of a text near a part, best first: under it, over it, then within it, row by row."""
    x, y = beside.centre
    for left in (x - wide / 2, beside.x0, beside.x1 - wide):
        yield Rect(left, beside.y1 + 0.1, left + wide, beside.y1 + 0.1 + high)
        yield Rect(left, beside.y0 - 0.1 - high, left + wide, beside.y0 - 0.1)
    yield Rect(beside.x1 + 0.1, y - high / 2, beside.x1 + 0.1 + wide, y + high / 2)
    yield Rect(beside.x0 - 0.1 - wide, y - high / 2, beside.x0 - 0.1, y + high / 2)
    rows, columns = int(beside.height / 0.5) + 8, int(beside.width / 1.0) + 8
    for row in range(-8, rows):
        for column in range(-8, columns):
            left, top = beside.x0 + column, beside.y0 + 0.1 + row * 0.5
            yield Rect(left, top, left + wide, top + high)


def labels(layout: Layout, board: Rect, title: str, near: Rect) -> list[str]:
    """All texts, as lines of the board file; the title stands near a place."""
    taken = [part.courtyard for part in layout.placed.values()]
    board = board.grown(-0.6)
    rows = []
    for words, beside, size in wanted(layout, title, near):
        wide, high = len(words) * size * WIDE + 2 * ROOM, size * 1.3 + 2 * ROOM
        box = next((box for box in places(beside, wide, high) if box.inside(board)
                    and not any(box.overlaps(other) for other in taken)), None)
        layer = "F.Fab" if box is None else "F.SilkS"
        box = box or beside
        taken.append(box)
        rows.append(text("gr_text", words, at(*box.centre), layer, size, "label"))
    return rows
