"""KiCad itself reads the board, counts what we count, and its rule check finds no error."""

import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from hardware.board.place import one_board
from hardware.board.ratsnest import connections
from hardware.board.report import ALLOWED
from hardware.model import load
from tests.hardware.tools import KICAD_PYTHON, needs

ROOT = Path(__file__).resolve().parents[2]
FILES = ("board.kicad_pcb", "board.kicad_dru", "board.kicad_pro")
SCRIPT = r"""
import json, sys
import pcbnew
folder, moves = sys.argv[1], json.loads(sys.argv[2])
board = pcbnew.LoadBoard(folder + "/board.kicad_pcb")
for ref, x, y in moves:
    board.FindFootprintByReference(ref).SetPosition(pcbnew.wxPointMM(x, y))
board.BuildConnectivity()
pcbnew.WriteDRCReport(board, folder + "/drc.txt", pcbnew.EDA_UNITS_MILLIMETRES, True)
pads = {f"{p.GetParent().GetReference()}.{p.GetNumber()}": p.GetNetname()
        for p in board.GetPads() if p.GetNetname()}
box = board.GetBoardEdgesBoundingBox()
print(json.dumps({
    "footprints": len(board.GetFootprints()), "pads": pads, "tracks": len(board.GetTracks()),
    "unconnected": board.GetConnectivity().GetUnconnectedCount(),
    "nets": board.GetNetCount(), "width": pcbnew.ToMM(box.GetWidth())}))
"""


def kicad(tmp_path, moves=()):
    """What KiCad says of the board, and how often each class stands in its report."""
    needs("pcbnew")
    for name in FILES:
        shutil.copy(ROOT / "hardware" / name, tmp_path / name)
    run = subprocess.run([KICAD_PYTHON, "-c", SCRIPT, str(tmp_path), json.dumps(list(moves))],
                         capture_output=True, text=True, check=True)
    report = (tmp_path / "drc.txt").read_text(encoding="utf-8")
    data = json.loads(run.stdout.splitlines()[-1])
    return data, Counter(re.findall(r"^\[(\w+)\]", report, re.M)), report


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    return kicad(tmp_path_factory.mktemp("kicad"))


def test_kicad_counts_what_we_count(seen):
    data, classes, _ = seen
    circuit = one_board(load(ROOT))
    wanted = {f"{ref}.{pin}": net for ref, part in circuit.parts.items() if part.on_board
              for pin, net in part.pins.items()}
    assert data["footprints"] == sum(part.on_board for part in circuit.parts.values())
    assert data["pads"] == wanted
    assert data["tracks"] == 0
    assert data["unconnected"] == connections(circuit) == classes["unconnected_items"]
    assert data["nets"] == len(circuit.nets) + 1  # and the empty one


def test_kicads_rule_check_finds_only_what_is_allowed(seen):
    _, classes, report = seen
    assert set(classes) <= set(ALLOWED), report[:2000]


@pytest.mark.parametrize(("move", "kind", "words"), [
    (("R101", 56.0, 95.5), "clearance", "line to SELV, reinforced clearance 8.0000 mm"),
    (("R2402", 114.5, 20.07), "clearance", "line to neutral, basic clearance 3.0000 mm"),
    (("R2412", 119.8, 20.07), "clearance", "open switch beside N_MOT clearance 3.0000 mm"),
    (("R102", 266.5, 200.0), "copper_edge_clearance", "R102"),
])
def test_kicads_rule_check_sees_faults(tmp_path, move, kind, words):
    _, classes, report = kicad(tmp_path, [move])
    assert classes[kind], report[:2000]
    assert words in report
