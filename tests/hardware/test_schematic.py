"""The schematic says what circuit.json says, as a library reads it that we did not write."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import schematic
from hardware.lib.symbols import SYMBOL_FILE
from hardware.model import CIRCUIT_FILE, Circuit, load, nets_of
from hardware.problem import Problem
from hardware.schematic.groups import groups
from hardware.schematic.library import library
from hardware.schematic.page import PageError, page
from tests.hardware.eeschema import copied
from tests.hardware.kicad_sheets import seen

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def circuit():
    return load(ROOT)


@pytest.fixture(scope="module")
def read():
    return seen(ROOT / schematic.ROOT_FILE)


@pytest.fixture
def project(tmp_path):
    """A copy of what the schematic is made from."""
    for name in (CIRCUIT_FILE, SYMBOL_FILE):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "hardware/lib/records", tmp_path / "hardware/lib/records")
    return tmp_path


def wanted(circuit):
    return {net: set(pins) for net, pins in circuit.nets.items()}


def differing(nets, circuit):
    """The nets that have other pins than in the circuit."""
    want = wanted(circuit)
    return {net for net in want.keys() | nets.keys() if want.get(net) != nets.get(net)}


def test_every_net_has_the_pins_of_the_circuit(read, circuit):
    assert read.nets == wanted(circuit)
    assert not read.stray


def test_every_open_pin_has_its_sign_or_must_stay_open(read, circuit):
    wanted = {(ref, pin) for ref, part in circuit.parts.items() for pin in part.nc}
    assert read.open | read.loose.keys() == wanted and read.open
    assert set(read.loose.values()) == {"no_connect"}


def test_every_part_has_its_fields(read, circuit):
    assert read.fields.keys() == circuit.parts.keys()
    for ref, part in circuit.parts.items():
        its = read.fields[ref]
        assert (its["Value"], its["Footprint"]) == (part.value, part.footprint), ref
        assert its.get("MPN", "") == part.mpn and its["Group"] == part.group, ref
    assert read.fields["Q1"]["Record"] == "read" and read.fields["Q1"]["Source"]
    assert read.fields["Q1"]["Datasheet"].startswith("http")


def test_two_labels_exchanged_are_found(tmp_path, circuit):
    root = copied(tmp_path)
    sheet = tmp_path / "out/schematic/channels.kicad_sch"
    text = sheet.read_text(encoding="utf-8")
    names = {'"DRUM_GATE"': '"DRUM_SW"', '"DRUM_SW"': '"DRUM_GATE"'}
    spoilt = re.sub('(?<=global_label )("DRUM_GATE"|"DRUM_SW")', lambda its: names[its[0]], text,
                    count=2)
    assert spoilt != text
    sheet.write_text(spoilt, encoding="utf-8")
    assert differing(seen(root).nets, circuit) == {"DRUM_GATE", "DRUM_SW"}


def test_a_symbol_beside_its_labels_is_found(tmp_path, circuit):
    root = copied(tmp_path)
    sheet = tmp_path / "out/schematic/dice.kicad_sch"
    text = sheet.read_text(encoding="utf-8")
    at = re.search(r'\(lib_id "mj:DRV8833PW"\) \(at ([\d.]+) ', text)
    sheet.write_text(text[:at.start(1)] + str(float(at[1]) + 1.27) + text[at.end(1):],
                     encoding="utf-8")
    spoilt = seen(root)
    assert {pin for pin in spoilt.loose if pin[0] == "U19"} == {
        ("U19", pin) for pin in {*circuit.parts["U19"].pins, *circuit.parts["U19"].nc}}
    assert spoilt.stray


def test_the_files_do_not_depend_on_day_place_or_hash_seed(project):
    files = schematic.build(ROOT)
    script = ("import json, sys; from pathlib import Path; from hardware import schematic\n"
              "print(json.dumps(schematic.build(Path(sys.argv[1]))))")
    done = subprocess.run([sys.executable, "-c", script, str(project)], cwd=ROOT, check=True,
                          capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"})
    other = json.loads(done.stdout)
    about = re.compile(r'^(  \(text "|    \(comment 1).*\n', re.M)  # from the blocks' modules
    assert {k: about.sub("", v) for k, v in other.items()} == {
        k: about.sub("", v) for k, v in files.items()}
    for path, text in files.items():
        assert str(ROOT) not in text and "(date" not in text, path


def test_no_identifier_stands_for_two_things():
    texts = schematic.build(ROOT).values()
    found = re.findall(r"\(uuid ([-0-9a-f]+)\)", "".join(texts))
    assert len(found) == len(set(found)) > 4000


def spoil(project, old, new, name=CIRCUIT_FILE):
    """Replace the first such text; its line."""
    text = (project / name).read_text(encoding="utf-8")
    assert old in text
    (project / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[:text.index(old)].count("\n") + 1


def told(project):
    with pytest.raises(Problem) as error:
        schematic.build(project)
    return str(error.value)


TELLS = "; both are generated, `make hardware PART=circuit` writes them anew"


def test_a_part_whose_symbol_is_missing(project):
    line = spoil(project, '"symbol": "74HC4051"', '"symbol": "74HC4015"')
    assert told(project) == (f"{CIRCUIT_FILE}:{line}: U16 has the symbol 74HC4015, which "
                             f"{SYMBOL_FILE} does not hold; nearest: 74HC4051{TELLS}")


def test_a_pin_that_the_symbol_has_not(project):
    line = spoil(project, '"R101": {', '"R101": {"nc": ["3"], ')
    assert told(project) == (f"{CIRCUIT_FILE}:{line}: R101 has a pin 3, which its symbol R in "
                             f"{SYMBOL_FILE} does not have{TELLS}")


def test_a_pin_that_the_circuit_forgets(project, circuit):
    spoil(project, f'"1": "{circuit.parts["R101"].pins["1"]}", "2": "DRUM_AN"', '"2": "DRUM_AN"')
    assert f"R101 says nothing of pin 1 of its symbol R in {SYMBOL_FILE}{TELLS}" in told(project)


@pytest.mark.parametrize(("text", "says"), [
    (None, " is missing; `make hardware PART=circuit` writes it"),
    ("(kicad_symbol_lib)\n", ":1: holds no symbol; it is generated, `make hardware PART=circuit`"
                             " writes it anew"),
])  # fmt: skip
def test_a_library_that_cannot_be_used(project, text, says):
    (project / SYMBOL_FILE).unlink()
    if text:
        (project / SYMBOL_FILE).write_text(text, encoding="utf-8")
    assert told(project) == SYMBOL_FILE + says


def test_parts_that_work_together_stand_together(circuit):
    channels = groups(circuit, "channels")
    assert channels[0] == ["OK1", "C101", "D101", "Q3", "R101", "R102", "R103", "R104", "R105"]
    inputs = groups(circuit, "inputs")
    assert inputs[0] == ["U6", "C9006"], "chips first, each with its own capacitor"
    for block in schematic.blocks(circuit):
        refs = sorted(ref for group in groups(circuit, block) for ref in group)
        assert refs == sorted(ref for ref, part in circuit.parts.items() if part.block == block)


def test_a_block_that_fits_on_no_paper(circuit):
    parts = {f"R{n}": circuit.parts["R101"] for n in range(3000)}
    with pytest.raises(PageError, match="block channels does not fit on A0; divide it in"):
        page([[ref] for ref in parts], Circuit(parts, nets_of(parts)), library(ROOT))
