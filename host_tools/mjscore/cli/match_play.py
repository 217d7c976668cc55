"""The verbs of `mjscore match` that enter something: hands, payments, penalties."""

from pathlib import Path
from typing import Annotated, Any

import typer

from .match_common import (
    File,
    Json,
    Name,
    Ref,
    Yes,
    at_work,
    confirm,
    refuse,
)
from .match_typed import Given

Request = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="The scoring request as JSON; nothing or - = stdin."),
]
Hands = Annotated[
    list[str] | None,
    typer.Option("--hand", metavar="NAME: TILES", help="A hand typed short; the winner's has +."),
]
From = Annotated[str | None, typer.Option("--from", help="Who discarded, or had the kong.")]
Source = Annotated[
    str | None, typer.Option(help="Where the winning tile came from, like loose_kong.")
]
Drawn = Annotated[bool, typer.Option("--drawn", help="The winner drew the tile from the wall.")]
Flags = Annotated[
    list[str] | None,
    typer.Option("--flag", "--mark", help="Of the win, like last_tile or first_turn=earth."),
]
Riichi = Annotated[
    str | None,
    typer.Option(metavar="WORDS", help="In RIICHI: riichi or double, ippatsu, dora=C3,D5 ura=B1"
                 " honba=2 sticks=Ann,Bob red=1; none takes off what was told."),
]  # fmt: skip
Draw = Annotated[bool, typer.Option("--draw", help="Nobody won; no request is needed.")]
Over = Annotated[
    bool, typer.Option("--over", help="The hand was ended by a penalty: the deal passes.")
]

PAYMENT = "payment"  # an event of every system, and a verb of its own here


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(add)
    app.command()(pay)
    app.command()(penalty)


def add(
    context: typer.Context,
    name: Name,
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
    """Score a hand and store it. Deal, wind, streak and options come from the match."""
    from . import match_items

    given = Given(request, hands, giver, drawn, source, flags, draw, riichi)
    with at_work(context, name, file, as_json) as (out, match):
        wanted = given.hand(match.seats_for(ref), match.setup.system)
        action = match.hand(wanted, over, ref)
        confirm(out, match, action, yes, ref, lambda row: match_items.itemised(out, row))


def pay(
    context: typer.Context,
    name: Name,
    giver: Annotated[str, typer.Argument(metavar="FROM", help="Who pays.")],
    taker: Annotated[str, typer.Argument(metavar="TO", help="Who gets it.")],
    points: Annotated[int, typer.Argument(help="How many points.")],
    why: Annotated[str | None, typer.Option(help="What for.")] = None,
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Enter a payment by agreement."""
    action: dict[str, Any] = {"do": "pay", "from": giver, "to": taker, "amount": points}
    with at_work(context, name, file, as_json) as (out, match):
        confirm(out, match, action | ({"why": why} if why else {}), ref=ref)


def penalty(
    context: typer.Context,
    name: Name,
    event: Annotated[str, typer.Argument(help="Which, like threw_self_pick or bouquet.")],
    who: Annotated[str | None, typer.Argument(help="Whose it is.")] = None,
    exposed: Annotated[str | None, typer.Option(help="Who had exposed, NAME,NAME.")] = None,
    value: Annotated[int | None, typer.Option(help="Value of the hand concerned.")] = None,
    tiles: Annotated[str | None, typer.Option(help="The tiles concerned, F1,F2,...")] = None,
    over: Over = False,
    ref: Ref = None,
    file: File = None,
    as_json: Json = False,
) -> None:
    """Enter a penalty or an immediate payment of the rules."""
    from ..match import penalty as match_penalty
    from . import match_items

    with at_work(context, name, file, as_json) as (out, match):
        if event == PAYMENT:
            refuse("a payment by agreement is entered by the verb pay: FROM TO POINTS", "event")
        body: dict[str, Any] = {"event": event, "seat": who, "value": value,
                "exposed": _parts(exposed), "tiles": _parts(tiles)}  # fmt: skip
        body = {key: item for key, item in body.items() if item is not None}
        action = match_penalty.action(match, body, over, ref)
        confirm(out, match, action, ref=ref, show=lambda row: match_items.itemised(out, row))


def _parts(text: str | None) -> list[str] | None:
    """`Ann, Bob` -> both names."""
    parts = [part.strip() for part in (text or "").split(",")]
    return list(filter(None, parts)) or None
