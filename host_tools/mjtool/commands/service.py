"""`mjtool service`: the old names of `bench motor --seconds` and `bench sensor`, for a version."""

from typing import Annotated

import typer

from .. import completing
from ..options import Json, Port
from ..output import Output
from . import bench

app = typer.Typer(help="Old names: use `mjtool bench motor` and `mjtool bench sensor`.",
                  no_args_is_help=True)


def _old(name: str, new: str) -> None:
    Output(False).note(f"`mjtool service {name}` will go with the next version; "
                       f"use `mjtool bench {new}`.")


@app.command("motor", deprecated=True)
def motor(context: typer.Context,
          name: Annotated[str, typer.Argument(
              help="The motor, like belt_a.", autocompletion=completing.motors)],
          seconds: Annotated[float, typer.Option("--seconds", "-s", help="How long.")] = 1.0,
          reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
          port: Port = None, as_json: Json = False) -> None:
    """Run one motor: `mjtool bench motor NAME --seconds S`."""
    _old("motor", "motor")
    bench.motor(context, name, seconds, reverse, None, None, port, as_json)


@app.command("sensors", deprecated=True)
def sensors(context: typer.Context,
            names: Annotated[list[str] | None, typer.Argument(
                metavar="[NAME...]", help="Only these.",
                autocompletion=completing.sensors)] = None,
            follow: Annotated[bool, typer.Option("--follow", "-f",
                                                 help="Go on with every change.")] = False,
            port: Port = None, as_json: Json = False) -> None:
    """Show sensors: `mjtool bench sensor [NAME...]`."""
    _old("sensors", "sensor")
    bench.look(context, names or [], follow, port, as_json)
