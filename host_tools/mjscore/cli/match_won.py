"""How a typed hand was won: `--from Cem`, `--drawn`, `--source loose_kong`, `--flag last_tile`."""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from ..entry import riichi
from ..entry.ways import DISCARDED, DRAWN, OF_PLAYER
from ..errors import nearest
from ..match.errors import MatchError
from ..registry import Own, has
from .match_common import refuse, somebody_there
from .typed import WIN_FLAGS

if TYPE_CHECKING:
    from .match_typed import Given

VALUED = ("first_turn", "single_wait", "special", "last_flower_holder")  # flags with =VALUE


def won(given: "Given", win: Mapping[str, Any], seats: Mapping[str, str]) -> dict[str, Any]:
    """How it was won; who said nothing of it is asked, and nothing is ever assumed."""
    giver, source = given.giver, given.source
    if giver is None and source is None and not given.drawn:
        giver = _asked(win, seats)
    source = source or (DRAWN if given.drawn or giver == DRAWN else DISCARDED)
    from_whom = {} if giver in (None, DRAWN) else {"from": seat_of(str(giver), seats, "from")}
    return {**win, "source": source, **from_whom,
            **dict(flag_of(flag, seats) for flag in given.flags or ())}  # fmt: skip


def _asked(win: Mapping[str, Any], seats: Mapping[str, str]) -> str:
    """Who discarded the winning tile, or `wall`: asked of a person, else MatchError."""
    others = [name for seat, name in seats.items() if seat != win["seat"]]
    if not somebody_there():
        refuse(f"say where {win['tile']} came from: --from NAME ({', '.join(others)}), --drawn or "
               "--source", "source")  # fmt: skip
    question = f"Who discarded {win['tile']} ({', '.join(others)}; {DRAWN} = drawn)"
    by_name = {name.casefold(): name for name in [*others, DRAWN]}
    while (said := typer.prompt(question, err=True).strip().casefold()) not in by_name:
        sys.stderr.write(f"{said} is none of {', '.join([*others, DRAWN])}\n")
    return by_name[said]


def changed(given: "Given", win: dict[str, Any], seats: Mapping[str, str]) -> dict[str, Any]:
    """A win with what was told of it changed; the rest stays as it was."""
    if given.giver is not None:
        source = win.get("source")
        win |= {"source": given.source or (source if source in OF_PLAYER else DISCARDED),
                "from": seat_of(given.giver, seats, "from")}  # fmt: skip
    elif given.drawn or given.source is not None:
        win["source"] = given.source or DRAWN
    if win.get("source") not in OF_PLAYER:
        win.pop("from", None)
    win |= dict(flag_of(flag, seats) for flag in given.flags or ())
    return {key: value for key, value in win.items() if value is not False}


def beside(given: "Given", request: dict[str, Any], seats: Mapping[str, str],
           system: str) -> dict[str, Any]:  # fmt: skip
    """The request with what `--riichi` says; the rest of an earlier hand stays."""
    if given.riichi is None:
        return request
    if not has(system, Own.RIICHI):
        refuse(f"--riichi is about RIICHI, and {system} is played", "riichi")
    told = riichi.changed(request.get("riichi") or {}, given.riichi,
                          lambda who: seat_of(who, seats, "riichi"))  # fmt: skip
    return {key: value for key, value in request.items() if key != "riichi"} | (
        {"riichi": told} if told else {}
    )


def seat_of(who: str, seats: Mapping[str, str], field: str) -> str:
    """The seat of a person at the table, or of a seat's own letter."""
    for seat, name in seats.items():
        if name.casefold() == who.casefold():
            return seat
    if who in seats:
        return who
    raise MatchError(f"{who} does not play this hand; it is {', '.join(seats.values())}", field)


def flag_of(text: str, seats: Mapping[str, str]) -> tuple[str, Any]:
    """A field of the win and its value, true unless one is written."""
    name, equals, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if name not in WIN_FLAGS + VALUED:
        hint = nearest(name, WIN_FLAGS + VALUED)
        raise MatchError(f"there is no flag {name!r}{hint}", "flag")
    if not equals:
        return name, True
    if name == "last_flower_holder":
        return name, seat_of(value.strip(), seats, "flag")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
