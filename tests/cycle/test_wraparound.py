"""The clock wraps at 2^29 and 2^30 ms, and nobody notices."""

import pytest

from mjsim.table.session import SimTable
from mjtable.scan.clock import MASK
from tests.cycle.moments import gesture

WRAPS = (1 << 29, 1 << 30)
MOMENTS = {  # ms of virtual time at which the clock wraps
    "a gesture at power-on": 160,
    "the hatch opening": 1_500,
    "the pre-mix": 11_900,
    "picking": 30_500,
    "the last tiles": 75_000,
    "the lookout": 90_000,
    "the walls rising": 114_000,
    "the dice": 121_000,
    "the marker held": 134_500,
    "a double press": 150_205,
}


def evening(machine, offset_ms):
    """Two sets, gestures, an opening to add; every event, and what moved when."""
    table = SimTable(machine, seed=4, offset_ms=offset_ms)
    table.press("elevator")
    table.run_to(1_000)
    table.load()
    table.run_to(105_000)
    if machine == "single_port":
        table.run_to(205_000)
    table.load()
    table.run_to(table.now_ms + 20_000)
    gesture(table, "long")
    table.run_to(table.now_ms + 10_000)
    gesture(table, "double")
    table.run_to(table.now_ms + 5_000)
    gesture(table, "both")
    table.run_until(lambda: table.io("hatch_up"), 20_000)
    table.run_for(1_000)
    table.press("elevator")
    table.run_until("playing", 300_000)
    assert not table.violations and not table.faults
    return [tuple(sorted(e.items())) for e in table.events], table.stacks, table.plant.busy_ms


PLAIN = {}


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_same_evening_with_a_wrap_in_it(machine, wrap, moment):
    if machine not in PLAIN:
        PLAIN[machine] = evening(machine, 0)
    assert evening(machine, wrap - MOMENTS[moment]) == PLAIN[machine]


@pytest.mark.parametrize("name", ["short", "double", "hold", "long", "both"])
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("into_ms", [15_050, 15_100, 15_300, 16_000])
def test_a_gesture_across_the_wrap(name, wrap, into_ms):
    heard = []
    for offset_ms in (0, wrap - into_ms):
        table = SimTable(seed=1, offset_ms=offset_ms)
        table.press("elevator")
        table.run_to(15_000)
        gesture(table, name)
        table.run_for(9_000)
        heard.append([e for e in table.events if e["event"] in ("key", "marker", "dice")])
    assert heard[0] == heard[1] and len(heard[0]) >= 2


def test_days_at_rest_wake_up_as_if_nothing_had_been():
    table = SimTable(seed=2)
    table.press("elevator")
    table.run_for(1_000)
    for _ in range(30):  # 31 days in steps of a day
        table.run_for(86_400_000)
        assert table.state == "ready"
    table.load()
    table.run_until("ready", 200_000)
    assert table.stacks == [17] * 4 and not table.violations and not table.faults


@pytest.mark.parametrize("wrap", WRAPS)
def test_no_deadline_ever_leaves_the_small_integers(wrap):
    table = SimTable(seed=4, offset_ms=wrap - 13_000)
    table.press("elevator")
    table.run_to(1_000)
    table.load()
    while table.now_ms < 14_000:
        table.run_for(5)
        inside = table.table
        assert all(-1 <= due <= MASK for due in inside.due)
        assert all(-1 <= chart.limit_due <= MASK for chart in (*inside.charts, inside.sorter))
    for into_ms in (100, 300, 900):
        table = SimTable(seed=4, offset_ms=wrap - 1_000 - into_ms)
        table.run_to(1_000)
        gesture(table, "double")
        for _ in range(300):
            table.run_for(5)
            assert all(-1 <= due <= MASK for due in table.table.due)
