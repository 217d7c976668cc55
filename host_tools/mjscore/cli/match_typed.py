"""A hand's request from what people type: `--hand "Bob: (D111) C23467 DR*2 +C8" --from Cem`."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..compact import parse
from ..match.errors import MatchError

DRAWN, DISCARDED = "wall", "discard"


def request(
    hands: Sequence[str],
    seats: Mapping[str, str],
    giver: str | None = None,
    source: str | None = None,
    marks: Sequence[str] = (),
) -> dict[str, Any]:
    """The request: hands by person or seat, the winner's with `+TILE`.

    `giver` is who discarded or whose kong was robbed; without one, and without a `source`, the
    tile was drawn. `marks` are fields of the win, as `last_tile` or `first_turn=earth`.
    """
    players: dict[str, Any] = {}
    win: dict[str, Any] | None = None
    for text in hands:
        who, colon, tiles = text.partition(":")
        if not colon:
            raise MatchError(f"{text!r} is no hand; write it as NAME: TILES", "hand")
        seat = _seat(who.strip(), seats, "hand")
        if seat in players:
            raise MatchError(f"{who.strip()} has two hands", "hand")
        typed = parse(tiles, f"hand of {who.strip()}")
        players[seat] = typed.hand
        if typed.tile is not None:
            if win is not None:
                raise MatchError("two hands have a winning tile", "hand")
            win = {"seat": seat, "tile": typed.tile}
    if win is None and (giver is not None or source is not None or marks):
        raise MatchError("no hand has a winning tile; write it as +C8", "hand")
    if win is not None:
        win["source"] = source or (DRAWN if giver is None else DISCARDED)
        win |= {} if giver is None else {"from": _seat(giver, seats, "from")}
        win |= dict(_mark(mark) for mark in marks)
    return {"players": players, "win": win}


def _seat(who: str, seats: Mapping[str, str], field: str) -> str:
    """The seat of a person at the table, or of a seat's own letter."""
    for seat, name in seats.items():
        if name.casefold() == who.casefold():
            return seat
    if who in seats:
        return who
    raise MatchError(f"{who} does not play this hand; it is {', '.join(seats.values())}", field)


def _mark(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        return name, True
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
