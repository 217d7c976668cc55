"""The dice of each hand, as people hear them: rolls that were not cut short.

One whole roll a hand. A second is allowed where the power went before the dice of the first lay
still, or so shortly after that nobody could have kept it.
"""

from __future__ import annotations

from typing import Any

from mjsim.campaign.scene import DICE, Scene

WHOLE_MS = 1_500
"""The plate of a roll that was not cut short turns at least so long."""


class Rolls:
    """A link that looks at the plate's motor; `hands` are the rolls of each hand dealt so far."""

    waiting = False

    def __init__(self, table: Any, scene: Scene) -> None:
        self.table, self.plant, self.scene = table, table.plant, scene
        self.hands: list[int] = []
        self.ended_ms = -1
        self.excused: set[int] = set()
        self._on_ms = -1

    def poll(self, _now_ms: int) -> bool:
        """After a scan."""
        plant = self.plant
        while len(self.hands) < len(self.scene.deals):
            self.hands.append(0)
        on = bool(plant.effective & DICE)
        if on and self._on_ms < 0:
            self._on_ms = plant.now
        elif not on and self._on_ms >= 0:
            whole = plant.now - self._on_ms >= WHOLE_MS and plant.has_mains
            self._on_ms = -1
            if whole and self.hands:
                self.hands[-1] += 1
                self.ended_ms = plant.now
        return False

    def power_goes(self, grace_ms: int) -> None:
        """A roll under way ends; one that ended just now may come again."""
        self._on_ms = -1
        if self.hands and self.table.now_ms - self.ended_ms <= grace_ms:
            self.excused.add(len(self.hands) - 1)

    def power_comes(self) -> None:
        """The plate stands; that it stopped while nobody looked was the end of no roll."""
        self._on_ms = -1

    def wrong(self, since: int) -> str:
        """Hands from number `since` on that had not exactly one roll."""
        for number in range(since, len(self.hands)):
            rolls = self.hands[number]
            if rolls != 1 and not (rolls == 2 and number in self.excused):
                return "hand %d had %d whole rolls" % (number + 1, rolls)
        return ""
