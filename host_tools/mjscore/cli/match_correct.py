"""The verbs of `mjscore match` that change what was entered, and that end a match."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from .match_common import (
    File,
    Json,
    Name,
    Ref,
    Yes,
    confirm,
    opened,
    output,
    read_object,
    read_text,
)
from .match_play import Draw, From, Hands, Marks, Over, Request, Source, scored, typed_hand

Entry = Annotated[str, typer.Argument(help="Its number, like 7 or 7.1.")]


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(edit)
    for name, text in (
        ("void", "Let an entry count nothing; everything after it is worked out anew."),
        ("restore", "Let a voided entry count again."),
    ):
        app.command(name, help=text)(_of_entry(name))
    for name, text in (
        ("undo", "Take the last action back."),
        ("redo", "Do again what was last taken back."),
        ("end", "End the match: nothing can be entered until it is resumed."),
        ("resume", "Go on with an ended match."),
    ):
        app.command(name, help=text)(_alone(name))


def edit(
    context: typer.Context,
    name: Name,
    entry: Entry,
    request: Request = None,
    hands: Hands = None,
    giver: From = None,
    source: Source = None,
    marks: Marks = None,
    draw: Draw = False,
    over: Over = False,
    yes: Yes = False,
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Put another content into an entry; everything after it is worked out anew.

    A hand takes a whole request, seats as `show` has them; any other entry takes the fields that
    change, as {"amount": 20}.
    """
    from . import match_sheet

    out = output(context, as_json)
    with opened(name, file) as match:
        found = match.standing.find(entry)
        if found.kind == "hand":
            typed = typed_hand(hands, match.seats_of(entry), giver, source, marks)
            to: dict[str, Any] = {"do": "hand", "request": typed or scored(request, draw)}
            to |= {"over": True} if over else {}
        else:
            to = dict(found.body) | read_object(read_text(request))
        action = match.edit(entry, to)
        confirm(out, match, action, yes, ref, lambda row: match_sheet.itemised(out, row))


def _of_entry(kind: str) -> Callable[..., None]:
    """A verb that names an entry and nothing else."""

    def verb(
        context: typer.Context,
        name: Name,
        entry: Entry,
        ref: Ref = None,
        file: File = None,
        as_json: Json = False,
    ) -> None:
        out = output(context, as_json)
        with opened(name, file) as match:
            action = match.void(entry) if kind == "void" else match.restore(entry)
            confirm(out, match, action, ref=ref)

    return verb


def _alone(kind: str) -> Callable[..., None]:
    """A verb that names only the match."""

    def verb(
        context: typer.Context,
        name: Name,
        ref: Ref = None,
        file: File = None,
        as_json: Json = False,
    ) -> None:
        out = output(context, as_json)
        with opened(name, file) as match:
            confirm(out, match, {"do": kind}, ref=ref)

    return verb
