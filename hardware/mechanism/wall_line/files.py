"""What is written for a wall line: drawings of all that is made; STEP, STL and DXF by process."""

from collections import Counter
from pathlib import Path

from ..dimensions import Dims
from ..step_file import step_bytes
from . import stl
from .cam import elevator_cam, push_cam
from .diagram import diagram
from .drawing import drawing
from .dxf import dxf_text
from .exploded import exploded, steps
from .line import line_pieces
from .motion import motion
from .page import page
from .piece import Piece, as_part

Files = dict[str, bytes | str]


def files(g: Dims, root: Path) -> Files:
    """Every file: name below hardware/out/wall_line -> content."""
    own = made(line_pieces(g))
    # of the steep lines only what differs
    names = {piece.name for piece, _ in own}
    steep = [(piece, count) for piece, count in made(line_pieces(g, "c"))
             if piece.name not in names and ("cheek" in piece.name or "bed" in piece.name)]
    found: Files = {"wall_line.md": page(g, root, [*own, *steep]), "turn.svg": diagram(g),
                    "cams.csv": cams(g)}
    for number in range(len(steps())):
        found[f"steps/step_{number + 1}.svg"] = exploded(g, number)
    for piece, count in [*own, *steep]:
        found |= part_files(g, piece, count)
    return found


def part_files(g: Dims, piece: Piece, count: int) -> Files:
    """The files of one part."""
    found: Files = {f"drawings/{piece.name}.svg": drawing(g, piece, count)}
    if piece.process != "turn":  # a lathe works from the drawing
        found[f"step/{piece.name}.step"] = step_bytes(piece.name, [as_part(piece)])
    if piece.process == "print":
        surface = stl.triangles(piece.solid)
        found[f"stl/{piece.name}.stl"] = stl.stl_bytes(piece.name, surface)
    if piece.process == "plate":
        found[f"dxf/{piece.name}.dxf"] = dxf_text(piece)
    return found


def made(pieces: tuple[Piece, ...]) -> list[tuple[Piece, int]]:
    """One of every kind of part that is made, and how many of it: equal titles are one kind."""
    counts = Counter(piece.title for piece in pieces if piece.made)
    first = {piece.title: piece for piece in reversed(pieces) if piece.made}
    return [(first[title], count) for title, count in counts.items()]


def cams(g: Dims) -> str:
    """The two ways and the two pitch curves, degree by degree; curves in the cams' own plane at
    0 deg, from the shaft's middle."""
    moves, lift, push = motion(g), elevator_cam(g).pitch, push_cam(g).pitch
    rows = ["deg,elevator_mm,pusher_mm,cam_x_mm,cam_z_mm,groove_x_mm,groove_z_mm"]
    for n in range(0, len(lift), 4):
        values = (moves.elevator[n], moves.pusher[n], *lift[n], *push[n])
        rows.append(",".join([f"{n // 4}", *(f"{value + 0.0:.3f}" for value in values)]))
    return "\n".join(rows).replace("-0.000", "0.000") + "\n"
