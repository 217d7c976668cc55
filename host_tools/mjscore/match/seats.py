"""Seats and people: who sits at which seat of a hand, and a request carried over to other seats.

A request names seats; what it says is about the people who sat there. When an earlier hand changes
who deals, the same people sit at other seats, and their tiles go with them.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..tiles import SEATS
from .deal import Deal, side_of
from .errors import FitError, MatchError

Names = Mapping[str, str]
OF_EVENT = ("seat", "thrower", "from", "to", "hidden")  # fields of an event that hold one seat
OF_WIN = ("seat", "from", "last_flower_holder")


def seated(deal: Deal, chairs: tuple[str, ...]) -> dict[str, str]:
    """Seat letter -> who sits there; `chairs` are the people at sides A to D."""
    return {letter: chairs[side_of(deal, seat)] for seat, letter in enumerate(SEATS)}


def moved(then: Names, now: Names, name: str) -> dict[str, str]:
    """Old seat letter -> new seat letter of the same person, or FitError when one is away."""
    at = {person: letter for letter, person in now.items()}
    for person in then.values():
        if person not in at:
            raise FitError(f"{person} played {name} but does not sit at the table then", "players")
    return {letter: at[person] for letter, person in then.items()}


def carried(request: Mapping[str, Any], seat: Mapping[str, str]) -> dict[str, Any]:
    """The request with every seat replaced; what is no seat stays for the scorer to judge."""

    def to(value: Any) -> Any:
        return seat.get(value, value) if isinstance(value, str) else value

    new = dict(request)
    for key, change in (("players", _players), ("win", _win), ("events", _events)):
        if key in new:
            new[key] = change(new[key], to)
    if isinstance(riichi := new.get("riichi"), dict) and isinstance(riichi.get("sticks"), list):
        new["riichi"] = riichi | {"sticks": [to(each) for each in riichi["sticks"]]}
    if "bettor" in new:
        bet = new["bettor"]  # a seat, or an object with one
        new["bettor"] = {key: to(bet[key]) for key in bet} if isinstance(bet, dict) else to(bet)
    return new


def event(body: Mapping[str, Any], to: Callable[[Any], Any]) -> dict[str, Any]:
    """An event with the people (or seats) in it replaced by what `to` makes of them."""
    new = {key: to(value) if key in OF_EVENT else value for key, value in body.items()}
    if isinstance(new.get("exposed"), list):
        new["exposed"] = [to(value) for value in new["exposed"]]
    return new


def by_name(now: Names) -> Callable[[Any], Any]:
    """Turns a person's name into the seat; FitError for somebody who does not sit there."""
    at = {person.casefold(): letter for letter, person in now.items()}

    def to(value: Any) -> Any:
        if not isinstance(value, str) or value.casefold() not in at:
            raise FitError(f"{value} does not sit at the table then", "event")
        return at[value.casefold()]

    return to


def people_of(net: Mapping[str, Any], now: Names, bettor: str | None) -> dict[str, int]:
    """An answer's net by person instead of seat; MatchError unless it sums to zero (ENG-12)."""
    found = {}
    for letter, points in net.items():
        person = bettor if letter == "bettor" else now.get(letter)
        if person is None:
            raise MatchError(f"the answer pays {letter}, who is nobody here", "net", "ENG-12")
        found[person] = points
    if sum(found.values()):
        raise MatchError("the payments do not sum to zero", "net", "ENG-12")
    return found


def _players(players: Any, to: Callable[[Any], Any]) -> Any:
    if not isinstance(players, Mapping):
        return players
    return {to(letter): hand for letter, hand in players.items()}


def _win(win: Any, to: Callable[[Any], Any]) -> Any:
    if not isinstance(win, Mapping):
        return win
    return {key: to(value) if key in OF_WIN else value for key, value in win.items()}


def _events(events: Any, to: Callable[[Any], Any]) -> Any:
    if not isinstance(events, list):
        return events
    return [event(row, to) if isinstance(row, Mapping) else row for row in events]
