"""The check that mjtable keeps to MicroPython finds each thing it forbids."""

from pathlib import Path

import pytest

from tools.check_firmware import check_text, main

ROOT = Path(__file__).resolve().parents[2]

BAD = {
    "import time": "import time: mjtable may import only itself and array",
    "from os import path": "import os: mjtable may import only itself and array",
    "from mjsim import constants": "import mjsim: mjtable may import only itself and array",
    "from .. import hal": "import reaches out of mjtable",
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
    good = "from array import array\nfrom mjtable.clock import MASK\nfrom . import iomap\n"
    assert check_text(good + "x = (MASK // 2) * 3\n", "m.py") == []


def test_exit_codes(tmp_path, capsys):
    folder = tmp_path / "mjtable"
    folder.mkdir()
    (folder / "a.py").write_text("import time\n")
    assert main([str(folder)]) == 1
    assert capsys.readouterr().err.startswith("mjtable/a.py:1: import time")
    (folder / "a.py").write_text("import array\n")
    assert main([str(folder)]) == 0
