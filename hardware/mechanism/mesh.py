"""Faces for a picture: flat facets of a part's solid, and its edges, in mm."""

from dataclasses import dataclass
from typing import Any

from build123d import GeomType
from OCP.BRep import BRep_Tool

from .part import Part

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Mesh:
    """Triangles with their normals, and edge lines, of one colour."""

    colour: str
    triangles: tuple[tuple[Point, Point, Point, Point], ...]  # three corners, unit normal
    edges: tuple[tuple[Point, ...], ...]


def of_part(part: Part, colour: str, fine: float = 0.35) -> Mesh:
    """The mesh of a part, curved faces within `fine` mm."""
    triangles: list[tuple[Point, Point, Point, Point]] = []
    points, corners = part.solid.tessellate(fine, 0.2)
    spots = [_round(p) for p in points]
    for a, b, c in corners:
        triangle = _triangle(spots[a], spots[b], spots[c])
        if triangle:
            triangles.append(triangle)
    seams = _seams(part.solid)
    edges = [_edge(edge) for edge in part.solid.edges()
             if not any(edge.wrapped.IsSame(seam.wrapped) for seam in seams)]
    return Mesh(colour, tuple(triangles), tuple(edges))


def felted(mesh: Mesh, below: str) -> list[Mesh]:
    """Split a mesh: what looks up keeps its colour, the rest gets the colour `below`."""
    up = tuple(t for t in mesh.triangles if t[3][2] > 0.5)
    rest = tuple(t for t in mesh.triangles if t[3][2] <= 0.5)
    return [Mesh(mesh.colour, up, mesh.edges), Mesh(below, rest, ())]


def _round(point: Any) -> Point:
    return round(point.X, 3), round(point.Y, 3), round(point.Z, 3)


def _seams(solid: Any) -> list[Any]:
    """Where a round face meets itself: no edge to see."""
    return [edge for face in solid.faces() if face.geom_type != GeomType.PLANE
            for edge in face.edges() if BRep_Tool.IsClosed_s(edge.wrapped, face.wrapped)]


def _edge(edge: Any) -> tuple[Point, ...]:
    steps = 1 if edge.geom_type == GeomType.LINE else max(8, min(72, int(edge.length / 8)))
    return tuple(_round(edge @ (n / steps)) for n in range(steps + 1))


def _triangle(a: Point, b: Point, c: Point) -> tuple[Point, Point, Point, Point] | None:
    normal = cross(minus(b, a), minus(c, a))
    size = dot(normal, normal) ** 0.5
    if size < 1e-6:
        return None
    return a, b, c, (normal[0] / size, normal[1] / size, normal[2] / size)


def minus(a: Point, b: Point) -> Point:
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Point, b: Point) -> float:
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Point, b: Point) -> Point:
    """Vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def cuboid(corner: Point, size: Point, colour: str,
           place: Any = None) -> Mesh:
    """An upright box without a solid, quick to make; `place` moves each corner."""
    x, y, z = corner
    at = [(x + i * size[0], y + j * size[1], z + k * size[2])
          for k in (0, 1) for j in (0, 1) for i in (0, 1)]
    if place:
        at = [place(p) for p in at]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    triangles = []
    for a, b, c, d in quads:
        for corners in ((a, b, c), (a, c, d)):
            triangle = _triangle(*(at[n] for n in corners))
            if triangle:
                triangles.append(triangle)
    lines = [(0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7),
             (0, 4), (1, 5), (2, 6), (3, 7)]
    return Mesh(colour, tuple(triangles), tuple((at[a], at[b]) for a, b in lines))
