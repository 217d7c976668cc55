"""`mjtool commission`: the checklist of a new table, verified."""

from pathlib import Path
from typing import Annotated

import typer

from .. import completing
from ..bench import commission as checklist
from ..bench import overlay, report
from ..bench.setup import Bar, Bench, finish, summary
from ..dictionary import nearest
from ..errors import UsageError
from ..options import Json, Port
from .bench_options import Answers, AnySpeed


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(commission)


def commission(context: typer.Context,
               begin: Annotated[str, typer.Option("--from", metavar="STEP",
                                                  help="Begin with this step, like B2.",
                                                  autocompletion=completing.steps)] = "A1",
               only: Annotated[bool, typer.Option("--only", help="That step alone.")] = False,
               file: Annotated[Path | None, typer.Option(
                   "--overlay", metavar="FILE", help="Write what was measured to this file of "
                   "measured values (docs/MEASURED.md).")] = None,
               answers: Answers = None, any_speed: AnySpeed = False,
               port: Port = None, as_json: Json = False) -> None:
    """Go through hardware/safety/commissioning.md; each step is verified, the first bad one ends.
    """
    wanted = chosen(begin, only)
    with Bench(context, port, as_json, answers, None, any_speed) as bench:
        visit = bench.visit()
        with Bar(bench.output) as progress:
            visit.step = progress.show
            found = checklist.follow(visit, wanted)
        summary(bench.output, found)
        text = overlay.lines(visit.cases.values(), bench.client.hello.uid) if file else ""
    if file and text:
        report.write(file.with_suffix(""), {file.suffix.lstrip(".") or "toml": text})
        bench.output.note(f"wrote {file}: lay it over the design with "
                          f"`make generate MEASURED={file}`")
    finish(found)


def chosen(begin: str, only: bool) -> list[checklist.Step]:
    """The steps from one on, or UsageError."""
    steps = checklist.steps()
    names = [step.id for step in steps]
    if begin.upper() not in names:
        raise UsageError(f"there is no step {begin}", "commission", "",
                         nearest(begin.upper(), names))
    at = names.index(begin.upper())
    return steps[at:at + 1] if only else steps[at:]
