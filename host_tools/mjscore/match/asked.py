"""What is scored for an entry: the request for a hand, and the one for an event.

Everything that the match knows (game, options, deal, wind, streak, dice, bet, events entered
before) is written into a hand's request; a request that says something else does not fit.
"""

from collections.abc import Mapping
from typing import Any

from ..registry import Own, has
from ..tiles import SEATS
from .entries import Action, Entry
from .errors import FitError
from .events import ONCE, SIXES, TRIPLE_SIX, name_of, plain, sixes_paid, with_earlier
from .rules import Score as Score
from .seats import by_name, carried, event, moved
from .setup import BETTOR, Setup
from .state import State


def of_hand(setup: Setup, state: State, entry: Entry) -> dict[str, Any]:
    """The people's request at their seats, completed by the match."""
    seat = moved(entry.body["seated"], state.seats, entry.name)
    request = carried(entry.body["request"], seat)
    for key, (value, rule) in _known(setup, state).items():
        given = request.get(key)
        if given is not None and given != value and not (key == "config" and given == {}):
            raise FitError(f"the request says {given!r}, the match {value!r}", key, rule)
        request[key] = value
    if request.get("bettor") is not None and setup.role != BETTOR:
        raise FitError("nobody bets in this match", "bettor", "SA-T13")
    own = request.get("events")
    if own is None or isinstance(own, list):  # anything else is for the scorer to refuse
        events = with_earlier(setup.system, state.events, own or [], state.seats)
        request |= {"events": events} if events else {}
    if sixes_paid(state.events) and request.get("dice") == list(SIXES):
        del request["dice"]  # else they would be paid again
    return _not_again(setup, state, request) if has(setup.system, Own.FOURS) else request


def _not_again(setup: Setup, state: State, request: dict[str, Any]) -> dict[str, Any]:
    """A bouquet or zoo that a penalty paid is not paid again where its tiles lie with the hand."""
    from ..request.fours import paid_before  # HANDS alone needs it

    to = by_name(state.seats)
    return paid_before(request, [plain(setup.system, event(each.body, to))
                                 for each in state.events if each.paid])  # fmt: skip


def _known(setup: Setup, state: State) -> dict[str, tuple[Any, str]]:
    """What the match knows of a hand, and the rule under which a request may not differ."""
    known: dict[str, tuple[Any, str]] = {
        "system": (setup.system, ""),
        "config": (setup.config, ""),
        "round_wind": (SEATS[state.deal.wind], "SB-T13"),
        "dealer_streak": (state.deal.streak, "SB-T11"),
    }
    if state.dice:
        known["dice"] = (list(state.dice), "SB-T05")
    if state.bet is not None:
        known["bettor"] = (by_name(state.seats)(state.bet), "SA-S05")
        known["bettor_shown"] = (state.bet_shown, "SA-X11")
    return known


def of_event(setup: Setup, state: State, body: Action) -> dict[str, Any]:
    """An event by itself: it is settled at once, whatever becomes of the hand."""
    if name_of(setup.system, body) == TRIPLE_SIX and state.dice == SIXES:
        raise FitError("the dice of this hand show the three sixes, and it pays for them",
                       "event", ONCE[TRIPLE_SIX])  # fmt: skip
    own = event(body, by_name(state.seats))
    request: dict[str, Any] = {
        "system": setup.system,
        "config": setup.config,
        "win": None,
        "events": with_earlier(setup.system, state.events, [own], state.seats),
    }
    if state.dice and has(setup.system, Own.FOURS):
        request["dice"] = list(state.dice)
    if state.bet is not None:
        backed = by_name(state.seats)(state.bet)
        request |= {"bettor": backed, "bettor_shown": state.bet_shown}
    return request


def winner_of(state: State, entry: Entry) -> str | None:
    """The seat that won a hand, None for nobody; somebody who is away now was not East."""
    win = entry.body["request"].get("win")
    if not isinstance(win, Mapping):
        return None
    person = entry.body["seated"].get(str(win.get("seat")))
    return next((seat for seat, name in state.seats.items() if name == person), "S")
