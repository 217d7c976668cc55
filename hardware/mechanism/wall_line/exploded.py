"""Pictures of the assembly: what is there stands in its place in grey, what is new is drawn away
from it along its way in, each with a number."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
from build123d import Location

from ..dimensions import Dims
from ..mesh import Mesh, Point, of_part
from ..part import Part
from ..picture import INK, plain
from .line import line_pieces
from .piece import MATERIALS, Piece

STEPS = Path(__file__).with_name("steps.toml")
EYE: Point = (-0.75, -1.0, 0.65)
OLD = "#c9ced3"
LEGEND = 24  # height of a line of words


def steps() -> list[dict[str, Any]]:
    """The steps in their order."""
    found: list[dict[str, Any]] = tomllib.loads(STEPS.read_text(encoding="utf-8"))["step"]
    return found


def ways(step: dict[str, Any], pieces: tuple[Piece, ...]) -> dict[str, tuple[float, ...]]:
    """Every part that a step brings, and how far it is drawn from its place."""
    return {piece.name: tuple(way) for piece in pieces for pattern, way in step["new"].items()
            if fnmatch(piece.name, pattern)}


def exploded(g: Dims, number: int) -> str:
    """The SVG of a step, counted from 0."""
    pieces, rows = line_pieces(g), steps()
    new = ways(rows[number], pieces)
    before = {name for step in rows[:number] for name in ways(step, pieces)}
    meshes, spots = [], []
    for piece in pieces:
        if piece.name in new:
            moved = piece.solid.moved(Location(new[piece.name]))
            meshes.append(_mesh(piece, moved, MATERIALS[piece.material][1]))
            spots.append((piece.title, tuple(moved.center())))
        elif piece.name in before and _close(number, piece):
            meshes.append(_mesh(piece, piece.solid, OLD))
    return _paper(rows[number]["title"], meshes, spots)


def _close(number: int, piece: Piece) -> bool:
    """The head's steps show the head; belt and lift are drawn beside its plates alone."""
    return number < 5 or piece.name in ("plate_inner", "plate_outer", "elevator_plate",
                                        "pocket_stop", "guide_slider", "guide_elevator")


def _mesh(piece: Piece, solid: Any, colour: str) -> Mesh:
    return of_part(Part(piece.name, solid, piece.material), colour, 0.3)


def _paper(title: str, meshes: list[Mesh], spots: list[tuple[str, Any]]) -> str:
    points = np.array([corner for mesh in meshes for t in mesh.triangles for corner in t[:3]])
    reach = float(np.linalg.norm(points.max(axis=0) - points.min(axis=0)))
    buffer, shapes = plain(meshes, EYE, 1000 / reach)
    numbers: dict[str, int] = {}
    marks = []
    for name, spot in spots:
        numbers.setdefault(name, len(numbers) + 1)
        x, y, _ = buffer.pixel(np.array(spot))
        marks.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="11" fill="#fff" stroke="{INK}"/>'
                     f'<text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle">'
                     f'{numbers[name]}</text>')
    high, wide = buffer.facet.shape
    words = [f'<text x="{wide + 20}" y="{30 + LEGEND * n}">{n}  {name}</text>'
             for name, n in numbers.items()]
    tall = max(high + 20, 50 + LEGEND * len(words))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 {wide + 400} {tall}" '
        'role="img" font-family="Helvetica, Arial, sans-serif" font-size="15">',
        f"<title>{title}</title>",
        f'<rect x="-10" y="-10" width="{wide + 400}" height="{tall}" fill="#fff"/>',
        shapes, *marks, *words, "</svg>", ""])
