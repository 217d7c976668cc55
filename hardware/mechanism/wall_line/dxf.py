"""Flat patterns as DXF for laser, water jet or mill: circles as such, curves as fine polylines.

Layer CUT goes through; on layer POCKET are the mouths of grooves and countersinks, whose depth the
drawing tells. R12, millimetres, lower left corner at zero.
"""

import io
import math
from typing import Any

from build123d import GeomType
from ezdxf.addons.r12writer import R12FastStreamWriter, r12writer

from .outline import flat_face, paper_spot, parallel_faces, point_at
from .piece import Piece

CAM_STEPS = 360  # points of a cam's curve: 1 mm apart, 2 um off the curve


def dxf_text(piece: Piece) -> str:
    """The DXF file of a plate."""
    text = io.StringIO()
    face = flat_face(piece, piece.view)
    with r12writer(text) as paper:
        for edge in face.edges():
            _add(paper, piece, edge, "CUT")
        for edge in _pockets(piece, face):
            _add(paper, piece, edge, "POCKET")
    return text.getvalue()


def _pockets(piece: Piece, face: Any) -> list[Any]:
    """Edges of the other faces across the view that the largest one has not."""
    through = {_key(piece, edge) for edge in face.edges()}
    found: dict[tuple[float, ...], Any] = {}
    for other in parallel_faces(piece, piece.view):
        for edge in other.edges():
            found.setdefault(_key(piece, edge), edge)
    return [edge for key, edge in sorted(found.items()) if key not in through]


def _key(piece: Piece, edge: Any) -> tuple[float, ...]:
    spots = [point_at(piece, edge, part, piece.view) for part in (0, 0.25, 0.5, 0.75, 1)]
    return tuple(round(n, 1) + 0.0 for spot in sorted(spots) for n in spot)


def _add(paper: R12FastStreamWriter, piece: Piece, edge: Any, layer: str) -> None:
    def at(part: float) -> tuple[float, float]:
        return point_at(piece, edge, part, piece.view)

    if edge.geom_type == GeomType.LINE:
        paper.add_line(at(0), at(1), layer=layer)
    elif edge.geom_type == GeomType.CIRCLE and edge.is_closed:
        (ax, ay), (bx, by) = at(0), at(0.5)
        centre = (round((ax + bx) / 2, 3), round((ay + by) / 2, 3))
        paper.add_circle(centre, round(edge.radius, 4), layer=layer)
    elif edge.geom_type == GeomType.CIRCLE:
        _arc(paper, piece, edge, [at(part) for part in (0, 0.5, 1)], layer)
    else:
        paper.add_polyline([at(n / CAM_STEPS) for n in range(CAM_STEPS + 1)], layer=layer)


def _arc(paper: R12FastStreamWriter, piece: Piece, edge: Any, spots: list[tuple[float, float]],
         layer: str) -> None:
    """An arc from its ends and its middle; DXF goes anticlockwise."""
    centre = paper_spot(piece, tuple(edge.arc_center), piece.view)
    begin, middle, end = (round(math.degrees(math.atan2(v - centre[1], u - centre[0])), 4)
                          for u, v in spots)
    if (middle - begin) % 360 > (end - begin) % 360:
        begin, end = end, begin
    paper.add_arc(centre, round(edge.radius, 4), begin, end, layer=layer)
