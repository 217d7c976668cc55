"""`mjtool service`: run one motor, look at the sensors."""

import time
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn

from .. import jog
from ..client import Client
from ..dictionary import nearest
from ..errors import UsageError
from ..options import Json, Port, connect
from ..output import Output
from ..refusal import ask, known
from ..sensors import Sensor, read
from ..values import event_json

LONGEST_S = 60.0
POLL_S = 0.03

app = typer.Typer(help="Run one motor, look at the sensors. Motors run only while you hold the "
                       "service key at the table.", no_args_is_help=True)


@app.command("motor")
def motor(context: typer.Context,
          name: Annotated[str, typer.Argument(help="The motor, like belt_a.")],
          seconds: Annotated[float, typer.Option("--seconds", "-s", help="How long.")] = 1.0,
          reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
          port: Port = None, as_json: Json = False) -> None:
    """Run one motor; Ctrl-C, any error and the end of this program stop it."""
    if not 0.05 <= seconds <= LONGEST_S:
        raise UsageError(f"--seconds {seconds:g} is outside 0.05 to {LONGEST_S:g}",
                         "service motor", "", "give a time within the limits")
    client, output = connect(context, port, as_json)
    with client:
        names = known(client, "motor.jog", "name")
        if name not in names:
            raise UsageError(f"this table has no motor `{name}`", "service motor", "",
                             nearest(name, names))
        with bar(output, name, seconds) as progress:
            run = jog.run(client, name, seconds, reverse, progress.show, output.note)
    report(output, name, run)


class bar:  # noqa: N801 - used as a function
    """A progress bar on a terminal, nothing elsewhere."""

    def __init__(self, output: Output, name: str, seconds: float) -> None:
        self._progress = Progress(TextColumn(name), BarColumn(),
                                  TextColumn("{task.completed:.1f} s"), console=output.errors,
                                  disable=not output.errors.is_terminal, transient=True)
        self._task = self._progress.add_task(name, total=seconds)

    def show(self, seconds: float) -> None:
        """This much is done."""
        self._progress.update(self._task, completed=seconds)

    def __enter__(self) -> "bar":
        self._progress.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._progress.stop()


def report(output: Output, name: str, run: jog.Run) -> None:
    """Say how long the motor ran, and why it ended early."""
    ran = "stands again" if run.ran_ms is None else f"ran {run.ran_ms / 1000:.2f} s and stands"
    text = f"Motor {name} {ran}."
    if run.stopped_by_you:
        text += " You stopped it."
    elif run.ran_ms is not None and run.ran_ms < run.seconds * 900:
        text += " It ended early: the table stopped it: the service key let go, a fault, "
        text += "an end or a pinch, or a late keepalive."
    output.say(text, {"motor": name, "seconds": run.seconds, "ran_ms": run.ran_ms,
                      "stopped_by_you": run.stopped_by_you,
                      "events": [event_json(event) for event in run.events]})


@app.command("sensors")
def sensors(context: typer.Context,
            names: Annotated[list[str] | None, typer.Argument(
                metavar="[NAME...]", help="Only these.")] = None,
            follow: Annotated[bool, typer.Option("--follow", "-f",
                                                 help="Go on with every change.")] = False,
            port: Port = None, as_json: Json = False) -> None:
    """Show every sensor; with --follow, every change until Ctrl-C."""
    client, output = connect(context, port, as_json)
    with client:
        listed = list(client.rows("io.list", kind="in"))
        for name in names or []:
            if name not in listed:
                raise UsageError(f"this table has no sensor `{name}`", "service sensors", "",
                                 nearest(name, [row for row in listed if row != "-"]))
        wanted = set(names or listed) - {"-"}
        found = [sensor for sensor in image(client, listed) if sensor.name in wanted]
        if output.as_json:
            output.json({sensor.name: sensor.level for sensor in found})
        else:
            output.table(("sensor", "input", "is"), [
                (sensor.name, sensor.place, str(sensor.level)) for sensor in found])
        if follow:
            watch(client, output, listed, wanted)


def image(client: Client, names: list[str]) -> list[Sensor]:
    """Every sensor with its level now."""
    return read(ask(client, "image").fields["in"], names)


def watch(client: Client, output: Output, listed: list[str], wanted: set[str]) -> None:
    """Print changes until Ctrl-C."""
    before = {sensor.name: sensor.level for sensor in image(client, listed)}
    try:
        while True:
            time.sleep(POLL_S)
            for sensor in image(client, listed):
                if sensor.name in wanted and before[sensor.name] != sensor.level:
                    output.say(f"{sensor.name} is {sensor.level}", {sensor.name: sensor.level})
                before[sensor.name] = sensor.level
    except KeyboardInterrupt:
        return
