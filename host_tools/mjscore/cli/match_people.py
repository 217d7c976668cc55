"""The verbs of `mjscore match` about people and the hand that comes: chairs, bet, dice."""

from typing import Annotated, Any

import typer

from ..wall import SIDES
from .match_common import File, Json, Name, Ref, at_work, confirm, refuse


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    for verb in (sit, seats, rename, bet, dice, rounds):
        app.command()(verb)
    app.command("swap", hidden=True)(sit)


def sit(
    context: typer.Context,
    name: Name,
    goes: Annotated[str, typer.Argument(metavar="OUT", help="Who gets up.")],
    comes: Annotated[
        str | None, typer.Argument(metavar="[IN]", help="Who sits down; else who waits.")
    ] = None,
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Let the fifth person take somebody's chair."""
    with at_work(context, name, file, as_json) as (out, match):
        waits = comes or match.stored(ref).get("in", match.sheet.state.bench)
        if waits is None:
            refuse("nobody waits in this match", "in")
        confirm(out, match, {"do": "sit", "out": goes, "in": waits}, ref=ref)


def seats(
    context: typer.Context,
    name: Name,
    chairs: Annotated[list[str], typer.Argument(metavar="A B C D", help="Sides A, B, C, D.")],
    first: Annotated[str | None, typer.Option(help="The side of the new East, else A.")] = None,
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Enter new seats, as after four rounds."""
    with at_work(context, name, file, as_json) as (out, match):
        if len(chairs) != len(SIDES):
            refuse(f"four people sit down, at sides {', '.join(SIDES)}, and {len(chairs)} came:"
                   f" {', '.join(chairs)}", "seats")  # fmt: skip
        action = {"do": "seats", "chairs": chairs}
        confirm(out, match, action | ({"first": first} if first else {}), ref=ref)


def rename(
    context: typer.Context,
    name: Name,
    old: Annotated[str, typer.Argument(metavar="OLD", help="Who is meant.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The name from now on.")],
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Give a person another name, in everything that was entered before, too."""
    with at_work(context, name, file, as_json) as (out, match):
        if not match.stored(ref) and old.casefold() == new.casefold() and \
                new in match.setup.people:
            refuse(f"{new} is called so already; nothing was stored", "new")
        confirm(out, match, {"do": "rename", "old": old, "new": new}, ref=ref)


def bet(
    context: typer.Context,
    name: Name,
    backs: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Who is backed.")] = None,
    shown: Annotated[
        bool, typer.Option("--shown", help="The choice was shown: bets are cancelled.")
    ] = False,
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Let the bettor back a player for the next hand; without a name the bet is taken back."""
    with at_work(context, name, file, as_json) as (out, match):
        action: dict[str, Any] = {"do": "bet", "backs": backs}
        if shown:
            action |= {"backs": backs or match.sheet.state.bet, "shown": True}
            if action["backs"] is None:
                refuse("there is no bet that could be shown", "shown")
        confirm(out, match, action, ref=ref)


def dice(
    context: typer.Context,
    name: Name,
    thrown: Annotated[str, typer.Argument(metavar="DICE", help="Like 3,4 or 6,6,6.")],
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Enter what was thrown for the next hand."""
    with at_work(context, name, file, as_json) as (out, match):
        spots = [int(part) for part in thrown.split(",") if part.strip().isdecimal()]
        if len(spots) != len(thrown.split(",")):
            refuse(f"{thrown!r} are no dice; write 3,4", "dice")
        confirm(out, match, {"do": "dice", "dice": spots}, ref=ref)


def rounds(
    context: typer.Context,
    name: Name,
    number: Annotated[int, typer.Argument(metavar="ROUNDS", help="In all; 0 = open.")],
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Make the game longer or shorter."""
    with at_work(context, name, file, as_json) as (out, match):
        confirm(out, match, {"do": "rounds", "rounds": number}, ref=ref)
