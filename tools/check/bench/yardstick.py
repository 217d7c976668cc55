"""A fixed piece of pure Python, timed beside what is measured: machines differ by a factor of 3.

Attributes, calls, small integers, a bytearray and a dict, in about the mixture of a scan. Speed
divided by yardsticks a second is a ratio that is much the same on every machine.
"""

import statistics
import time

ROUNDS = 300_000
SAMPLES = 5


class Wheel:
    """Something that counts."""

    def __init__(self) -> None:
        self.at = 0
        self.marks = bytearray(64)
        self.seen: dict[int, int] = {}

    def turn(self, by: int) -> int:
        """One turn."""
        self.at = (self.at * 5 + by) & 0xFFFF
        if self.marks[by & 63]:
            self.seen[by & 255] = self.at
        self.marks[by & 63] ^= self.at & 255
        return self.at


def once() -> int:
    """The work itself; always the same sum."""
    wheel = Wheel()
    total = 0
    for by in range(ROUNDS):
        total += wheel.turn(by)
    return total


def per_second(samples: int = SAMPLES) -> float:
    """Yardsticks a second: the median of some."""
    times = []
    for _ in range(samples):
        started = time.perf_counter()
        once()
        times.append(time.perf_counter() - started)
    return 1 / statistics.median(times)
