"""Feed and builder of one line, its light sensors covered and freed by hand."""

import pytest

from mjtable.generated.setting_table import S_POWER_START_GAP_MS
from mjtable.generated.timing import COUNT_LOST_MS
from mjtable.mechanisms.feed_limits import NEEDED
from tests.unit.mechanisms.feed_line import NEXT_MS, Line


def test_a_dropout_under_a_full_line_does_not_start_its_belt_again():
    """Its quota came in while a tile was half past the beam: the belt stands from then on."""
    a = Line(2, NEEDED)
    a.sim.table.lines[1].tile_quota = 1  # the set is not complete
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.show("cnt", 1)
    a.cover("inlet", 80)
    assert a.line.tiles_in == a.line.tile_quota and a.line.state == "wait_lower"
    a.wait(100)
    a.blink("cnt")
    for _ in range(200):
        a.wait(5)
        assert not a.belt_runs()
    assert a.line.state == "wait_lower" and a.line.counted == 0


def test_the_time_for_a_tile_does_not_run_while_a_dropout_holds_its_belt():
    """The belt stood half a second for a share of the power; then the tile took its own time."""
    a = Line(4)
    a.cover("inlet")
    a.show("cnt", 1)
    a.wait(100)
    a.blink("cnt")
    a.wait(10)
    assert not a.belt_runs() and a.line.state == "settle_lower"
    a.sim.table.settings.value[S_POWER_START_GAP_MS] = 1_500
    a.wait(500)
    assert a.line.state == "feed_lower" and not a.belt_runs()
    a.sim.run_until(a.belt_runs, 1_000)
    a.wait(330)
    a.show("cnt", 0)
    a.wait(100)
    assert a.told() == [] and a.line.in_head == 1


def test_what_a_person_lifts_from_the_beam_after_a_fault_is_in_no_head():
    """The counts of a belt with a fault are worth nothing; nor is the tile before its eye."""
    a = Line(4)
    a.cover("inlet")
    a.show("cnt", 1)
    a.show("jam", 1)
    a.wait(500)
    assert a.told() == ["E404"]
    a.show("jam", 0)
    a.show("cnt", 0)
    a.wait(1_000)
    a.acknowledge()
    assert (a.line.in_head, a.line.counted) == (0, 0)
    a.line.fire("start")
    a.line.fire("permit")
    a.wait(COUNT_LOST_MS + 500)
    assert (a.line.tiles_in, a.told()) == (0, ["E404"])


def test_a_tile_that_gets_lost_on_a_belt_just_emptied_is_told_at_once():
    """What came before has gone back: no count is left that could be wrong."""
    a = Line(34)
    a.cover("inlet")
    a.line.doubtful = True
    a.sim.inject("stuck jam_b on")
    a.wait(100)
    a.sim.inject("clear all")
    a.acknowledge(goes_back=1)
    told = len(a.told())
    a.line.fire("start")
    a.line.fire("permit")
    a.wait(500)
    a.cover("inlet")
    a.wait(COUNT_LOST_MS + 500)
    assert a.told()[told:] == ["E403"]


@pytest.mark.parametrize("moves", [True, False])
def test_a_belt_that_did_not_run_back_still_holds_its_tiles(moves):
    """A weak motor, a jam: no tile passes the inlet on the way back, and all come later."""
    a = Line(34)
    for _ in range(3):
        a.cover("inlet")
        a.wait(NEXT_MS)
    a.line.doubtful = True
    a.sim.inject("stuck jam_b on")
    a.wait(100)
    a.sim.inject("clear all")
    a.acknowledge(goes_back=3 if moves else 0)
    assert (a.line.tiles_in, a.line.counted) == (0 if moves else 3, 0)
    a.line.fire("start")
    a.line.fire("permit")
    a.wait(500)
    a.cover("cnt")
    a.wait(NEXT_MS)
    assert (a.line.counted, a.line.tiles_in) == (1, 1 if moves else 3)


def test_a_tile_put_back_before_the_beam_after_a_fault_is_in_no_head():
    a = Line(4)
    a.cover("inlet")
    a.show("jam", 1)
    a.wait(100)
    a.show("jam", 0)
    a.cover("cnt", 500)
    a.acknowledge()
    assert (a.line.in_head, a.line.counted) == (0, 0)


def test_a_tile_that_coasts_in_after_another_lines_fault_is_in_the_head():
    a = Line(4)
    a.cover("inlet")
    a.show("cnt", 1)
    a.wait(180)
    a.sim.inject("stuck jam_b on")
    a.wait(40)
    assert a.told() == ["E404"]
    a.show("cnt", 0)
    a.sim.inject("clear all")
    a.acknowledge()
    assert (a.line.in_head, a.line.counted) == (1, 1)


def test_a_tile_that_went_back_out_of_the_beam_is_in_no_head_after_the_next_fault():
    a = Line(4)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.show("inlet", 1)
    a.show("cnt", 1)
    a.wait(100)
    for _ in range(2):
        a.sim.inject("stuck jam_b on")
        a.wait(1_000)
        a.sim.inject("clear all")
        a.sim.press("elevator")
        a.wait(1_000)
        a.sim.press("elevator")
        a.wait(1_000)
        a.show("cnt", 0)
        a.show("inlet", 0)
        a.sim.run_until("ready", 20_000)
        a.wait(500)
        assert (a.line.in_head, a.line.counted, a.line.tiles_in) == (0, 0, 0)


@pytest.mark.parametrize(("gone_in", "in_head"), [(True, 1), (False, 0)])
def test_a_tile_under_way_into_the_head_as_the_controller_died_is_where_the_eye_says(
    gone_in, in_head
):
    a = Line(34)
    a.sim.table.sorter.restore(0, 0)
    a.line.fire("start")
    a.cover("inlet")
    a.show("cnt", 1)
    a.wait(200)
    a.sim.power_off()
    a.show("cnt", not gone_in)
    a.sim.power_on()
    a.wait(500)
    line = a.sim.table.lines[0]
    assert (line.tiles_in, line.in_head, line.counted) == (1, in_head, in_head)


@pytest.mark.parametrize("counted", [True, False])
def test_a_tile_at_the_inlet_as_everything_stopped_goes_back_to_be_counted_again(counted):
    a = Line(4)
    a.show("inlet", 1)
    a.wait(100 if counted else 20)
    a.sim.inject("stuck jam_b on")
    a.wait(100)
    a.sim.inject("clear all")
    a.acknowledge(goes_back=1)
    assert (a.line.tiles_in, a.line.counted) == (0, 0)
    states = [e["to"] for e in a.sim.events if e.get("machine") == "line_a"]
    assert states[-2:] == ["emptying", "idle"]
