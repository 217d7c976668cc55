"""What people see of a table, a little late: the same for one on the chip and a simulated one.

The host learns of an event up to 100 ms after it happened, so nobody may act on anything younger;
otherwise the same people would do different things at the two tables.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from mjsim.people.remedies import Told

LATE_MS = 150


class Late:
    """The table for `People`: states and dice of `LATE_MS` ago, the rest as it is."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._states: list[tuple[int, str]] = [(-LATE_MS, "power_on")]
        self._dice: list[int] = [0]

    def hear(self, event: Mapping[str, Any], t_ms: int) -> None:
        """An event of the firmware, with its time on the people's clock."""
        if event["event"] == "state" and event["machine"] == "table":
            self._states.append((t_ms, str(event["to"])))
        elif event["event"] == "dice":
            self._dice.append(t_ms)

    @property
    def state(self) -> str:
        """The table's state."""
        then = self._table.now_ms - LATE_MS
        return self._states[bisect_right(self._states, (then, "~")) - 1][1]

    @property
    def told(self) -> list[Told]:
        """Faults are not told in time: what one asks for is done by putting its cause right."""
        return []

    @property
    def dice_ms(self) -> int:
        """When the dice were last rolled."""
        then = self._table.now_ms - LATE_MS
        return self._dice[bisect_right(self._dice, then) - 1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)
