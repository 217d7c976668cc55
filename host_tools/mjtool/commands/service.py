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


@app.command("motor")
def motor(context: typer.Context,
          name: Annotated[str, typer.Argument(
              help="The motor, like belt_a.", autocompletion=completing.motors)],
          seconds: Annotated[float, typer.Option("--seconds", "-s", help="How long.")] = 1.0,
          reverse: Annotated[bool, typer.Option("--reverse", help="The other way round.")] = False,
          port: Port = None, as_json: Json = False) -> None:
    """Old name of `mjtool bench motor NAME --seconds S`, for one version."""
    _old("motor", "motor")
    bench.motor(context, name, seconds, reverse, None, None, True, port, as_json)


@app.command("sensors")
def sensors(context: typer.Context,
            names: Annotated[list[str] | None, typer.Argument(
                metavar="[NAME...]", help="Only these.",
                autocompletion=completing.sensors)] = None,
            follow: Annotated[bool, typer.Option("--follow", "-f",
                                                 help="Go on with every change.")] = False,
            port: Port = None, as_json: Json = False) -> None:
    """Old name of `mjtool bench sensor [NAME...]`, for one version."""
    _old("sensors", "sensor")
    bench.look(context, names or [], follow, port, as_json)
