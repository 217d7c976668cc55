"""All charts of the table, each as the firmware builds it, with guards that the test decides."""

from __future__ import annotations

from typing import Any

from mjtable.statechart import Statechart
from mjtable.table import Table


def all_charts() -> list[Statechart]:
    """One chart of every class, from both machines."""
    four, single = Table(0), Table(1)
    charts = [four.lines[0], four.hatch, four.shuffler, four.lifts[0], four.dice]
    charts += [four.sorter, four.cycle, four.service, single.distributor]
    return charts


def rows(chart: Statechart) -> list[tuple]:
    """Its transition rows."""
    return list(chart.TRANSITIONS)


def states(chart: Statechart) -> list[str]:
    """Its state names."""
    return [row[0] for row in chart.STATES]


def triggers(chart: Statechart) -> list[str]:
    """Its triggers, in the order of the table."""
    return list(dict.fromkeys(row[0] for row in chart.TRANSITIONS))


def names(value: Any) -> tuple[str, ...]:
    """A conditions or source cell as a tuple."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def guards(chart: Statechart) -> list[str]:
    """All guard names of a chart."""
    return sorted({name for row in chart.TRANSITIONS for name in names(row[3])})


class StandIn(Statechart):
    """The same tables with guards read from `truth`, and no table behind."""

    def __init__(self, chart: Statechart) -> None:
        self.truth = dict.fromkeys(guards(chart), False)
        self.STATES = tuple((row[0], (), 0, 0) for row in chart.STATES)
        self.TRANSITIONS = chart.TRANSITIONS
        for name in self.truth:
            setattr(self, name, lambda name=name: self.truth[name])
        Statechart.__init__(self, Quiet(), {}, chart.name)


class Quiet:
    """What the engine needs of a table."""

    now = 0
    granted = 0
    wishes_changed = False

    def state_changed(self, chart: Statechart) -> None:
        """Nobody listens."""
