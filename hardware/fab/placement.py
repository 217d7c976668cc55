"""placement.csv: where an assembly house puts each part.

Millimetres from the board's lower left corner, x to the right, y upwards, seen from the top, as in
the Gerbers; the middle of the body. Rotation is how far the land pattern, as drawn in
hardware/lib/mj.pretty, is turned to the left (counterclockwise).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from hardware.board.sexpr import number
from hardware.fab.boards import Board
from hardware.fab.read import Fitted

COLUMNS = ("Designator", "Value", "Package", "Mid X", "Mid Y", "Rotation", "Layer", "Pin 1 X",
           "Pin 1 Y", "Mounting")
OPEN = "open"


def row(its: Fitted, board: Board) -> tuple[str, ...]:
    """One part."""
    x, y = its.placed.body.centre
    px, py = its.placed.pad_centre(its.placed.pattern.pads[0])
    return (its.ref, its.value, its.package, number(x), number(board.height - y),
            str(its.placed.turned), "top", number(px), number(board.height - py),
            "through hole" if its.through else "surface")


def placement(board: Board, parts: Iterable[Fitted]) -> str:
    """The CSV text: every part that is bought; a strap that is two bare pads is none."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row(its, board) for its in parts
                     if its.placed.pattern.pads and its.value != OPEN)
    return out.getvalue()
