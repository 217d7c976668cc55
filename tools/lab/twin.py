"""The same evening at the simulated table: plant, seed and people who see a little late."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjsim.people import Habits, People
from mjsim.session import SETTLE_MS, SimTable

from .sight import Late


def events(machine: str, profile: str, seed: int, habits: Habits, ms: int) -> list[dict[str, Any]]:
    """Every event of the simulated firmware until `ms`."""
    table = SimTable(machine, profile, seed)
    late = Late(table)
    table.hearing.listen(lambda event: late.hear(event, event["t_ms"]), ("dice",), ("table",))
    table.people = People(late, seed, habits)  # type: ignore[arg-type]
    table.people.next_ms = SETTLE_MS
    table.run_to(ms)
    return table.events


def sentence(event: Mapping[str, Any]) -> str:
    """An event without its number and time: two are the same when these are."""
    left = ("number", "t_ms")
    return " ".join(
        "%s=%s" % (key, _text(value)) for key, value in event.items() if key not in left
    )


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)


class Comparison:
    """How far two runs tell the same: `same` events in order, `worst_ms` their largest distance.

    The clocks begin where each firmware began; what they are apart all the time is no distance.
    """

    def __init__(self, chip: list[dict[str, Any]], twin: list[dict[str, Any]]) -> None:
        self.differ: tuple[str, str] | None = None
        apart = []
        for ours, theirs in zip(chip, twin, strict=False):
            if sentence(ours) != sentence(theirs):
                self.differ = (sentence(ours), sentence(theirs))
                break
            apart.append(int(ours["t_ms"]) - int(theirs["t_ms"]))
        self.same = len(apart)
        self.at_ms = int(twin[self.same - 1]["t_ms"]) if apart else 0
        usual = sorted(apart)[len(apart) // 2] if apart else 0
        self.worst_ms = max((abs(each - usual) for each in apart[1:]), default=0)
