"""The size report measures the built firmware in the VM and says plainly what is below a floor."""

import pytest

from tools.check.size import (
    FREE_MIN,
    HEAP,
    PICO,
    PICO_HEAPS,
    Measured,
    machine_code,
    measure,
    modules,
    text,
)
from tools.make.board.build import ROOT, build
from tools.make.board.compiled.cross import BYTECODE
from tools.make.board.compiled.mpy import FormatError, read

MOST = PICO_HEAPS["1.28"] - FREE_MIN
"""With more a Pico's own heap would have less than the floor free."""


@pytest.fixture(scope="module")
def folder():
    return build(ROOT, arches=[BYTECODE])[0]


def test_what_the_firmware_takes_is_measured_and_stays_within_what_it_was(folder):
    found = measure(folder, machine_code(folder, build(ROOT, arches=[PICO])[0]))
    assert found["used"] == sum(list(found.values())[:4]) and found["free"] == HEAP - found["used"]
    assert 50_000 < found["used"] < MOST
    assert 0 < found["names"] < 16_000
    assert 4_000 < found["machine code beyond its bytecode"] < 16_000


def test_a_kilobyte_more_is_seen(folder):
    with Measured(folder, HEAP) as vm:
        assert 1024 <= vm.step("more = bytearray(1024)") < 1024 + 200


def test_every_module_with_functions_has_its_row(whole, folder):
    rows = modules(whole, folder)
    assert {"mjtable.mechanisms.feed", "mjtable.link.link", "hal.chain", "hal.start"} <= set(rows)
    for module, (functions, size, ram) in rows.items():
        assert ram % 16 == 0 and ram >= size + 16 * functions, module


@pytest.mark.parametrize(("free", "verdict"), [(FREE_MIN, "good"), (FREE_MIN - 7, "BELOW by 7")])
def test_a_floor_that_is_not_reached_is_said(free, verdict):
    found = {"mjtable imported": 1, "hal imported": 2, "objects made": 3, "machine code": 0,
             "names": 0, "used": 6, "free": free, "grown": 0}
    shown = text(found, {"mjtable.mechanisms.feed": (2, 30, 64)})
    line = next(line for line in shown.splitlines() if line.startswith("free"))
    assert line.endswith(verdict)


def test_what_a_pico_would_have_free_is_said_in_one_line():
    used = PICO_HEAPS["1.29"] - FREE_MIN + 1000
    found = {"mjtable imported": 1, "hal imported": 2, "objects made": 3, "machine code": 0,
             "names": 0, "used": used, "free": 56_200, "grown": 0}
    shown = text(found, {"mjtable.mechanisms.feed": (2, 30, 64)})
    assert (f"free of a Pico's own heap: {PICO_HEAPS['1.28'] - used} with 1.28 (good), "
            f"{FREE_MIN - 1000} with 1.29 (BELOW by 1000)") in shown.splitlines()


def test_another_format_is_refused():
    with pytest.raises(FormatError, match="not a compiled module of format 6"):
        read(b"M\x05\x00\x1f" + bytes(20))
