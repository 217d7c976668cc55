"""What the plant can fail of the board's own test: disarmed, motor bus and enable are dead."""

from __future__ import annotations

from typing import Any

from hal.self_check import HOLD_SCANS, OPTO_SUPPLY, before_arming, bus_live
from mjtable.generated.fault_codes import BOARD_TEST
from mjtable.generated.timing import SCAN_PERIOD_MS

HOLD_MS = HOLD_SCANS * SCAN_PERIOD_MS
NOT_YET = -1


class OwnTest:
    """At power-on and before each arming; what it finds is told until the next start."""

    def __init__(self, inputs: Any) -> None:
        self.inputs = inputs
        self._since_ms = NOT_YET
        self._tell(bus_live(inputs.level))

    def is_opto_supply_live(self) -> bool:
        """As measured by a board: only the enable that goes with it can be injected."""
        return False

    def before_arming(self, now_ms: int) -> int:
        """The test's detail (`hal/self_check.py`), 0 when all is well; NOT_YET: the enable of a
        moment ago has some time to go."""
        detail = int(before_arming(self.inputs.level, self))
        if detail == OPTO_SUPPLY:
            if self._since_ms < 0:
                self._since_ms = now_ms
            if now_ms - self._since_ms < HOLD_MS:
                return NOT_YET
        self._since_ms = NOT_YET
        self._tell(detail)
        return detail

    def _tell(self, detail: int) -> None:
        inputs = self.inputs
        if detail:
            inputs.board_fault, inputs.board_detail = inputs.board_fault or BOARD_TEST, detail
