"""The firmware's own PIO programs on the emulated chip, with the emulated mains and lamps."""

import json
import subprocess

import pytest

from hal.zero_cross import EXTRA_US, START
from tests.micropython.pio_assembler import load
from tests.patience import HANG_S

from .kit import HERE, NODE

WORDS = [(lamp * 0x010305 & 0xFFFFFF) << 8 for lamp in range(24)]


@pytest.fixture(scope="module")
def result():
    programs = load("hal.pio_programs")
    given = {"words": WORDS}
    for name, program in (("zero", programs.zero_cross_program(programs.FILTER_TICKS)),
                          ("lamps", programs.ws2812_program())):  # fmt: skip
        given[name] = {"opcodes": program.opcodes, "target": program.wrap_target,
                       "top": program.wrap_top}  # fmt: skip
    done = subprocess.run([str(NODE), str(HERE / "firmware_pio.mjs"), json.dumps(given)],
                          capture_output=True, text=True, timeout=HANG_S)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_zero_crossings_are_10_ms_apart(result):
    periods = [START - word + EXTRA_US for word in result["pushed"][1:]]
    assert len(periods) == 5
    assert all(abs(us - 10_000) <= 2 for us in periods), periods


def test_all_24_lamps_get_their_colours(result):
    assert result["frames"] == 1
    assert [grb << 8 for grb in result["lamps"]] == WORDS
