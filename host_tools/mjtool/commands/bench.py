"""`mjtool bench`: every motor and sensor tried, each with a verdict."""

from pathlib import Path
from typing import Annotated

import typer

from .. import completing, jog
from ..bench import cycles as repeating
from ..bench import identify as identifying
from ..bench import panels, tries
from ..bench.setup import Bar, Bench, finish
from ..errors import UsageError
from ..options import Json, Port
from . import visiting
from .bench_options import Against, Answers, AnySpeed
from .jogging import bar, told

LONGEST_S = 60.0
app = typer.Typer(help="Try motors, sensors and panel, each with a verdict. Motors run only while "
                       "you hold the service key at the table. Exit code 5: something failed.",
                  no_args_is_help=True)


@app.command("motor")
def motor(context: typer.Context,
          name: Annotated[str, typer.Argument(
              help="The motor, like belt_a.", autocompletion=completing.motors)],
          seconds: Annotated[float | None, typer.Option(
              "--seconds", "-s", help="Only run it for so long; it is not judged.")] = None,
          reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
          answers: Answers = None, against: Against = None, any_speed: AnySpeed = False,
          port: Port = None, as_json: Json = False) -> None:
    """One measured motion of a motor and its verdict; with --seconds just run it."""
    if seconds is not None and not 0.05 <= seconds <= LONGEST_S:
        raise UsageError(f"--seconds {seconds:g} is outside 0.05 to {LONGEST_S:g}",
                         "bench motor", "", "give a time within the limits")
    judged = seconds is None
    with Bench(context, port, as_json, answers, against, any_speed or not judged) as bench:
        part = bench.session.parts.motor(name, "bench motor")
        if seconds is not None:
            with bar(bench.output, name, seconds) as progress:
                run = jog.run(bench.client, name, seconds, reverse, progress.show,
                              bench.output.note)
            told(bench.output, name, run)
            return
        found = tries.motor(bench, part)
        for verdict in found:
            bench.say(verdict)
    finish(found)


@app.command("sensor")
def sensor(context: typer.Context,
           names: Annotated[list[str] | None, typer.Argument(
               metavar="[NAME...]", help="These; without a name all levels are shown.",
               autocompletion=completing.sensors)] = None,
           follow: Annotated[bool, typer.Option("--follow", "-f",
                                                help="Show every change until Ctrl-C.")] = False,
           answers: Answers = None, any_speed: AnySpeed = False,
           port: Port = None, as_json: Json = False) -> None:
    """Try sensors by hand and judge them; --follow shows every change with its time."""
    if follow or not names:
        look(context, names or [], follow, port, as_json)
        return
    with Bench(context, port, as_json, answers, None, any_speed) as bench:
        parts = bench.session.parts
        found = tries.sensors(bench, [parts.input(name, "bench sensor") for name in names])
    finish(found)


def look(context: typer.Context, names: list[str], follow: bool, port: str | None,
         as_json: bool) -> None:
    """Levels, and their changes."""
    with Bench(context, port, as_json) as bench:
        parts = bench.session.parts
        wanted = [parts.input(name, "bench sensor").name for name in names]
        tries.levels(bench, wanted or list(parts.inputs), follow)


@app.command("identify")
def identify(context: typer.Context,
             twitch: Annotated[str | None, typer.Option(
                 "--twitch", metavar="MOTOR", help="Let this motor twitch and say which it was.",
                 autocompletion=completing.motors)] = None,
             overlay: Annotated[Path | None, typer.Option(
                 "--overlay", metavar="FILE", help="Write the polarity that was learnt to this "
                 "file of measured values (docs/MEASURED.md).")] = None,
             answers: Answers = None, any_speed: AnySpeed = False,
             port: Port = None, as_json: Json = False) -> None:
    """Move a flag or block a beam: which sensor is it? Or let a motor twitch: which one was it?"""
    with Bench(context, port, as_json, answers, None, any_speed) as bench:
        if twitch:
            part = bench.session.parts.motor(twitch, "bench identify")
            found = [identifying.twitch(bench, part)]
            bench.say(found[0])
        else:
            found = identifying.identify(bench, overlay)
    finish(found)


@app.command("mechanism")
def mechanism(context: typer.Context,
              name: Annotated[str, typer.Argument(
                  help="Its motor, like lift_a.", autocompletion=completing.motors)],
              cycles: Annotated[int, typer.Option("--cycles", "-n", min=1, max=100,
                                                  help="How often.")] = 10,
              against: Against = None, any_speed: AnySpeed = False,
              port: Port = None, as_json: Json = False) -> None:
    """Run a mechanism again and again: mean, 95th percentile and trend of its time."""
    with Bench(context, port, as_json, None, against, any_speed) as bench:
        part = bench.session.parts.motor(name, "bench mechanism")
        with Bar(bench.output) as progress:
            verdict, figures = repeating.cycles(bench, part, cycles, progress.show)
        repeating.show_cycles(bench.output, figures)
        bench.say(verdict)
    finish([verdict])


@app.command("mains")
def mains(context: typer.Context, port: Port = None, as_json: Json = False) -> None:
    """Frequency, gaps, supplies and currents at rest, as the board measures them."""
    with Bench(context, port, as_json) as bench:
        found = panels.mains(bench)
    finish(found)


@app.command("panel")
def panel(context: typer.Context, answers: Answers = None, any_speed: AnySpeed = False,
          port: Port = None, as_json: Json = False) -> None:
    """Every key and the rule switch, pressed by hand."""
    with Bench(context, port, as_json, answers, None, any_speed) as bench:
        found = tries.sensors(bench, [part for part in bench.session.parts.inputs.values()
                                      if part.kind in ("key", "coded")])
    finish(found)


@app.command("lamps")
def lamps(context: typer.Context, answers: Answers = None, any_speed: AnySpeed = False,
          port: Port = None, as_json: Json = False) -> None:
    """Lamps, display and beeper, looked at."""
    with Bench(context, port, as_json, answers, None, any_speed) as bench:
        found = panels.lamps(bench)
    finish(found)


@app.command("dice")
def dice(context: typer.Context,
         rolls: Annotated[int, typer.Option("--rolls", "-n", min=1, max=200,
                                            help="How often.")] = 10,
         against: Against = None, any_speed: AnySpeed = False,
         port: Port = None, as_json: Json = False) -> None:
    """Turn the dice plate again and again and judge its speed; faces are read by people."""
    with Bench(context, port, as_json, None, against, any_speed) as bench:
        part = bench.session.parts.motor("dice", "bench dice")
        with Bar(bench.output) as progress:
            verdict, figures = repeating.cycles(bench, part, rolls, progress.show)
        repeating.show_cycles(bench.output, figures)
        bench.say(verdict)
    finish([verdict])


@app.command("latency")
def latency(context: typer.Context,
            count: Annotated[int, typer.Option("--count", "-n", min=1, max=10_000,
                                               help="How many requests.")] = 100,
            port: Port = None, as_json: Json = False) -> None:
    """How long the table takes to answer `status`."""
    with Bench(context, port, as_json) as bench:
        panels.latency(bench, count)


visiting.register(app)
