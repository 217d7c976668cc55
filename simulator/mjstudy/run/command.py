"""`mjsim study run`: record, replay, judge, write; exit 0 when the machine is shown to be fair."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mjsim.words.names import UsageError
from mjstudy.replay.recording import recorded
from mjstudy.replay.timelines import TimelineError
from mjstudy.run.carry import carry_out
from mjstudy.run.curve import with_curve
from mjstudy.run.page import drawn, page
from mjstudy.run.plan import Plan
from mjstudy.run.show import as_object, good, show

PLAIN_COLUMNS = 150


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn())  # fmt: skip
    with Progress(*columns, console=console, transient=True,
                  disable=not console.is_terminal) as progress:  # fmt: skip
        task = progress.add_task(title, total=total)
        yield lambda done: progress.update(task, advance=done)


def run(plan: Plan, folder: Path, jobs: int, *, curve: bool, as_json: bool,
        report: str, plot: str) -> int:  # fmt: skip
    """The study; what is done stays in the folder. `UsageError` for what cannot be used."""
    plan = with_curve(plan) if curve else plan
    try:
        with _bar("recording sorts", plan.timelines) as tell:
            timelines = recorded(folder / "timelines", plan.what, plan.timelines, jobs, tell)
    except TimelineError as problem:
        raise UsageError(str(problem)) from problem
    with _bar("making walls", sum(plan.walls_of(arm) for arm in plan.arms)) as tell:
        outcomes = carry_out(plan, folder, jobs, tell)
    if report:
        _write(report, page(plan, timelines, outcomes))
    if plot:
        pictures = drawn(plan, outcomes)
        if not pictures:
            raise UsageError("--plot draws the pre-mix: ask for it with --curve")
        _write(plot, pictures[0])
    if as_json:
        print(json.dumps(as_object(plan, timelines, outcomes)))
    else:
        width = None if sys.stdout.isatty() else PLAIN_COLUMNS
        show(Console(width=width), plan, timelines, outcomes)
    return 0 if good(outcomes) else 1


def _write(name: str, text: str) -> None:
    path = Path(name)
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{name}: there is no folder {path.absolute().parent}; make it first")
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)
