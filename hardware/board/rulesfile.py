"""The files beside the board that KiCad reads its net classes and clearance rules from."""

from __future__ import annotations

import json

from hardware.board import outline
from hardware.board.domains import Side
from hardware.board.insulation import windings
from hardware.board.layout import Layout
from hardware.board.potentials import groups

CLASS = {Side.LINE: "Line", Side.NEUTRAL: "Neutral", Side.PE: "PE", Side.SELV: "SELV"}
# class -> clearance inside the class, track width, via, drill (mm)
# Power: 1 mm of 35 um copper carries 2 A with about 10 K (IPC-2221, general knowledge)
POWER = ("+5V", "+12V", "+12V_HOLD", "12V_LOOP", "+3V3", "+5V_SAFE", "EMIT", "VSYS", "GND")
WIDTHS = {"Line": (0.6, 2.0, 1.6, 0.8), "Neutral": (0.6, 2.0, 1.6, 0.8),
          "PE": (0.5, 2.5, 1.6, 0.8), "SELV": (0.2, 0.3, 0.8, 0.4), "Power": (0.2, 1.0, 0.8, 0.4)}


def rules_file(layout: Layout) -> str:
    """`board.kicad_dru`: reinforced, basic and earth distances, across open switches, windings.

    KiCad takes the last rule that fits, so the windings' larger one stands behind.
    """
    rows = ["(version 1)"]
    for name, left, right, distance in (
            ("line to SELV, reinforced", "Line", "SELV", outline.MAINS_TO_SELV),
            ("neutral to SELV, reinforced", "Neutral", "SELV", outline.MAINS_TO_SELV),
            ("line to neutral, basic", "Line", "Neutral", outline.LINE_TO_NEUTRAL),
            ("line to PE, basic", "Line", "PE", outline.LINE_TO_NEUTRAL),
            ("neutral to PE, basic", "Neutral", "PE", outline.LINE_TO_NEUTRAL)):
        low = ("SELV", "Power") if right == "SELV" else (right,)
        condition = " || ".join(
            f"(A.NetClass == '{one}' && B.NetClass == '{two}')"
            for name_ in low for one, two in ((left, name_), (name_, left)))
        rows.append(f'(rule "{name}"\n  (condition "{condition}")\n'
                    f"  (constraint clearance (min {distance:g}mm)))")
    for nets in groups(layout.circuit, layout.sides):
        rows.append(_parted(nets, CLASS[layout.sides[nets[0]]]))
    for one, two in windings(layout.circuit):
        condition = (f"(A.NetName == '{one}' && B.NetName == '{two}')"
                     f" || (A.NetName == '{two}' && B.NetName == '{one}')")
        rows.append(f'(rule "windings {one} and {two}"\n  (condition "{condition}")\n'
                    f"  (constraint clearance (min {outline.WINDING_TO_WINDING:g}mm)))")
    return "\n".join(rows) + "\n"


def _parted(nets: list[str], its_class: str) -> str:
    """Nets of one potential keep their distance from every other live net of their class."""
    inside = " || ".join(f"A.NetName == '{net}'" for net in nets)
    outside = " && ".join(f"B.NetName != '{net}'" for net in nets)
    return (f'(rule "open switch beside {nets[0]}"\n'
            f"  (condition \"({inside}) && B.NetClass == '{its_class}' && {outside}\")\n"
            f"  (constraint clearance (min {outline.OPEN_SWITCH:g}mm)))")


def net_class(name: str, nets: list[str]) -> dict[str, object]:
    clearance, track, via, drill = WIDTHS.get(name, WIDTHS["SELV"])
    return {"bus_width": 12.0, "clearance": clearance, "diff_pair_gap": 0.25,
            "diff_pair_via_gap": 0.25, "diff_pair_width": 0.2, "line_style": 0,
            "microvia_diameter": 0.3, "microvia_drill": 0.1, "name": name, "nets": nets,
            "pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)",
            "track_width": track, "via_diameter": via, "via_drill": drill, "wire_width": 6.0}


def project_file(layout: Layout, name: str = "board.kicad_pro") -> str:
    """A `.kicad_pro`: the net classes and their nets."""
    members: dict[str, list[str]] = {name: [] for name in WIDTHS}
    for net in sorted(layout.circuit.nets):
        its = CLASS[layout.sides[net]]
        members["Power" if its == "SELV" and net in POWER else its].append(net)
    classes = [net_class("Default", []), *(net_class(name, members[name]) for name in WIDTHS)]
    data = {"board": {"design_settings": {"rules": {
                "min_clearance": 0.2, "min_copper_edge_clearance": 0.3,
                "min_hole_clearance": 0.25, "min_track_width": 0.2}}},
            "meta": {"filename": name, "version": 1},
            "net_settings": {"classes": classes, "meta": {"version": 2}},
            "pcbnew": {"page_layout_descr_file": ""}}
    return json.dumps(data, indent=2, sort_keys=True) + "\n"


def library_table() -> str:
    """`fp-lib-table`: where KiCad finds the project's footprints."""
    return ('(fp_lib_table\n  (lib (name "mj") (type "KiCad") (uri "${KIPRJMOD}/lib/mj.pretty")'
            ' (options "") (descr "mahjong table"))\n)\n')
