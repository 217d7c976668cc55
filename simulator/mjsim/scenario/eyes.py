"""What a scenario expects, and what is said when it does not come true."""

from __future__ import annotations

from collections.abc import Callable

from mjsim.scenario.scenario import Step
from mjsim.table.session import NotReached, SimTable
from mjsim.table.waiting import STEP_MS
from mjtable.game import profiles

SIDES = "ABCD"
HEARD = ("key", "fault", "ack", "set", "walls", "hatch", "mains", "boot")
"""Events worth quoting when an expectation fails."""


class StepFailed(Exception):
    """A step did not come true; the message starts with file and line."""


class Eyes:
    """Judges expectations; `look_from_here` starts a new stretch of events to look at."""

    def __init__(self, table: SimTable) -> None:
        self._table = table
        self._since = 0

    def look_from_here(self) -> None:
        """An action begins: events before it answer no later expectation."""
        self._since = len(self._table.events)

    def no_violation(self, where: str) -> None:
        """Physics must not have been broken."""
        if self._table.violations:
            raise StepFailed("%s: violation: %s" % (where, self._table.violations[0]))

    def expect(self, step: Step) -> None:
        """One `expect` step."""
        negated = step.args[0] == "no"
        holds = self._fact(*step.args[negated:])
        if negated:
            self._all_along(step, lambda: not holds())
        elif step.for_ms:
            self._all_along(step, holds)
        else:
            self._soon(step, holds)

    def _fact(self, fact: str, *args: str) -> Callable[[], bool]:
        look = getattr(self, "_is_" + fact, None)
        if look is not None:
            return lambda: bool(look(*args))
        return lambda: self._table.io(fact) == (args[0] == "on")

    def _soon(self, step: Step, holds: Callable[[], bool]) -> None:
        try:
            self._table.run_until(holds, step.within_ms)
        except NotReached:
            within = " in %g s" % (step.within_ms / 1000) if step.within_ms else ""
            raise self._failed(step, within) from None

    def _all_along(self, step: Step, holds: Callable[[], bool]) -> None:
        table = self._table
        end = table.now_ms + step.for_ms
        while holds():
            if table.now_ms >= end:
                return
            table.run_for(min(STEP_MS, end - table.now_ms))
        raise self._failed(step, " for %g s" % (step.for_ms / 1000) if step.for_ms else "")

    def _failed(self, step: Step, time: str) -> StepFailed:
        broken = self._table.violations[:1]
        return StepFailed(
            "%s: expected %s%s, but %s%s%s"
            % (
                step.where, " ".join(step.args), time, self._table.summary(),
                "; violation: " + broken[0] if broken else "", self._heard(),
            )  # fmt: skip
        )

    def _heard(self) -> str:
        """The last events since the action, for the message."""
        recent = [e for e in self._table.events[self._since :] if e["event"] in HEARD][-4:]
        if not recent:
            return ""
        return "; last events: " + ", ".join(
            " ".join("%s=%s" % (k, v) for k, v in e.items() if k not in ("number", "t_ms"))
            for e in recent
        )

    # facts, by the word that follows "expect"

    def _is_fault(self, code: str = "") -> bool:
        return code in self._table.faults if code else bool(self._table.faults)

    def _is_state(self, name: str) -> bool:
        return self._table.state == name

    def _is_event(self, name: str, *pairs: str) -> bool:
        wanted = dict(pair.split("=", 1) for pair in pairs)
        return any(
            event["event"] == name
            and all(str(event.get(key, "")) == value for key, value in wanted.items())
            for event in self._table.events[self._since :]
        )

    def _is_short(self, count: str) -> bool:
        return self._table.table is not None and self._table.table.short == int(count)

    def _is_tiles(self, count: str) -> bool:
        return self._table.tiles_on_table == int(count)

    def _is_stacks(self, *counts: str) -> bool:
        return self._table.stacks == [int(count) for count in counts]

    def _is_set(self, name: str, place: str) -> bool:
        brain = self._table.table
        if brain is None:
            return False
        return bool(name == (brain.set_on_table if place == "table" else brain.set_waiting))

    def _is_dealer(self, side: str) -> bool:
        brain = self._table.table
        return brain is not None and SIDES[brain.marker.dealer] == side

    def _is_profile(self, name: str) -> bool:
        brain = self._table.table
        return brain is not None and bool(profiles.name(brain.profile) == name)

    def _is_violation(self) -> bool:
        return bool(self._table.violations)
