"""Carries out the steps of a scenario on a `SimTable` and judges what it expects.

Every failed expectation names file and line, what was expected and what there was instead. A
scenario also fails on any violation of physics, expected or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mjsim.board import MemoryStore
from mjsim.eventlog import TRACE_RECORDS, EventLog, trace
from mjsim.names import UsageError
from mjsim.people import Habits
from mjsim.scenario import Scenario, Step, duration_ms
from mjsim.session import NotReached, SimTable
from mjtable import profiles
from mjtable.setting_table import NAMES

SIDES = "ABCD"


class StepFailed(Exception):
    """A step did not come true; the message starts with file and line."""


@dataclass
class Verdict:
    """How a scenario ended: the failure ("" = good), its last records, virtual seconds."""

    scenario: Scenario
    failure: str = ""
    trace: list[str] = field(default_factory=list)
    sim_s: float = 0.0


def perform(scenario: Scenario) -> Verdict:
    """Run a scenario from power-on to its last step."""
    log = EventLog(keep=TRACE_RECORDS)
    players = Habits() if scenario.players == "auto" else None
    table = SimTable(
        scenario.machine, scenario.profile, scenario.seed, MemoryStore(),
        players=players, settings=scenario.settings, log=log,
    )  # fmt: skip
    actor = Actor(table)
    verdict = Verdict(scenario)
    try:
        for step in scenario.steps:
            actor.do(step)
        actor.no_violation(scenario.file)
    except StepFailed as failure:
        verdict.failure = str(failure)
        verdict.trace = trace(log.records)
    verdict.sim_s = table.now_ms / 1000
    return verdict


class Actor:
    """Hands and eyes of a scenario."""

    def __init__(self, table: SimTable) -> None:
        self._table = table
        self._since = 0  # events before this index belong to earlier actions

    def do(self, step: Step) -> None:
        """Carry out one step."""
        table = self._table
        if step.at_ms is not None:
            self._wait_for_time(step)
        if step.verb != "expect":
            self._since = len(table.events)
        try:
            getattr(self, "_" + step.verb)(step)
        except NotReached as problem:
            raise StepFailed("%s: %s: %s" % (step.where, step.text, problem)) from problem
        except UsageError as problem:
            raise StepFailed("%s: %s: %s" % (step.where, step.text, problem)) from problem

    def _wait_for_time(self, step: Step) -> None:
        table = self._table
        assert step.at_ms is not None
        if step.at_ms < table.now_ms:
            raise StepFailed(
                "%s: %s: it is %.3f s already; the steps before took longer than planned"
                % (step.where, step.text, table.now_ms / 1000)
            )
        table.run_to(step.at_ms)

    def no_violation(self, where: str) -> None:
        """Physics must not have been broken."""
        if self._table.violations:
            raise StepFailed("%s: violation: %s" % (where, self._table.violations[0]))

    # actions

    def _wait(self, step: Step) -> None:
        self._table.run_for(duration_ms(step.args[0]))

    _play = _wait

    def _press(self, step: Step) -> None:
        if step.args[1:] == ("twice",):
            self._table.press_twice(step.args[0])
            self._table.run_for(700)
            return
        ms = step.for_ms or 120
        self._table.press(step.args[0], ms)
        self._hands_on(ms)

    def _hold(self, step: Step) -> None:
        ms = duration_ms(step.args[1])
        self._table.hold(step.args[0], ms)
        self._hands_on(ms)

    def _hands_on(self, ms: int) -> None:
        """Wait until the key is up again; without power it stays down for `power on`."""
        if self._table.table is not None:
            self._table.run_for(ms + 400)

    def _inject(self, step: Step) -> None:
        self._table.inject(" ".join(step.args))

    def _clear(self, step: Step) -> None:
        self._table.inject("clear " + " ".join(step.args))

    def _drop(self, step: Step) -> None:
        if not self._table.sweep(step.args[0]):
            raise UsageError("there are no such tiles on the table or in a box")

    def _load(self, step: Step) -> None:
        self._table.load(step.args[0])

    def _take(self, step: Step) -> None:
        wanted = int(step.args[0])
        if self._table.take_tiles(wanted, step.args[1]) < wanted:
            raise UsageError("there are not so many such tiles on the table")

    def _add(self, step: Step) -> None:
        self._table.add_some(int(step.args[0]), step.args[1])

    def _power(self, step: Step) -> None:
        if step.args[0] == "off":
            self._table.power_off()
        else:
            self._table.power_on()
            self._table.run_for(200)

    def _turn(self, step: Step) -> None:
        self._table.turn_switch(int(step.args[1]))
        self._table.run_for(500)

    def _profile(self, step: Step) -> None:
        result = self._brain().set_profile(profiles.index_of(step.args[0]))
        self._accepted(result)

    def _set(self, step: Step) -> None:
        result = self._brain().settings.set(NAMES.index(step.args[0]), int(step.args[1]))
        self._accepted(result)

    def _open(self, step: Step) -> None:
        self._table.set_lid(True)
        self._table.run_for(100)

    def _close(self, step: Step) -> None:
        self._table.set_lid(False)
        self._table.run_for(100)

    def _ack(self, step: Step) -> None:
        self._table.press("elevator")
        self._table.run_for(600)

    def _brain(self) -> Any:
        if self._table.table is None:
            raise UsageError("the table has no power")
        return self._table.table

    def _accepted(self, result: str) -> None:
        self._table.runner.wake()
        if result:
            raise UsageError("the table answers '%s'" % result)

    # expectations

    def _expect(self, step: Step) -> None:
        args = step.args
        negated = args[0] == "no"
        fact, rest = args[negated], args[negated + 1 :]
        look = getattr(self, "_is_" + fact, None)
        if look is None:
            holds = self._level(fact, rest)
        else:
            holds = self._fact(look, rest)
        if negated:
            self._never(step, holds)
        else:
            self._soon(step, holds)

    def _soon(self, step: Step, holds: Callable[[], bool]) -> None:
        table = self._table
        if step.for_ms:
            self._all_along(step, holds)
            return
        try:
            table.run_until(holds, step.within_ms)
        except NotReached:
            within = " in %g s" % (step.within_ms / 1000) if step.within_ms else ""
            raise StepFailed(
                "%s: expected %s%s, but %s%s"
                % (step.where, " ".join(step.args), within, table.summary(), self._heard())
            ) from None

    def _never(self, step: Step, holds: Callable[[], bool]) -> None:
        self._all_along(step, lambda: not holds())

    def _all_along(self, step: Step, holds: Callable[[], bool]) -> None:
        end = self._table.now_ms + step.for_ms
        while holds():
            if self._table.now_ms >= end:
                return
            self._table.run_for(min(50, end - self._table.now_ms))
        lasting = " for %g s" % (step.for_ms / 1000) if step.for_ms else ""
        raise StepFailed(
            "%s: expected %s%s, but %s%s%s"
            % (
                step.where, " ".join(step.args), lasting, self._table.summary(),
                self._violation(), self._heard(),
            )  # fmt: skip
        )

    def _violation(self) -> str:
        return "; violation: " + self._table.violations[0] if self._table.violations else ""

    def _heard(self) -> str:
        """The last events since the action, for the message."""
        recent = [e for e in self._table.events[self._since :] if e["event"] in HEARD][-4:]
        if not recent:
            return ""
        return "; last events: " + ", ".join(
            " ".join("%s=%s" % (k, v) for k, v in e.items() if k not in ("number", "t_ms"))
            for e in recent
        )

    def _fact(self, look: Callable[..., bool], args: tuple[str, ...]) -> Callable[[], bool]:
        return lambda: look(*args)

    def _level(self, name: str, args: tuple[str, ...]) -> Callable[[], bool]:
        wanted = args[0] == "on"
        return lambda: self._table.io(name) == wanted

    def _is_fault(self, code: str = "") -> bool:
        return code in self._table.faults if code else bool(self._table.faults)

    def _is_state(self, name: str) -> bool:
        return self._table.state == name

    def _is_event(self, name: str, *pairs: str) -> bool:
        wanted = dict(pair.split("=", 1) for pair in pairs)
        for event in self._table.events[self._since :]:
            if event["event"] == name and all(
                str(event.get(key, "")) == value for key, value in wanted.items()
            ):
                return True
        return False

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
        return name == (brain.set_on_table if place == "table" else brain.set_waiting)

    def _is_dealer(self, side: str) -> bool:
        brain = self._table.table
        return brain is not None and SIDES[brain.marker.dealer] == side

    def _is_profile(self, name: str) -> bool:
        brain = self._table.table
        return brain is not None and profiles.name(brain.profile) == name

    def _is_violation(self) -> bool:
        return bool(self._table.violations)


HEARD = ("key", "fault", "ack", "set", "walls", "hatch", "mains", "boot")
"""Events worth quoting when an expectation fails."""
