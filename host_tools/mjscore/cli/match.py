"""`mjscore match`: a match kept in a file; here begin, show, list, history, export and import."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import match_correct, match_people, match_play
from .match_common import File, Json, Name, Telling, opened, output, refuse, scorer
from .page import encodable

if TYPE_CHECKING:
    from ..match.ledger import Ledger

app = typer.Typer(
    cls=Telling,
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Keep a match: who plays, what every hand came to, whose deal it is.",
)
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Write to this file.")]


@app.command()
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="MATCH", help="What it shall be called.")],
    profile: Annotated[str, typer.Argument(help="What is played, like SHOP-B-144.")],
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
    file: File = None,
    as_json: Json = False,
) -> None:
    """Begin a match. Side A deals the first hand."""
    from ..match.folder import path_of
    from ..match.game import Match
    from ..match.setup import checked

    out = output(context, as_json)
    setup = checked(
        name, profile.upper(), players, fifth, role, _options(config), _ledger(pieces, start),
        rounds,
    )  # fmt: skip
    path = file or path_of(name)
    with Match.begin(path, setup, scorer()) as match:
        out.say(
            f"Began {name}: {setup.profile}, {setup.players[0]} deals first. Kept in {path}.",
            {"began": name, "file": str(path), "marker": match.marker},
        )


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


@app.command()
def show(context: typer.Context, name: Name, file: File = None, as_json: Json = False) -> None:
    """Print the score sheet."""
    from ..match.export import as_json as everything
    from . import match_sheet

    out = output(context, as_json)
    with opened(name, file) as match:
        if as_json:
            out.json(everything(match.sheet))
        else:
            match_sheet.show(out, match.sheet)


@app.command()
def hand(
    context: typer.Context,
    name: Name,
    entry: Annotated[str, typer.Argument(help="Its number.")],
    file: File = None,
    as_json: Json = False,
) -> None:
    """Show one entry again, itemised by rule."""
    from ..match.export import row_json
    from . import match_sheet

    out = output(context, as_json)
    with opened(name, file) as match:
        seq = match.standing.find(entry).seq
        row = next(row for row in match.sheet.rows if row.entry.seq == seq)
        if as_json:
            out.json(row_json(row))
            return
        out.say(row.entry.name + (", void" if row.entry.voided else ""))
        match_sheet.itemised(out, row)
        if row.problem:
            out.say(f"It does not fit and counts nothing: {row.problem}")


@app.command()
def marker(context: typer.Context, name: Name, file: File = None, as_json: Json = False) -> None:
    """Print what the table's auto-marker should show; `mjtool match` sends it."""
    from ..match.marker import in_words

    out = output(context, as_json)
    with opened(name, file) as match:
        out.say(f"Marker: {in_words(match.marker)}.", match.marker)


@app.command()
def history(context: typer.Context, name: Name, file: File = None, as_json: Json = False) -> None:
    """Print everything that was ever confirmed, what was undone or voided included."""
    out = output(context, as_json)
    with opened(name, file) as match:
        lines = [
            {"line": line.seq, "at": line.at, "ref": line.ref, "action": line.action}
            for line in match.journal
        ]
    if as_json:
        out.json({"journal": lines})
        return
    for line in lines:
        out.say(f"{line['line']:>4}  {line['at']}  {json.dumps(line['action'])}")


@app.command("list")
def matches(context: typer.Context, as_json: Json = False) -> None:
    """List the matches in the usual folder."""
    from ..match.errors import MatchError
    from ..match.folder import folder
    from ..match.folder import matches as paths
    from ..match.game import Match

    out = output(context, as_json)
    rows: list[dict[str, Any]] = []
    for path in paths():
        try:
            with Match.open(path, scorer()) as match:
                hands = sum(row.entry.kind == "hand" for row in match.sheet.rows)
                rows.append({"name": match.setup.name, "profile": match.setup.profile,
                             "people": list(match.setup.people), "hands": hands,
                             "ended": match.sheet.ended})  # fmt: skip
        except MatchError as problem:
            out.note(f"mjscore: {problem}")
    if as_json:
        out.json({"matches": rows})
    elif rows:
        out.table(("match", "profile", "hands", "people", ""),
                  [(row["name"], row["profile"], str(row["hands"]), ", ".join(row["people"]),
                    "ended" if row["ended"] else "") for row in rows])  # fmt: skip
    else:
        out.say(f"No match yet in {folder()}.")


@app.command()
def export(
    context: typer.Context,
    name: Name,
    csv: Annotated[bool, typer.Option("--csv", help="For a spreadsheet.")] = False,
    whole: Annotated[bool, typer.Option("--json", help="Everything, for an import.")] = False,
    out_file: Out = None,
    file: File = None,
) -> None:
    """Print the match as CSV or JSON, or write it to a file."""
    from ..match.export import as_csv
    from ..match.export import as_json as everything

    output(context, False)
    if csv == whole:
        refuse("say --csv or --json", "export")
    with opened(name, file) as match:
        if csv:
            text = as_csv(match.sheet)
        else:
            text = json.dumps(everything(match.sheet, match.journal), indent=1) + "\n"
    if out_file is None:
        sys.stdout.write(encodable(text))
        return
    try:
        out_file.write_text(text, encoding="utf-8", newline="")
    except OSError as problem:
        refuse(f"{out_file} cannot be written ({problem.strerror})", "out")


@app.command("import")
def bring_in(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="FILE", help="An export as JSON; - = stdin.")],
    file: File = None,
    as_json: Json = False,
) -> None:
    """Begin a match from an export, with its whole history."""
    from ..match.export import read
    from ..match.folder import path_of
    from ..match.game import replay
    from .match_common import read_text

    out = output(context, as_json)
    lines = read(read_text(source))
    path = file or path_of(lines[0].action.get("name", ""))
    with replay(path, lines, scorer()) as match:
        out.say(
            f"Imported {match.setup.name}: {len(match.sheet.rows)} entries. Kept in {path}.",
            {"imported": match.setup.name, "file": str(path)},
        )


for verbs in (match_play, match_people, match_correct):
    verbs.register(app)
