"""The verbs of `mjscore match` that bring a match out to a file and in from one."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import match_common
from .match_common import (
    File,
    Json,
    Name,
    ask,
    opened,
    output,
    read_text,
    refuse,
    somebody_there,
)
from .page import encodable

if TYPE_CHECKING:
    from ..match.game import Match
    from ..match.store import Line

Out = Annotated[Path | None, typer.Option("--out", "-o", help="Write to this file.")]
Force = Annotated[bool, typer.Option("--force", help="Replace that file if there is one.")]
NEIGHBOURS = ("", "-journal", "-wal", "-shm")  # what SQLite keeps beside a file
PART = ".part"
NO_EXPORT = "nothing came; give the file that `export --json` wrote, or send it to stdin"


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(export)
    app.command("import")(bring_in)


def export(
    context: typer.Context,
    name: Name,
    csv: Annotated[bool, typer.Option("--csv", help="For a spreadsheet.")] = False,
    whole: Annotated[bool, typer.Option("--json", help="Everything, for an import.")] = False,
    out_file: Out = None,
    force: Force = False,
    file: File = None,
) -> None:
    """Print the match as CSV or JSON, or write it to a file."""
    from ..match.opening import kept_in

    output(context, False)
    if csv == whole:
        refuse("say --csv or --json", "export")
    with opened(name, file) as match:
        text = _text(match, csv)
        if out_file is None:
            sys.stdout.write(encodable(text))
            return
        _may_be_written(out_file, kept_in(name, file), force)
    _written(out_file, text)


def _text(match: "Match", csv: bool) -> str:
    from ..match.export import as_csv, as_json

    if csv:
        return as_csv(match.sheet)
    return json.dumps(as_json(match.sheet, match.journal), indent=1) + "\n"


def _may_be_written(target: Path, kept: Path, force: bool) -> None:
    """Refuse the match's own file; another one is replaced only when somebody wants it."""
    own = [kept.resolve().with_name(kept.resolve().name + end) for end in NEIGHBOURS]
    if target.resolve() in own or (target.exists() and target.samefile(kept)):
        refuse(f"{target} is the match itself; choose another file", "out")
    if not target.is_file() or force:
        return
    if not somebody_there():
        refuse(f"{target} exists already; --force replaces it", "out")
    ask(f"{target} exists already. Replace it?", "Nothing was written.", default=False)


def _written(target: Path, text: str) -> None:
    """The whole text or nothing: written beside, then put into its place."""
    target = target.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}{PART}")
    try:
        if target.exists() and not target.is_file():  # a terminal, a pipe: nothing to replace
            target.write_text(text, encoding="utf-8", newline="")
            return
        try:
            with beside.open("x", encoding="utf-8", newline="") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as problem:
        refuse(f"{target} cannot be written ({problem.strerror})", "out")


def bring_in(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="FILE", help="An export as JSON; - = stdin.")],
    name: Annotated[
        str | None, typer.Option("--name", help="Call it so, not as it was called.")
    ] = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Begin a match from an export, with its whole history."""
    from ..match.export import read
    from ..match.folder import path_of
    from ..match.opening import replay

    out = output(context, as_json)
    lines = _renamed(read(read_text(source, NO_EXPORT, "import")), name)
    called = lines[0].action.get("name", "")
    path = file or path_of(called)
    if path.exists() and path.stat().st_size:
        other = "" if file else "--name NAME imports it under another name, "
        refuse(f"{path} exists already; {other}--file PATH keeps it elsewhere", "import")
    with replay(path, lines, match_common.scorer()) as match:
        count = len(match.sheet.rows)
        out.say(
            f"Imported {match.setup.name}: {count} {'entry' if count == 1 else 'entries'}."
            f" Kept in {path}.",
            {"imported": match.setup.name, "file": str(path)},
        )


def _renamed(lines: list["Line"], name: str | None) -> list["Line"]:
    """The journal of a match that is called `name` from its beginning."""
    from ..match.names import match_name

    if name is None:
        return lines
    first = replace(lines[0], action=lines[0].action | {"name": match_name(name)})
    return [first, *lines[1:]]
