"""What each kind of entry does to the match: one function a kind, found in PLAYED.

What is scored for it is put together in `asked`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mjtable.game import profiles

from ..flow import rotation
from ..wall import index_of
from . import asked, marker
from .asked import Score
from .entries import Entry
from .errors import FitError
from .events import Event, bets_cancelled, name_of
from .ledger import amount
from .names import known
from .seats import people_of
from .setup import BETTOR, Setup
from .state import State


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
    request = asked.of_hand(setup, state, entry)
    answer = score(request)
    if not answer.get("legal", True):
        raise FitError(f"the win is refused: {answer.get('reason')}", "players",
                       str(answer.get("rule", "")))  # fmt: skip
    net = people_of(answer["net"], state.seats, _bettor(setup, state))
    return Result(state, net, request, answer)


def penalty(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """A penalty or an immediate payment of the hand that is played next."""
    body = entry.body["event"]
    request = asked.of_event(setup, state, body)
    answer = score(request)
    net = people_of(answer["net"], state.seats, _bettor(setup, state))
    new = Event(name_of(setup.system, body), body, any(net.values()))
    events = (*state.events, new)
    shown = state.bet_shown or bets_cancelled(events)
    return Result(replace(state, events=events, bet_shown=shown), net, request, answer)


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
    return Result(replace(state, chairs=chairs, bench=goes, bet=None, bet_shown=False, events=()))


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
    bench = away[0] if away else None
    return Result(replace(state, deal=deal, chairs=chairs, bench=bench, bet=None,
                          bet_shown=False, events=()))  # fmt: skip


def rounds(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """A longer or shorter game, 0 = open (rule SB-T13)."""
    number = amount(entry.body["rounds"], "rounds", 0)
    return Result(replace(state, deal=rotation.extended(state.deal, number)))


def bet(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """The bettor backs a player for the hand that is played next, or shows the choice."""
    if setup.role != BETTOR:
        raise FitError("nobody bets in this match", "backs", "SA-T13")
    shown = bool(entry.body.get("shown")) or bets_cancelled(state.events)
    if entry.body["backs"] is None:
        return Result(replace(state, bet=None, bet_shown=False))
    backs = known(entry.body["backs"], setup.people, "backs")
    if backs not in state.chairs:
        raise FitError(f"{backs} does not play this hand", "backs", "SA-S05")
    return Result(replace(state, bet=backs, bet_shown=shown))


def dice(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """The throw for the hand that is played next, with as many dice as the profile has."""
    spots = entry.body["dice"]
    number = profiles.DICE_OF[index_of(setup.profile)]
    if len(spots) != number or not all(1 <= each <= 6 for each in spots):
        raise FitError(
            f"{setup.profile} is played with {number} dice that show 1 to 6, not with "
            f"{', '.join(map(str, spots)) or 'none'}", "dice", "ENG-04")  # fmt: skip
    return Result(replace(state, dice=tuple(spots)))


def table_marker(setup: Setup, state: State, entry: Entry, score: Score) -> Result:
    """The marker as it was put right at the table."""
    return Result(replace(state, deal=marker.taken(state.deal, entry.body["marker"])))


def _bettor(setup: Setup, state: State) -> str | None:
    return state.bench if setup.role == BETTOR else None


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
