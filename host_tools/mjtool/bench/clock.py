"""The time the bench waits by: the wall's, or in tests the simulated table's own."""

import time
from typing import Protocol


class Clock(Protocol):
    """Seconds, and a sleep."""

    def now(self) -> float:
        """Seconds since some moment."""

    def sleep(self, seconds: float) -> None:
        """Let them pass."""


class Wall:
    """The real time."""

    def now(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let them pass."""
        time.sleep(seconds)
