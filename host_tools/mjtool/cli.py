"""The command `mjtool`: what every command has in common. The commands are in `commands/`.

Exit codes: 0 good, 2 usage, 3 no table, 4 wrong device or version, 5 the table has a fault,
6 refused by an interlock or the mode, 7 the link was lost.
"""

import signal
from importlib import metadata
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .commands import (
    act,
    bench,
    bridge,
    care,
    chronicle,
    commission,
    config,
    console,
    dashboard,
    demo,
    flash,
    live,
    look,
    match,
    play,
    service,
    settings,
    share,
    trends,
    verify,
)
from .errors import ToolError
from .options import Common, Json, Port
from .output import Output

EPILOG = ("Exit codes: 0 good, 2 usage, 3 no table, 4 wrong device or version, 5 fault at the "
          "table, 6 refused by an interlock or the mode, 7 link lost.")


class Reporting(TyperGroup):
    """Turns the tool's errors into their sentence and exit code."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the command."""
        try:
            return super().invoke(ctx)
        except ToolError as problem:
            common = ctx.find_object(Common)
            Output(common.as_json if common else False).failed(problem)
            raise typer.Exit(problem.exit_code) from None


app = typer.Typer(cls=Reporting, no_args_is_help=True, pretty_exceptions_enable=False,
                  epilog=EPILOG, help="Talks to an automatic mahjong table over its serial port.")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"mjtool {metadata.version('mjtable-project')}")
        raise typer.Exit


@app.callback()
def root(context: typer.Context, port: Port = None, as_json: Json = False,
         version: Annotated[bool, typer.Option(
             "--version", is_eager=True, callback=_version, help="Print the version.")] = False,
         ) -> None:
    """Remember what stands before the command's name."""
    context.obj = Common(port, as_json)


look.register(app)
trends.register(app)
chronicle.register(app)
act.register(app)
live.register(app)
share.register(app)
match.register(app)
flash.register(app)
commission.register(app)
verify.register(app)
care.register(app)
console.register(app)
dashboard.register(app)
bridge.register(app)
demo.register(app)
play.register(app)
app.add_typer(bench.app, name="bench")
app.add_typer(service.app, name="service")
app.add_typer(settings.app, name="settings")
app.add_typer(config.app, name="config")


def main() -> None:
    """Entry point. SIGINT and SIGTERM end a command cleanly, with motors stopped.

    SIGINT is set too: a shell that starts a program in the background has it ignored.
    """
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _interrupt)
    app(prog_name="mjtool")


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
