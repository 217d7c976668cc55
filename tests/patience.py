"""How long tests wait for another program, and how they measure work without a clock.

Other programs may run beside the tests, so no test says how soon something must come: it waits for
the thing itself. `HANG_S` only ends what would never end.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

HANG_S = 1800
"""Seconds; far longer than anything takes on the slowest machine."""


def await_(what: Callable[[], Any]) -> Any:
    """Ask until the answer is true, and return it."""
    end = time.monotonic() + HANG_S
    while not (found := what()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)
    return found


def calls_in(work: Callable[[], Any]) -> int:
    """How many Python functions the work calls: the same on every machine."""
    count = 0

    def note(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
