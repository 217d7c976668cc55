"""What a unit's figures are judged against: its last report, what the board has learnt, and the
like parts of the same table. The design alone condemns nothing.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Known:
    """`last`: figures by item of the last report; `learnt_ma` by motor, from `measure`;
    `learnt_pct`: per cent of the design's time by motor, from `trends`; `likes`: spans of the
    other motors of the same type, measured in this visit.
    """

    last: dict[str, dict[str, Any]] = field(default_factory=dict)
    learnt_ma: dict[str, int] = field(default_factory=dict)
    learnt_pct: dict[str, int] = field(default_factory=dict)
    likes: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)

    def figures(self, item: str, way: str) -> dict[str, Any]:
        """What the last report has of one item's motion that way."""
        found = self.last.get(item, {}).get(way, {})
        return found if isinstance(found, dict) else {}

    def running_ma(self, motor: str, way: str) -> int:
        """What it draws when it runs: by the last report, else learnt; 0 when nobody knows."""
        ma = int(self.figures(f"motor {motor}", way).get("run_ma", 0) or 0)
        return ma if ma > 0 else self.learnt_ma.get(motor, 0)
