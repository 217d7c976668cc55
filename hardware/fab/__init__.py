"""The fabrication packs: everything that a maker, an assembly house and a person fitting want.

One folder a board of `boards.py`, `hardware/out/fab/NAME/`; its README.md is the first page.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from hardware.fab import (
    bom_page,
    first_page,
    guide,
    panel,
    partslist,
    placement,
    plot,
    read,
    stackup,
)
from hardware.fab.boards import BOARDS, Board
from hardware.lib.read_records import read as records_of
from hardware.model import Circuit, load

SUMS = "SHA256SUMS"
SENT = ("panel.gbr", "parts.csv", "placement.csv", "stackup.md")  # with all of gerbers/


def pack(board: Board, root: Path, circuit: Circuit) -> dict[str, bytes]:
    """Every file of one board's pack, by its path in the folder."""
    parts = read.fitted(board, root, circuit)
    lines = partslist.lines(root, parts, records_of(root))
    text = {
        "README.md": first_page.first_page(board, parts, lines, root),
        "bom.html": bom_page.bom_page(board, parts, lines),
        "panel.gbr": panel.gerber(board),
        "parts.csv": partslist.parts_csv(lines),
        "placement.csv": placement.placement(board, parts),
        "stackup.md": stackup.stackup(board),
        **guide.pages(board, parts, lines)}
    files = {name: its.encode("utf-8") for name, its in text.items()}
    plots = plot.plotted(board, root)
    files |= {f"gerbers/{name}": its for name, its in plots.items()}
    return files | {SUMS: sums(files)} if plots else files


def sums(files: dict[str, bytes]) -> bytes:
    """A line for each file that is sent, as `sha256sum -c` reads it."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n"
                   for name in sorted(files)
                   if name in SENT or name.startswith("gerbers/")).encode()


def build(root: Path) -> dict[str, bytes | str]:
    """The packs of every board, from its board file."""
    circuit = load(root)
    return {f"{board.folder}/{name}": content for board in BOARDS
            for name, content in pack(board, root, circuit).items()}
