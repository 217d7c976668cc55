"""The board: footprints, placement, KiCad's files, a picture, and what is left to route."""

from __future__ import annotations

from pathlib import Path

from hardware.board.checks import problems
from hardware.board.footprint import library_file
from hardware.board.landpatterns import PATTERNS
from hardware.board.layout import LayoutError
from hardware.board.pcb import board_file
from hardware.board.picture import picture
from hardware.board.place import layout_of
from hardware.board.report import page
from hardware.board.rulesfile import library_table, project_file, rules_file
from hardware.model import Circuit, load

LIBRARY = "hardware/lib/mj.pretty"
MOST = 12  # sentences that a message holds
BOARD_FILE = "hardware/board.kicad_pcb"


def library() -> dict[str, bytes | str]:
    """Every footprint of the project's library."""
    return {f"{LIBRARY}/{name}.kicad_mod": library_file(pattern)
            for name, pattern in sorted(PATTERNS.items())}


def files(circuit: Circuit, root: Path) -> dict[str, bytes | str]:
    """All files of this part for a circuit; LayoutError when the placement breaks a check."""
    layout = layout_of(circuit, root)
    wrong = problems(layout)
    if wrong:
        more = f"\n... and {len(wrong) - MOST} more" if len(wrong) > MOST else ""
        raise LayoutError("\n".join(wrong[:MOST]) + more)
    return library() | {
        BOARD_FILE: board_file(layout),
        "hardware/board.kicad_dru": rules_file(layout),
        "hardware/board.kicad_pro": project_file(layout),
        "hardware/fp-lib-table": library_table(),
        "hardware/out/board.svg": picture(layout),
        "hardware/out/board.md": page(layout),
    }


def build(root: Path) -> dict[str, bytes | str]:
    """All files of this part, from hardware/out/circuit.json."""
    return files(load(root), root)
