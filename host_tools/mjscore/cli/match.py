"""`mjscore match`: a match kept in a file; here its beginning, the other verbs beside it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import (
    completing,
    match_common,
    match_correct,
    match_evening,
    match_files,
    match_look,
    match_people,
    match_play,
)
from .match_common import BAD, File, Json, Telling, output, refuse

if TYPE_CHECKING:
    from ..match.ledger import Ledger
    from ..match.rules import Club

app = typer.Typer(
    cls=Telling,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Keep a match: who plays, what hands came to, who deals.",
)


@app.callback(invoke_without_command=True)
def root(context: typer.Context) -> None:
    """Print the help when no verb is named."""
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(BAD)


@app.command()
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="MATCH", help="What to call it.")],
    profile: Annotated[str, typer.Argument(
        help="What is played, like SHOP-B-144.", autocompletion=completing.profiles)],
    players: Annotated[
        list[str], typer.Argument(metavar="A B C D", help="Who sits at sides A, B, C, D.")
    ],
    fifth: Annotated[str | None, typer.Option(help="A fifth person.")] = None,
    role: Annotated[
        str | None, typer.Option(help="Of the fifth: reserve, rotating or bettor.")
    ] = None,
    config: Annotated[
        list[str] | None, typer.Option("--config", "-c", metavar="OPTION=VALUE")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Length of the game, 0 = open; else as the rules have it.")
    ] = None,
    start: Annotated[int | None, typer.Option(help="Points everybody starts with.")] = None,
    pieces: Annotated[
        str | None, typer.Option(help="Chips or sticks, like 25x6,5x10 or yellow=100,red=2000.")
    ] = None,
    rules: Annotated[Path | None, typer.Option(
        metavar="FILE", help="A club's own rules; the match keeps them as they are now.")] = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Begin a match. Side A deals the first hand."""
    from ..match.folder import path_of
    from ..match.game import Match
    from ..match.setup import checked

    out = output(context, as_json)
    own = _rules(rules, profile.upper())
    setup = checked(
        name, profile.upper(), players, fifth, role, _options(config), _ledger(pieces, start),
        rounds, own,
    )  # fmt: skip
    path = file or path_of(name)
    with Match.begin(path, setup, match_common.scorer()) as match:
        out.say(
            f"Began {name}: {setup.title}, {setup.players[0]} deals first. Kept in {path}.",
            {"began": name, "file": str(path), "marker": match.marker},
        )


def _rules(file: Path | None, profile: str) -> "Club | None":
    """The rules of a file for what is played."""
    if file is None:
        return None
    from ..match.rules import of_file
    from ..wall import system_of

    return of_file(file, system_of(profile))


def _options(pairs: list[str] | None) -> dict[str, Any]:
    """`limit=null` and the like; a value that is no JSON is a word."""
    found: dict[str, Any] = {}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key or key in found:
            refuse(f"{pair!r} is no option; write each once, as OPTION=VALUE", "config")
        try:
            found[key] = json.loads(value)
        except ValueError:
            found[key] = value
    return found


def _ledger(pieces: str | None, start: int | None) -> "Ledger | None":
    from ..match.ledger import Ledger, amount, typed

    if pieces is None:
        return None if start is None else Ledger(amount(start, "start"))
    return typed(pieces, None if start is None else amount(start, "start"))


for verbs in (match_look, match_play, match_evening, match_people, match_correct,
              match_files):
    verbs.register(app)
