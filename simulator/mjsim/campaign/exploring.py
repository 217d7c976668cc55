"""`mjsim campaign explore`: machines searched, each a piece; or one way of a search."""

from __future__ import annotations

import json
import shlex
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mjsim.campaign import left, show
from mjsim.campaign.explore import Failure, Report, explore
from mjsim.campaign.halves import Result
from mjsim.campaign.pieces import JOBS, SEED, OnStep, Pieces, Work, carried, unheard, within
from mjsim.campaign.way import walked
from mjsim.table import flight
from mjsim.words.names import MACHINES, UsageError, choose

LIMITS = {"states": (1, 10_000_000), "seed": SEED, "jobs": JOBS}


@dataclass
class Asked(Work):
    """What `mjsim campaign explore` was asked for; `seed`: of the tables it begins with."""

    machine: str = ""
    states: int = 200_000
    sides: bool = False
    way: str = ""


@dataclass(frozen=True)
class Plan(Pieces):
    """Each machine is one search."""

    machines: tuple[str, ...]
    states: int
    sides: bool
    seed: int

    @property
    def runs(self) -> int:
        """A machine each."""
        return len(self.machines)

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {"machines": list(self.machines), "states": self.states, "sides": self.sides,
                "seed": self.seed, "runs": self.runs}  # fmt: skip

    @property
    def shape(self) -> dict[str, type]:
        """What a machine's result has."""
        return {"failed": list, "report": dict}

    def command(self, machine: str, way: str) -> str:
        """What a person types to walk a way again."""
        return "mjsim campaign explore --machine %s --seed %d%s --way %s" % (
            machine, self.seed, " --sides" if self.sides else "", shlex.quote(way))  # fmt: skip


def machines(plan: Plan, number: int, _done: set[int],
             on_step: OnStep = unheard) -> Iterator[Result]:  # fmt: skip
    """The result of a machine."""
    report = explore(plan.machines[number], plan.seed, plan.states, plan.sides, on_step)
    failed = [text for text, _ in report.unsafe + report.dead]
    yield {"run": number, "failed": failed, "report": vars(report)}


def exploring(asked: Asked) -> int:
    """All machines, or one, or one way of it; the exit code."""
    within(asked, LIMITS)
    chosen = (choose("machine", asked.machine, MACHINES),) if asked.machine else MACHINES
    plan = Plan(tuple(chosen), asked.states, asked.sides, asked.seed)
    if asked.way:
        return _one(plan, asked)
    results = carried(plan, asked, machines, "machines", (asked.states, "states"))
    reports = [Report(**results[number]["report"]) for number in range(plan.runs)]
    failed = [(one.machine, *each) for one in reports for each in one.unsafe + one.dead]
    for machine, _, way in left.first(failed):
        _again(plan, machine, way)
    if asked.as_json:
        print(json.dumps([_object(plan, one) for one in reports]))
        return 1 if failed else 0
    for report in reports:
        _show(report)
    show.failures("%s: %s: %s" % (machine, text, plan.command(machine, way))
                  for machine, text, way in failed)  # fmt: skip
    return 1 if failed else 0


def _again(plan: Plan, machine: str, way: str) -> None:
    """The recording of a way that failed, walked again; behind a traceback it may be another."""
    try:
        flight.leave(_name(plan, machine, way),
                     walked(machine, plan.seed, plan.sides, way).recording)  # fmt: skip
    except UsageError as problem:
        flight.leave(_name(plan, machine, way), b"", str(problem))


def _name(plan: Plan, machine: str, way: str) -> str:
    """A way has no number, so its checksum names it."""
    return "explore-%s-seed%d-way%08x" % (machine, plan.seed, zlib.crc32(way.encode()))


def _object(plan: Plan, report: Report) -> dict[str, Any]:
    """One machine, for JSON."""
    def told(failed: list[Failure]) -> list[dict[str, str]]:
        return [{"text": text, "command": plan.command(report.machine, way)}
                for text, way in failed]  # fmt: skip

    return {**vars(report), "unsafe": told(report.unsafe), "dead": told(report.dead),
            "whole": report.whole, "good": report.good}  # fmt: skip


def _show(report: Report) -> None:
    """One machine, for people."""
    print("%s: %d states, %s, %d steps; %d that only switching off and on leads on from; "
          "%d unsafe outputs, %d dead ends" % (
              report.machine, report.states, "all expanded" if report.whole else
              "%d expanded, %d walked home" % (report.expanded, report.walked), report.steps,
              report.by_plug, len(report.unsafe), len(report.dead)))  # fmt: skip
    print("  by state: " + show.counted(Counter(report.by_state)))
    print("  by the plug: " + show.counted(Counter(report.plug_by_state)))


def _one(plan: Plan, asked: Asked) -> int:
    """One way alone, with all that is known of it."""
    if not asked.machine or asked.keep or asked.scheduler:
        raise UsageError("--way: it is walked here, on one machine; name that with --machine, and "
                         "leave --keep and --scheduler out")  # fmt: skip
    machine = plan.machines[0]
    found = walked(machine, plan.seed, plan.sides, asked.way)
    if not found.good:
        flight.leave(_name(plan, machine, asked.way), found.recording)
    if asked.as_json:
        print(json.dumps({"machine": machine, "seed": plan.seed, "events": found.events,
                          "states": found.states, "unsafe": found.unsafe, "home": found.home,
                          "good": found.good}))  # fmt: skip
        return 0 if found.good else 1
    for event, state, unsafe in zip(found.events, found.states, found.unsafe, strict=False):
        print("%s: %s%s" % (event, state, unsafe and ", " + unsafe))
    home = "people come home from there" if found.home else "no way home from there"
    print("good, and " + home if found.good else found.unsafe[-1] or home)
    return 0 if found.good else 1
