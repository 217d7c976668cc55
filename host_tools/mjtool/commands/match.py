"""`mjtool match`: the table's auto-marker follows a match kept by `mjscore match`.

The match remembers what it last set at this table. When the table shows something else, somebody
moved the marker there, and a person (or --keep) says which is right.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjscore.errors import ScoreError

from .. import completing
from ..client import Client
from ..errors import RefusedError, UsageError
from ..options import Json, Port, connect
from ..output import Output
from ..refusal import ask, explain

if TYPE_CHECKING:
    from mjscore.match.game import Match
    from mjscore.match.table import Score

TRY_S = 0.25  # between two tries while walls are on their way
FOLLOW_S = 0.5  # between two looks at the match
KEEP = ("match", "table")
PATIENCE_S = 60.0  # how long a lost table is waited for with --follow


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(match)


def match(
    context: typer.Context,
    name: Annotated[str, typer.Argument(
        metavar="MATCH", help="The match, by its name.", autocompletion=completing.matches)],
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="match|table",
            autocompletion=lambda incomplete: list(KEEP),
            help="Which is right when the marker was moved at the "
            "table; otherwise a person is asked.",
        ),
    ] = None,
    wait: Annotated[
        float, typer.Option(help="Seconds to wait while walls are on their way.")
    ] = 180.0,
    follow: Annotated[
        bool,
        typer.Option("--follow", "-f", help="Go on with every confirmed result until Ctrl-C."),
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", "-s", help="With --follow: end after this time.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="PATH", help="The match's file, when not in the usual folder."
        ),
    ] = None,
    port: Port = None,
    as_json: Json = False,
) -> None:
    """Set the auto-marker as a match of `mjscore` says."""
    if keep not in (None, *KEEP):
        raise UsageError(
            f"--keep is match or table, not `{keep}`", "match", "", "say whose word counts"
        )
    with told(), opened(name, file) as game:
        client, output = connect(context, port, as_json, PATIENCE_S if follow else 5.0)
        with client, suppress(KeyboardInterrupt):
            if client.hello.profile != game.setup.profile:
                output.note(
                    f"mjtool: warning: {name} plays {game.setup.profile}, the table is "
                    f"set to {client.hello.profile}"
                )
            agree(client, game, keep, wait, output)
            for _ in news(game, seconds) if follow else ():
                agree(client, game, keep, wait, output)


def scorer() -> "Score":
    """The engine, loaded only when a match is read."""
    from mjscore.engine import score

    return score


@contextmanager
def told() -> Iterator[None]:
    """What the match cannot do, as an error of this tool."""
    try:
        yield
    except ScoreError as problem:
        raise UsageError(str(problem), "match", "", "see `mjscore match --help`") from None


def opened(name: str, file: Path | None) -> "Match":
    """The match called so."""
    from mjscore.match import opening

    return opening.opened(name, file, scorer())


def news(game: "Match", seconds: float | None) -> Iterator[int]:
    """One number each time something was confirmed in the match, for `seconds` or for ever.

    A marker key pressed at the table before the result is entered is no news: by then both agree.
    """
    start = time.monotonic()
    while seconds is None or time.monotonic() - start < seconds:
        known = len(game.journal)
        game.reload()
        if len(game.journal) != known:
            yield len(game.journal)
        time.sleep(FOLLOW_S)


def agree(client: Client, game: "Match", keep: str | None, wait: float, output: Output) -> None:
    """Bring the marker and the match together, and say how."""
    uid = client.hello.uid
    shows, wanted, last = read(client), game.marker, game.marker_set(uid)
    if shows == wanted:
        did = "agrees"
    elif last in (None, shows) or decided(shows, wanted, keep, output) == "match":
        put(client, wanted, wait, output)
        did = "set"
    else:
        game.do({"do": "marker", "marker": shows})
        did = "taken"
    game.remember_marker(uid, game.marker)
    said = {
        "agrees": "The marker already shows",
        "set": "The marker was set to",
        "taken": "The match took over",
    }[did]
    output.say(
        f"{said} {words(game.marker)}.",
        {"match": game.setup.name, "did": did, "marker": game.marker, "was": shows},
    )


def read(client: Client) -> dict[str, Any]:
    """What the table's marker shows."""
    from mjscore.match.marker import checked

    return checked(ask(client, "marker.get").fields)


def words(marker: dict[str, Any]) -> str:
    """A marker in words."""
    from mjscore.match.marker import in_words

    return in_words(marker)


def decided(
    shows: dict[str, Any], wanted: dict[str, Any], keep: str | None, output: Output
) -> str:
    """Whose word counts: `match` or `table`."""
    if keep is not None:
        return keep
    what = (
        f"somebody moved the marker at the table: it shows {words(shows)}; the match says "
        f"{words(wanted)}"
    )
    if output.as_json or not sys.stdin.isatty():
        raise UsageError(what, "match", "", "say which is right: --keep match or --keep table")
    output.note(what[0].upper() + what[1:] + ".")
    while True:
        said = typer.prompt("Which is right, match or table?", err=True).strip().lower()
        found = [word for word in KEEP if said and word.startswith(said)]
        if found:
            return found[0]


def put(client: Client, wanted: dict[str, Any], wait: float, output: Output) -> None:
    """Set the marker, once the walls are up when they are on their way."""
    until = time.monotonic() + wait
    told_once = False
    while True:
        answer = client.request("marker.set", **wanted)
        if answer.ok:
            break
        if answer.code != "refused" or time.monotonic() >= until:
            raise explain(client, "marker.set", answer, {k: str(v) for k, v in wanted.items()})
        if not told_once:
            told_once = True
            state = answer.fields.get("state", "busy").replace("_", " ")
            output.note(
                f"The table is {state} and takes no marker now; waiting for the walls, "
                f"{wait:g} s at most."
            )
        time.sleep(TRY_S)
    shows = read(client)
    if shows != wanted:
        raise RefusedError(
            f"the marker was set and shows {words(shows)} all the same",
            client.url,
            "somebody moved it at this moment",
            "give the command again",
        )
