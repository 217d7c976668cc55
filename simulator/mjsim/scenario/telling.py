"""`mjsim scenario FILE...`: each verdict as soon as it is known, on stdout; how far, on stderr."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from mjsim.scenario.scenario import Scenario
from mjsim.scenario.steps import Verdict, perform
from mjsim.table import flight

INTERRUPTED = 130


def command(scenarios: list[Scenario], as_json: bool) -> int:
    """0: all good, 1: one failed, 130: ended by Ctrl-C, what was told stands."""
    verdicts: list[Verdict] = []
    stopped = False
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=errors, transient=True,
                  disable=not errors.is_terminal,
                  redirect_stdout=sys.stdout.isatty()) as progress:  # fmt: skip
        task = progress.add_task("scenarios", total=len(scenarios))
        try:
            for scenario in scenarios:
                progress.update(task, description=Path(scenario.file).stem)
                verdicts.append(perform(scenario))
                progress.advance(task)
                tell(verdicts[-1], as_json)
        except KeyboardInterrupt:
            stopped = True
    good = sum(not verdict.failure for verdict in verdicts)
    if stopped:
        errors.print("mjsim scenario: stopped: %d of %d scenarios were run, %d good" % (
            len(verdicts), len(scenarios), good))  # fmt: skip
        return INTERRUPTED
    if len(scenarios) > 1:
        errors.print("mjsim scenario: %d of %d good" % (good, len(scenarios)))
    return 0 if good == len(scenarios) else 1


def tell(verdict: Verdict, as_json: bool) -> None:
    """One verdict: a line or an object on stdout; a failure's sentence and records on stderr."""
    file = verdict.scenario.file
    if as_json:
        print(json.dumps({"file": file, "good": not verdict.failure, "sim_s": verdict.sim_s,
                          "failure": verdict.failure or None, "trace": verdict.trace}),
              flush=True)  # fmt: skip
    elif not verdict.failure:
        print("%s: good, %.1f s" % (file, verdict.sim_s), flush=True)
    if verdict.failure:
        for line in (verdict.failure, *("    " + line for line in verdict.trace)):
            print(line, file=sys.stderr)
        flight.leave(Path(file).stem, verdict.recording)
