"""The board: footprints, placement, KiCad's files, a picture, and what is left to route."""

from __future__ import annotations

from pathlib import Path

from hardware.board.footprint import library_file
from hardware.board.landpatterns import PATTERNS

LIBRARY = "hardware/lib/mj.pretty"


def library() -> dict[str, bytes | str]:
    """Every footprint of the project's library."""
    return {f"{LIBRARY}/{name}.kicad_mod": library_file(pattern)
            for name, pattern in sorted(PATTERNS.items())}


def build(root: Path) -> dict[str, bytes | str]:
    """All files of this part."""
    return library()
