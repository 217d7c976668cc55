"""`mjsim study run`: record, replay, judge, write; exit 0 when the machine is shown to be fair."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from mjsim.words import folders
from mjsim.words.bar import bar
from mjsim.words.names import UsageError
from mjstudy.replay.beside import beside
from mjstudy.replay.recording import recorded
from mjstudy.run.asked import Asked
from mjstudy.run.carry import carry_out
from mjstudy.run.curve import with_curve
from mjstudy.run.found import Found
from mjstudy.run.page import drawn, page
from mjstudy.run.plan import Plan
from mjstudy.run.show import as_object, show

PLAIN_COLUMNS, MOST_JOBS = 150, 256
LEAST = 2
"""Timelines that an error needs."""


@dataclass(frozen=True)
class Told:
    """How the result is told: with the pre-mix's curve, as JSON, as files ("" for none)."""

    curve: bool = False
    as_json: bool = False
    report: str = ""
    plot: str = ""


def run(asked: Asked, keep: str, jobs: int, told: Told) -> int:
    """The study; what is done stays in the folder. `UsageError` for what cannot be used."""
    plan = with_curve(asked.plan()) if told.curve else asked.plan()
    for name in (told.report, told.plot):
        folders.for_file(name)
    found = made(plan, keep, jobs)
    if found is None:
        return 1
    if told.report:
        _write(told.report, page(found))
    if told.plot:
        _write(told.plot, drawn(plan, found.outcomes)[0])
    if told.as_json:
        print(json.dumps(as_object(found)))
    else:
        show(console(), found)
    return 0 if found.good else 1


def console() -> Console:
    """The terminal, or a page of some width."""
    return Console(width=None if sys.stdout.isatty() else PLAIN_COLUMNS)


def made(plan: Plan, keep: str, jobs: int) -> Found | None:
    """Carry a plan out; None, and why on stderr, where too many sorts stopped."""
    if not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"--jobs {jobs}: give a number from 1 to {MOST_JOBS}")
    folder = Path(keep)
    try:
        (folder / "sums").mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"--keep {keep}: {problem.strerror}; name a folder that you may write"
                         ) from problem  # fmt: skip
    with bar("recording sorts", plan.timelines) as tell:
        timelines = recorded(folder / "timelines", plan.what, plan.timelines, jobs, tell, _warn)
    if len(timelines) < LEAST:
        _warn(f"{len(timelines)} of {plan.timelines} sorts came to their walls, "
              f"{LEAST} are needed; the first that stopped: {timelines.stopped[0]}")  # fmt: skip
        return None
    with bar("making walls", sum(plan.walls_of(arm) for arm in plan.arms)) as tell:
        outcomes = carry_out(plan, folder, jobs, tell)
    return Found(plan, timelines, outcomes,
                 beside(plan.what, timelines, plan.fixed.whole, plan.compared()))  # fmt: skip


def _warn(text: str) -> None:
    print(f"mjsim study: {text}", file=sys.stderr)


def _write(name: str, text: str) -> None:
    path = Path(name)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)
