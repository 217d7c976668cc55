"""The pinout and the test points follow machine.toml and agree with the netlist."""

import copy
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.model import circuit_of
from hardware.model import load as load_circuit
from hardware.sheets.pinout import KINDS, pinout, rows
from hardware.sheets.testpoints import places
from hardware.sheets.testpoints import testpoints as page
from tools.make.generate.errors import SourceError
from tools.make.generate.read.machine import MACHINE_FILE, load

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def machine():
    """The project's machine."""
    return load(ROOT)


def bent(machine, *path, value):
    """The machine with one value changed, without touching the shared one."""
    data = copy.deepcopy(machine.data)
    row = data
    for key in path[:-1]:
        row = row[key]
    row[path[-1]] = value
    return replace(machine, data=data)


def test_all_forty_pins_agree_with_the_netlist(machine):
    pico = load_circuit(ROOT).parts["U1"]
    table = rows(machine)
    assert [row.number for row in table] == list(range(1, 41))
    for row in table:
        assert pico.names[str(row.number)] == row.label
        if row.net:
            assert pico.pins[str(row.number)] == row.net


def test_each_pin_shows_net_direction_function_use_and_connector(machine):
    svg = pinout(machine)
    assert (ROOT / "hardware/out/pinout.svg").read_text(encoding="utf-8") == svg
    for name, row in machine.data["pins"].items():
        line = re.search(rf">({name.upper()} · [^<]*)<", svg).group(1)
        assert row["function"] in line and row["dir"] in line
        assert f">{row['use']}<" in svg
    assert "UART0_TX · uart0.tx · out · to J41.1" in svg
    assert "EMIT_EN · gpio · out · to J30.2 and 4 more" in svg


def test_kinds_differ_in_shape_and_in_colour():
    assert len({colour for colour, _ in KINDS.values()}) == len(KINDS)
    assert len({corners for _, corners in KINDS.values()}) == len(KINDS)


def test_a_moved_pin_moves_on_the_drawing(machine):
    moved = bent(machine, "pins", "zc", "gp", value=14)
    moved = bent(moved, "pins", "lmot_fb", "gp", value=13)
    by_label = {row.label: row.net for row in rows(moved)}
    assert by_label["GP14"] == "ZC" and by_label["GP13"] == "LMOT_FB"
    assert pinout(moved) != pinout(machine)


def test_a_gp_that_the_board_has_not_is_named(machine):
    with pytest.raises(SourceError) as caught:
        rows(bent(machine, "pins", "zc", "gp", value=23))
    assert str(caught.value) == (f"{MACHINE_FILE}: pins.zc: a Pico has no GP23 on its edge; "
                                 "nearest: GP22")


def page_of(machine, circuit):
    """The page, with the board as it is."""
    return page(machine, circuit, places(load_circuit(ROOT), ROOT))


def test_every_test_point_has_its_volts(machine):
    text = page_of(machine, load_circuit(ROOT))
    assert (ROOT / "hardware/out/testpoints.md").read_text(encoding="utf-8") == text
    for ref, row in machine.data["testpoints"].items():
        line = next(its for its in text.splitlines() if its.startswith(f"| {ref} |"))
        assert f"`{row['net']}`" in line and row["when"] in line
    assert re.search(r"\| TP4 \| `\+5V` \| \w+ \| \d+, \d+ \| mains on \| 4.75 ... 5.25 V", text)
    changed = bent(machine, "testpoints", "TP4", "max_mv", "value", value=5100)
    assert "4.75 ... 5.10 V" in page_of(changed, load_circuit(ROOT))


def test_a_test_point_on_another_net_is_named(machine):
    circuit = load_circuit(ROOT)
    parts = dict(circuit.parts)
    parts["TP4"] = replace(parts["TP4"], pins={"1": "+3V3"})
    with pytest.raises(SourceError) as caught:
        page_of(machine, circuit_of(parts))
    assert str(caught.value) == (f"{MACHINE_FILE}: testpoints.TP4 is on +5V, but in the circuit "
                                 "it is on +3V3")
    del parts["TP4"]
    with pytest.raises(SourceError, match="but in the circuit it is not there"):
        page_of(machine, circuit_of(parts))
