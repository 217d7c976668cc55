"""The sheets say what the netlist says: every word read back, every part there, nothing hidden."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.model import circuit_of, load
from hardware.sheets import FOLDER, build
from hardware.sheets.crowding import crowded
from hardware.sheets.draw import draw
from hardware.sheets.plan import read_plan, read_plans
from hardware.sheets.symbols import layout
from hardware.sheets.tables import tables_of

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = re.compile(r"\b(?:C|D|F|FL|H|J|JP|K|L|LS|OK|PS|Q|R|RV|T|TP|U)\d+\b")


@pytest.fixture(scope="module")
def circuit():
    """The project's circuit."""
    return load(ROOT)


@pytest.fixture(scope="module")
def drawn(circuit):
    """Every sheet: plan and drawing."""
    return [(plan, draw(plan, circuit, tables_of(plan, circuit)))
            for plan in read_plans(ROOT, circuit)]


def words(svg):
    """The words of an SVG, as a reader of the file finds them."""
    return ["".join(node.itertext()).strip() for node in ET.fromstring(svg).iter()
            if node.tag.endswith("}text")]


def changed(circuit, ref, **what):
    """The circuit with one part changed."""
    parts = dict(circuit.parts)
    parts[ref] = replace(parts[ref], **what)
    return circuit_of(parts)


def sheet(circuit, name):
    """One sheet of the project, drawn from `circuit`."""
    path = next((ROOT / "hardware/sheets/plans").glob(f"*{name}.toml"))
    plan = read_plan(path.name, path.read_text(encoding="utf-8"), circuit)
    return draw(plan, circuit, tables_of(plan, circuit))


def test_sheets_are_what_is_committed(drawn):
    for plan, its in drawn:
        path = ROOT / FOLDER / f"{plan.name}.svg"
        assert path.read_text(encoding="utf-8") == its.svg, f"{path.name}: run `make hardware`"


def test_the_part_builds_exactly_what_is_committed(drawn, monkeypatch):
    by_name = {plan.name: its for plan, its in drawn}
    monkeypatch.setattr("hardware.sheets.draw", lambda plan, *_: by_name[plan.name])
    files = build(ROOT)
    assert {ROOT / path for path in files if path.startswith(FOLDER)} == set(
        (ROOT / FOLDER).iterdir())
    for path, text in files.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, f"{path}: run `make hardware`"


def test_every_reference_on_a_sheet_is_in_the_netlist(circuit, drawn):
    for plan, its in drawn:
        for word in words(its.svg):
            for ref in REFERENCE.findall(word):
                known = ref in circuit.parts or any(
                    ref in part.names.values() or ref in f"{part.value} {part.note}"
                    for part in circuit.parts.values())
                assert known, f"{plan.name}: {ref} in {word!r} is not in the netlist"


def test_each_part_of_a_plan_is_drawn_with_its_own_value(circuit, drawn):
    for plan, its in drawn:
        have = words(its.svg)
        for place in plan.places:
            at = have.index(place.ref)
            value, text = circuit.parts[place.ref].value, ""
            for word in have[at + 1:]:
                text = f"{text} {word}".strip()
                if text == value or not value.startswith(text):
                    break
            assert text == value, f"{plan.name}: {place.ref} is {value}, drawn as {text}"


def test_every_value_beside_a_reference_in_a_table_is_the_netlists(circuit, drawn):
    pairs = [pair for _, its in drawn for word in words(its.svg)
             for pair in re.findall(r"^([A-Z]+\d+) = (.+)$", word)]
    assert ("R3034", "1k") in pairs
    assert all(circuit.parts[ref].value == value for ref, value in pairs)


def test_every_part_of_the_netlist_is_on_a_sheet(circuit, drawn):
    shown = {ref for _, its in drawn for word in its.words
             if word.role in ("ref", "cell") for ref in REFERENCE.findall(word.text)}
    missing = [ref for ref, part in circuit.parts.items() if part.pins and ref not in shown]
    assert not missing, f"on no sheet: {', '.join(missing)}"


def test_no_connected_pin_of_a_drawn_part_is_left_out(circuit, drawn):
    shown = {(spot.ref, spot.pin) for plan, _ in drawn for place in plan.places
             for spot in layout(circuit.parts[place.ref], place)[0]}
    refs = {ref for ref, _ in shown}
    left = [f"{ref}.{pin}" for ref in sorted(refs) for pin in circuit.parts[ref].pins
            if (ref, pin) not in shown]
    assert not left, f"drawn without these pins: {', '.join(left)}"


def test_every_net_of_a_drawn_pin_is_named_or_wired_whole(circuit, drawn):
    """A pin whose net is neither named on its sheet nor complete there would hide a wire."""
    for plan, its in drawn:
        have = set(words(its.svg))
        spots = [spot for place in plan.places
                 for spot in layout(circuit.parts[place.ref], place)[0]]
        here = {(spot.ref, spot.pin) for spot in spots}
        for spot in spots:
            net = circuit.parts[spot.ref].pins.get(spot.pin)
            whole = net and all(pin in here for pin in circuit.nets[net])
            assert not net or net == "GND" or net in have or whole, (
                f"{plan.name}: {spot.ref}.{spot.pin} on {net}")


def test_no_word_lies_on_another_or_on_a_wire_or_part(drawn):
    for plan, its in drawn:
        assert not crowded(its), f"{plan.name}: {crowded(its)}"


def test_crowding_is_seen(circuit):
    text = 'title = "x"\n[parts]\nR101 = { at = [0, 0] }\nR2301 = { at = [0, 0.1] }\n'
    found = crowded(draw(read_plan("x.toml", text, circuit), circuit))
    assert any(line.startswith("R101 lies on R2301 at ") for line in found)
    text = ('title = "x"\n[parts]\nR101 = { at = [0, 0] }\n'
            'U25 = { at = [2.2, -1], left = ["VCC"] }\nR102 = { at = [3, 0.2] }\n')
    found = crowded(draw(read_plan("x.toml", text, circuit), circuit))
    assert any("lies on a part at" in line for line in found)
    text = ('title = "x"\nroutes = ["R2203.1 -| C2201.1"]\n[parts]\nR2203 = { at = [0, 0] }\n'
            'C2201 = { at = [-4, 3], turn = "down" }\nR101 = { at = [-5, 0.6] }\n')
    found = crowded(draw(read_plan("x.toml", text, circuit), circuit))
    assert "lies on the wire LOOP_OK" in "\n".join(found)


def test_a_changed_value_is_on_the_sheet(circuit):
    assert "33k" not in words(sheet(circuit, "watchdog").svg)
    assert "33k" in words(sheet(changed(circuit, "R2303", value="33k"), "watchdog").svg)
    assert "R203 = 390" in words(sheet(changed(circuit, "R203", value="390"), "channel").svg)


def test_a_changed_net_moves_the_wire(circuit):
    before = sheet(circuit, "watchdog")
    pins = {**circuit.parts["R2302"].pins, "2": "+5V"}
    after = sheet(changed(circuit, "R2302", pins=pins), "watchdog")
    assert "WD_SER" in {w.net for w in before.wires} and "+5V" not in words(before.svg)
    assert "WD_SER" not in {w.net for w in after.wires} and "+5V" in words(after.svg)


def test_drawing_twice_gives_the_same_bytes(circuit):
    assert sheet(circuit, "safety").svg == sheet(circuit, "safety").svg


def test_a_sheet_has_text_a_name_and_no_trace_of_its_computer(drawn):
    for plan, its in drawn:
        assert f"<title>{plan.title}</title>" in its.svg.replace("&amp;", "&")
        assert str(ROOT) not in its.svg and not re.search(r"\d\.\d{4}", its.svg)


def test_the_channel_table_traces_all_sixteen(circuit, drawn):
    have = words(next(its.svg for plan, its in drawn if plan.name.endswith("channel")))
    assert [word for word in have if re.fullmatch(r"\d+ [a-z_]+", word)] == [
        f"{n} {circuit.net(f'OK{n}', 'K').removesuffix('_LED').lower()}" for n in range(1, 17)]


@pytest.mark.parametrize(("text", "message"), [
    ("R2299 = { at = [0, 0] }", "plan.toml:3: unknown reference parts.R2299; nearest valid "
     "reference: R3229"),
    ("R101 = { ta = [0, 0] }", "plan.toml:3: unknown key parts.R101.ta; nearest valid key: at"),
    ("R101 = { turn = \"up\" }", "plan.toml:3: parts.R101 has no place: at = [x, y]"),
    ("R101 = { at = [0, 0], turn = \"rihgt\" }", 'plan.toml:3: parts.R101.turn = "rihgt" is no '
     "turn; nearest: right"),
    ("U25 = { at = [0, 0], left = [\"AA\"] }", "plan.toml:3: U25 has no pin AA; nearest pin: A"),
    ('"R@nowhere" = { at = [0, 0] }', "plan.toml:3: unknown net parts.R@nowhere.nowhere; nearest "
     "valid net: "),
    ('"R@+5V" = { at = [0, 0] }', "plan.toml:3: R@+5V must be one part, but is R"),
    ('"L@GND" = { at = [0, 0] }', "plan.toml:3: L@GND must be one part, but is none"),
    ("U29 = { at = [0, 0], left = [\"GND\"] }", "plan.toml:3: U29 has 3 pins GND: 2, 4, 6; say "
     "the number"),
])
def test_a_plan_that_does_not_fit_the_netlist(circuit, text, message):
    with pytest.raises(Exception) as caught:
        read_plan("plan.toml", f'title = "x"\n[parts]\n{text}\n', circuit)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("route", "message"), [
    ("R101.1 C101.1", 'plan.toml:2: route "R101.1 C101.1" is not understood; write '
     '"R1.2 -| C1.1" or "R1.2 -|- C1.1 @ 12"'),
    ("R101.2 -| R102.2", 'plan.toml:2: route "R101.2 -| R102.2" joins net DRUM_AN to net '
     'DRUM_IND'),
    ("R101.2 -| R103.1", 'plan.toml:2: route "R101.2 -| R103.1" R103.1 is not on this sheet'),
    ("R101.2 -| U25.X", "plan.toml:2: U25 has no pin X; nearest pin: "),
])
def test_a_route_that_cannot_be_drawn(circuit, route, message):
    text = (f'title = "x"\nroutes = ["{route}"]\n[parts]\nR101 = {{ at = [0, 0] }}\n'
            'R102 = { at = [0, 5] }\n')
    with pytest.raises(Exception) as caught:
        draw(read_plan("plan.toml", text, circuit), circuit)
    assert str(caught.value).startswith(message)


def test_parts_that_would_seem_joined(circuit):
    text = 'title = "x"\n[parts]\nR101 = { at = [0, 0] }\nR102 = { at = [2, 0] }\n'
    with pytest.raises(Exception) as caught:
        draw(read_plan("plan.toml", text, circuit), circuit)
    assert str(caught.value) == ("plan.toml:1: wires cannot be told apart: R101.2 and R102.1 "
                                 "share 2,0")


def test_a_route_over_another_nets_pin_is_refused(circuit):
    text = ('title = "x"\nroutes = ["R2203.1 -| C2201.1"]\n[parts]\nR2203 = { at = [0, 0] }\n'
            'C2201 = { at = [-4, 3], turn = "down" }\nR101 = { at = [-4, 1] }\n')
    with pytest.raises(Exception) as caught:
        draw(read_plan("plan.toml", text, circuit), circuit)
    assert str(caught.value) == ("plan.toml:1: wires cannot be told apart: LOOP_OK touches "
                                 "R101.1 (+5V_SAFE) at -4,1")


def test_an_unknown_table_is_named(circuit):
    plan = read_plan("plan.toml", 'title = "x"\ntables = ["chanels"]\n[parts]\n', circuit)
    with pytest.raises(Exception) as caught:
        tables_of(plan, circuit)
    assert str(caught.value) == "plan.toml:2: there is no table chanels; nearest: channels"


def test_the_index_names_every_sheet():
    index = (ROOT / FOLDER / "README.md").read_text(encoding="utf-8")
    for path in (ROOT / FOLDER).glob("*.svg"):
        assert f"({path.name})" in index
