"""The check that the firmware keeps to MicroPython finds each thing it forbids, part by part."""

from pathlib import Path

import pytest

from tools.check.firmware.__main__ import check_host, check_text, main
from tools.check.firmware.rules import HAL, LAUNCHER, WIRING, rules_for

ROOT = Path(__file__).resolve().parents[3]

BAD = {
    "import time": "import time: mjtable may import only itself and array, struct",
    "from os import path": "import os: mjtable may import only itself and array, struct",
    "import mjsim.cli": "import mjsim.cli: mjtable may import only itself and array, struct",
    "from .. import hal": "import reaches out of mjtable",
    "struct.unpack(1, 2)": "struct.unpack: allocates; of struct only pack_into does not",
    "x = 1 / 2": "true division makes a float; use // with a unit small enough",
    "x = 0.5": "float 0.5: floats allocate and differ between boards",
    "x = 1073741824": "1073741824 is outside +-2^30 and allocates on the board",
    "print(1)": "print(): printing blocks when the host stops reading; use events",
    "assert x": "a board must not stop on an assertion; raise a fault",
    "match x:\n    case 1: pass": "MicroPython has no match statement",
    "f'{x:03d}'": "f-string with a format: it allocates, build text on the host",
    "def f(a, /): pass": "f: MicroPython has no positional-only parameters",
    "def f():\n    return lambda: 1": "f makes a function when it runs: a closure allocates",
}


@pytest.mark.parametrize("text", BAD)
def test_finding(text):
    assert check_text(text, "m.py") == [f"m.py:1: {BAD[text]}"]


def test_good_module():
    good = "import struct\nfrom array import array\nfrom mjtable.scan.clock import MASK\n"
    good += "from . import iomap\nstruct.pack_into(1, 2, 3)\nx = (MASK // 2) * 3\n"
    assert check_text(good, "m.py") == []


def test_exit_codes(tmp_path, capsys):
    folder = tmp_path / "mjtable"
    folder.mkdir()
    (folder / "a.py").write_text("import time\n")
    assert main([str(folder)]) == 1
    assert capsys.readouterr().err.startswith("mjtable/a.py:1: import time")
    (folder / "a.py").write_text("import array\n")
    assert main([str(folder)]) == 0


HAL_BAD = {
    "import machine": "import machine: drivers are given their parts; pio_programs.py and "
    "wiring.py alone make them",
    "from rp2 import PIO": "import rp2: drivers are given their parts; pio_programs.py and "
    "wiring.py alone make them",
    "import json": "import json: hal may import only array, gc, io, micropython, mjtable, os, "
    "select, struct, sys, time, uctypes",
    "from .. import mjtable": "import reaches out of hal",
    "print(1)": "print(): printing blocks when the host stops reading; use events",
    "x = 2.5": "float 2.5: floats allocate and differ between boards",
    "async def f(): pass": "the scan is not asynchronous",
    "def read(): return 0x40000000": "1073741824 is outside +-2^30 and allocates on the board",
}


@pytest.mark.parametrize("text", HAL_BAD)
def test_finding_in_a_driver(text):
    assert check_text(text, "m.py", HAL) == [f"m.py:1: {HAL_BAD[text]}"]


IN_SCAN = {
    "return [1]": "step makes a list in the scan; prepare it at the start",
    "return {}": "step makes a dict in the scan; prepare it at the start",
    "return self.a, self.b": "step makes a tuple in the scan; prepare it at the start",
    "return self.buf[2:4]": "step makes a slice in the scan; prepare it at the start",
    "return '%d' % self.a": "step makes a text in the scan; prepare it at the start",
    "return f'{self.a}'": "step makes a text in the scan; prepare it at the start",
    "return lambda: 1": "step makes a function in the scan; prepare it at the start",
    "raise OSError": "step makes an exception in the scan; prepare it at the start",
    "return bytes(4)": "step calls bytes() in the scan, which allocates; prepare it at the start",
    "return open('x')": "step calls open() in the scan, which allocates; prepare it at the start",
    "time.sleep_ms(1)": "step calls sleep_ms() in the scan; look at the time and come back",
    "sleep_us(1)": "step calls sleep_us() in the scan; look at the time and come back",
    "self.i2c.writeto_mem(1, 2, b'')": "step calls writeto_mem() in the scan, which allocates; "
    "use ready-made buffers",
}


@pytest.mark.parametrize("line", IN_SCAN)
def test_what_a_scan_function_of_a_driver_must_not_do(line):
    text = f"class A:\n    def step(self):\n        {line}\n"
    assert check_text(text, "m.py", HAL) == [f"m.py:3: {IN_SCAN[line]}"]
    assert check_text(text.replace("step", "load"), "m.py", HAL) == []


def test_what_a_scan_function_calls_is_looked_at_too():
    text = """class A:
    def pump(self):
        if self._ready:
            self._begin()

    @property
    def _ready(self):
        return helper(self)

    def _begin(self):
        self.found = []

    def load(self):
        return []

def helper(a):
    return {}
"""
    assert sorted(check_text(text, "m.py", HAL)) == [
        "m.py:11: _begin makes a list in the scan; prepare it at the start",
        "m.py:17: helper makes a dict in the scan; prepare it at the start",
    ]


def test_good_driver():
    text = """import struct
from mjtable.memory.store import SLOTS
ADDRESSES = {"RP2040": (0x4006001C, 0xD0000004)}
class A:
    def __init__(self):
        self.views = [memoryview(bytearray(4)) for _ in range(SLOTS)]
    def step(self):
        self.x = 1
        struct.pack_into("<H", self.out, 0, self.x % 3)
        return (1, 2)
"""
    assert check_text(text, "m.py", HAL) == []


def test_each_file_has_the_rules_of_its_place():
    assert rules_for(ROOT / "firmware/hal/wiring.py") is WIRING
    assert rules_for(ROOT / "firmware/hal/fram.py") is HAL
    assert rules_for(ROOT / "firmware/boot.py") is LAUNCHER
    assert rules_for(ROOT / "firmware/mjtable/table.py").part == "mjtable"
    board = "import machine\nimport rp2\nfrom machine import Pin\n"
    assert check_text(board, "m.py", WIRING) == []
    assert check_text("import machine\nprint(1)\n", "boot.py", LAUNCHER) == []
    assert check_text("import rp2", "main.py", LAUNCHER) == [
        "main.py:1: import rp2: the launcher may import only gc, hal, machine, sys, time"
    ]


def test_the_loop_and_the_last_words_are_no_scan_functions():
    text = "def run():\n    sleep_us(1)\n"
    assert check_text(text, "hal/loop.py", HAL) == []
    assert check_text(text, "hal/dice_motor.py", HAL) != []


@pytest.mark.parametrize("text", ["import machine", "from rp2 import PIO", "import hal.board"])
def test_programs_of_the_computer_do_not_import_the_board(text):
    (found,) = check_host(text, "a.py")
    assert found.startswith("a.py:1: import ") and found.endswith(": only the board has that")
    assert check_host("from machine_file import x\nfrom .machine import y\n", "a.py") == []
    assert check_host("from hal.fram import Fram\n", "a.py") == []
    assert check_host("from hal.board import Board\n", "a.py")


def test_all_of_the_firmware_keeps_to_its_rules(capsys):
    assert main([]) == 0, capsys.readouterr().err
