"""A hand's request from what people type: `--hand "Bob: (D111) C23467 DR*2 +C8" --from Cem`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..compact import parse
from ..match.errors import MatchError
from . import match_won
from .match_common import read_object, read_text, refuse
from .match_won import seat_of

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
    riichi: str | None = None

    @property
    def words(self) -> list[str]:
        """The options that were given, as they are written."""
        return [word for word, value in (
            ("--hand", self.hands), ("--from", self.giver), ("--drawn", self.drawn),
            ("--source", self.source), ("--flag", self.flags), ("--riichi", self.riichi),
            ("--draw", self.draw),
        ) if value not in (None, False, [])]  # fmt: skip

    @property
    def _of_win(self) -> list[str]:
        return [word for word in self.words if word not in ("--hand", "--draw")]

    def hand(self, seats: Mapping[str, str], system: str,
             hint: str = NO_REQUEST) -> dict[str, Any]:  # fmt: skip
        """The hand's request at these seats; MatchError for what contradicts itself.

        `hint` says what may be typed where nothing was.
        """
        self._agree()
        if self.hands:
            found = self._typed(seats)
        elif self.draw and self.file is None:
            found = {"win": None}
        else:
            found = read_object(read_text(self.file, hint))
            if self.draw and found.get("win") is not None:
                refuse("--draw says that nobody won, and the request has a winner", "draw")
            found |= {"win": None} if self.draw else {}
        _all_told(found, seats, system)
        if self.hands and found["win"] is not None:
            found["win"] = match_won.won(self, found["win"], seats)
        return match_won.beside(self, found, seats, system)

    def _agree(self, alone: bool = False) -> None:
        words = [word for word in self.words if word != "--draw"]
        if self.file is not None and words:
            refuse(f"{self.file} and {words[0]} are two hands; give one of them", "request")
        of_win = self._of_win
        if self.draw and of_win:
            refuse(f"--draw says that nobody won, and {of_win[0]} is about a win", "draw")
        if of_win and not self.hands and not alone:
            refuse(f'{of_win[0]} belongs to a typed hand; type it, --hand "NAME: TILES +C8"',
                   "hand")  # fmt: skip
        how = [word for word in words if word in ("--drawn", "--source")]
        how += ["--from"] if self.drawn and self.giver is not None else []
        if len(how) > 1:
            refuse(f"{how[0]} and {how[1]} contradict each other; say one of them", "source")

    def parts(self, seats: Mapping[str, str]) -> bool:
        """Whether only parts of a hand are told: not everybody's tiles, no request, no draw."""
        return (bool(self.words) and self.file is None and not self.draw
                and len(self.hands or ()) < len(seats))  # fmt: skip

    def changed(self, stored: Mapping[str, Any], seats: Mapping[str, str],
                name: str, system: str) -> dict[str, Any]:  # fmt: skip
        """A stored request with those parts changed that are told; the rest stays as it was."""
        self._agree(alone=True)
        typed = hands_of(self.hands or (), seats)
        win = dict(stored["win"]) if isinstance(stored.get("win"), Mapping) else None
        if typed.win is not None and (win is None or win["seat"] != typed.win["seat"]):
            win = match_won.won(self, typed.win, seats)
        elif win is None and self._of_win:
            refuse(f"nobody won {name}; type the winner's hand with its tile, as +C8", "hand")
        elif win is not None:
            win = match_won.changed(self, win | (typed.win or {}), seats)
        request = dict(stored) | {"players": {**(stored.get("players") or {}), **typed.players},
                                  "win": win}  # fmt: skip
        return match_won.beside(self, request, seats, system)

    def _typed(self, seats: Mapping[str, str]) -> dict[str, Any]:
        typed = hands_of(self.hands or (), seats)
        found: dict[str, Any] = {"players": typed.players, "win": typed.win}
        if self.draw and found["win"] is not None:
            winner = seats[found["win"]["seat"]]
            refuse(f"--draw says that nobody won, and the hand of {winner} has a winning tile",
                   "draw")  # fmt: skip
        if not self.draw and found["win"] is None:
            refuse("no hand has a winning tile; write it as +C8, or say --draw", "hand")
        return found


class Hands(NamedTuple):
    """Hands as typed, by seat; of the win who and with which tile, None without a winner."""

    players: dict[str, Any]
    win: dict[str, Any] | None


def hands_of(hands: Sequence[str], seats: Mapping[str, str]) -> Hands:
    """Hands by person or seat, the winner's with `+TILE`."""
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
    return Hands(players, win)


def _hand(text: str, seats: Mapping[str, str]) -> tuple[str, dict[str, Any], str | None]:
    """Seat, tiles and winning tile of `Bob: C23 +C4`."""
    who, colon, tiles = text.partition(":")
    if not colon:
        raise MatchError(f"{text!r} is no hand; write it as NAME: TILES", "hand")
    typed = parse(tiles, f"hand of {who.strip()}")
    return seat_of(who.strip(), seats, "hand"), typed.hand, typed.tile


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
