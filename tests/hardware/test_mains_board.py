"""The mains board: one tile sixteen times; clean by our check and KiCad's; faults are seen."""

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hardware.blocks.link import MAINS
from hardware.board.domains import Side
from hardware.board.layout import LayoutError
from hardware.copper.read import copper_of
from hardware.copper.whole import Limits, each, problems
from hardware.mains import build, outline
from hardware.mains.board import BOARD_FILE, PROJECT_FILE, RULES_FILE, layout
from hardware.mains.distances import wanted
from hardware.mains.place import channels, mains_copper
from hardware.mains.routing import FILE, committed, job
from hardware.model import circuit_of, load
from hardware.route.answer import StaleRouting, question
from tests.hardware.board_reader import pad_nets
from tests.hardware.copper_edits import DRC, Edits, shifted, track, via
from tests.hardware.tools import KICAD_PYTHON, needs

ROOT = Path(__file__).resolve().parents[2]


@cache
def its():
    return layout(ROOT)


@cache
def limits():
    return Limits(wanted(its().circuit, its().sides), 8.0, outline.EDGE_TO_COPPER, 0.25, 0.25,
                  outline.TRACK, outline.BAND_AREAS)


@cache
def copper():
    return copper_of((ROOT / BOARD_FILE).read_text(encoding="utf-8"))


def edits():
    return Edits(copper())


# ----------------------------------------------------------------------------- the real board
def test_files_are_fresh():
    for path, content in build(ROOT).items():
        assert (ROOT / path).read_text(encoding="utf-8") == content, f"{path} is stale"


def test_every_pad_is_on_the_net_of_the_circuit():
    want = {(ref, pin): net for ref, part in its().circuit.parts.items()
            for pin, net in part.pins.items()}
    assert pad_nets((ROOT / BOARD_FILE).read_text(encoding="utf-8")) == want


def test_copper_is_clean_and_nothing_is_open():
    assert problems(copper(), limits()) == []


def test_kicad_finds_nothing(tmp_path):
    needs("pcbnew")
    for path in (BOARD_FILE, PROJECT_FILE, RULES_FILE):
        shutil.copy(ROOT / path, tmp_path)
    report = tmp_path / "drc.txt"
    run = subprocess.run([KICAD_PYTHON, "-c", DRC, str(tmp_path / Path(BOARD_FILE).name),
                          str(report)], capture_output=True, text=True, check=True)
    said = report.read_text(encoding="utf-8")
    assert Counter(re.findall(r"^\[(\w+)\]", said, re.M)) == Counter(), said[:3000]
    assert run.stdout.splitlines()[-1] == "0"


def test_kicad_knows_the_pair_rules(tmp_path):
    """A mains track moved 2 mm towards SELV: KiCad's own check tells it by our rule's name."""
    needs("pcbnew")
    for path in (PROJECT_FILE, RULES_FILE):
        shutil.copy(ROOT / path, tmp_path)
    text = (ROOT / BOARD_FILE).read_text(encoding="utf-8")
    number = re.search(r'\(net (\d+) "L_SW"\)', text)[1]
    extra = (f'  (segment (start 128.2 70) (end 128.2 71) (width 1) (layer "B.Cu") (net {number})'
             " (tstamp 00000000-0000-0000-0000-000000000001))\n)\n")
    board = tmp_path / Path(BOARD_FILE).name
    board.write_text(text.rstrip()[:-1] + extra, encoding="utf-8")
    subprocess.run([KICAD_PYTHON, "-c", DRC, str(board), str(tmp_path / "drc.txt")],
                   capture_output=True, check=True)
    assert "line to SELV, reinforced" in (tmp_path / "drc.txt").read_text(encoding="utf-8")


# ----------------------------------------------------------------------------- the tile
def test_sixteen_channels_are_one_tile():
    """Each channel's parts and copper lie about its middle as those of any other."""
    every = list(channels(its().circuit))
    assert sorted(channel.number for channel in every) == list(range(1, 17))
    seen = set()
    for channel in every:
        back = -1 if channel.frame.half_turn else 1
        own = {}
        for name, ref in channel.refs.items():
            if name not in ("J", "K"):
                part = its().placed[ref]
                own[name] = (round(back * (part.x - channel.frame.x), 3),
                             round(back * (part.y - channel.frame.y), 3),
                             (part.turned - 180 * channel.frame.half_turn) % 360)
        seen.add(tuple(sorted(own.items())))
    assert len(seen) == 1


def test_seven_motors_have_their_relay_beside_them():
    assert sum(channel.reversible for channel in channels(its().circuit)) == 7


def test_every_live_net_is_drawn_by_hand_and_every_selv_net_by_the_router():
    live = {part.net for part in mains_copper(its().circuit).segments}
    assert {its().sides[net] for net in live} == {Side.LINE, Side.NEUTRAL, Side.PE}
    assert {its().sides[part.net] for part in committed(its(), ROOT).segments} == {Side.SELV}


# ----------------------------------------------------------------------------- stale, bad input
def test_an_edit_of_the_circuit_makes_the_routing_stale():
    circuit = load(ROOT)
    wrong = replace(circuit.parts["R101"], pins={"1": "+12V", "2": "DRUM_AN"})
    other = layout(ROOT, circuit_of({**circuit.parts, "R101": wrong}))
    with pytest.raises(StaleRouting, match="mains.routing was routed from another circuit"):
        committed(other, ROOT)


def test_a_part_that_no_table_places_is_named():
    circuit = load(ROOT)
    more = replace(circuit.parts["RV1"])
    with pytest.raises(LayoutError, match="not placed on the mains board: RV9; add them in"):
        layout(ROOT, circuit_of({**circuit.parts, "RV9": more}))


def test_the_router_never_sees_the_mains():
    nets = {land.net for land in job(its()).lands if land.net}
    assert {its().sides[net] for net in nets} == {Side.SELV}
    assert question(job(its())) == FILE.committed(ROOT)[0]
    assert MAINS in {land.name.split(".")[0] for land in job(its()).lands}


# ----------------------------------------------------------------------------- faults in copper
def live(item):
    return its().sides.get(item.net) in (Side.LINE, Side.NEUTRAL)


def towards_selv(seed):
    """A mains track that is moved into the band."""
    item = edits().chosen("track", seed, lambda i: live(i) and i.box.x1 < 80)
    return edits().with_items(shifted(item, 75 - item.box.x1, 0), without=[item])


def over_a_slot(ref, net):
    slot = its().placed[ref].slot
    x, y = slot.centre
    return edits().with_items(track(x - 3, y, x + 3, y, net, "B.Cu", 0.5))


def beside(net, other, by, layer="B.Cu"):
    """A second track of `other`, `by` mm from the edge of the longest track of `net`."""
    item = max((i for i in copper().items if i.net == net and i.name.startswith("track")),
               key=lambda i: i.box.height)
    x, y = item.box.x1 + by + 0.25, item.box.centre[1]
    return edits().with_items(track(x, y, x, y + 1, other, layer, 0.5))


FAULTS = {  # title -> the check that sees it, the edit
    **{f"a track over the slot of {ref}": ("band", lambda ref=ref, net=net: over_a_slot(ref, net))
       for ref, net in (("OK1", ""), ("K1", "GND"), ("T1", "CT_A"), ("K2", "12V_LOOP"),
                        ("OK17", "L_SW"))},
    **{f"a via in the band {n}": ("band", lambda at=at: edits().with_items(via(*at)))
       for n, at in enumerate(((74, 60), (131, 150), (100, 20), (72, 200)))},
    **{f"a mains track in the band {n}": ("band", lambda n=n: towards_selv(n)) for n in range(3)},
    "earth near neutral": ("distance", lambda: beside("N_MOT", "PE", 2.0)),
    "line near neutral": ("distance", lambda: beside("N_MOT", "L_MOT_A", 2.5)),
    "the open triac's sides near": ("distance", lambda: beside("L_MOT_A", "DRUM_SW", 2.0)),
    "the open contactor's sides near": ("distance", lambda: beside("L_MOT", "L_SW", 2.0)),
    "two windings near": ("distance", lambda: beside("DRUM_A", "DRUM_B", 4.0, "F.Cu")),
    "two fuses near": ("distance", lambda: beside("L_FUSE_B", "L_FUSE_A", 2.0, "F.Cu")),
    "the neutral bar cut": ("open", lambda: edits().cut_net(1, "N_MOT")),
    "the earth bar cut": ("open", lambda: edits().cut_net(1, "PE")),
    "a gate without its track": ("open", lambda: edits().cut_net(1, "HEAD_A_GATE")),
    "a coil without its track": ("open", lambda: edits().cut_net(1, "DIR_HATCH_COIL")),
    "a bus over the edge": ("edge", lambda: edits().with_items(
        track(0.3, 50, 0.3, 60, "PE", "F.Cu", 0.5))),
    "a neutral bar too wide": ("edge", lambda: edits().wider(1, "N_MOT", 4.5)),
    "a track under a screw": ("edge", lambda: edits().with_items(
        track(20.3, 13, 21, 13, "N_MOT", "B.Cu"))),
    "a SELV track exchanged": ("distance", lambda: edits().moved_net(3, ("GND", "+12V"))),
}


def test_there_are_twenty_of_each_at_least():
    assert len(FAULTS) >= 20 and len(edits().harmless()) >= 20


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_seen(name):
    check, edit = FAULTS[name]
    assert check in {line.split(":")[0] for line in each(edit(), limits())}


@pytest.mark.parametrize("name", edits().harmless())
def test_a_harmless_edit_is_not(name):
    assert problems(edits().harmless()[name](), limits()) == []
