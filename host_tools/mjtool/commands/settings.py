"""`mjtool settings`: show and change the table's settings."""

from typing import Annotated

import typer

from .. import completing
from ..dictionary import load, nearest
from ..errors import UsageError
from ..message import Answer
from ..options import Json, Port, connect
from ..refusal import ask
from ..values import typed

app = typer.Typer(help="Show and change the table's settings.", no_args_is_help=True)


def unit(name: str) -> str:
    """Unit of a setting."""
    return str(load().settings.get(name, {}).get("unit", ""))


def checked(name: str) -> str:
    """A known setting's name, or UsageError."""
    known = load().settings
    if name not in known:
        raise UsageError(f"there is no setting `{name}`", "settings", "", nearest(name, known))
    return name


@app.command("get")
def get(context: typer.Context,
        name: Annotated[str | None, typer.Argument(
            metavar="[NAME]", help="One setting; otherwise all.",
            autocompletion=completing.settings)] = None,
        port: Port = None, as_json: Json = False) -> None:
    """Show one setting with its limits, or all."""
    if name is not None:
        checked(name)
    client, output = connect(context, port, as_json)
    with client:
        if name is None:
            rows = [row.split(":") for row in client.rows("settings.get")]
            output.table(("setting", "value", "unit"), [(*row, unit(row[0])) for row in rows])
            if output.as_json:
                output.json({"settings": {row[0]: int(row[1]) for row in rows}})
            return
        fields = ask(client, "settings.get", name=name).fields
    about = load().settings[name]
    output.say(f"{name} = {fields['value']} {about['unit']} (from {fields['min']} to "
               f"{fields['max']}, new {fields['default']}): {about['help']}.",
               typed(fields) | {"unit": about["unit"], "help": about["help"]})


@app.command("set")
def set_(context: typer.Context,
         name: Annotated[str, typer.Argument(help="The setting.",
                                              autocompletion=completing.settings)],
         value: Annotated[int, typer.Argument(help="Its value, in its unit.")],
         port: Port = None, as_json: Json = False) -> None:
    """Change a setting; the table keeps it over power loss."""
    checked(name)
    client, output = connect(context, port, as_json)
    with client:
        before = ask(client, "settings.get", name=name)
        within(name, value, before, client.url)
        fields = ask(client, "settings.set", name=name, value=value).fields
    output.say(f"{name} = {fields['value']} {unit(name)} (was {before.fields['value']}).",
               typed(fields) | {"was": before.number("value")})


def within(name: str, value: int, limits: Answer, where: str) -> None:
    """UsageError outside the table's limits: nobody shall hold the service key for that first."""
    low, high = limits.number("min"), limits.number("max")
    if not low <= value <= high:
        raise UsageError(f"{name} = {value} is outside {low} to {high}", where, "",
                         "give a value within the limits")
