"""The lane of a side: two bent sheets that hang from the table top, and an end."""

from typing import Any

from ..dimensions import Dims
from ..layout import band, lane_x, panel_bottom
from ..part import box, rod
from .piece import Piece


def lane_pieces(g: Dims) -> list[Piece]:
    """All of it; a bristle strip is glued inside the inner sheet."""
    (x0, x1), (outer, inner) = lane_x(g), band(g, "lane")
    wall, low, top = g("lane.side"), g("lane.floor") - 12, panel_bottom(g)
    pieces = []
    for name, y, out in (("outer", outer, -1), ("inner", inner, 1)):
        solid: Any = box((x0, x1), (y, y + out * wall), (low, top))
        solid += box((x0 + 5, x1 - 15), (y, y + out * 15), (top - wall, top))
        solid -= [rod((x0 + 30 + n * 105, y + out * 9), 2.2, (top - 3, top + 1))
                  for n in range(5)]
        pieces.append(Piece(f"lane_{name}", f"lane sheet, {name}, bent from 2 mm", solid,
                            "sheet", "sheet", fits=((4.4, "wood screw 4"),)))
    end: Any = box((x0 - wall, x0), (outer - wall, inner + wall), (low, top))
    end += box((x0 - 15, x0), (outer + 8, inner - 8), (top - wall, top))
    end -= rod((x0 - 9, -g("lane.centre")), 2.2, (top - 3, top + 1))
    return [*pieces, Piece("lane_end", "lane end, felt inside", end, "sheet", "sheet", view="x")]
