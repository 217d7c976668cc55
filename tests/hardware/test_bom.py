"""The bill of materials: complete, orderable, and counted for both machines."""

import csv
from pathlib import Path

import pytest

from hardware import model
from hardware.blocks.bom import BOM_FILE, bom, columns
from hardware.blocks.design import Design
from hardware.blocks.mistakes import CircuitError
from hardware.lib import part_type
from hardware.lib.passive import capacitor, farads, ohms, resistor

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def rows():
    with (ROOT / BOM_FILE).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def its():
    return model.load(ROOT)


def find(rows, number):
    found = [row for row in rows if row["manufacturer_part_number"] == number]
    assert len(found) == 1, number
    return found[0]


def test_the_columns(rows):
    assert tuple(rows[0]) == columns(Design(ROOT))


def test_every_row_has_a_number_or_says_what_to_look_for(rows):
    for row in rows:
        assert row["manufacturer_part_number"] or row["check_datasheet"], row
        assert int(row["quantity"]) >= max(int(row["four_port"]), int(row["single_port"])) >= 0
        assert int(row["quantity"]) > 0 and row["references"], row


def test_every_part_of_the_circuit_is_bought_once(rows, its):
    board = [row for row in rows if row["footprint"]]
    bought = [ref for row in board for ref in row["references"].split()]
    assert sorted(bought) == sorted(its.parts)
    for row in board:
        assert int(row["quantity"]) == len(row["references"].split()), row
        for ref in row["references"].split():
            assert its.parts[ref].mpn == row["manufacturer_part_number"]
            assert its.parts[ref].group == row["group"]


def test_rows_are_sorted_and_none_is_there_twice(rows):
    keys = [tuple(row[name] for name in ("group", "manufacturer_part_number", "value",
                                         "substitute", "check_datasheet", "footprint"))
            for row in rows]
    assert keys == sorted(set(keys))


def test_each_machine_gets_the_channels_of_its_motors(rows):
    design = Design(ROOT)
    for machine in design.wirings:
        motors = [m for m in design.motors() if machine in design.having("motors", m.name)]
        assert int(find(rows, "IL4208-X006")[machine]) == len(motors)
        assert int(find(rows, "RT214012")[machine]) == sum(m.reversible for m in motors)


def test_each_machine_gets_its_sensors(rows):
    design = Design(ROOT)
    lines = {name: len(row["lines"]) for name, row in design.data["machines"].items()
             if name in design.wirings}
    for machine, count in lines.items():
        assert int(find(rows, "ITR9608")[machine]) == 2 * count  # park and mid
    rule = next(row for row in rows if row["value"].startswith("BCD"))
    assert rule["quantity"] == "1" and rule["references"] == "rule0 rule1 rule2 rule3"


def test_a_part_without_a_number_would_be_seen(its):
    first = its.parts["U2"]
    text = bom(model.circuit_of({"U2": model.Part(**{**vars(first), "mpn": ""})}), Design(ROOT))
    row = next(row for row in csv.DictReader(text.splitlines()) if row["references"] == "U2")
    assert row["manufacturer_part_number"] == row["check_datasheet"] == ""


@pytest.mark.parametrize("value, number, other", [
    ("4k7", "RC0805FR-074K7L", "CRCW08054K70FKEA"),
    ("560", "RC0805FR-07560RL", "CRCW0805560RFKEA"),
    ("100k", "RC0805FR-07100KL", "CRCW0805100KFKEA"),
    ("32k4", "RC0805FR-0732K4L", "CRCW080532K4FKEA"),
])  # fmt: skip
def test_a_resistors_number_follows_from_its_value(value, number, other):
    assert (resistor("R", value).mpn, resistor("R", value).substitute) == (number, other)


def test_a_resistor_below_one_ohm_is_of_the_series_that_has_it():
    its = resistor("R_LOW", "0R33")
    assert (its.mpn, its.substitute) == ("RL1206FR-070R33L", "ERJ-8RQFR33V")
    with pytest.raises(KeyError, match="R of 0R33: R is not made below 1 ohm; use R_LOW"):
        resistor("R", "0R33")
    with pytest.raises(KeyError, match="R_LOW of 47: it ends at 1 ohm; use R"):
        resistor("R_LOW", "47")


def test_one_watt_resistors_count_digits_and_zeros():
    numbers = {value: resistor("R_1W", value).mpn for value in ("100", "360", "47k", "470k")}
    assert numbers == {"100": "PR01000101000JR500", "360": "PR01000103600JR500",
                       "47k": "PR01000104702JR500", "470k": "PR01000104703JR500"}


def test_values_as_numbers():
    assert [ohms(text) for text in ("560", "100R", "4k7", "0R33", "1M")] == [
        560, 100, 4700, 0.33, 1e6]
    assert [farads(text) for text in ("10n", "2u2", "3300u 25V")] == [1e-8, 2.2e-6, 3.3e-3]
    with pytest.raises(ValueError, match="3k3 is no capacitance; write 100n, 2u2 or 10u"):
        farads("3k3")
    with pytest.raises(KeyError, match="no capacitor of 7n; there are|no capacitor of 7n in"):
        capacitor("7n")
    assert part_type("C", "100n").mpn == "CC0805KRX7R9BB104"


def test_a_sensor_that_nobody_sells_is_told_with_the_nearest(its, monkeypatch):
    design = Design(ROOT)
    monkeypatch.setitem(design.data["signals"]["inlet"], "part", "TCRT500 reflective")
    with pytest.raises(CircuitError) as told:
        bom(its, design)
    assert "signals.inlet.part begins with TCRT500" in str(told.value)
    assert "nearest: TCRT5000" in str(told.value)
