"""The mains board's files: layout from the circuit, copper from the tables and the routing."""

from __future__ import annotations

from pathlib import Path

from hardware.blocks.link import mains_circuit
from hardware.board.checks import overlaps, pins
from hardware.board.domains import Side, sides
from hardware.board.insulation import barriers, distances, holes
from hardware.board.layout import Layout, LayoutError
from hardware.board.rulesfile import project_file, rules_file
from hardware.mains import outline
from hardware.mains.pcb import board_file
from hardware.mains.place import layout_of
from hardware.mains.routing import committed
from hardware.model import Circuit, load
from tools.make.generate.read import machine

BOARD_FILE = "hardware/mains.kicad_pcb"
PROJECT_FILE = "hardware/mains.kicad_pro"
RULES_FILE = "hardware/mains.kicad_dru"


def layout(root: Path, circuit: Circuit | None = None) -> Layout:
    """The placement, checked; LayoutError says what is wrong with it."""
    circuit = circuit or load(root)
    domains = sides(circuit, machine.load(root), root)
    its = mains_circuit(circuit, domains)
    layout = layout_of(its, {net: domains.get(net, Side.SELV) for net in its.nets})
    wrong = problems(layout)
    if wrong:
        raise LayoutError("\n".join(wrong[:12]))
    return layout


def problems(its: Layout) -> list[str]:
    """What is wrong with a placement of the mains board."""
    wrong = [f"{ref} reaches over the edge" for ref, part in its.placed.items()
             if not part.courtyard.inside(outline.BOARD)]
    wrong += [*pins(its), *overlaps(its), *distances(its), *holes(its), *barriers(its)]
    return [f"mains board: {line}" for line in wrong]


def build(root: Path) -> dict[str, bytes | str]:
    """All files of this part; StaleRouting when the circuit has left the routing behind."""
    its = layout(root)
    return {BOARD_FILE: board_file(its, committed(its, root)), RULES_FILE: rules_file(its),
            PROJECT_FILE: project_file(its, Path(PROJECT_FILE).name)}
