"""What is to go wrong at a table later, for a time, or again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mjsim.plant.inject import Cause
from mjsim.plant.inject_timed import Timed
from mjsim.words.names import UsageError


class CannotGoWrong(UsageError):
    """What was to go wrong is not possible here, or not now; the message says why."""


class Timing:
    """Of one table; `do` lets a cause begin or end at once."""

    def __init__(self, after: Callable[[int, Callable[[], None]], Any],
                 do: Callable[[Cause], None]) -> None:  # fmt: skip
        self._after, self._do = after, do
        self._going: list[Timed] = []

    def begin(self, timed: Timed) -> None:
        """Now, or from now on at its times; who puts it right ends its repeats, too."""
        if not timed.after_ms:
            self._now(timed.cause)
        if timed.after_ms or timed.for_ms:
            self._going.append(timed)
            for turn in range(timed.times):
                self._plan(timed, timed.after_ms + turn * timed.every_ms,
                           turn == timed.times - 1)  # fmt: skip

    def _plan(self, timed: Timed, at_ms: int, last: bool) -> None:
        """One turn: it begins, and is over."""
        if at_ms:
            self._after(at_ms, partial(self._act, timed, timed.cause, not timed.for_ms))
        if timed.for_ms:
            over = Cause(timed.cause.name, timed.cause.args, undo=True)
            self._after(at_ms + timed.for_ms, partial(self._act, timed, over, last))

    def _act(self, timed: Timed, cause: Cause, last: bool) -> None:
        """Unless somebody has put it right meanwhile."""
        if timed in self._going:
            if last:
                self._going.remove(timed)
            (self._now if cause is timed.cause else self._do)(cause)

    def _now(self, cause: Cause) -> None:
        if cause.undo:
            self._going = [one for one in self._going if not cause.undoes(one.cause)]
        self._do(cause)
