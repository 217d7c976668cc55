"""Faults that a review found in the circuit by the parts' data sheets: each stays mended."""

import csv
import math
import re
from pathlib import Path

import pytest

from hardware import model
from hardware.blocks.design import Design
from hardware.board.landpatterns import PATTERNS
from hardware.lib.passive import ohms
from hardware.rules.ratings import BODIES
from tests.hardware.tools import KICAD, needs

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)


def test_the_supervisor_has_the_pins_of_its_sr_package():
    """APX803L-29SR-7: 1 = RESET#, 2 = GND, 3 = VCC (Diodes APX803/D, SOT23 SR package; quoted)."""
    assert CIRCUIT.parts["U27"].pins == {"1": "RUN", "2": "GND", "3": "+3V3"}


def kicad_holes(path):
    """Pad -> place and drill of a through-hole footprint of KiCad's own library, in mm."""
    text = (KICAD / path).read_text(encoding="utf-8")
    found = re.findall(r'\(pad "(\w+)" thru_hole \w+ \(at (\S+) ([^\s)]+)[^)]*\)'
                       r' \(size [^)]*\) \(drill (\S+)\)', text)
    assert len(found) == text.count("(pad "), path
    return sorted((pad, float(x), float(y), float(drill)) for pad, x, y, drill in found)


def test_the_direction_relays_have_five_pins_and_five_holes():
    """RT214012 = 12 A, one pole, 5 mm (record: read); a 16 A RT314012 has eight pins."""
    relays = CIRCUIT.of_kind("relay_spdt")
    assert {part.mpn for part in relays.values()} == {"RT214012"}
    assert {part.substitute for part in relays.values()} == {"40.51.9.012.0000"}
    ours = sorted((pad.name, pad.x, pad.y, pad.drill) for pad in PATTERNS["Relay_SPDT"].pads)
    assert len(ours) == 5
    needs("kicad-footprints")
    assert ours == kicad_holes("Relay_THT.pretty/Relay_SPDT_Schrack-RT1-FormC_RM5mm.kicad_mod")


def test_the_substitute_of_the_relays_goes_into_the_same_holes():
    needs("kicad-footprints")
    theirs = {pad: (x, y) for pad, x, y, _ in kicad_holes(
        "Relay_THT.pretty/Relay_SPDT_Finder_40.51.kicad_mod")}
    turned = {"A1": "A2", "A2": "A1"}  # its coil has no polarity: turned by half a turn of y
    for pad in PATTERNS["Relay_SPDT"].pads:
        x, y = theirs[turned.get(pad.name, pad.name)]
        assert math.dist((pad.x, pad.y), (x, y - 7.5)) <= 0.4, pad


E9_OHM, E9_A = 8200.0, 120e-6  # RP2350 erratum E9 (quoted): pulls of 8.2k or less win over 120 uA
LOW_V, HIGH_V, MOST_V = 0.8, 2.0, 3.2  # an input's levels at 3.3 V, and the lowest +3V3


def gpio_nets():
    u1 = CIRCUIT.parts["U1"]
    return {net for pin, net in u1.pins.items() if u1.names[pin].startswith("GP")}


def test_every_pull_down_of_a_gpio_is_strong_enough_for_erratum_e9():
    nets = gpio_nets()
    assert {"SAFE_FB", "ARM", "WD_KICK"} <= nets
    near = {net for part in CIRCUIT.of_kind("resistor").values() if ohms(part.value) <= 100
            and set(part.pins.values()) & nets for net in part.pins.values()} - {"GND"}
    downs = {ref: part for ref, part in CIRCUIT.of_kind("resistor").items()
             if "GND" in part.pins.values() and set(part.pins.values()) & (nets | near)}
    assert {"R2206", "R2218", "R2301", "R2706", "R2912", "R2914", "R2917"} <= set(downs)
    assert {ref: part.value for ref, part in downs.items() if ohms(part.value) > E9_OHM} == {}


def test_safe_fb_is_surely_high_and_surely_low():
    """10.5 to 13.2 V at the loop, 0.05 to 0.3 V in Q24, resistors of 1 %."""
    top, bottom = (ohms(CIRCUIT.parts[ref].value) for ref in ("R2217", "R2218"))
    least = (10.5 - 0.3) * bottom * 0.99 / (bottom * 0.99 + top * 1.01)
    most = (13.2 - 0.05) * bottom * 1.01 / (bottom * 1.01 + top * 0.99)
    assert least > HIGH_V + 0.3
    assert most < MOST_V
    assert E9_A * bottom * 1.01 < LOW_V


def wire_of(name):
    """Pull-up, its rail and its current with the contact closed; the level when it is open."""
    number = next(ref[2:] for ref, part in CIRCUIT.parts.items()
                  if re.fullmatch(r"R30\d\d", ref) and name in part.pins.values())[1:]
    up, series, down = (CIRCUIT.parts.get(f"R3{digit}{number}") for digit in "012")
    rail = next(net for net in up.pins.values() if net != name)
    return ohms(up.value), rail, ohms(series.value), ohms(down.value) if down else None


CONTACTS = [f"{stem}_{side}" for stem in ("lift_up", "lift_dn", "push_home") for side in "abcd"]
CONTACTS += ["hatch_up", "hatch_dn", "k1_mir"]


@pytest.mark.parametrize("name", CONTACTS)
def test_a_contact_is_wetted_with_what_its_maker_asks(name):
    """SS-01GL: 5 V, 1 mA (read); G7SA: the same (general knowledge). +5V is 4.75 to 5.25 V."""
    up, rail, series, down = wire_of(name)
    assert rail == "+5V"
    assert 4.75 / (up * 1.01) >= 1e-3
    least, most = (volts * down / (up + series + down) for volts in (4.75, 5.25))
    assert least * 0.985 > 0.7 * 3.4  # 74HC165: high from 0.7 of its supply
    assert most * 1.015 < 3.2


def test_no_switch_of_the_parts_list_is_one_for_large_loads():
    text = (ROOT / "hardware/out/bom.csv").read_text(encoding="utf-8")
    assert "SS-01GL" in text
    assert not re.search(r"SS-5GL[,\n]", text)


@pytest.mark.parametrize("name", ["park_a", "mid_d", "inlet_b", "jam_c", "chain_zero"])
def test_a_phototransistor_pulls_its_wire_low_with_what_is_guaranteed(name):
    """ITR9608: 0.5 mA at 20 mA (quoted); 220 R from 5 V give 17 mA, and the wire needs less."""
    up, rail, _, down = wire_of(name)
    assert rail == "+3V3" and down is None
    needs_a = 3.4 / (up * 0.99)
    assert needs_a * 1.2 < 0.5e-3 * 17 / 20


def test_the_beepers_resistors_bear_what_they_turn_into_heat():
    """MLT-8530 of 16 - 3 ohm at half duty, 5.25 V; each body half loaded at most."""
    refs = [ref for ref, part in CIRCUIT.of_kind("resistor").items()
            if set(part.pins.values()) == {"+5V", "BUZZ_HIGH"}]
    ohm = 1 / sum(1 / ohms(CIRCUIT.parts[ref].value) for ref in refs)
    total_w = (5.25 / (ohm + 13)) ** 2 * ohm / 2
    for ref in refs:
        part = CIRCUIT.parts[ref]
        assert total_w * ohm / ohms(part.value) <= BODIES[part.footprint][1] / 2


def bought():
    with (ROOT / "hardware/out/bom.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


NO_SUCH_PART = {  # numbers that the records found nowhere, or whose body or rating is another
    "RC0805FR-070R33L", "CRCW08050R33FKEA", "V14D471K", "FN9280-1-06", "DD12.1121.111",
    "B5P-VH(1,3,5)", "B7P-VH(1,3,5,7)", "LTV-814M", "RT314012", "G2RL-1-E DC12", "SS-5GL",
    "0001.1003", "0001.1007", "744821110", "B81123C1222M000", "LT6703CS5-3", "5011",
    "D2SW-P01L1H", "A3144", "64900001039"}


@pytest.mark.parametrize("number", sorted(NO_SUCH_PART))
def test_no_number_is_bought_that_its_makers_sheet_has_not_or_has_otherwise(number):
    for row in bought():
        assert number not in (row["manufacturer_part_number"], row["substitute"]), row


def test_every_emitter_gets_its_resistor():
    """The current of [sensors] follows from the resistor: 5 V less 1.2 V."""
    rows = {row["manufacturer_part_number"]: int(row["quantity"]) for row in bought()}
    emitters = sum(rows[number] for number in ("ITR20001/T", "ITR9608", "TCRT5000"))
    resistors = {name.rpartition("-")[2]: count for name, count in rows.items()
                 if name.startswith("MFR-25FBF52-")}
    assert emitters == sum(resistors.values()) == 22
    sensors = Design(ROOT).data["sensors"]
    for kind, value in (("counter", "270R"), ("reflective", "270R"), ("slot", "220R")):
        drawn = 3.8 / ohms(value) * 1000
        assert value in resistors
        assert sensors[kind]["emitter_ma"]["value"] == pytest.approx(drawn, abs=0.5)


def test_the_pico_gets_headers_for_its_sockets():
    rows = {row["manufacturer_part_number"]: row["quantity"] for row in bought()}
    assert rows["PREC020SAAN-RC"] == rows["PPPC201LFBN-RC"] == "2"


@pytest.mark.parametrize("side", "abcd")
def test_a_counting_sensors_wires_end_at_pins_that_it_has(side):
    """A bare ITR20001 has A, K, C and E."""
    wires = Design(ROOT).data["connectors"][f"side_{side}"]["cable"]["wires"]
    ends = [wire["to"] for wire in wires if wire["to"].startswith(f"S_CNT_{side.upper()}.")]
    assert ends == [f"S_CNT_{side.upper()}.C"]


def test_the_tie_of_0_v_to_pe_is_copper_that_carries_a_fault():
    tie = CIRCUIT.parts["JP4"]
    assert set(tie.pins.values()) == {"GND", "PE"} and not tie.mpn and "1.5 mm2" in tie.check
    assert min(pad.drill for pad in PATTERNS[tie.footprint.removeprefix("mj:")].pads) >= 1.5


def test_stop_has_a_second_channel_of_the_other_polarity():
    """J36.7 to 0 V through the button's second contact; open, it pulls WD_OK down by itself."""
    plug = CIRCUIT.parts["J36"].pins
    assert (plug["7"], plug["8"]) == ("STOP_2", "GND")
    up = next(p for p in CIRCUIT.of_kind("resistor").values()
              if set(p.pins.values()) == {"STOP_2", "+12V"})
    assert 10.5 / ohms(up.value) > 1e-3  # the contact's own milliampere, with much to spare
    q29 = CIRCUIT.parts["Q29"]
    base, ground, collector = (q29.pins[pin] for pin in "123")
    assert (ground, collector) == ("GND", "WD_OK")
    between = [ohms(p.value) for p in CIRCUIT.of_kind("resistor").values()
               if set(p.pins.values()) == {"STOP_2", base}]
    down = [ohms(p.value) for p in CIRCUIT.of_kind("resistor").values()
            if set(p.pins.values()) == {base, "GND"}]
    base_a = (10.5 - 0.8) / (ohms(up.value) + between[0]) - 0.8 / down[0]
    assert base_a * 10 > 3.4 / 10e3 + 3.4 / 4.7e3  # WD_OK's pull-up, and what D2420 may add
    rows = {row["manufacturer_part_number"] for row in bought()}
    assert {"XB5AS8442", "ZBE102"} <= rows


def test_the_bench_switch_lies_across_the_lids_contact_and_nothing_else():
    """Never across stop or the thermal contacts: hardware/safety/bench_switch.md."""
    connectors = Design(ROOT).data["connectors"]
    loop, bench = connectors["loop"]["pins"], connectors["bench"]["pins"]
    assert bench == loop[:2] == ["+12V", "LOOP_LID"]
    assert connectors["loop"]["cable"]["wires"][0]["to"] == "SW_LID.COM"
    on_lid = {ref for ref, _ in CIRCUIT.nets["LOOP_LID"]}
    plugs = set(CIRCUIT.of_kind("connector"))
    assert on_lid & plugs == {"J36", "J43"}
    for net in ("LOOP_STOP", "STOP_2", "12V_LOOP"):
        assert {ref for ref, _ in CIRCUIT.nets[net]} & plugs == {"J36"}, net
    assert set(CIRCUIT.parts["J43"].pins.values()) == {"+12V", "LOOP_LID"}
    families = [row["ref"] for row in connectors.values()
                if row["family"] == "LOOP" and len(row["pins"]) == 2]
    assert families == ["J43"]  # no other plug of two positions goes in
