"""The logic board's files: layout from the circuit, copper from the committed routing."""

from __future__ import annotations

import json
from pathlib import Path

from hardware.blocks.link import logic_circuit
from hardware.board.checks import decoupling, overlaps, pins
from hardware.board.domains import sides
from hardware.board.layout import Layout, LayoutError
from hardware.board.rulesfile import net_class
from hardware.logic import outline
from hardware.logic.pcb import board_file
from hardware.logic.place import layout_of
from hardware.logic.routing import committed
from hardware.model import Circuit, load
from tools.make.generate.read import machine

BOARD_FILE = "hardware/logic.kicad_pcb"
PROJECT_FILE = "hardware/logic.kicad_pro"
EDGE_REACH = 2.0  # a connector's body may stand this far inside the edge


def layout(root: Path, circuit: Circuit | None = None) -> Layout:
    """The placement, checked; LayoutError says what is wrong with it."""
    circuit = circuit or load(root)
    its = layout_of(logic_circuit(circuit, sides(circuit, machine.load(root), root)))
    wrong = problems(its)
    if wrong:
        raise LayoutError("\n".join(wrong[:12]))
    return its


def problems(its: Layout) -> list[str]:
    """What is wrong with a placement of the logic board."""
    wrong = [f"{ref} is in the circuit but not placed; add it in hardware/logic/place.py"
             for ref in its.missing()]
    for ref, part in its.placed.items():
        yard, kind = part.courtyard, its.circuit.parts[ref].kind
        if not yard.inside(outline.BOARD):
            wrong.append(f"{ref} reaches over the logic board's edge")
        reach = min(yard.x0, yard.y0, outline.WIDTH - yard.x1, outline.HEIGHT - yard.y1)
        if kind in ("connector", "board_link") and reach > EDGE_REACH:
            wrong.append(f"{ref} is {reach:.1f} mm from the edge; {EDGE_REACH:g} mm at most")
    return [f"logic board: {line}"
            for line in (*wrong, *pins(its), *overlaps(its), *decoupling(its))]


def project_file() -> str:
    """`logic.kicad_pro`: the class of maker as KiCad's own limits."""
    rules = {"min_clearance": outline.SPACE, "min_copper_edge_clearance": outline.EDGE_TO_COPPER,
             "min_hole_clearance": outline.SPACE, "min_hole_to_hole": 0.25,
             "min_through_hole_diameter": outline.VIA_DRILL, "min_track_width": outline.TRACK,
             "min_via_diameter": outline.VIA}
    its = net_class("Default", []) | {
        "clearance": outline.SPACE, "track_width": outline.TRACK, "via_diameter": outline.VIA,
        "via_drill": outline.VIA_DRILL}
    data = {"board": {"design_settings": {"rules": rules}},
            "meta": {"filename": Path(PROJECT_FILE).name, "version": 1},
            "net_settings": {"classes": [its], "meta": {"version": 2}},
            "pcbnew": {"page_layout_descr_file": ""}}
    return json.dumps(data, indent=2, sort_keys=True) + "\n"


def build(root: Path) -> dict[str, bytes | str]:
    """All files of this part; StaleRouting when the circuit has left the routing behind."""
    its = layout(root)
    return {BOARD_FILE: board_file(its, *committed(its, root)), PROJECT_FILE: project_file()}
