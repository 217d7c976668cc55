"""A part seen along an axis: its outlines for drawings, and its flat pattern for DXF.

On paper u runs right and v up. Along y the eye is outside the table (u = x, v = z), along z above
it (u = x, v = y), along x behind the slider (u = y, v = z). Zero is the part's lower left corner.
"""

from dataclasses import dataclass
from typing import Any

from build123d import GeomType
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve

from .piece import Piece

AXES = {"x": (1, 2, 0), "y": (0, 2, 1), "z": (0, 1, 2)}  # u, v and the axis along the view
Spot = tuple[float, float]


@dataclass(frozen=True)
class Bore:
    """A round hole along the view: its middle, diameter and depth; `sides` is 2 where two of a
    kind face each other."""

    at: Spot
    wide: float
    deep: float
    sides: int = 1


def size(piece: Piece, view: str) -> tuple[float, float, float]:
    """Width, height and depth of a part as seen along an axis."""
    low, high = piece.bounds[:3], piece.bounds[3:]
    u, v, w = AXES[view]
    return high[u] - low[u], high[v] - low[v], high[w] - low[w]


def lines(piece: Piece, view: str) -> list[list[Spot]]:
    """Every edge of the part as seen along an axis, each once; edges seen end on are left out."""
    found: dict[tuple[Spot, ...], list[Spot]] = {}
    seams = [edge for face in piece.solid.faces() if face.geom_type != GeomType.PLANE
             for edge in face.edges() if BRep_Tool.IsClosed_s(edge.wrapped, face.wrapped)]
    for edge in piece.solid.edges():
        if any(edge.wrapped.IsSame(seam.wrapped) for seam in seams):
            continue
        spots = _flat(piece, edge, view)
        if max(abs(a - b) for spot in spots for a, b in zip(spot, spots[0], strict=True)) > 0.05:
            key = tuple(sorted({(round(u, 1), round(v, 1)) for u, v in spots}))
            found.setdefault(key, spots)
    return list(found.values())


def _flat(piece: Piece, edge: Any, view: str) -> list[Spot]:
    count = 1 if edge.geom_type == GeomType.LINE else 180
    if edge.geom_type == GeomType.CIRCLE:
        count = 24 if edge.radius < 10 else 72
    return [point_at(piece, edge, n / count, view) for n in range(count + 1)]


def point_at(piece: Piece, edge: Any, part: float, view: str) -> Spot:
    """A point of an edge on paper, by its own parameter from 0 to 1."""
    curve = BRepAdaptor_Curve(edge.wrapped)
    first, last = curve.FirstParameter(), curve.LastParameter()
    point = curve.Value(first + (last - first) * part)
    return paper_spot(piece, (point.X(), point.Y(), point.Z()), view)


def paper_spot(piece: Piece, at: tuple[float, ...], view: str) -> Spot:
    """A point of the model on paper."""
    u, v, _ = AXES[view]
    return round(at[u] - piece.bounds[u], 3) + 0.0, round(at[v] - piece.bounds[v], 3) + 0.0


def bores(piece: Piece, view: str) -> list[Bore]:
    """The round holes along the view, widest first, then from the left and from below."""
    found: dict[tuple[Spot, float], Bore] = {}
    w = AXES[view][2]
    for face in piece.solid.faces().filter_by(GeomType.CYLINDER):
        axis = face.axis_of_rotation
        if not face.radius or abs(abs(tuple(axis.direction)[w]) - 1) > 1e-6 \
                or not _hollow(face) or not _round(face):
            continue
        box = face.bounding_box(optimal=False)
        deep = tuple(box.max)[w] - tuple(box.min)[w]
        at, wide = paper_spot(piece, tuple(axis.position), view), round(2 * face.radius, 2)
        sides = found[(at, wide)].sides + 1 if (at, wide) in found else 1
        found[(at, wide)] = Bore(at, wide, round(deep, 2), sides)
    return sorted(found.values(), key=lambda bore: (-bore.wide, bore.at[0], bore.at[1]))


def _hollow(face: Any) -> bool:
    """Does its outside look towards its axis, as a hole's does?"""
    middle = face.position_at(0.5, 0.5)
    axis = face.axis_of_rotation
    out = middle - axis.position
    out -= axis.direction * out.dot(axis.direction)
    return bool(face.normal_at(middle).dot(out) < 0)


def _round(face: Any) -> bool:
    """Does it go all the way round, not only round a corner?"""
    box = face.bounding_box(optimal=False)
    spans = sorted(tuple(box.max)[n] - tuple(box.min)[n] for n in range(3))
    return sum(abs(span - 2 * face.radius) < 0.02 * face.radius for span in spans) >= 2


def parallel_faces(piece: Piece, view: str) -> list[Any]:
    """The flat faces across the view."""
    w = AXES[view][2]
    return [face for face in piece.solid.faces().filter_by(GeomType.PLANE)
            if abs(abs(tuple(face.normal_at())[w]) - 1) < 1e-6]


def flat_face(piece: Piece, view: str) -> Any:
    """The largest of them: what is cut out of a sheet."""
    return max(parallel_faces(piece, view), key=lambda face: float(face.area))
