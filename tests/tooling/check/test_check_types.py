"""The check against the boards' stubs finds what a board lacks, and says when it cannot run."""

import pytest

from tools.check.firmware import types as check_types
from tools.check.firmware.types import BOARDS, CannotCheck, findings, main, stubs

LACKING = {
    "import machine\nmachine.Encoder(0)\n": '2: "Encoder" is not a known attribute',
    "from machine import Counter\n": '1: "Counter" is unknown import symbol',
    "import machine\n\ndef f(p: machine.Pin):\n    p.read()\n": "4: Cannot access attribute",
    "import threading\n": '1: Import "threading" could not be resolved',
    "import typer\n": '1: Import "typer" could not be resolved',
    "import rp2\nrp2.StateMachine(0).count()\n": "2: Cannot access attribute",
    "from mjtable.memory.store import nothing\n": '1: "nothing" is unknown import symbol',
}
GOOD = """
import machine, micropython, rp2, time
from mjtable.memory.store import SLOTS
pin = machine.Pin(3, machine.Pin.OUT, value=0)
pin(1)
machine.mem32[0xD0000010] = 3
time.sleep_ms(SLOTS)
micropython.kbd_intr(-1)
rp2.StateMachine(0).rx_fifo()
"""


@pytest.mark.parametrize("board", BOARDS)
def test_every_lack_is_found_and_nothing_else(board, tmp_path):
    paths = []
    for number, text in enumerate((GOOD, *LACKING)):
        paths.append(tmp_path / f"m{number}.py")
        paths[-1].write_text(text)
    found = findings(board, paths)
    assert len(found) == len(LACKING), found
    for number, text in enumerate(LACKING, 1):
        assert any(f"m{number}.py:{LACKING[text]}" in line for line in found), (text, found)
    assert all(line.endswith(f"[{board}]") for line in found)


def test_exit_codes(tmp_path, capsys):
    file = tmp_path / "m.py"
    file.write_text("import machine\nmachine.Encoder(0)\n")
    assert main([str(file)]) == 1
    said = capsys.readouterr().err
    assert "m.py:2:" in said and "[rpi_pico]" in said and "[rpi_pico2]" in said
    file.write_text("x = 1\n")
    assert main([str(file)]) == 0 and capsys.readouterr().err == ""
    assert main([str(tmp_path / "none.py")]) == 2
    assert "found no Python file in" in capsys.readouterr().err


def test_missing_pyright_is_said(tmp_path):
    with pytest.raises(CannotCheck, match=r"nowhere/index.js is missing; run make setup"):
        findings("rpi_pico", [tmp_path], tmp_path / "nowhere" / "index.js")


def test_stubs_that_cannot_be_installed_are_said(tmp_path, monkeypatch):
    monkeypatch.setattr(check_types, "STDLIB", "micropython-stdlib-stubs==0.0.0.1")
    with pytest.raises(CannotCheck) as problem:
        stubs("rpi_pico", tmp_path)
    assert "cannot install micropython-rp2-rpi_pico-stubs==" in str(problem.value)
    assert "is there a network?" in str(problem.value)
    assert not (tmp_path / "rpi_pico").exists()


def test_installed_stubs_are_used_again(monkeypatch):
    first = stubs("rpi_pico")
    monkeypatch.setattr(check_types.subprocess, "run", None)
    assert stubs("rpi_pico") == first


def test_pyright_that_fails_is_said(tmp_path):
    broken = tmp_path / "index.js"
    broken.write_text("console.error('no memory'); process.exit(3)")
    with pytest.raises(CannotCheck, match="pyright ended with 3: no memory"):
        findings("rpi_pico", [tmp_path], broken)
