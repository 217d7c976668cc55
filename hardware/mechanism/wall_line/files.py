"""What is written for a wall line: one STEP of all, STL and STEP and DXF by process, drawings."""

from collections import Counter
from pathlib import Path

from ..dimensions import Dims
from ..step_file import step_bytes
from . import stl
from .drawing import drawing
from .dxf import dxf_text
from .head import head_pieces
from .piece import Piece, as_part


def files(g: Dims, root: Path) -> dict[str, bytes | str]:
    """Every file: name below hardware/out/wall_line -> content."""
    found: dict[str, bytes | str] = {}
    pieces = head_pieces(g)
    for piece, count in made(pieces):
        found[f"drawings/{piece.name}.svg"] = drawing(g, piece, count)
        found[f"step/{piece.name}.step"] = step_bytes(piece.name, [as_part(piece)])
        if piece.process == "print":
            found[f"stl/{piece.name}.stl"] = stl.stl_bytes(piece.name,
                                                           stl.triangles(piece.solid))
        if piece.process == "plate":
            found[f"dxf/{piece.name}.dxf"] = dxf_text(piece)
    return found


def made(pieces: tuple[Piece, ...]) -> list[tuple[Piece, int]]:
    """One of every kind of part that is made, and how many of it: equal titles are one kind."""
    counts = Counter(piece.title for piece in pieces if piece.made)
    first = {piece.title: piece for piece in reversed(pieces) if piece.made}
    return [(first[title], count) for title, count in counts.items()]
