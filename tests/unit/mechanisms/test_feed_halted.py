"""A belt that ran back when something else stopped the table: nobody knows what lies on it."""

import pytest

from mjsim.table.session import SimTable
from mjtable.generated.fault_codes import DRUM_STALLED
from mjtable.memory.journal import LOOK
from tests.unit.mechanisms.feed_line import Line, standing_in_its_beam


def catching():
    """A line whose belt has just caught."""
    a = Line(8)
    a.sim.table.sorter.enter("picking")
    a.cover("inlet")
    a.wait(100)
    a.show("jam", 1)
    a.wait(20)
    assert a.line.state == "stuck"
    return a


@pytest.mark.parametrize("state", ["stuck", "emptying"])
def test_it_runs_back_once_more(state):
    """Else a tile that stood in the beam went into the head uncounted."""
    a = catching()
    a.show("jam", 0)
    if state == "emptying":
        a.line.fire("back")
    assert a.line.state == state
    a.sim.table.raise_fault(DRUM_STALLED, "drum", 0)
    assert a.line.state == "unknown" and a.line.doubtful
    since = len(a.sim.events)
    for _ in range(2):
        a.wait(1_000)
        a.sim.press("elevator")
    a.wait(10_000)
    walk = [event["to"] for event in a.sim.events[since:]
            if event["event"] == "state" and event["machine"] == "line_a"]
    assert "emptying" in walk and not a.line.doubtful


def kept(line):
    """The bits of a line's record that say what is in its head."""
    journal = line.table.journal
    journal._pack_line(journal.buf, line.side)
    return journal.buf[12 + 4 * line.side + 3]


@pytest.mark.parametrize("free_ms", [10, 25])
def test_behind_a_pair_that_touches_a_person_looks_into_the_head(free_ms):
    """Its belt stood, its first one slid into the head, its second one into the beam; then all was
    stopped. It was drawn back as one, and the next tile met the first one (run 58 of 20281225)."""
    a = standing_in_its_beam()
    a.wait(120)
    a.show("cnt", 0)
    a.wait(free_ms)
    a.show("cnt", 1)
    a.wait(100)
    assert a.told() == [] and not a.line.booked and kept(a.line) & LOOK
    a.sim.table.raise_fault(DRUM_STALLED, "drum", 0)
    a.wait(100)
    assert a.told() == ["E301", "E402"] and a.line.look and a.line.doubtful


def test_behind_a_drop_out_at_the_start_of_a_tile_nobody_is_called():
    """None can have passed in so short a time: it is drawn back."""
    a = standing_in_its_beam()
    a.show("cnt", 0)
    a.wait(10)
    a.show("cnt", 1)
    a.wait(100)
    assert not a.line.booked and not kept(a.line) & LOOK
    a.sim.table.raise_fault(DRUM_STALLED, "drum", 0)
    a.wait(100)
    assert a.told() == ["E301"] and not a.line.look


@pytest.mark.parametrize("after_ms", [0, 10, 20])
def test_a_flicker_as_all_is_stopped_takes_no_doubt_away(after_ms):
    a = standing_in_its_beam()
    a.wait(120)
    a.show("cnt", 0)
    a.wait(25)
    a.show("cnt", 1)
    a.wait(100)
    a.sim.table.raise_fault(DRUM_STALLED, "drum", 0)
    a.wait(after_ms)
    a.show("cnt", 0)
    a.wait(5)
    a.show("cnt", 1)
    a.wait(300)
    assert a.told() == ["E301", "E402"] and a.line.look


@pytest.mark.parametrize("after_ms", [0, 10, 20])
def test_a_tile_that_stands_in_a_flickering_beam_is_in_no_head(after_ms):
    """The belt stood when it flickered: nothing can have gone past."""
    a = standing_in_its_beam()
    a.wait(5_000)
    a.show("cnt", 0)
    a.wait(10)
    a.show("cnt", 1)
    a.wait(1_000)
    a.sim.table.raise_fault(DRUM_STALLED, "drum", 0)
    a.wait(after_ms)
    a.show("cnt", 0)
    a.wait(15)
    a.show("cnt", 1)
    a.wait(300)
    assert a.told() == ["E301"] and a.line.in_head == 0 and not a.line.look


@pytest.mark.parametrize("hours", [0, 75, 140])
def test_behind_days_of_rest_the_first_jam_calls_nobody(hours):
    """The clock's half is 74 h: the last edge of a beam that has been quiet for longer looked
    new, and the tile that was just coming as if it had passed."""
    table = SimTable(seed=1, offset_ms=hours * 3_600_000)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    line = table.table.lines[0]
    table.run_until(lambda: table.io("cnt_a"), 200_000)
    table.run_for(100)
    table.inject("stuck jam_a on")
    table.run_for(300)
    table.inject("clear stuck jam_a on")
    table.run_for(700)
    assert line.state == "emptying" and not line.look and table.faults == []
