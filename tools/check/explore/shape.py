"""Which tables are the same to the search, and which states of the charts were seen.

`shape` leaves out times, tiles, the marker and the chosen game: two tables of one shape are
searched once.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from mjtable.generated.setting_table import NAMES
from mjtable.scan.statechart import Statechart
from tools.check.explore.actions import BEARING
from tools.check.explore.rig import Rig

VALUES = tuple(NAMES.index(name) for name in BEARING)
Shape = tuple[Any, ...]


def shape(rig: Rig) -> Shape:
    """A table without what does not matter."""
    plant, table = rig.plant, rig.table
    raw = plant.input_raw
    seen = (raw("svc"), raw("lid"), raw("loop_raw"), raw("pinch"), rig.hand, rig.wire.alive)
    hatch = plant.hatch
    places = (hatch.zone, hatch.moving * hatch.way, tuple(lift.zone for lift in plant.lifts),
              tuple(head.zone for head in plant.heads) if not plant.pick.loose else (),
              plant.chain.zone if plant.chain else 0)  # fmt: skip
    if table is None:
        return ("off", seen, places)
    charts = tuple(chart.state for chart in table.charts if chart not in table.lines)
    lines = () if table.sorter.is_busy() else tuple(line.state for line in table.lines)
    panel, contacts = table.panel, table.panel.contacts
    return (
        table.cycle.state, table.sorter.state, charts, lines, table.service.want,
        table.selftest.item, table.faults.active_code(), table.armed, plant.k1,
        tuple(panel._state), contacts._linked, table.keys.count, _settings(table),
        bool(plant.effective), rig.watch.begun, seen, places,
    )  # fmt: skip


def _settings(table: Any) -> tuple[int, ...]:
    """Those that change what keys and wire may start."""
    return tuple(table.settings.value[index] for index in VALUES)


def mode(rig: Rig) -> str:
    """The mode that a count is kept by."""
    if rig.table is None:
        return "off"
    state = rig.table.state
    if state == "loading":
        return "hatch open"
    if state in ("closing", "add_closing", "parking", "adding", "short", "rolling"):
        return "play"
    return "play" if state == "playing" else str(state)


class Visits:
    """States and transitions of all charts, counted while `counting`."""

    def __init__(self) -> None:
        self.states: Counter[tuple[str, str]] = Counter()
        self.rows: Counter[tuple[str, str, str, str]] = Counter()
        self._asked: tuple[Any, str, str] | None = None

    def __enter__(self) -> Visits:
        self._fire, self._enter = Statechart.fire, Statechart.enter
        fire, enter, visits = self._fire, self._enter, self

        def counting_fire(chart: Any, trigger: str) -> bool:
            visits._asked = (chart, trigger, chart.state)
            return bool(fire(chart, trigger))

        def counting_enter(chart: Any, state: str) -> None:
            visits._note(chart, state)
            enter(chart, state)

        # a frozen chart finds its own methods by their names again
        counting_fire.__name__, counting_enter.__name__ = "fire", "enter"
        self._put(counting_fire, counting_enter)
        return self

    def __exit__(self, *_: object) -> None:
        self._put(self._fire, self._enter)

    def _put(self, fire: Any, enter: Any) -> None:
        kind: Any = Statechart
        kind.fire, kind.enter = fire, enter

    def seen(self) -> set[tuple[str, ...]]:
        """Everything that was visited so far."""
        return set(self.states) | set(self.rows)

    def _note(self, chart: Any, state: str) -> None:
        kind = type(chart).__name__
        self.states[kind, state] += 1
        asked, self._asked = self._asked, None
        if asked is not None and asked[0] is chart:
            self.rows[kind, asked[1], asked[2], state] += 1
