"""A line that shows where a long run is."""

from __future__ import annotations

import sys
import time


class Progress:
    """A line that is written over, once a second at most; nothing when nobody looks."""

    def __init__(self) -> None:
        self.last = time.monotonic()
        self.start = self.last

    def __call__(self, text: str) -> None:
        now = time.monotonic()
        if now - self.last < 1 or not sys.stdout.isatty():
            return
        self.last = now
        print("\r%s  (%.0f s)   " % (text, now - self.start), end="", flush=True)
