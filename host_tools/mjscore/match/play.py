"""What each kind of entry does to the match: one function a kind, found in PLAYED.

Everything that the match knows (game, options, deal, wind, streak, dice, bet) is written into a
hand's request; a request that says something else does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..flow import rotation
from . import marker
from .deal import SEATS
from .entries import Entry
from .errors import FitError
from .ledger import amount
from .names import known
from .seats import by_name, carried, event, moved, people_of
from .setup import BETTOR, Setup

if TYPE_CHECKING:
    from .table import Score, State


@dataclass(frozen=True)
class Result:
    """What an entry came to."""

    state: State
    net: Mapping[str, int] = field(default_factory=dict)
    request: Mapping[str, Any] | None = None
    answer: Mapping[str, Any] | None = None


def hand(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """A hand: its request at the seats of today, scored."""
    if state.deal.over:
        raise FitError("the full game is over; extend it by some rounds", "round", "SB-T13")
    request = request_of(setup, state, entry)
    answer = score(request)
    if not answer.get("legal", True):
        raise FitError(f"the winning hand is none: {answer.get('reason')}", "players",
                       str(answer.get("rule", "")))  # fmt: skip
    net = people_of(answer["net"], state.seats, _bettor(setup, state))
    return Result(state, net, request, answer)


def request_of(setup: Setup, state: State, entry: Entry) -> dict[str, Any]:
    """What is scored: the people's request at their seats, completed by the match."""
    seat = moved(entry.body["seated"], state.seats, entry.name)
    request = carried(entry.body["request"], seat)
    known_here: dict[str, tuple[Any, str]] = {
        "system": (setup.system, ""),
        "config": (setup.config, ""),
        "round_wind": (SEATS[state.deal.wind], "SB-T13"),
        "dealer_streak": (state.deal.streak, "SB-T11"),
    }
    if state.dice:
        known_here["dice"] = (list(state.dice), "SB-T05")
    if state.bet is not None:
        known_here["bettor"] = (_seat_of(state, state.bet), "SA-S05")
        known_here["bettor_shown"] = (state.bet_shown, "SA-X11")
    for key, (value, rule) in known_here.items():
        given = request.get(key)
        if given is not None and given != value and not (key == "config" and given == {}):
            raise FitError(f"the request says {given!r}, the match {value!r}", key, rule)
        request[key] = value
    if request.get("bettor") is not None and setup.role != BETTOR:
        raise FitError("nobody bets in this match", "bettor", "SA-T13")
    return request


def winner_of(state: State, entry: Entry) -> str | None:
    """The seat that won a hand, None for nobody; somebody who is away now was not East."""
    win = entry.body["request"].get("win")
    if not isinstance(win, Mapping):
        return None
    person = entry.body["seated"].get(str(win.get("seat")))
    return next((seat for seat, name in state.seats.items() if name == person), "S")


def penalty(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """A penalty or an immediate payment between hands, or within one."""
    request: dict[str, Any] = {
        "system": setup.system,
        "config": setup.config,
        "win": None,
        "events": [event(entry.body["event"], by_name(state.seats))],
    }
    if state.dice:
        request["dice"] = list(state.dice)
    if state.bet is not None:
        request |= {"bettor": _seat_of(state, state.bet), "bettor_shown": state.bet_shown}
    answer = score(request)
    net = people_of(answer["net"], state.seats, _bettor(setup, state))
    return Result(state, net, request, answer)


def pay(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """Points from one person to another, by agreement."""
    giver = known(entry.body["from"], setup.people, "from")
    taker = known(entry.body["to"], setup.people, "to")
    if giver == taker:
        raise FitError(f"{giver} cannot pay {giver}", "to")
    points = amount(entry.body["amount"], "amount", 1)
    return Result(state, {giver: -points, taker: points})


def sit(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """One goes, the one who waited takes the chair."""
    goes = known(entry.body["out"], setup.people, "out")
    comes = known(entry.body["in"], setup.people, "in")
    if goes not in state.chairs:
        raise FitError(f"{goes} does not sit at the table then", "out")
    if comes != state.bench:
        raise FitError(f"{comes} sits at the table already", "in")
    chairs = tuple(comes if name == goes else name for name in state.chairs)
    return Result(replace(state, chairs=chairs, bench=goes, bet=None, bet_shown=False))


def seats(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """New seats at sides A to D, as after four rounds (rule SB-T13)."""
    chairs = tuple(known(name, setup.people, "chairs") for name in entry.body["chairs"])
    if len(set(chairs)) < 4:
        raise FitError("somebody would sit at two sides", "chairs")
    away = [name for name in setup.people if name not in chairs]
    first = entry.body.get("first")
    deal = state.deal
    if deal.reseat or first is not None:
        deal = rotation.reseated(deal, "A" if first is None else first)
    return Result(replace(state, deal=deal, chairs=chairs, bench=away[0] if away else None))


def rounds(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """A longer or shorter game, 0 = open (rule SB-T13)."""
    number = amount(entry.body["rounds"], "rounds", 0)
    return Result(replace(state, deal=rotation.extended(state.deal, number)))


def bet(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """The bettor backs a player for the hand that is played next, or shows the choice."""
    if setup.role != BETTOR:
        raise FitError("nobody bets in this match", "backs", "SA-T13")
    shown = bool(entry.body.get("shown"))
    if entry.body["backs"] is None:
        return Result(replace(state, bet=None, bet_shown=False))
    backs = known(entry.body["backs"], setup.people, "backs")
    if backs not in state.chairs:
        raise FitError(f"{backs} does not play this hand", "backs", "SA-S05")
    return Result(replace(state, bet=backs, bet_shown=shown))


def dice(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """The throw for the hand that is played next."""
    return Result(replace(state, dice=tuple(entry.body["dice"])))


def table_marker(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """The marker as it was put right at the table."""
    return Result(replace(state, deal=marker.taken(state.deal, entry.body["marker"])))


def _bettor(setup: Setup, state: State) -> str | None:
    return state.bench if setup.role == BETTOR else None


def _seat_of(state: State, person: str) -> str:
    return by_name(state.seats)(person)


PLAYED: dict[str, Callable[[Setup, State, Entry, Score], Result]] = {
    "hand": hand,
    "penalty": penalty,
    "pay": pay,
    "sit": sit,
    "seats": seats,
    "rounds": rounds,
    "bet": bet,
    "dice": dice,
    "marker": table_marker,
}
