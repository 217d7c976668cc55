"""The logic board: split, routed, fresh; its copper is clean, and faults put into it are seen."""

import random
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hardware.board.domains import Side, sides
from hardware.copper.read import Copper, copper_of
from hardware.copper.shapes import Item
from hardware.copper.whole import Limits, each, problems
from hardware.logic import build, outline
from hardware.logic.board import BOARD_FILE, PROJECT_FILE, layout
from hardware.logic.routing import StaleRouting, committed, from_text
from hardware.logic.split import LOGIC, crossing_nets, link_pins, on_mains
from hardware.model import circuit_of, load
from tests.hardware.board_reader import pad_nets
from tests.hardware.tools import KICAD_PYTHON, needs
from tools.make.generate.read import machine

ROOT = Path(__file__).resolve().parents[2]
LIMITS = Limits(lambda one, two: outline.SPACE, outline.SPACE, outline.EDGE_TO_COPPER,
                outline.SPACE, 0.25, outline.TRACK)
DRC = """
import sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
board.BuildConnectivity()
pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)
print(board.GetConnectivity().GetUnconnectedCount())
"""


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
    assert {ref for ref, part in circuit.parts.items() if part.on_board} - mains - here == \
        {ref for ref, part in circuit.parts.items() if part.kind == "mounting_hole"} - mains
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
        from_text("asked x\ntrack A 0\n")


# ----------------------------------------------------------------------------- faults in copper
def track(x0, y0, x1, y1, net="no_such_net", layer="F.Cu", width=0.2):
    return Item(f"track {net}", net, frozenset({layer}), ((x0, y0), (x1, y1)), width / 2)


def with_items(*more, without=()):
    kept = [item for item in copper().items if item not in without]
    return replace(copper(), items=[*kept, *more])


def chosen(kind, seed, only=lambda item: True):
    """An item of this kind, the same at every run."""
    found = [item for item in copper().items if item.name.startswith(kind) and only(item)]
    return random.Random(seed).choice(found)


def long(item):
    return item.box.width + item.box.height > 2


def near_pad(seed):
    x, y = chosen("R", seed).box.centre
    return with_items(track(x, y, x + 0.1, y))


def shifted(item, dx, dy):
    return replace(item, core=tuple((x + dx, y + dy) for x, y in item.core))


def moved_net(seed):
    item = chosen("track", seed, long)
    return with_items(replace(item, net="GND" if item.net != "GND" else "+5V"), without=[item])


def moved_via(seed):
    item = chosen("via", seed)
    return with_items(shifted(item, 1.5, 0.7), without=[item])


def cut_net(seed):
    net = chosen("track", seed, lambda item: long(item) and item.net.startswith("IN_")).net
    return with_items(without=[item for item in copper().items
                               if item.net == net and item.name.startswith("track")])


def wide_track(seed):
    item = chosen("track", seed, lambda item: item.net.startswith("SR_") and long(item))
    return with_items(replace(item, radius=1.2), without=[item])


def plane_over(layer):
    fills = [(net, its_layer, ((1, 1), (150, 1), (150, 120), (1, 120)) if its_layer == layer
              else ring) for net, its_layer, ring in copper().fills]
    return replace(copper(), fills=fills)


FAULTS = {
    **{f"a track over a pad {n}": lambda n=n: near_pad(n) for n in range(4)},
    **{f"a track's net exchanged {n}": lambda n=n: moved_net(n) for n in range(3)},
    **{f"a via moved {n}": lambda n=n: moved_via(n) for n in range(3)},
    **{f"a net without tracks {n}": lambda n=n: cut_net(n) for n in range(3)},
    "a track too wide": lambda: wide_track(1),
    "a ground plane without holes": lambda: plane_over("In1.Cu"),
    "a power plane without holes": lambda: plane_over("In2.Cu"),
    "a track over the edge": lambda: with_items(track(90, 125.9, 95, 125.9)),
    "a track too thin": lambda: with_items(track(3, 115, 4, 115, "GND", width=0.1)),
    "a track under a screw": lambda: with_items(track(4.5, 4.5, 6, 4.5, layer="B.Cu")),
    "no ground plane": lambda: replace(copper(), fills=[f for f in copper().fills
                                                        if f[0] != "GND"]),
}


def test_twenty_faults():
    assert len(FAULTS) == 20


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_seen(name):
    assert next(each(FAULTS[name](), LIMITS), "")


def halves(seed):
    item = chosen("track", seed, long)
    (ax, ay), (bx, by) = item.core
    middle = ((ax + bx) / 2, (ay + by) / 2)
    return with_items(replace(item, core=((ax, ay), middle)),
                      replace(item, core=(middle, (bx, by))), without=[item])


def twice(seed):
    return with_items(chosen("track", seed))


def turned_round(seed):
    item = chosen("track", seed, long)
    return with_items(replace(item, core=item.core[::-1]), without=[item])


def narrower(seed):
    item = chosen("track", seed, lambda item: item.radius > 0.3)
    return with_items(replace(item, radius=0.1), without=[item])


HARMLESS = {
    **{f"a track in two halves {n}": lambda n=n: halves(n) for n in range(6)},
    **{f"a track laid twice {n}": lambda n=n: twice(n) for n in range(5)},
    **{f"a track turned round {n}": lambda n=n: turned_round(n) for n in range(4)},
    **{f"a supply's track narrower {n}": lambda n=n: narrower(n) for n in range(3)},
    "items in another order": lambda: replace(copper(), items=copper().items[::-1]),
    "a smaller bare hole": lambda: replace(copper(), holes=[(at, r / 2)
                                                            for at, r in copper().holes]),
}


def test_twenty_harmless_edits():
    assert len(HARMLESS) == 20


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_edit_is_not(name):
    assert problems(HARMLESS[name](), LIMITS) == []


def test_the_reader_counts_what_stands_in_the_file():
    text = (ROOT / BOARD_FILE).read_text(encoding="utf-8")
    kinds = Counter(item.name.split()[0] for item in copper().items)
    assert kinds["track"] == len(re.findall(r"^  \(segment", text, re.M))
    assert kinds["via"] == len(re.findall(r"^  \(via", text, re.M))
    assert isinstance(copper(), Copper)
