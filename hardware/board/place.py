"""The board's layout from the circuit: every part has its place by rule, none by hand."""

from __future__ import annotations

from pathlib import Path

from hardware.board import place_mains, place_selv
from hardware.board.domains import sides
from hardware.board.layout import Layout
from hardware.lib.connectors import LINK
from hardware.model import Circuit, circuit_of
from tools.make.generate.read.machine import load


def layout_of(circuit: Circuit, root: Path) -> Layout:
    """Place everything but the ribbon that one board does not need; LayoutError names a part
    that has no place or no room."""
    its = one_board(circuit)
    layout = Layout(its, sides(its, load(root), root))
    place_mains.place(layout)
    place_selv.place(layout)
    return layout


def one_board(circuit: Circuit) -> Circuit:
    """The circuit without the ribbon between two boards."""
    return circuit_of({ref: part for ref, part in circuit.parts.items()
                       if part.kind != LINK.kind})
