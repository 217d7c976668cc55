"""Waiting until a simulated table has come to something."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.words import vocabulary
from mjsim.words.names import choose

STEP_MS = 50  # how often `run_until` looks


class NotReached(Exception):
    """What was waited for did not come in time; the message says what there is instead."""


class Waiting:
    """Part of `SimTable`."""

    now_ms: int
    state: str
    run_for: Callable[[int], None]
    summary: Callable[[], str]

    def run_until(self, what: str | Callable[[], bool], limit_ms: int) -> int:
        """Run until a state or a predicate holds; ms it took, `NotReached` after `limit_ms`."""
        if isinstance(what, str):
            state = choose("state", what, vocabulary.STATES)

            def holds() -> bool:
                return self.state == state

            wanted = "state " + state
        else:
            holds, wanted = what, "what was waited for"
        start = self.now_ms
        while not holds():
            left = start + limit_ms - self.now_ms
            if left <= 0:
                raise NotReached(
                    "%s did not come within %.3f s: %s" % (wanted, limit_ms / 1000, self.summary())
                )
            self.run_for(min(STEP_MS, left))
        return self.now_ms - start
