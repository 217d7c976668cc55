"""`python -m hardware` tells what to mend in words alone, and ends with 2."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hardware.tools import needs
from tests.patience import HANG_S

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", "*.egg-info", "*.step")
MACHINE = "hardware/machine.toml"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of what the command needs, without the environment's programs."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("hardware", "tools", "firmware"):
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    return folder


def command(project, *argv, path=""):
    """Run it in the copy; its exit code and what it says on stderr."""
    done = subprocess.run([sys.executable, "-m", "hardware", *argv], cwd=project, text=True,
                          capture_output=True, check=False, timeout=HANG_S,
                          env={**os.environ, "PYTHONPATH": str(project), "PATH": path})
    return done.returncode, done.stderr


@pytest.fixture
def broken(project):
    """Replaces a text in a file of the copy; put back after the test."""
    saved = {}

    def edit(name, old, new):
        text = (project / name).read_text(encoding="utf-8")
        assert old in text, f"{name} holds no {old!r}"
        saved.setdefault(name, text)
        (project / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[:text.index(old)].count("\n") + 1

    yield edit
    for name, text in saved.items():
        (project / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("what", ["build", "check"])
def test_a_mistake_in_machine_toml(project, broken, what):
    line = broken(MACHINE, 'active = "low"', 'active = "lwo"')
    assert command(project, what, "mechanism") == (
        2, f'{MACHINE}:{line}: signals.cnt.active = "lwo" is no level; nearest: low\n')


def test_a_mistake_in_the_circuit(project, broken):
    broken("hardware/blocks/dice.py", '"AISEN": "DICE_SENSE"', '"AISEN": "DICE_SENS"')
    code, said = command(project, "build", "circuit")
    assert code == 2 and "is alone on net DICE_SENS; nearest: DICE_SENSE" in said
    assert all(line.startswith("hardware/blocks/dice.py:") for line in said.splitlines()), said


def test_a_mechanism_that_does_not_fit(project, broken):
    needs("build123d")
    line = broken(MACHINE, "gap_um = { value = 22500", "gap_um = { value = 24000")
    code, said = command(project, "check", "mechanism")
    assert (code, said) == (
        2, f"the table does not fit together:\n{MACHINE}:{line}: ring is 24.0 mm above the "
           "drum's floor, must be 22-23 mm [mechanism.ring.gap_um]\n")


def test_a_program_that_is_missing(project):
    assert command(project, "build", "harness") == (
        2, "node is missing, which draws the harness; `make setup` gets it\n")


CIRCUIT = "hardware/out/circuit.json"
TELLS = "; it is generated, `make hardware PART=circuit` writes it anew\n"


@pytest.mark.parametrize(("old", "new", "text"), [
    ('{\n "parts": {', '{\n "parts" {', ":2: not valid JSON: Expecting ':' delimiter"),
    ('"parts": {', '"party": {', ":1: not a circuit: no 'parts'"),
    ('"kind":', '"kindle":', ":1: not a circuit: Part.__init__() got an unexpected keyword "
                             "argument 'kindle'"),
])  # fmt: skip
def test_a_broken_circuit_file(project, broken, old, new, text):
    broken(CIRCUIT, old, new)
    assert command(project, "check", "board") == (2, f"{project / CIRCUIT}{text}{TELLS}")


def test_a_circuit_file_that_is_missing(project, broken):
    broken(CIRCUIT, "{", "{")
    (project / CIRCUIT).unlink()
    assert command(project, "check", "board") == (
        2, f"{project / CIRCUIT} is missing; `make hardware` writes it\n")
