"""What a run has visited: states, transitions, faults, and the phase it began in."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mjsim.board import decode
from mjsim.table.hearing import STATE
from mjsim.table.session import SimTable

FAULT = decode.NAMES.index("fault")


def _chart(name: str) -> str:
    """The kind of a chart: `lift_b` is a lift."""
    return name[:-2] if name[-2:-1] == "_" else name


def stand(table: SimTable) -> str:
    """How a table stands, in two words."""
    brain: Any = table.table
    return "off" if brain is None else "%s/%s" % (table.state, brain.sorter.state)


def seen(table: SimTable, since: int) -> dict[str, dict[str, int]]:
    """Counts of what the firmware has reported since its record number `since`."""
    states: Counter[str] = Counter()
    rows: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    was: dict[str, str] = {}
    for number, raw in enumerate(table.hearing.raw):
        if raw[2] == STATE:
            name, to = raw[3], raw[4]
            if number >= since:
                chart = _chart(name)
                states["%s %s" % (chart, to)] += 1
                if name in was:
                    rows["%s %s > %s" % (chart, was[name], to)] += 1
            was[name] = to
        elif raw[2] == FAULT and number >= since:
            faults[decode.event(raw)["code"]] += 1
    return {"states": dict(states), "rows": dict(rows), "faults": dict(faults)}
