"""What the real wall lines make the table weigh, beside the envelopes they take the place of."""

import tomllib
from pathlib import Path

from ..dimensions import Dims
from ..mass import all_parts, part_mass, total_kg
from .line import line_pieces
from .piece import Piece
from .surroundings import replaced

BOUGHT = Path(__file__).with_name("bought.toml")
GROUPS = ("belt and inlet", "head", "lane and lift")


def group(piece: Piece) -> str:
    """Which third of the line a part belongs to."""
    if piece.name.startswith(("belt_", "inlet")):
        return GROUPS[0]
    return GROUPS[2] if piece.name.startswith(("lane_", "lift_")) else GROUPS[1]


def line_kg(g: Dims, side: str = "a") -> dict[str, float]:
    """Mass of each third, without screws."""
    return {name: sum(p.mass_kg(g) for p in line_pieces(g, side) if group(p) == name)
            for name in GROUPS}


def envelope_kg(g: Dims) -> float:
    """Mass of what one side's line replaces, mean of the four."""
    parts = all_parts(g, g.default)
    return sum(part_mass(g, part) for side in "abcd" for part in parts
               if replaced(part.name, side)) / 4


def table_kg(g: Dims) -> float:
    """The four-port table with four real lines, screws as a share as before."""
    lines = sum(sum(line_kg(g, "a" if side in "ab" else "c").values()) for side in "abcd")
    extra = 1 + g("density.fastener") / 100
    return total_kg(g, g.default) + (lines - 4 * envelope_kg(g)) * extra


def bought() -> list[tuple[str, int, str]]:
    """Small parts: what, how many a line, where."""
    rows = tomllib.loads(BOUGHT.read_text(encoding="utf-8"))["row"]
    return [(row["what"], row["count"], row["where"]) for row in rows]
