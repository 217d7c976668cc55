"""How long a belt may run until what came in arrives: a wrong count first, then a fault."""

import pytest

from mjtable.generated.setting_table import S_POWER_START_GAP_MS
from mjtable.generated.timing import COUNT_LOST_MS, INLET_STUCK_MS
from mjtable.mechanisms.feed_limits import ALL, STAND
from tests.unit.mechanisms.feed_line import NEXT_MS, PULSE_MS, Line, arrives, standing_in_its_beam

MARGIN_MS = 300
START_MS = 100  # a belt's start waits for its share of the power


def test_a_tile_that_does_not_arrive_is_told_after_its_time():
    a = Line(4)
    a.cover("inlet")
    a.wait(COUNT_LOST_MS - PULSE_MS - MARGIN_MS)
    assert a.told() == []
    a.wait(2 * MARGIN_MS)
    assert a.told() == ["E403"] and a.line.tiles_on_belt() == 1, "people look for it"


def test_a_tile_that_stays_before_the_beam_of_a_running_belt_is_told_at_once():
    """Two tiles' time and the belt's lag, not the three seconds of one that does not arrive."""
    a = Line(4)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.show("cnt", 1)
    a.wait(300)
    assert a.told() == []
    a.wait(300)
    assert a.told() == ["E402"]


def test_a_tile_that_touches_the_one_in_the_head_keeps_the_head_from_turning():
    a = Line(4)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.cover("cnt")
    a.sim.run_for(5)
    a.show("cnt", 1)
    a.wait(60)
    assert a.told() == ["E402"] and (a.line.counted, a.line.in_head) == (1, 1)
    turned = [e["to"] for e in a.sim.events if e.get("machine") == "line_a"]
    assert "lower" not in turned


def test_a_tile_that_stays_at_the_inlet_is_told_as_one_that_does_not_arrive():
    """It was counted: three seconds, not the six of an inlet that sees what does not move."""
    assert COUNT_LOST_MS + MARGIN_MS < INLET_STUCK_MS
    a = Line(4)
    a.show("inlet", 1)
    a.wait(COUNT_LOST_MS + MARGIN_MS)
    assert a.told() == ["E403"]


def test_only_the_first_loss_after_a_stop_is_a_wrong_count():
    """Then the belt has shown what lies on it: a second one is told."""
    a = Line(4)
    a.line.believed = True
    a.cover("inlet")
    a.wait(COUNT_LOST_MS)
    assert a.told() == [] and a.line.tiles_in == 0
    a.cover("inlet")
    a.wait(COUNT_LOST_MS - PULSE_MS - MARGIN_MS)
    assert a.told() == [] and a.line.tiles_in == 1
    a.wait(2 * MARGIN_MS)
    assert a.told() == ["E403"]


def test_what_covers_the_inlet_after_a_wrong_count_is_told():
    a = Line(4)
    a.line.believed = True
    a.show("inlet", 1)
    a.wait(COUNT_LOST_MS + MARGIN_MS)
    assert a.told() == [] and a.line.tiles_in == 0
    a.wait(INLET_STUCK_MS)
    assert a.told() == ["E401"]


def test_each_tile_on_a_belt_has_its_own_time_from_the_one_before():
    a = Line(8)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.cover("inlet")
    a.wait(COUNT_LOST_MS - 2 * PULSE_MS - NEXT_MS - 600)
    arrives(a, seen=False)
    assert a.line.tiles_on_belt() == 1
    a.wait(COUNT_LOST_MS - 600)
    assert a.told() == []
    a.wait(900)
    assert a.told() == ["E403"]


def test_the_time_a_belt_stands_is_not_counted():
    a = Line(4)
    a.cover("inlet")
    a.wait(1_000)
    a.line.permit = STAND
    a.line.fire("permit")
    a.wait(2 * COUNT_LOST_MS)
    assert not a.belt_runs() and a.told() == []
    a.line.permit = ALL
    a.line.fire("permit")
    a.wait(COUNT_LOST_MS - 1_000 - PULSE_MS - MARGIN_MS)
    assert a.belt_runs() and a.told() == []
    a.wait(2 * MARGIN_MS + START_MS)
    assert a.told() == ["E403"]


def test_after_a_stop_the_time_of_a_tile_on_the_belt_begins_again():
    a = Line(4)
    a.cover("inlet")
    a.wait(2_000)
    a.sim.inject("stuck jam_b on")
    a.wait(100)
    a.sim.inject("clear all")
    a.acknowledge()
    a.line.permit = ALL
    a.line.fire("start")
    a.line.fire("permit")
    a.wait(5)
    a.sim.run_until(a.belt_runs, 1_000)
    a.wait(2_000)
    assert a.line.tiles_on_belt() == 1
    a.cover("cnt")
    a.wait(100)
    assert (a.line.counted, a.line.in_head) == (1, 1) and a.told() == ["E404"]


@pytest.mark.parametrize(
    ("covered_ms", "free_ms", "code"),
    [
        (100, 0, "E404"),  # one tile's time is not over
        (PULSE_MS + 60, 0, "E402"),  # no single tile covers a beam for longer
        (PULSE_MS + 60, 20, "E404"),  # it has just passed
    ],
)
def test_a_jam_is_that_of_the_beam_when_the_beam_is_covered_too_long(covered_ms, free_ms, code):
    a = Line(8)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.show("cnt", 1)
    a.wait(covered_ms)
    if free_ms:
        a.show("cnt", 0)
        a.wait(free_ms)
    a.show("jam", 1)
    a.wait(50)
    assert a.told() == [code]


def test_a_jam_at_a_running_belt_with_its_beam_free_is_the_belts():
    """However long the tile before it covered the beam."""
    a = Line(8)
    arrives(a)
    a.wait(500)
    assert a.belt_runs() and a.line.state == "feed_upper"
    a.show("jam", 1)
    a.wait(50)
    assert a.told() == ["E404"]


def test_a_jam_at_a_belt_that_waits_for_its_power_is_the_belts():
    a = Line(8)
    a.cover("inlet")
    a.show("cnt", 1)
    a.wait(100)
    a.blink("cnt")
    a.wait(10)
    a.sim.table.settings.value[S_POWER_START_GAP_MS] = 1_500
    a.wait(500)
    assert a.line.state == "feed_lower" and not a.belt_runs()
    a.show("jam", 1)
    a.wait(50)
    assert a.told() == ["E404"]


def test_a_jam_at_a_belt_that_stands_with_a_tile_in_its_beam_is_the_belts():
    a = standing_in_its_beam()
    a.wait(1_000)
    a.show("jam", 1)
    a.wait(50)
    assert a.told() == ["E404"]
