"""panel.gbr: boards side by side between two rails, for a house that fits by machine.

Boards touch and are scored (V-cut) along straight lines from rim to rim. The rails lie along the
longer way, with three marks that no turned panel shows, and four holes to pin it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hardware.board.geometry import Point, Rect
from hardware.fab.boards import Board
from hardware.fab.read import Fitted

RAIL = 7.0  # mm
HOLE = 3.0  # diameter of a tooling hole, not plated
HOLE_IN = 5.0  # from the rails' ends
MARK, MARK_CLEAR = 1.0, 2.0  # copper of a fiducial, and its opening in the mask
MARK_IN = 12.0
PRECISION = 1e6


class Panel(NamedTuple):
    """Everything drawn, y upwards from the lower left corner."""

    rim: Rect
    boards: list[Rect]
    scores: list[tuple[Point, Point]]
    holes: list[Point]
    marks: list[Point]


def panel(board: Board) -> Panel:
    """The panel of a board."""
    columns, rows = board.panel
    wide, high = columns * board.width, rows * board.height + 2 * RAIL
    boards = [Rect(i * board.width, RAIL + j * board.height, (i + 1) * board.width,
                   RAIL + (j + 1) * board.height) for j in range(rows) for i in range(columns)]
    levels = [RAIL + j * board.height for j in range(rows + 1)]
    scores = [((0.0, y), (wide, y)) for y in levels]
    scores += [((i * board.width, 0.0), (i * board.width, high)) for i in range(1, columns)]
    low, top = RAIL / 2, high - RAIL / 2
    holes = [(x, y) for y in (low, top) for x in (HOLE_IN, wide - HOLE_IN)]
    marks = [(MARK_IN, low), (wide - MARK_IN, low), (MARK_IN, top)]
    return Panel(Rect(0, 0, wide, high), boards, scores, holes, marks)


def point(x: float, y: float) -> str:
    """Coordinates as a Gerber of format 4.6 has them."""
    return f"X{round(x * PRECISION)}Y{round(y * PRECISION)}"


def line(points: Sequence[Point]) -> list[str]:
    """A line from point to point."""
    return [point(*points[0]) + "D02*", *(point(*its) + "D01*" for its in points[1:])]


def closed(r: Rect) -> list[str]:
    """A rectangle's rim."""
    return line([*r.corners(), r.corners()[0]])


def ring(centre: Point, diameter: float) -> list[str]:
    """A whole circle, drawn to the left."""
    x, y = centre
    start = point(x + diameter / 2, y)
    return [start + "D02*", "G75*", "G03*",
            f"{start}I{round(-diameter / 2 * PRECISION)}J0D01*", "G01*"]


def gerber(board: Board) -> str:
    """The drawing: rim and boards, scores, holes and marks, each kind with its own pen."""
    its = panel(board)
    rows = ["%TF.FileFunction,ArrayDrawing*%", "%TF.Part,Array*%", "%FSLAX46Y46*%", "%MOMM*%",
            f"G04 {board.title}: D10 rim, boards, tooling holes; D11 scores; D12 fiducials, "
            f"copper of {MARK:g} mm with an opening of {MARK_CLEAR:g} mm*",
            "%LPD*%", "%ADD10C,0.100000*%", "%ADD11C,0.200000*%", f"%ADD12C,{MARK:.6f}*%",
            "G01*", "D10*", *closed(its.rim)]
    for its_board in its.boards:
        rows += closed(its_board)
    for centre in its.holes:
        rows += ring(centre, HOLE)
    rows.append("D11*")
    for score in its.scores:
        rows += line(score)
    rows += ["D12*", *(point(*mark) + "D03*" for mark in its.marks)]
    return "\n".join([*rows, "M02*"]) + "\n"


def nearest_surface_part(board: Board, parts: Sequence[Fitted]) -> tuple[float, str]:
    """How near the nearest surface part lies to an edge, and which it is."""
    found = [(min(yard.x0, yard.y0, board.width - yard.x1, board.height - yard.y1), its.ref)
             for its in parts if not its.through and not its.screw
             for yard in (its.placed.body,)]
    return min(found)
