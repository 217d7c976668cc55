"""Parts in rows, like books on shelves."""

from __future__ import annotations

from hardware.board.geometry import Rect
from hardware.board.layout import Layout, LayoutError, pattern_of

GAP = 0.7  # between two parts
TITLE = 2.2  # room for the area's name above its first row


def shelf(layout: Layout, area: Rect, groups: list[list[str]]) -> float:
    """Groups in rows from left to right, a group never broken; the lower edge of the last row."""
    x, y, tall = area.x0, area.y0 + TITLE, 0.0
    for group in groups:
        yards = [pattern_of(layout.circuit, ref).courtyard for ref in group]
        if x + sum(yard.width + GAP for yard in yards) - GAP > area.x1:
            x, y, tall = area.x0, y + tall + GAP, 0.0
        for ref, yard in zip(group, yards, strict=True):
            if y + yard.height > area.y1:
                raise LayoutError(f"there is no room for {ref} between y = {area.y0:g} and "
                                  f"{area.y1:g} mm; make the area larger, see COLUMNS and "
                                  "LIVE_PARTS in hardware/board")
            layout.put_corner(ref, x, y)
            x += yard.width + GAP
            tall = max(tall, yard.height)
    return y + tall
