"""`mjscore schema`: the JSON Schemas of request and answer."""

import sys
from importlib import resources
from typing import Annotated

import typer

from mjscore.cli import completing
from mjscore.errors import ScoreError, nearest

app = typer.Typer(rich_markup_mode=None, add_completion=False)
NAMES = ("request", "answer")


def text_of(name: str) -> str:
    """The text of a schema; ScoreError when there is none called so."""
    if name not in NAMES:
        raise ScoreError(f'there is no schema "{name}"{nearest(name, NAMES)}')
    path = resources.files("mjscore").joinpath("schema", f"{name}.schema.json")
    return path.read_text(encoding="utf-8")


@app.command()
def schema(
    name: Annotated[str, typer.Argument(
        help="request or answer", autocompletion=completing.schemas)] = "request",
) -> None:
    """Print the JSON Schema of requests or of answers.

    Both are written in the draft 2020-12.
    """
    sys.stdout.write(text_of(name))
