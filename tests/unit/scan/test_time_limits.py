"""Each state of a chart that may last so long and no longer: by that alone its fault is told."""

import pytest

from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from mjtable.generated.iomap import BIT_PUSH_HOME

LIMITED = sorted({
    (machine, chart.name, state)
    for machine in MACHINES for chart in SimTable(machine).table.charts
    for state, (limit_ms, code) in chart.limits.items() if limit_ms and isinstance(code, int)
})  # fmt: skip


def one_of(table, name):
    """The chart of this name."""
    return next(one for one in table.charts if one.name == name)


def overstays(machine, name, state):
    """A chart comes into a state, its motors run, and no input tells that they do anything: how
    long until a fault is told, -1 for never, and which by whom."""
    table = SimTable(machine).table
    chart = one_of(table, name)
    chart.step = lambda: None
    table.granted = chart.wants()
    chart.raised = chart.past = True  # a wall on the table, or rods that are under way
    for line in table.lines:
        table.inputs.level[line.side] |= BIT_PUSH_HOME  # else no lift sets out
    chart.enter(state)
    began = table.now
    while chart.limit_due >= 0 and not table.faults.count:
        table.now = chart.limit_due
        chart.run(table.now)
    if not table.faults.count:
        return -1, 0, ""
    return table.now - began, table.faults.at(0), table.faults.place(0)


@pytest.mark.parametrize(("machine", "name", "state"), LIMITED)
def test_a_state_that_lasts_too_long_is_its_fault(machine, name, state, monkeypatch):
    limits = one_of(SimTable(machine).table, name).limits
    limit_ms, code = limits[state]
    took_ms, told, who = overstays(machine, name, state)
    assert (told, who) == (code, name)
    assert took_ms == limit_ms or state == "arriving" and took_ms < limit_ms  # by the first half
    monkeypatch.delitem(limits, state)
    assert overstays(machine, name, state)[1] != code


def test_hatch_lifts_heads_and_chain_have_them():
    assert {name for _, name, _ in LIMITED} == {"hatch", "chain"} | {
        kind + side for kind in ("lift_", "line_") for side in "abcd"}
