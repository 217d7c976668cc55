"""What the feed of a line counts, counts out again, and keeps over a power cut."""

import pytest

from mjsim.table.session import SimTable
from mjtable.mechanisms.feed import MISSES
from mjtable.mechanisms.feed_limits import ALL, STAND
from tests.unit.mechanisms.feed_line import (
    NEXT_MS,
    PULSE_MS,
    Line,
    arrives,
    counts,
    standing_in_its_beam,
)

# the inlet


@pytest.mark.parametrize(("late_ms", "tiles"), [(0, 2), (30, 1)])
def test_a_short_gap_at_the_inlet_that_a_late_scan_saw_is_no_second_tile(late_ms, tiles):
    """Free for 50 ms as seen, by a scan 30 ms late: it may have been 20, a drop-out."""
    a = Line(8)
    a.cover("inlet")
    a.wait(50)
    a.sim.board.inputs.late_ms = late_ms
    a.show("inlet", 1)
    a.wait(5)
    a.sim.board.inputs.late_ms = 0
    a.wait(PULSE_MS)
    assert a.line.tiles_in == tiles


def test_a_dropout_at_the_head_that_a_late_scan_saw_as_a_gap_makes_no_second_tile():
    """Free for 45 ms as seen, by a scan 40 ms late: it may have been five."""
    a = Line(8)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.cover("cnt", 100)
    a.sim.run_for(5)
    a.late_scan(40, "cnt", 1)
    a.wait(120)
    a.show("cnt", 0)
    a.wait(300)
    assert counts(a.line) == (1, 1, 1)


@pytest.mark.parametrize(("fall_late_ms", "told"), [(0, []), (20, ["E402"])])
def test_a_gap_that_may_have_been_that_of_two_tiles_stops_a_belt_nobody_is_sure_of(
    fall_late_ms, told
):
    """The first tile lay in the beam as its belt started: how much of it has passed, nobody knows.
    Free for 85 ms as seen: when its end was seen late, it may have been the gap to the next."""
    a = standing_in_its_beam()
    a.wait(500)
    a.line.permit = ALL
    a.line.fire("permit")
    a.wait(5)
    a.sim.run_until(a.belt_runs, 1_000)
    a.wait(100)
    a.late_scan(fall_late_ms, "cnt", 0)
    a.late_scan(80, "cnt", 1)
    a.wait(50)
    assert a.told() == told


def test_an_inlet_that_misses_tiles_in_a_row_is_told():
    a = Line(34)
    for missed in range(MISSES):
        assert a.told() == [] and counts(a.line)[:2] == (missed, missed)
        arrives(a, seen=False)
    assert a.told() == ["E401"]


def test_a_tile_that_the_inlet_sees_in_between_makes_the_misses_begin_again():
    a = Line(34)
    for seen in (False, False, True, False, False):
        arrives(a, seen)
    assert a.told() == [] and counts(a.line)[:2] == (5, 5)
    arrives(a, seen=False)
    assert a.told() == ["E401"]


def test_misses_as_the_set_runs_out_are_no_fault():
    """Pairs that the inlet took for one tile come to light at the end."""
    a = Line(6)
    for _ in range(MISSES):
        arrives(a, seen=False)
    assert a.told() == [] and counts(a.line)[:2] == (3, 3)


def test_what_comes_before_the_inlet_of_a_standing_belt_is_no_tile_that_comes_in():
    """It lay there and was counted, or a person's hand is there."""
    a = Line(8)
    a.line.permit = STAND
    a.line.fire("permit")
    a.wait(1_000)
    a.show("inlet", 1)
    a.wait(500)
    a.line.permit = ALL
    a.line.fire("permit")
    a.wait(300)
    a.show("inlet", 0)
    a.wait(100)
    assert a.belt_runs() and a.line.tiles_in == 0
    a.cover("inlet")
    assert a.line.tiles_in == 1


# looking through a full line, handing back


def full(tiles=0):
    """A line whose lane is full, looking for a tile too many."""
    a = Line(4)
    a.line.fire("stop")
    a.line.plan(tiles, 2)
    a.line.fire("start")
    assert a.line.state == "full"
    return a


@pytest.mark.parametrize("eye", ["inlet", "cnt"])
def test_a_tile_that_a_full_line_finds_is_counted_once_and_ends_its_looking(eye):
    a = full()
    a.line.fire("look")
    a.wait(400)
    assert a.line.state == "looking" and a.belt_runs()
    a.cover(eye)
    a.wait(200)
    assert counts(a.line) == (1, 0, 0) and a.line.state == "full" and not a.belt_runs()


def test_a_tile_handed_back_is_counted_out_at_the_inlet():
    a = full()
    a.line.tiles_in = 1
    a.line.fire("give_back")
    a.wait(1_000)
    assert a.line.state == "returning" and a.line.tiles_in == 1
    a.cover("inlet")
    a.wait(50)
    assert a.line.state == "full" and a.line.tiles_in == 0 and a.told() == []


def test_a_speck_at_the_inlet_is_no_tile_handed_back():
    a = full()
    a.line.tiles_in = 1
    a.line.fire("give_back")
    a.wait(1_000)
    a.cover("inlet", 20)
    a.wait(50)
    assert a.line.state == "returning" and a.line.tiles_in == 1


# what goes back, what is kept


@pytest.mark.parametrize("turned", [False, True])
def test_a_tile_that_an_emptying_belt_takes_out_of_the_head_is_counted_out(turned):
    a = Line(8)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.cover("cnt")
    a.sim.run_until(lambda: a.line.in_head == 1, 1_000)
    if turned:
        a.sim.run_until(lambda: a.line.state == "feed_upper", 3_000)
    a.show("jam", 1)
    a.wait(100)
    assert a.told() == ["E404"] and counts(a.line) == (1, 1, 1)
    a.show("jam", 0)
    a.wait(1_000)
    a.sim.press("elevator")
    a.wait(1_000)
    a.sim.press("elevator")
    a.sim.run_until(lambda: a.line.state == "emptying" and a.belt_runs(), 5_000)
    a.cover("cnt")
    a.sim.run_until("ready", 20_000)
    assert counts(a.line) == (0, 0, 0)


@pytest.mark.parametrize("booked", [False, True])
def test_what_was_counted_outlasts_a_controller_that_stops_without_warning(booked):
    """No power fail was seen: what the memory chip has must be what was counted."""
    a = Line(34)
    a.sim.table.sorter.restore(0, 0)  # a set is in the works
    a.wait(100)
    a.line.fire("start")
    a.line.permit = ALL
    a.line.fire("permit")
    a.wait(400)
    a.cover("inlet")
    a.wait(NEXT_MS)
    if booked:
        a.cover("cnt")
    a.wait(300)
    other = SimTable(seed=3, store=a.sim.store.snapshot())
    assert counts(other.table.lines[0]) == ((1, 1, 1) if booked else (1, 0, 0))
