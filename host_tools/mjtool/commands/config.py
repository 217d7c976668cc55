"""`mjtool config`: one setting (as `mjtool settings`), or all of them as a file."""

from pathlib import Path
from typing import Annotated

import typer

from ..client import Client
from ..dictionary import load
from ..errors import ToolError, UsageError
from ..options import Json, Port, connect
from ..refusal import ask
from ..settings_file import SettingsError, read_settings, written
from . import settings

DIFFERENT = 4

app = typer.Typer(help="Show and change the table's settings, one by one or as a file.",
                  no_args_is_help=True)
app.command("get")(settings.get)
app.command("set")(settings.set_)

File = Annotated[Path, typer.Argument(help="A settings file, as `config export` writes it.")]


@app.command("diff")
def diff(context: typer.Context,
         file: Annotated[Path | None, typer.Argument(
             help="Compare with this file; without it, with a new table.")] = None,
         port: Port = None, as_json: Json = False) -> None:
    """Show which settings differ from a file, or from a new table; exit 4 when one does."""
    wanted = from_file(file) if file else defaults()
    client, output = connect(context, port, as_json)
    with client:
        changes = different(values(client), wanted)
    there = str(file) if file else "new table"
    if output.as_json:
        output.json({"with": there, "different": {
            name: {"table": now, "with": other} for name, (now, other) in changes.items()}})
    elif changes:
        output.table(("setting", "table", there, "unit"), [
            (name, str(now), str(other), settings.unit(name))
            for name, (now, other) in changes.items()])
    else:
        output.say(f"The table's settings are those of {there}.", None)
    if changes:
        raise typer.Exit(DIFFERENT)


@app.command("export")
def export(context: typer.Context,
           file: Annotated[Path | None, typer.Argument(
               help="The file to write; without it, print.")] = None,
           force: Annotated[bool, typer.Option("--force",
                                               help="Replace the file if there is one.")] = False,
           port: Port = None, as_json: Json = False) -> None:
    """Write all settings as a file that `config import` takes, each with its limits."""
    if file is not None and file.exists() and not force:
        raise UsageError("the file is there already", str(file), "",
                         "name another, or give --force")
    client, output = connect(context, port, as_json)
    with client:
        found = values(client)
        text = written(found, load().settings,
                       f"Settings of table {client.hello.uid}, firmware {client.hello.fw}")
    if file is None:
        output.say(text.rstrip("\n"), {"settings": found})
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise UsageError(f"cannot write the settings: {problem.strerror}", str(file), "",
                         "choose a folder you may write to") from None
    output.say(f"{file}: {len(found)} settings; `mjtool config import {file}` puts them back.",
               {"file": str(file), "settings": found})


@app.command("import")
def import_(context: typer.Context, file: File, port: Port = None, as_json: Json = False) -> None:
    """Set the table as a file says; a file with a mistake changes nothing.

    Settings that affect safety go first and need the service key held at the table.
    """
    wanted = from_file(file)
    client, output = connect(context, port, as_json)
    with client:
        changes = different(values(client), wanted)
        done: list[str] = []
        for name in sorted(changes, key=lambda name: not load().settings[name]["key"]):
            try:
                ask(client, "settings.set", name=name, value=wanted[name])
            except ToolError as problem:
                problem.what += told(name, done, len(changes))
                raise
            done.append(name)
    output.table(("setting", "was", "now", "unit"), [
        (name, str(changes[name][0]), str(wanted[name]), settings.unit(name)) for name in done])
    text = f"{len(done)} settings were changed, {len(wanted) - len(done)} were so already."
    output.say(text, {"changed": {name: {"was": changes[name][0], "now": wanted[name]}
                                  for name in done}})


def told(name: str, done: list[str], count: int) -> str:
    """How far an import came that was refused."""
    return f" ({name}; {len(done)} of {count} settings were changed" + (
        f": {', '.join(done)})" if done else ")")


def from_file(file: Path) -> dict[str, int]:
    """Values of a settings file; every mistake at once, each with file and line."""
    try:
        return read_settings(file, list(load().settings.values()))
    except SettingsError as mistakes:
        raise UsageError(str(mistakes), "", "",
                         "correct the file; nothing was changed at the table") from None


def defaults() -> dict[str, int]:
    """Settings of a new table."""
    return {name: row["default"] for name, row in load().settings.items()}


def values(client: Client) -> dict[str, int]:
    """All settings of the table."""
    rows = (row.split(":") for row in client.rows("settings.get"))
    return {name: int(value) for name, value in rows}


def different(now: dict[str, int], wanted: dict[str, int]) -> dict[str, tuple[int, int]]:
    """What the table has and what is wanted, where the two are not the same."""
    return {name: (now[name], value) for name, value in wanted.items()
            if name in now and now[name] != value}
