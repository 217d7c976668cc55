"""The part of the board's own test that the plant can fail: disarmed, the motor bus is dead."""

from __future__ import annotations

from typing import Any

from hal.self_check import bus_live
from mjtable.generated.fault_codes import BOARD_TEST


def doubt(inputs: Any) -> int:
    """The test's detail (`hal/self_check.py`), 0 when all is well; told until the next start."""
    detail = bus_live(inputs.level)
    if detail:
        inputs.board_fault, inputs.board_detail = inputs.board_fault or BOARD_TEST, detail
    return int(detail)
