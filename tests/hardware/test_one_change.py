"""One edit of machine.toml, and everything follows: firmware, simulator, netlist, harness, pages.

A copy of the project gets two pins swapped, one motor's watts and one sensor's polarity changed;
`make generate hardware` there, and the hardware's tests and a run of the simulator pass without
another edit. Only recordings and golden logs embed the machine they were made with.
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
"""The mechanism and the analogue circuits do not depend on pins, watts and polarity."""
TESTS = "circuit or rules or bom or board or harness or sheets or safety or modules"
NOT_AGAIN = {"test_one_change.py", "test_fresh.py"}


def run(folder, *argv):
    """Run a command of the copied project; its output."""
    environment = {**os.environ, "PYTHONPATH": ":".join(
        str(folder / name) for name in (".", "firmware", "host_tools", "simulator"))}
    done = subprocess.run([sys.executable, *argv], cwd=folder, env=environment, text=True,
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
    """The copy after the three edits and the two commands."""
    folder = copied(tmp_path_factory.mktemp("changed"))
    edit(folder / "hardware/machine.toml",
         ("[pins.safe_fb]\ngp = 12\n", "[pins.safe_fb]\ngp = 15\n"),
         ("[pins.pfail_n]\ngp = 15\n", "[pins.pfail_n]\ngp = 12\n"),
         ('drives = "a line\'s belt, from the ring to the head"\nrun_mw = { value = 4000,',
          'drives = "a line\'s belt, from the ring to the head"\nrun_mw = { value = 4500,'),
         ('[signals.inlet]\nfitted = "lines"\nidle = 0\nactive = "low"',
          '[signals.inlet]\nfitted = "lines"\nidle = 0\nactive = "high"'))  # fmt: skip
    run(folder, "-m", "tools.generate")
    run(folder, "-m", "hardware", "build", *PARTS)
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
    for path in ("firmware/mjtable/iomap.py", "simulator/mjsim/constants.py", "docs/IO.md"):
        before = (ROOT / path).read_text(encoding="utf-8")
        assert (changed / path).read_text(encoding="utf-8") != before, path
    assert "4500" in (changed / "firmware/mjtable/iomap.py").read_text(encoding="utf-8")


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
