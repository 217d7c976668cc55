"""One edit of machine.toml, and everything follows: firmware, simulator, netlist, harness, pages.

A copy of the project gets two pins swapped, one motor's watts, one sensor's polarity and part and
one wire's colour changed; `make generate hardware` there, and the hardware's tests and a run of
the simulator pass without another edit. Only recordings and golden logs embed the machine they
were made with. Make is told that the environment, a link here, is not to be made anew.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("circuit", "board", "modules", "sheets", "harness", "safety")
"""All but spice and mechanism: they read none of the values changed here, and their half minute
would take all tests of the hardware beyond the 90 s they may last. test_fresh.py builds them."""
NOT_MADE = (".venv/.stamp", "tools/node/node_modules/.stamp", ".venv/.hardware", "tools")
TESTS = "circuit or rules or bom or board or harness or sheets or safety or modules"
NOT_AGAIN = {"test_one_change.py", "test_fresh.py", "test_board_kicad.py", "test_command_line.py",
             "test_logic_board.py"}
"""What builds everything again, what KiCad says of a board that our own checks have read, and the
routed board: other pins are other wires, which `python -m hardware.logic` lays in minutes."""


def run(folder, *argv):
    """Run Python in the copied project; its output."""
    return command(folder, sys.executable, *argv)


def make(folder, *argv):
    """Run make in the copied project; its output."""
    return command(folder, "make", *(word for name in NOT_MADE for word in ("-o", name)), *argv)


def command(folder, *argv):
    """Run a command in the copied project; its output."""
    environment = {**os.environ, "PYTHONPATH": ":".join(
        str(folder / name) for name in (".", "firmware", "host_tools", "simulator"))}
    done = subprocess.run(argv, cwd=folder, env=environment, text=True,
                          capture_output=True)
    assert done.returncode == 0, f"{argv}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def edit(path, *pairs):
    """Replace each text, which must be there once."""
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, f"{path.name} has {text.count(old)} times {old!r}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def copied(folder):
    """The project as it is tracked, without its history."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for name in (".venv", "tools/node/node_modules"):
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """The copy after the edits and the command."""
    folder = copied(tmp_path_factory.mktemp("changed"))
    edit(folder / "hardware/machine.toml",
         ("[pins.safe_fb]\ngp = 12\n", "[pins.safe_fb]\ngp = 15\n"),
         ("[pins.pfail_n]\ngp = 15\n", "[pins.pfail_n]\ngp = 12\n"),
         ('drives = "a line\'s belt, from the ring to the head"\nrun_mw = { value = 4000,',
          'drives = "a line\'s belt, from the ring to the head"\nrun_mw = { value = 4500,'),
         ('[signals.inlet]\nfitted = "lines"\nidle = 0\nactive = "low"\npart = "TCRT5000',
          '[signals.inlet]\nfitted = "lines"\nidle = 0\nactive = "high"\npart = "ITR20001'),
         ('colour = "WH", to = "RAIL_A.CNT"', 'colour = "IV", to = "RAIL_A.CNT"'))  # fmt: skip
    make(folder, "generate", "hardware", f"PART={' '.join(PARTS)}")
    return folder


def circuit(folder):
    """The circuit's nets: name -> set of pins."""
    data = json.loads((folder / "hardware/out/circuit.json").read_text(encoding="utf-8"))
    return {name: set(pins) for name, pins in data["nets"].items()}


def test_the_pin_follows_into_firmware_and_netlist(changed):
    plain = circuit(ROOT)
    found = circuit(changed)
    moved = {"SAFE_FB", "PFAIL_N"}
    for name in moved:
        assert any(pin.startswith("U1.") for pin in plain[name] ^ found[name]), name
    assert {pin for pin in plain["SAFE_FB"] if pin.startswith("U1.")} == {
        pin for pin in found["PFAIL_N"] if pin.startswith("U1.")}
    before = (ROOT / "firmware/hal/pinmap.py").read_text(encoding="utf-8")
    assert (changed / "firmware/hal/pinmap.py").read_text(encoding="utf-8") != before
    assert (changed / "hardware/out/pinout.svg").read_bytes() != (
        ROOT / "hardware/out/pinout.svg").read_bytes()


def test_the_watts_follow_into_firmware_simulator_and_pages(changed):
    for path in ("firmware/mjtable/generated/iomap.py", "simulator/mjsim/generated/constants.py",
                 "docs/IO.md"):
        before = (ROOT / path).read_text(encoding="utf-8")
        assert (changed / path).read_text(encoding="utf-8") != before, path
    assert "4500" in (changed / "firmware/mjtable/generated/iomap.py").read_text(encoding="utf-8")


def lines_of(folder, path, *words):
    """The lines of a generated file that hold all the words."""
    text = (folder / path).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if all(word in line for word in words)]


def test_the_pages_follow(changed):
    for path, words, old, new in (
            ("docs/IO.md", ("| `pfail_n` |",), "| 15 |", "| 12 |"),
            ("hardware/safety/commissioning.md", ("| belt_a | J14",), "+4 W", "+4.5 W"),
            ("hardware/retrofit.md", ("| belt_a |",), "| 4 W |", "| 4.5 W |"),
            ("hardware/retrofit.md", ("| inlet | tile at the port",), "TCRT5000", "ITR20001"),
            ("hardware/retrofit.md", ("| inlet | tile at the port",), "| 0 V |", "| open |")):
        before, after = lines_of(ROOT, path, *words), lines_of(changed, path, *words)
        assert [line.replace(old, new) for line in before if old in line] and all(
            old in line for line in before), (path, before)
        assert all(new in line and old not in line for line in after) and after, (path, after)


def test_the_wire_follows_into_harness_sheets_and_pages(changed):
    assert lines_of(ROOT, "hardware/out/harness/four_port_wires.csv", "cnt_a,WH,")
    for machine in ("four_port", "single_port"):
        path = f"hardware/out/harness/{machine}_wires.csv"
        assert lines_of(changed, path, "cnt_a,IV,") and not lines_of(changed, path, "cnt_a,WH,")
        for name in (f"{machine}_side_a.yml", f"{machine}_side_a.svg"):
            path = f"hardware/out/harness/{name}"
            assert (changed / path).read_bytes() != (ROOT / path).read_bytes(), path
    assert lines_of(changed, "docs/IO.md", "| `cnt_a` |", "J30.4 IV")


def test_the_part_follows_into_the_bill_of_materials(changed):
    bought, old, new = "hardware/out/bom.csv", "sensors,TCRT5000,", "sensors,ITR20001/T,"
    assert lines_of(ROOT, bought, old, "inlet_a inlet_b inlet_c inlet_d")
    assert not lines_of(changed, bought, old, "inlet_a")
    assert lines_of(changed, bought, new, "inlet_a inlet_b inlet_c inlet_d")


def test_the_polarity_follows_into_the_firmware(changed):
    said = run(changed, "-c", "from hal.pinmap import INVERT; print(list(INVERT))")
    plain = run(ROOT, "-c", "from hal.pinmap import INVERT; print(list(INVERT))")
    assert said != plain


def test_the_simulator_plays_on(changed):
    said = run(changed, "-c", "from mjsim.cli import main; main()", "run", "--hands", "1",
               "--seed", "3")
    assert "no violation" in said


def test_the_hardwares_tests_pass_without_another_edit(changed):
    names = [str(path.relative_to(changed)) for path in
             sorted((changed / "tests/hardware").glob("test_*.py"))
             if path.name not in NOT_AGAIN and any(
                 word in path.name for word in TESTS.split(" or "))]
    assert names
    run(changed, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *names)
