"""The emulated chip and board, by the tests that Node runs: one here for each file there."""

import subprocess

import pytest

from tests.patience import HANG_S

from .kit import HERE, NODE

FILES = sorted(HERE.glob("*.test.mjs"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_node_file(path):
    """Every `test(...)` of the file passes; the output names those that do not."""
    done = subprocess.run([str(NODE), "--test-reporter=spec", str(path)], capture_output=True,
                          text=True, timeout=HANG_S)  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_files_are_found():
    names = {path.name.split(".")[0] for path in FILES}
    assert names == {"board", "boot", "chain", "core", "dma", "flash", "frames", "i2c", "meter",
                     "pio", "usb", "watchdog"}
