"""The board's layout from the circuit: every part has its place by rule, none by hand."""

from __future__ import annotations

from pathlib import Path

from hardware.board import place_mains, place_selv
from hardware.board.domains import sides
from hardware.board.layout import Layout
from hardware.model import Circuit
from tools.make.generate.read.machine import load


def layout_of(circuit: Circuit, root: Path) -> Layout:
    """Place everything; LayoutError names a part that has no place or no room."""
    layout = Layout(circuit, sides(circuit, load(root), root))
    place_mains.place(layout)
    place_selv.place(layout)
    return layout
