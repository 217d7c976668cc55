"""What every bench command begins with: the table, whoever stands at it, and what is known of it.
"""

import sys
from pathlib import Path
from typing import Any, Self

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from ..client import Client
from ..errors import ToolError
from ..options import connect
from ..output import Output
from . import store
from .clock import Wall
from .hand import Hand
from .known import Known
from .operator import Ask, Operator, Person, Script
from .real_time import refuse_other_speed
from .session import Session
from .verdict import GRADES, SIGNS, STYLES, Verdict, fails
from .visit import Visit, known_of

EXIT_FAILED = 5


class Nobody:
    """No terminal and no answers: every prompt is skipped."""

    is_quick = False

    def answer(self, ask: Ask) -> str:
        """Skipped."""
        return ""

    def before_test(self) -> None:
        """Nobody looks."""


class Bench:
    """One command's table, output and known figures; a context that closes the link. `any_speed`:
    nothing here is judged by time."""

    def __init__(self, context: typer.Context, port: str | None, as_json: bool,
                 answers: Path | None = None, against: Path | None = None,
                 any_speed: bool = True) -> None:
        before = store.read(against) if against else None  # a wrong file is told before the link
        self.client, self.output = connect(context, port, as_json)
        try:
            self.session = Session(self.client, operator(self.client, self.output, answers),
                                   Wall(), self.output.note)
            if not any_speed:
                refuse_other_speed(self.client, self.session.clock)
        except BaseException:
            self.client.close()
            raise
        self.before = before or store.last(self.client.hello.uid)

    def known(self) -> Known:
        """What this unit is judged against."""
        return known_of(self.session, store.figures(self.before))

    def visit(self, stage: str = "mains") -> Visit:
        """A visit that says its verdicts as they come."""
        return Visit(self.session, self.known(), stage, say=self.say)

    def say(self, verdict: Verdict) -> None:
        """One verdict."""
        if self.output.as_json:
            self.output.json(verdict.as_json())
        else:
            self.output.console.print(verdict.sentence(), style=STYLES[verdict.grade],
                                      markup=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        unasked = getattr(self.session.operator, "unasked", [])
        if unasked and problem[0] is None:
            self.output.note(f"never asked for in the answers file: {', '.join(unasked)}")
        try:
            self.session.leave()
        except ToolError:
            self.output.note("the link is gone; service mode ends by itself")
        self.client.close()


def operator(client: Client, output: Output, answers: Path | None) -> Operator:
    """Who answers prompts: a file, a hand at a simulated table, a person, or nobody."""
    behind: Operator | None = Hand(client) if client.hello.sim else None
    if answers:
        script = Script(answers, not client.hello.sim, behind)
        script.is_quick = client.hello.sim
        return script
    if behind:
        return behind
    return Person() if sys.stdin.isatty() and not output.as_json else Nobody()


def summary(output: Output, found: list[Verdict]) -> None:
    """How many of each grade, in a line."""
    counts = {grade: sum(v.grade == grade for v in found) for grade in GRADES}
    text = ", ".join(f"{SIGNS[grade]} {count} {grade}" for grade, count in counts.items() if count)
    output.say(text, {"counts": counts})


def finish(found: list[Verdict], lacking: bool = False) -> None:
    """Exit code 5 when something failed, or cannot be told not to have; or what must be there is
    `lacking`."""
    if lacking or fails(found):
        raise typer.Exit(EXIT_FAILED)


class Bar:
    """A progress bar on a terminal, nothing elsewhere."""

    def __init__(self, output: Output) -> None:
        self._progress = Progress(TextColumn("{task.description}"), BarColumn(),
                                  MofNCompleteColumn(), console=output.errors,
                                  disable=not output.errors.is_terminal, transient=True)
        self._task = self._progress.add_task("", total=None)

    def show(self, text: str, done: int, total: int) -> None:
        """So many of all are done; this one is tried now."""
        self._progress.update(self._task, description=text, completed=done, total=total)

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._progress.stop()
