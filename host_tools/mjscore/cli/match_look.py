"""The verbs of `mjscore match` that show what is kept, and change nothing."""

from datetime import datetime
from typing import Annotated, Any

import typer

from . import match_common
from .match_common import File, Json, Name, at_work, output
from .match_output import Output


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    for verb in (show, hand, marker, history):
        app.command()(verb)
    app.command("list")(matches)


def show(context: typer.Context, name: Name, file: File = None, as_json: Json = False) -> None:
    """Print the score sheet."""
    from ..match.export import as_json as everything
    from . import match_sheet

    with at_work(context, name, file, as_json) as (out, match):
        if as_json:
            out.json(everything(match.sheet))
        else:
            match_sheet.show(out, match.sheet)


def hand(
    context: typer.Context,
    name: Name,
    entry: Annotated[str, typer.Argument(help="Its number.")],
    file: File = None,
    as_json: Json = False,
) -> None:
    """Show one entry again, itemised by rule."""
    from ..match.export import row_json
    from ..match.words import about
    from . import match_items

    with at_work(context, name, file, as_json) as (out, match):
        seq = match.standing.find(entry).seq
        row = next(row for row in match.sheet.rows if row.entry.seq == seq)
        if as_json:
            out.json(row_json(row))
            return
        what = about(row, match.sheet)
        out.say(row.entry.name + (", void" if row.entry.voided else "") + (what and f": {what}"))
        match_items.itemised(out, row)
        if row.problem:
            out.say(f"It does not fit and counts nothing: {row.problem}")


def marker(context: typer.Context, name: Name, file: File = None, as_json: Json = False) -> None:
    """Print what the table's auto-marker should show; `mjtool match` sends it."""
    from ..match.marker import in_words

    with at_work(context, name, file, as_json) as (out, match):
        out.say(f"Marker: {in_words(match.marker)}.", match.marker)


def history(context: typer.Context, name: Name, file: File = None, as_json: Json = False) -> None:
    """Print everything that was ever confirmed, what was undone or voided included."""
    from ..match.words import told

    with at_work(context, name, file, as_json) as (out, match):
        journal, said = match.journal, told(match.journal, match.sheet)
    if as_json:
        out.json({"journal": [{"line": line.seq, "at": line.at, "ref": line.ref,
                               "action": line.action} for line in journal]})  # fmt: skip
        return
    for line, text in zip(journal, said, strict=True):
        out.say(f"{line.seq:>4}  {local(line.at)}  {text}")


def local(at: str) -> str:
    """A time of the journal, which is UTC, as the clock on the wall here shows it."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:  # an import may say anything
        return at


def matches(context: typer.Context, as_json: Json = False) -> None:
    """List the matches in the usual folder."""
    from ..match.folder import folder

    out = output(context, as_json)
    rows = _every(out)
    if as_json:
        out.json({"matches": rows})
    elif rows:
        out.table(("match", "profile", "hands", "people", ""),
                  [(row["name"], row["profile"], str(row["hands"]), ", ".join(row["people"]),
                    "ended" if row["ended"] else "") for row in rows])  # fmt: skip
    else:
        out.say(f"No match yet in {folder()}.")


def _every(out: Output) -> list[dict[str, Any]]:
    """What is told of each match; of a file that is none, why."""
    from ..match.errors import MatchError
    from ..match.folder import matches as paths
    from ..match.game import Match

    rows: list[dict[str, Any]] = []
    for path in paths():
        try:
            with Match.open(path, match_common.scorer()) as match:
                hands = sum(row.entry.kind == "hand" for row in match.sheet.rows)
                rows.append({"name": match.setup.name, "profile": match.setup.profile,
                             "people": list(match.setup.people), "hands": hands,
                             "ended": match.sheet.ended})  # fmt: skip
        except MatchError as problem:
            out.note(f"mjscore: {problem}")
    return rows
