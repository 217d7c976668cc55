"""The harness follows machine.toml: files, drawings and wire lists of both machines."""

import copy
import csv
import html
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from hardware import model
from hardware.harness import FOLDER, build, sources
from hardware.harness.groups import drawings
from hardware.harness.render import CannotDraw, draw, graphs_of
from hardware.harness.tails import tail_list
from hardware.harness.wires import positions, wires_of
from hardware.lib.connectors import housing
from hardware.modules import wiring
from hardware.safety import hand_tables
from tools.make.generate.errors import SourceError
from tools.make.generate.read.machine import MACHINE_FILE, load

ROOT = Path(__file__).resolve().parents[2]
PLAN = load(ROOT)
CIRCUIT = model.load(ROOT)


def edited(tmp_path, *changes):
    """A root whose machine.toml has these texts replaced."""
    text = (ROOT / MACHINE_FILE).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    target = tmp_path / MACHINE_FILE
    target.parent.mkdir(parents=True)
    target.write_text(text, encoding="utf-8")
    return tmp_path


def words(svg):
    """The words of a drawing."""
    return [html.unescape(w).strip() for w in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def rows(files, machine):
    """The wire list of a machine."""
    return list(csv.DictReader(files[f"{FOLDER}/{machine}_wires.csv"].splitlines()))


@pytest.fixture(scope="module")
def built():
    """The harness of the project, drawn once."""
    return build(ROOT)


def test_harness_is_what_is_committed(built):
    for path, text in built.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, f"{path}: run `make hardware`"


def test_every_wire_of_both_machines_is_on_its_drawing(built):
    for machine in ("four_port", "single_port"):
        for row in rows(built, machine):
            svg = built[f"{FOLDER}/{machine}_{row['drawing']}.svg"]
            have = words(svg)
            assert f"{row['from']}:{row['position']}:{row['net']}" in have
            assert row["to"].replace(".", ":") in have
            assert any(word.endswith(f":{row['colour']}") for word in have)
            assert f"{row['length_mm']}.0 mm" in have
            assert f"{row['gauge_awg']} AWG" in have


def test_every_wire_of_machine_toml_is_in_a_list(built):
    table = load(ROOT).data["connectors"]
    want = {(row["ref"], w["pin"], w["to"]) for row in table.values()
            for w in row["cable"]["wires"]}
    have = {(row["from"], int(row["pin"]), row["to"])
            for machine in ("four_port", "single_port") for row in rows(built, machine)}
    assert have == want


def test_a_machine_has_only_its_own_cables(built):
    four = {row["from"] for row in rows(built, "four_port")}
    single = {row["from"] for row in rows(built, "single_port")}
    assert four - single == {"J15", "J16", "J17", "J21", "J22", "J23"}
    assert single - four == {"J13"}


def test_a_sensor_that_is_not_fitted_has_no_wire(built):
    side_b = {row["net"] for row in rows(built, "single_port") if row["from"] == "J31"}
    assert side_b == {"+5V", "EMIT", "GND", "lift_up_b", "lift_dn_b"}
    assert "chain_zero" not in {row["net"] for row in rows(built, "four_port")}


def test_every_sensor_has_its_tail(built):
    text = built[f"{FOLDER}/four_port_tails.csv"]
    tails = [tuple(row.values())[1:] for row in csv.DictReader(text.splitlines())]
    assert [row for row in tails if row[0] == "S_CNT_B"] == [
        ("S_CNT_B", "ITR20001 reflective, LM393 on the board", f"RAIL_B.{end}")
        for end in ("EMIT", "0V")]
    assert ("S_LIFT_UP_A", "SS-01GL micro-switch", "RAIL_A.0V_SWITCHES") in tails
    assert {row[0] for row in tails} >= {row["to"].partition(".")[0]
                                         for row in rows(built, "four_port")
                                         if row["to"].startswith(("S_", "KEY_"))}
    assert "tail to RAIL_A.0V_SWITCHES" in words(built[f"{FOLDER}/four_port_side_a.svg"])


def test_a_sensor_that_draws_more_gets_another_tail():
    machine = load(ROOT)
    data = copy.deepcopy(machine.data)
    data["sensors"]["hall"]["emitter_ma"]["value"] = 9
    other = replace(machine, data=data)
    groups = drawings(other, "four_port")
    line = "S_DRUM_ROT,DRV5023 hall,RAIL_CENTRE.EMIT"
    assert line in tail_list(other, "four_port", groups)
    assert line not in tail_list(machine, "four_port", groups)


def test_colour_length_and_pin_follow_machine_toml(built, tmp_path):
    root = edited(
        tmp_path, ('"GND", "cnt_a", "park_a"', '"GND", "park_a", "cnt_a"'),
        ('colour = "BK", to = "M_DRUM.A"', 'colour = "VT", to = "M_DRUM.A"'),
        ("length_mm = { value = 700,", "length_mm = { value = 777,"))
    files = sources(root)
    text = files[f"{FOLDER}/four_port_motors.yml"]
    svg = draw(ROOT, {"motors": text})["motors"]
    assert '"VT", "BN", "BU", "GNYE"' in text
    assert {"1:VT", "777.0 mm"} <= set(words(svg))
    assert built[f"{FOLDER}/four_port_motors.svg"] != svg
    changed = [row for row in rows(files, "four_port") if row not in rows(built, "four_port")]
    assert {(r["from"], r["pin"], r["net"]) for r in changed if r["from"] == "J30"} >= {
        ("J30", "4", "park_a"), ("J30", "5", "cnt_a")}
    assert {r["length_mm"] for r in changed if r["from"] == "J10"} == {"777"}


def test_the_graph_needs_no_program_of_the_system(built, monkeypatch, tmp_path):
    name = "single_port_loop"
    monkeypatch.setenv("PATH", str(tmp_path))
    drawn = draw(ROOT, {name: built[f"{FOLDER}/{name}.yml"]})
    assert drawn[name] == built[f"{FOLDER}/{name}.svg"]


def test_drawings_name_no_computer_and_no_day(built):
    for path, text in built.items():
        assert str(ROOT) not in text and "/tmp" not in text, path
        assert not re.search(r"\b20\d\d-\d\d-\d\d\b", text), path


def test_each_connector_is_on_one_drawing_of_a_machine():
    machine = load(ROOT)
    for name, count in (("four_port", 30), ("single_port", 25)):
        placed = [c for group in drawings(machine, name) for c in group.connectors]
        assert len(placed) == len(set(placed)) == count
    assert positions({"pins": ["a", "b"]}) == [1, 2]
    assert positions({"pins": ["a", "b"], "positions": [1, 3]}) == [1, 3]


def test_a_connector_on_no_drawing_is_named():
    machine = load(ROOT)
    table = machine.data["connectors"]
    data = {**machine.data, "connectors": {**table, "spare": table["loop"]}}
    with pytest.raises(SourceError) as caught:
        drawings(replace(machine, data=data), "four_port")
    assert str(caught.value) == (
        "hardware/machine.toml: connectors.spare is on no harness drawing; add it to PLACES in "
        "hardware/harness/groups.py")


def test_what_wireviz_refuses_is_said():
    text = 'connectors:\n  J1:\n    pins: [1, 2]\n  X:\n    pins: [1]\ncables:\n  W1:\n' \
           '    wirecount: 1\nconnections:\n  - - J1: [3]\n    - W1: [1]\n    - X: [1]\n'
    with pytest.raises(CannotDraw, match="WireViz refuses bad: .*J1:3 not found"):
        graphs_of({"bad": text})


def test_what_the_renderer_refuses_is_said(monkeypatch):
    monkeypatch.setattr("hardware.harness.render.graphs_of", lambda texts: {"x": "graph { a -- "})
    with pytest.raises(CannotDraw, match="render_graphs.mjs failed: x: the graph cannot be drawn"):
        draw(ROOT, {"x": ""})


def test_a_missing_node_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CannotDraw, match="node is missing, .*`make setup` gets it"):
        draw(tmp_path, {})


def test_a_missing_wireviz_is_said(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(CannotDraw, match="WireViz is missing, .*`make hardware` gets it"):
        graphs_of({})


def test_pages_sheet_and_harness_agree_on_plug_positions():
    """Pin and housing's contact differ on VH; a mix-up there is PE against N."""
    sheet = html.unescape(re.sub(r"<[^>]+>", "", (ROOT / "hardware/out/sheets/15_connectors.svg")
                                 .read_text(encoding="utf-8")))
    old, modules = hand_tables.retrofit(ROOT)["old_motors"], {
        row[0]: row[-1] for row in wiring.motors(PLAN)}
    wires = {(wire.ref, wire.pin): wire.position for name in PLAN.names
             for wire in wires_of(PLAN, name, PLAN.data["connectors"])}
    seen = 0
    for name, row in PLAN.data["connectors"].items():
        if row["family"] != "VH":
            assert "positions" not in row
            continue
        assert row["positions"] == housing(CIRCUIT.parts[row["ref"]].mpn)
        for pin, (net, place) in enumerate(zip(row["pins"], row["positions"], strict=True), 1):
            said = f"{pin} (position {2 * pin - 1})"
            assert place == 2 * pin - 1 == wires[row["ref"], pin]
            assert f"{said} {net}" in next(line for line in old.splitlines()
                                           if line.startswith(f"| {name} |"))
            assert f"{said} {net}" in sheet
            far = next(wire for wire in row["cable"]["wires"] if wire["pin"] == pin)
            assert f"{said} {far['to']} {far['colour']}" in modules[name]
            seen += net == "N_MOT"
    assert seen == 16


def test_a_header_with_other_contacts():
    assert housing("B5P-VH") == [1, 3, 5]
    assert housing("MSTBA 2,5/ 3-G-5,08 (1757255)") == housing("B4B-XH-A") == []
