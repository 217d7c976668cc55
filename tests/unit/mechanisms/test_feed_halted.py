"""A belt that ran back when something else stopped the table: nobody knows what lies on it."""

import pytest

from mjtable.generated.fault_codes import DRUM_STALLED
from tests.unit.mechanisms.feed_line import Line


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
