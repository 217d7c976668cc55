"""Which commands there are; each is loaded when it is called."""

import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from mjscore.errors import ScoreError, nearest

COMMANDS = {
    "score": "mjscore.cli.score",
    "explain": "mjscore.cli.explain",
    "vectors": "mjscore.cli.vectors",
    "deal": "mjscore.cli.deal",
    "rules": "mjscore.cli.rules",
    "schema": "mjscore.cli.schema",
    "match": "mjscore.cli.match",
}
BAD = 2
HELP = """Score the hands of eight mahjong rule systems and settle who pays whom.

Systems: SHOP-A, SHOP-B, MJG, YEE, HANDS, LASFS, HKOS, RIICHI.

\b
Examples:
  mjscore score < requests.jsonl
  mjscore score SHOP-B S "(D111) (B222) C23467 DR*2 +C8" --from W
  mjscore explain SHOP-B S "(D111) (B222) C23467 DR*2 +C8" --from W
  mjscore deal --profile SHOP-B-136 --dice 3,4
  mjscore rules SHOP-B SB-P09
"""
EPILOG = """Exit codes: 0 good, 1 a vector differs, 2 something could not be read or done
(one sentence on stderr), 130 interrupted."""


class Commands(TyperGroup):
    """The commands by name, loaded one by one."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Every command, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        """The command called so; ScoreError with the nearest name when there is none."""
        if cmd_name not in COMMANDS:
            raise ScoreError(f'there is no command "{cmd_name}"{nearest(cmd_name, [*COMMANDS])}')
        command = typer.main.get_command(import_module(COMMANDS[cmd_name]).app)
        command.name = cmd_name
        return command


app = typer.Typer(cls=Commands, rich_markup_mode=None, pretty_exceptions_enable=False,
                  help=HELP, epilog=EPILOG)  # fmt: skip


def _version(wanted: bool) -> None:
    if wanted:
        print(f"mjscore {metadata.version('mjtable-project')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_version, help="Print the version."),
    ] = False,
) -> None:
    """Print the help when no command is named."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(BAD)


def run(words: Sequence[str]) -> int:
    """Run a command line; the exit code. Every problem is one sentence on stderr."""
    try:
        code = app(list(words), prog_name="mjscore", standalone_mode=False)
    except ScoreError as problem:
        return _failed(str(problem))
    except typer.TyperException as problem:
        context = getattr(problem, "ctx", None)
        where = f" (see {context.command_path} --help)" if context else ""
        return _failed(problem.format_message() + where)
    except typer.Abort:
        return BAD
    return code if isinstance(code, int) else 0


def _failed(sentence: str) -> int:
    print(f"mjscore: {sentence}", file=sys.stderr)
    return BAD
