"""One hand asked part by part: who won, from whom, the tiles, what each loser has."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..compact import parse, to_compact
from ..entry import losers, riichi, ways
from ..errors import ScoreError
from ..registry import Own
from ..systems import Game
from . import evening_prompts as prompts
from .match_won import seat_of

NOBODY = "nobody"
SAID = {"wall": "drawn", "loose_kong": "after a kong", "loose_flower": "after a flower",
        "robbed_kong": "kong of", "dealt": "dealt"}  # fmt: skip


class Before(NamedTuple):
    """What is known of the hand: an earlier entry that is corrected, or nothing."""

    winner: str = ""
    request: Mapping[str, Any] = {}

    def hand(self, seat: str) -> Mapping[str, Any]:
        """Somebody's tiles as they were told."""
        found: Mapping[str, Any] = (self.request.get("players") or {}).get(seat) or {}
        return found

    @property
    def win(self) -> Mapping[str, Any]:
        """How it was won."""
        return self.request.get("win") or {}


def asked(of: Game, seats: Mapping[str, str], winner: str, before: Before) -> dict[str, Any]:
    """The request of a hand that `winner` (a seat, "" for nobody) won."""
    if not winner:
        players = _others(of, seats, before) if of.drawn else {}
        return {"players": players, "win": None} if players else {"win": None}
    same = before.win if before.win.get("seat") == winner else {}
    source, giver = _from(of, seats, winner, same)
    hand, tile = _tiles(seats[winner], before.hand(winner), same.get("tile"))
    others = {seat: name for seat, name in seats.items() if seat != winner}
    players = {winner: hand} | (_others(of, others, before) if of.losers else {})
    flags = ways.marked(of.name, same)
    request = {"players": players, "win": ways.win(winner, tile, source, giver, flags)}
    return request | (_riichi(seats, before) if Own.RIICHI in of.own else {})


def _riichi(seats: Mapping[str, str], before: Before) -> dict[str, Any]:
    """What RIICHI asks for beside the hand; Enter alone says nothing, or the same again."""

    def checked(text: str) -> dict[str, Any]:
        return riichi.changed({}, text, lambda who: seat_of(who, seats, "riichi"))

    default = riichi.as_typed(before.request.get("riichi") or {}, seats)
    question = "riichi, ippatsu, dora=C3,D5 ura=B1 honba=2 sticks=Ann,Bob red=1"
    told = checked(prompts.ask(question, checked, (), default))
    return {"riichi": told} if told else {}


def _from(of: Game, seats: Mapping[str, str], winner: str,
          before: Mapping[str, Any]) -> tuple[str, str | None]:  # fmt: skip
    """Where the tile came from, and whose it was: asked, never assumed."""
    said = {name: (ways.DISCARDED, seat) for seat, name in seats.items() if seat != winner}
    others: dict[str, tuple[str, str | None]] = {**said, SAID["wall"]: (ways.DRAWN, None)}
    for source in ways.sources(of.name):
        if source == ways.ROBBED:
            others |= {f"{SAID[source]} {each}": (source, at) for each, (_, at) in said.items()}
        elif source != "dealt" or winner == "E":
            others[SAID[source]] = (source, None)
    was = (before.get("source"), before.get("from"))
    default = next((text for text, way in others.items() if way == was), "")
    people = ", ".join(said)
    return others[prompts.choose(f"From whom ({people}; {SAID['wall']})", list(others), default)]


def _tiles(name: str, hand: Mapping[str, Any], tile: str | None) -> tuple[dict[str, Any], str]:
    """The winner's hand and the tile that won."""

    def checked(text: str) -> tuple[dict[str, Any], str]:
        found = parse(text, f"hand of {name}")
        if found.tile is None:
            raise ScoreError("mark the winning tile with a plus, for example +C8")
        return found.hand, found.tile

    default = to_compact(dict(hand), tile) if tile else ""
    return checked(prompts.ask(f"{name}'s tiles, the winning one behind +", checked, (), default))


def _others(of: Game, seats: Mapping[str, str], before: Before) -> dict[str, Any]:
    """What each of these has: nothing, scoring sets, points, or the whole hand."""
    found = {}
    for seat, name in seats.items():

        def checked(text: str, name: str = name) -> dict[str, Any]:
            return losers.typed(text, of, f"hand of {name}")

        default = losers.as_typed(before.hand(seat))
        question = f"{name}: nothing, points or scoring sets"
        found[seat] = checked(prompts.ask(question, checked, losers.WORDS[:1], default))
    return found
