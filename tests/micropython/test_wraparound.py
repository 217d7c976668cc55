"""The board's clock wraps in the middle of a sorting, and nobody notices.

`ticks_ms` wraps at 2^30 on the board, the firmware's own time at 2^29 (`mjtable/scan/clock.py`).
"""

import pytest

from tests.micropython.evenings import difference, sorting, ways

WRAPS = {"of the logic": 1 << 29, "of the board": 1 << 30}
INTO_MS = 14_000  # of the evening: tiles are being picked


def picking(table):
    sorting(table, 10_000)


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_the_wrap_in_the_middle_of_a_sorting(machine, wrap):
    plain = ways(picking, machine)
    wrapped = ways(picking, machine, offset_ms=WRAPS[wrap] - INTO_MS)
    assert plain.board.now_ms > INTO_MS + 2_000
    assert not difference(plain.found, wrapped.found)
    assert not difference(wrapped.expected, wrapped.found)


def test_the_clock_really_wraps():
    played = ways(lambda table: table.run_for(1_000), offset_ms=(1 << 30) - 500)
    assert played.board.now_ms == 1_100
    assert played.clock_ms == 600
    assert not difference(played.expected, played.found)
