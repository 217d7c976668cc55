"""The verbs of `mjscore match` that change what was entered, and that end a match."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .match_common import (
    File,
    Json,
    Name,
    Ref,
    Yes,
    at_work,
    confirm,
    read_object,
    read_text,
    refuse,
)
from .match_play import Draw, Drawn, Flags, From, Hands, Over, Request, Riichi, Source
from .match_typed import Given

if TYPE_CHECKING:
    from ..match.entries import Entry as Kept
    from ..match.game import Match

NO_CHANGE = ("say what is different: --from, --drawn, --source, --flag, --riichi or somebody's"
             " --hand; or the whole hand: --draw, or a request as JSON in a file or on stdin")
Entry = Annotated[str, typer.Argument(help="Its number, like 7 or 7.1.")]


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(edit)
    for name, text in (
        ("void", "Let an entry count nothing; everything after it is worked out again."),
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
    # copy: typer reads the options of `add` and `edit` from each one's own signature.
    request: Request = None,
    hands: Hands = None,
    giver: From = None,
    drawn: Drawn = False,
    source: Source = None,
    flags: Flags = None,
    riichi: Riichi = None,
    draw: Draw = False,
    over: Over = False,
    yes: Yes = False,
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Put another content into an entry; everything after it is worked out again.

    A hand takes a whole request, seats as `show` has them, or the parts that change alone: --from,
    --drawn, --source, --flag, --riichi, or somebody's --hand. Any other entry takes the fields
    that change, as {"amount": 20}.
    """
    from . import match_items

    given = Given(request, hands, giver, drawn, source, flags, draw, riichi)
    with at_work(context, name, file, as_json) as (out, match):
        found = match.standing.find(entry)
        if found.kind == "hand":
            to = _hand(match, found, given, over)
        else:
            to = _fields(found, given, over)
        action = match.edit(entry, to)
        confirm(out, match, action, yes, ref, lambda row: match_items.itemised(out, row))


def _hand(match: "Match", found: "Kept", given: Given, over: bool) -> dict[str, Any]:
    """The hand as it is to be: whole, or as it was with the parts that are told changed."""
    seats = match.seats_of(found.label)
    if given.parts(seats):
        request = given.changed(match.request_of(found.label), seats, found.name,
                                match.setup.system)  # fmt: skip
        over = over or bool(found.body.get("over"))
    else:
        request = given.hand(seats, match.setup.system, NO_CHANGE)
    return {"do": "hand", "request": request} | ({"over": True} if over else {})


def _fields(found: "Kept", given: Given, over: bool) -> dict[str, Any]:
    """An entry that is no hand, with the fields that change."""
    from ..match.actions import ENTRIES

    words = [*given.words, *(["--over"] if over else [])]
    if words:
        refuse(f"{found.name} is no hand, so {words[0]} says nothing of it", "entry")
    fields = [field.removesuffix("?") for field in ENTRIES[found.kind]]
    names = f"{found.name} has {', '.join(fields)}"
    example = ", ".join(f'"{field}": ...' for field in fields[:1])
    changed = read_object(read_text(given.file, f"no change came; {names}: give those that change"
                                    f" as JSON in a file or on stdin, {{{example}}}"))  # fmt: skip
    for field in changed:
        if field not in fields:
            refuse(f"{names}, but no {field}", "entry")
    if not changed:
        refuse(f"nothing would change; {names}", "entry")
    return dict(found.body) | changed


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
        with at_work(context, name, file, as_json) as (out, match):
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
        with at_work(context, name, file, as_json) as (out, match):
            confirm(out, match, {"do": kind}, ref=ref)

    return verb
