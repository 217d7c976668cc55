"""All charts of the table, each as the firmware builds it, with guards that the test decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjtable.scan.statechart import Statechart
from mjtable.table import Table


def all_charts() -> list[Statechart]:
    """One chart of every class, of whichever machine has it."""
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


def stand_in(chart: Statechart) -> Any:
    """The same tables with guards read from `truth`, and no table behind."""
    known = guards(chart)
    members: dict[str, Any] = {name: _reader(name) for name in known}
    members["STATES"] = tuple((row[0], (), 0, 0) for row in chart.STATES)
    members["TRANSITIONS"] = chart.TRANSITIONS
    made: Any = type("StandIn", (Statechart,), members)(Quiet(), {}, chart.name)
    made.truth = dict.fromkeys(known, False)
    return made


def _reader(name: str) -> Callable[[Any], bool]:
    return lambda chart: chart.truth[name]


class Quiet:
    """What the engine needs of a table."""

    now = 0
    granted = 0
    asked = 0

    def __init__(self) -> None:
        self.due = [-1]
        self.wants = [0]

    def state_changed(self, chart: Statechart) -> None:
        """Nobody listens."""
