"""The logic board: split, routed, fresh; its copper is clean, and faults put into it are seen."""

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hardware.blocks.link import HOLES, LOGIC, MAINS, crossing_nets, link_pins, on_mains
from hardware.board.domains import Side, sides
from hardware.copper.read import Copper, copper_of
from hardware.copper.whole import Limits, each, problems
from hardware.logic import build, outline
from hardware.logic.board import BOARD_FILE, PROJECT_FILE, layout
from hardware.logic.routing import FILE, committed
from hardware.model import circuit_of, load
from hardware.route.answer import StaleRouting
from tests.hardware.board_reader import pad_nets
from tests.hardware.copper_edits import DRC, Edits, counts, track
from tests.hardware.tools import KICAD_PYTHON, needs
from tools.make.generate.read import machine

ROOT = Path(__file__).resolve().parents[2]
LIMITS = Limits(lambda one, two: outline.SPACE, outline.SPACE, outline.EDGE_TO_COPPER,
                outline.SPACE, 0.25, outline.TRACK)

@cache
def copper():
    return copper_of((ROOT / BOARD_FILE).read_text(encoding="utf-8"))


@cache
def its():
    return layout(ROOT)


def net_sides():
    return sides(load(ROOT), machine.load(ROOT), ROOT)


# ----------------------------------------------------------------------------- the real board
def test_files_are_fresh():
    for path, content in build(ROOT).items():
        assert (ROOT / path).read_text(encoding="utf-8") == content, f"{path} is stale"


def test_every_pad_is_on_the_net_of_the_circuit():
    wanted = {(ref, pin): net for ref, part in its().circuit.parts.items()
              for pin, net in part.pins.items()}
    assert pad_nets((ROOT / BOARD_FILE).read_text(encoding="utf-8")) == wanted


def test_the_two_boards_share_no_part_and_only_the_links_nets():
    circuit, domains = load(ROOT), net_sides()
    mains = on_mains(circuit, domains)
    here = set(its().circuit.parts)
    assert not mains & here
    every = {ref for ref, part in circuit.parts.items() if part.on_board}
    assert every == mains | {MAINS} | here - set(HOLES)
    link = set(its().circuit.parts[LOGIC].pins.values())
    assert link == {*crossing_nets(circuit, mains), "GND"}
    assert {domains[net] for net in link} == {Side.SELV}


def test_a_link_with_too_many_wires_is_refused():
    circuit = load(ROOT)
    mains = {ref for ref, part in circuit.parts.items() if part.block == "inputs"}
    with pytest.raises(Exception, match="do not fit the link's 50 ways"):
        link_pins(circuit, mains)


def test_copper_is_clean_and_nothing_is_open():
    assert problems(copper(), LIMITS) == []


def test_kicad_finds_nothing(tmp_path):
    needs("pcbnew")
    for path in (BOARD_FILE, PROJECT_FILE):
        shutil.copy(ROOT / path, tmp_path)
    report = tmp_path / "drc.txt"
    run = subprocess.run([KICAD_PYTHON, "-c", DRC, str(tmp_path / Path(BOARD_FILE).name),
                          str(report)], capture_output=True, text=True, check=True)
    said = report.read_text(encoding="utf-8")
    assert Counter(re.findall(r"^\[(\w+)\]", said, re.M)) == Counter(), said[:3000]
    assert run.stdout.splitlines()[-1] == "0"


# ----------------------------------------------------------------------------- stale, bad input
def test_an_edit_of_the_circuit_makes_the_routing_stale():
    circuit = load(ROOT)
    wrong = replace(circuit.parts["R2601"],
                    pins={"1": circuit.parts["R2601"].pins["1"], "2": "GND"})
    other = layout(ROOT, circuit_of({**circuit.parts, "R2601": wrong}))
    with pytest.raises(StaleRouting, match="routed from another circuit"):
        committed(other, ROOT)


def test_a_value_does_not_make_the_routing_stale():
    circuit = load(ROOT)
    other = replace(circuit.parts["R2601"], value="120")
    committed(layout(ROOT, circuit_of({**circuit.parts, "R2601": other})), ROOT)


def test_a_damaged_routing_names_its_line():
    with pytest.raises(StaleRouting, match=r"logic\.routing:2: not a line of copper: 'track A 0'"):
        FILE.read("asked x\ntrack A 0\n")


# ----------------------------------------------------------------------------- faults in copper
def edits():
    return Edits(copper())


def plane_over(layer):
    fills = [(net, its_layer, ((1, 1), (150, 1), (150, 120), (1, 120)) if its_layer == layer
              else ring) for net, its_layer, ring in copper().fills]
    return replace(copper(), fills=fills)


def ring(x0, y0, x1, y1):
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def second_plane():
    return replace(copper(), fills=[*copper().fills, ("+5V", "In1.Cu", ring(20, 20, 30, 30))])


def plane_to_the_edge():
    return replace(copper(), fills=[*copper().fills, ("GND", "B.Cu", ring(0.1, 50, 0.3, 60))])


def plane_under_a_screw():
    return replace(copper(), fills=[*copper().fills, ("GND", "B.Cu", ring(2, 2, 8, 8))])


FAULTS = {  # title -> the check that sees it, the edit
    **{f"a track over a pad {n}": ("distance", lambda n=n: edits().near_pad(n)) for n in range(4)},
    **{f"a track's net exchanged {n}": ("distance", lambda n=n: edits().moved_net(
        n, ("GND", "+5V"))) for n in range(3)},
    **{f"a via moved {n}": (None, lambda n=n: edits().moved_via(n)) for n in range(3)},
    **{f"a net without tracks {n}": ("open", lambda n=n: edits().cut_net(n, "IN_"))
       for n in range(3)},
    "a track too wide": ("distance", lambda: edits().wider(1, "SR_", 1.2)),
    "a ground plane without holes": ("plane", lambda: plane_over("In1.Cu")),
    "a power plane without holes": ("plane", lambda: plane_over("In2.Cu")),
    "a track over the edge": ("edge", lambda: edits().with_items(track(90, 125.9, 95, 125.9))),
    "a track too thin": ("width", lambda: edits().with_items(
        track(3, 115, 4, 115, "GND", width=0.1))),
    "a track under a screw": ("edge", lambda: edits().with_items(
        track(4.5, 4.5, 6, 4.5, layer="B.Cu"))),
    "no ground plane": ("open", lambda: replace(copper(), fills=[f for f in copper().fills
                                                                 if f[0] != "GND"])),
    "a plane over another": ("plane", second_plane),
    "a plane to the edge": ("plane", plane_to_the_edge),
    "a plane under a screw": ("plane", plane_under_a_screw),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_seen(name):
    check, edit = FAULTS[name]
    seen = {line.split(":")[0] for line in each(edit(), LIMITS)}
    assert check in seen if check else seen


def test_there_are_twenty_of_each_at_least():
    assert len(FAULTS) >= 20 and len(edits().harmless()) >= 20


@pytest.mark.parametrize("name", edits().harmless())
def test_a_harmless_edit_is_not(name):
    assert problems(edits().harmless()[name](), LIMITS) == []


def test_the_reader_counts_what_stands_in_the_file():
    text = (ROOT / BOARD_FILE).read_text(encoding="utf-8")
    assert counts(copper())["track"] == len(re.findall(r"^  \(segment", text, re.M))
    assert counts(copper())["via"] == len(re.findall(r"^  \(via", text, re.M))
    assert isinstance(copper(), Copper)
