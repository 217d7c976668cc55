"""A hand's request from what people type: `--hand "Bob: (D111) C23467 DR*2 +C8" --from Cem`."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..compact import parse
from ..errors import nearest
from ..match.errors import MatchError
from .match_common import read_object, read_text, refuse
from .typed import WIN_FLAGS

DRAWN, DISCARDED = "wall", "discard"
VALUED = ("first_turn", "single_wait", "special", "last_flower_holder")  # flags with =VALUE
NO_REQUEST = ('no request came; type --hand "NAME: TILES", say --draw when nobody won, or give a '
              "request as JSON in a file or on stdin")  # fmt: skip


class Given(NamedTuple):
    """What the command line says of a hand."""

    file: Path | None = None
    hands: Sequence[str] | None = None
    giver: str | None = None
    drawn: bool = False
    source: str | None = None
    flags: Sequence[str] | None = None
    draw: bool = False

    @property
    def words(self) -> list[str]:
        """The options that were given, as they are written."""
        return [word for word, value in (
            ("--hand", self.hands), ("--from", self.giver), ("--drawn", self.drawn),
            ("--source", self.source), ("--flag", self.flags), ("--draw", self.draw),
        ) if value not in (None, False, [])]  # fmt: skip

    def hand(self, seats: Mapping[str, str], system: str) -> dict[str, Any]:
        """The hand's request at these seats; MatchError for what contradicts itself."""
        self._agree()
        if self.hands:
            found = self._typed(seats)
        elif self.draw and self.file is None:
            found = {"win": None}
        else:
            found = read_object(read_text(self.file, NO_REQUEST))
            if self.draw and found.get("win") is not None:
                refuse("--draw says that nobody won, and the request has a winner", "draw")
            found |= {"win": None} if self.draw else {}
        _all_told(found, seats, system)
        return found

    def _agree(self) -> None:
        words = [word for word in self.words if word != "--draw"]
        if self.file is not None and words:
            refuse(f"{self.file} and {words[0]} are two hands; give one of them", "request")
        of_win = [word for word in words if word != "--hand"]
        if self.draw and of_win:
            refuse(f"--draw says that nobody won, and {of_win[0]} is about a win", "draw")
        if of_win and not self.hands:
            refuse(f'{of_win[0]} belongs to a typed hand; type it, --hand "NAME: TILES +C8"',
                   "hand")  # fmt: skip
        how = [word for word in words if word in ("--drawn", "--source")]
        how += ["--from"] if self.drawn and self.giver is not None else []
        if len(how) > 1:
            refuse(f"{how[0]} and {how[1]} contradict each other; say one of them", "source")

    def _typed(self, seats: Mapping[str, str]) -> dict[str, Any]:
        found = request(self.hands or (), seats, self.giver, self.source, self.flags or ())
        if self.draw and found["win"] is not None:
            winner = seats[found["win"]["seat"]]
            refuse(f"--draw says that nobody won, and the hand of {winner} has a winning tile",
                   "draw")  # fmt: skip
        if not self.draw and found["win"] is None:
            refuse("no hand has a winning tile; write it as +C8, or say --draw", "hand")
        return found


def request(
    hands: Sequence[str],
    seats: Mapping[str, str],
    giver: str | None = None,
    source: str | None = None,
    flags: Sequence[str] = (),
) -> dict[str, Any]:
    """The request: hands by person or seat, the winner's with `+TILE`.

    `giver` is who discarded or whose kong was robbed; without one, and without a `source`, the
    tile was drawn. `flags` are fields of the win, as `last_tile` or `first_turn=earth`.
    """
    players: dict[str, Any] = {}
    win: dict[str, Any] | None = None
    for text in hands:
        seat, hand, tile = _hand(text, seats)
        if seat in players:
            raise MatchError(f"{seats[seat]} has two hands", "hand")
        players[seat] = hand
        if tile is not None:
            if win is not None:
                raise MatchError("two hands have a winning tile", "hand")
            win = {"seat": seat, "tile": tile}
    if win is not None:
        win["source"] = source or (DRAWN if giver is None else DISCARDED)
        win |= {} if giver is None else {"from": _seat(giver, seats, "from")}
        win |= dict(_flag(flag, seats) for flag in flags)
    return {"players": players, "win": win}


def _hand(text: str, seats: Mapping[str, str]) -> tuple[str, dict[str, Any], str | None]:
    """Seat, tiles and winning tile of `Bob: C23 +C4`."""
    who, colon, tiles = text.partition(":")
    if not colon:
        raise MatchError(f"{text!r} is no hand; write it as NAME: TILES", "hand")
    typed = parse(tiles, f"hand of {who.strip()}")
    return _seat(who.strip(), seats, "hand"), typed.hand, typed.tile


def _seat(who: str, seats: Mapping[str, str], field: str) -> str:
    """The seat of a person at the table, or of a seat's own letter."""
    for seat, name in seats.items():
        if name.casefold() == who.casefold():
            return seat
    if who in seats:
        return who
    raise MatchError(f"{who} does not play this hand; it is {', '.join(seats.values())}", field)


def _flag(text: str, seats: Mapping[str, str]) -> tuple[str, Any]:
    """A field of the win and its value, true unless one is written."""
    name, equals, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if name not in WIN_FLAGS + VALUED:
        hint = nearest(name, WIN_FLAGS + VALUED)
        raise MatchError(f"there is no flag {name!r}{hint}", "flag")
    if not equals:
        return name, True
    if name == "last_flower_holder":
        return name, _seat(value.strip(), seats, "flag")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _all_told(request: Mapping[str, Any], seats: Mapping[str, str], system: str) -> None:
    """MatchError naming everybody whose hand the system counts and nobody has told."""
    from ..systems import game

    of, players = game(system), request.get("players") or {}
    drawn = request.get("win") is None
    if not (of.drawn if drawn else of.losers) or request.get("events"):
        return
    missing = [name for seat, name in seats.items() if seat not in players]
    if missing and isinstance(players, Mapping):
        typed = " ".join(f'--hand "{name}: TILES"' for name in missing)
        counts = "counts all four hands of a draw" if drawn else "counts the losers' hands too"
        raise MatchError(f"{system} {counts}; add {typed}", "players", "ENG-09")
