"""`mjtool bench all` and `bench after-move`: a whole visit at a table, with its report."""

from pathlib import Path
from typing import Annotated

import typer

from .. import completing
from ..bench import report, stages, store, tries, visit_end
from ..bench.setup import Bar, Bench, finish, summary
from ..bench.verdict import OK, Verdict
from ..bench.visit import Visit, every
from ..errors import UsageError
from ..options import Json, Port
from .bench_options import Against, Answers, AnySpeed

Out = Annotated[Path | None, typer.Option(
    "--out", metavar="NAME", help="Write NAME.html, NAME.csv, NAME.json.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("all")(everything)
    app.command("after-move")(after_move)


def everything(context: typer.Context,
               stage: Annotated[str, typer.Option(
                   help="bare (12 V at TP2, nothing plugged in), 12v (sensors, no mains) or "
                        "mains.", autocompletion=completing.stages)] = "mains",
               resume: Annotated[bool, typer.Option("--resume", help="Go on with the visit that "
                                                                     "was broken off.")] = False,
               complete: Annotated[bool, typer.Option(
                   "--complete", help="For an acceptance: exit code 5 also when an item of this "
                                      "stage was not tried.")] = False,
               out: Out = None, answers: Answers = None, against: Against = None,
               any_speed: AnySpeed = False, port: Port = None, as_json: Json = False) -> None:
    """The acceptance test of a board and its table: every item of the I/O map."""
    if stage not in stages.STAGES:
        raise UsageError(f"--stage is one of {', '.join(stages.STAGES)}, not `{stage}`",
                         "bench all", "", "begin with bare, then 12v, then mains")
    with Bench(context, port, as_json, answers, against, any_speed) as bench:
        visit = whole(bench, stage, resume, out)
    finish(visit.verdicts, complete and bool(stages.missed(visit)))


def after_move(context: typer.Context, answers: Answers = None, against: Against = None,
               any_speed: AnySpeed = False, port: Port = None, as_json: Json = False) -> None:
    """Two minutes for a table that was transported: sensors at rest, then each motor once."""
    with (Bench(context, port, as_json, answers, against, any_speed) as bench,
          Bar(bench.output) as progress):
        visit = bench.visit()
        visit.step = progress.show
        found = tries.after_move(visit)
        summary(bench.output, found)
    finish(found)


def whole(bench: Bench, stage: str, resume: bool, out: Path | None) -> Visit:
    """A visit, kept step by step, with its report."""
    visit = bench.visit(stage)
    if not bench.output.as_json:
        visit.say = lambda verdict: None if verdict.grade == OK else bench.say(verdict)
    if resume:
        visit_end.take_up(visit, store.last(bench.client.hello.uid, "open"))
    began = bench.session.clock.now()
    with Bar(bench.output) as progress:
        visit.step = progress.show
        try:
            found: list[Verdict] = every(visit)
        except BaseException:
            store.keep(report.make(bench.client.hello, stage, visit.verdicts, 0.0), "open")
            bench.output.note("Broken off; `mjtool bench all --resume` goes on.")
            raise
    made = report.make(bench.client.hello, stage, found, bench.session.clock.now() - began)
    visit_end.close(bench, made, visit, out)
    return visit
