"""Carries out the steps of a scenario on a `SimTable`; `eyes.py` judges what it expects.

A scenario also fails on any violation of physics, expected or not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mjsim.board.board import MemoryStore
from mjsim.board.eventlog import TRACE_RECORDS, EventLog, trace
from mjsim.people.habits import Habits
from mjsim.scenario.eyes import Eyes, StepFailed
from mjsim.scenario.place import put
from mjsim.scenario.scenario import Scenario, Step, duration_ms
from mjsim.table import flight
from mjsim.table.session import NotReached, SimTable
from mjsim.words.names import UsageError
from mjsim.words.stumble import where
from mjtable.game import profiles
from mjtable.generated.setting_table import NAMES


@dataclass
class Verdict:
    """How a scenario ended: the failure ("" = good), its last records, virtual seconds, and of
    one that failed the flight recorder's file."""

    scenario: Scenario
    failure: str = ""
    trace: list[str] = field(default_factory=list)
    sim_s: float = 0.0
    recording: bytes = b""


def perform(scenario: Scenario) -> Verdict:
    """Run a scenario from power-on to its last step; one that fails is run again and recorded."""
    verdict = _perform(scenario, 0)
    return _perform(scenario, flight.RING) if verdict.failure else verdict


def _perform(scenario: Scenario, record: int) -> Verdict:
    log = EventLog(keep=TRACE_RECORDS)
    players = Habits() if scenario.players == "auto" else None
    table = SimTable(
        scenario.machine, scenario.profile, scenario.seed, MemoryStore(),
        players=players, settings=scenario.settings, log=log, late=scenario.late,
        unit=scenario.unit, record=record,
    )  # fmt: skip
    actor = Actor(table)
    verdict = Verdict(scenario)
    try:
        for step in scenario.steps:
            actor.do(step)
        actor.eyes.no_violation(scenario.file)
    except StepFailed as failure:
        verdict.failure = str(failure)
        verdict.trace = trace(log.records)
    verdict.sim_s = table.now_ms / 1000
    if record:
        verdict.recording = flight.left_by(table)
    return verdict


class Actor:
    """Hands of a scenario; `eyes` are its eyes."""

    def __init__(self, table: SimTable) -> None:
        self.eyes = Eyes(table)
        self._table = table

    def do(self, step: Step) -> None:
        """Carry out one step."""
        if step.at_ms is not None:
            self._wait_for_time(step, step.at_ms)
        try:
            if step.verb == "expect":
                self.eyes.expect(step)
            else:
                self.eyes.look_from_here()
                getattr(self, "_" + step.verb)(step)
        except (NotReached, UsageError) as problem:
            raise StepFailed("%s: %s: %s" % (step.where, step.text, problem)) from problem
        except StepFailed:
            raise
        except Exception as problem:  # noqa: BLE001 - a failed step is told, and leaves a recording
            raise StepFailed("%s: %s: the program stumbled: %s"
                             % (step.where, step.text, where(problem))) from problem  # fmt: skip

    def _wait_for_time(self, step: Step, at_ms: int) -> None:
        if at_ms < self._table.now_ms:
            raise StepFailed(
                "%s: %s: it is %.3f s already; the steps before took longer than planned"
                % (step.where, step.text, self._table.now_ms / 1000)
            )
        self._table.run_to(at_ms)

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
            raise UsageError("there are not that many such tiles on the table")

    def _add(self, step: Step) -> None:
        self._table.add_some(int(step.args[0]), step.args[1])

    def _power(self, step: Step) -> None:
        if step.args[0] == "off":
            self._table.power_off()
        else:
            self._table.power_on()
            self._table.run_for(200)

    def _place(self, step: Step) -> None:
        if self._table.table is not None:
            raise UsageError("a mechanism is moved by hand only while the power is off")
        put(self._table.plant, step.args[0], int(step.args[1]))

    def _turn(self, step: Step) -> None:
        self._table.turn_switch(int(step.args[1]))
        self._table.run_for(500)

    def _profile(self, step: Step) -> None:
        index = profiles.index_of(step.args[0])
        result = self._brain().set_profile(index)
        flight.profile_set(self._brain(), index)
        self._accepted(result)

    def _set(self, step: Step) -> None:
        index, value = NAMES.index(step.args[0]), int(step.args[1])
        result = self._brain().settings.set(index, value)
        flight.setting_set(self._brain(), index, value)
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

    def _lift(self, step: Step) -> None:
        wanted = int(step.args[1])
        if self._table.mend("lift", step.args[0], wanted) < wanted:
            raise UsageError("there are not that many tiles in %s" % step.args[0])

    def _lay(self, step: Step) -> None:
        if not self._table.mend("lay", step.args[0]):
            raise UsageError("nothing was lifted out")

    def _box(self, step: Step) -> None:
        if not self._table.box():
            raise UsageError("nothing was lifted out")

    def _push(self, step: Step) -> None:
        if not self._table.mend("push", step.args[0]):
            raise UsageError("the pusher of %s is at home" % step.args[0])

    def _straighten(self, step: Step) -> None:
        if not self._table.mend("straighten", step.args[0]):
            raise UsageError("no tile is stuck on %s" % step.args[0])

    def _crank(self, step: Step) -> None:
        if not self._table.mend("crank", step.args[0]):
            raise UsageError("%s stands at its end already" % step.args[0])

    def _brain(self) -> Any:
        if self._table.table is None:
            raise UsageError("the table has no power")
        return self._table.table

    def _accepted(self, result: str) -> None:
        self._table.runner.wake()
        if result:
            raise UsageError("the table answers '%s'" % result)
