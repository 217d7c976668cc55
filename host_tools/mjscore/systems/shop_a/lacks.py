"""What a hand lacks for a rule of payment (`--why-not`); the card's hands are compared elsewhere.

A rule that counts lacks nothing; for a rule that no hand meets there is no list.
"""

from collections.abc import Callable

from mjscore.hand import DISCARD, Request, Win
from mjscore.systems.shop_a.matching import jokers

NOT_ON_DISCARD = "the winning tile was not discarded"
ON_DISCARD = "the winning tile was a discard, so only who discarded it pays twice"


def _discard(request: Request, win: Win) -> list[str]:
    return [] if win.source == DISCARD else [NOT_ON_DISCARD]


def _jokerless(request: Request, win: Win) -> list[str]:
    hand = request.hands[win.seat]
    found = [ON_DISCARD] if win.source == DISCARD else []
    if used := jokers(hand, win.tile):
        found.append(f"the hand holds {used} joker" + "s" * (used > 1))
    if request.options["jokerless_double_scope"] == "whole_hand":
        if hand.melds:
            found.append("a discard was claimed for a meld (option jokerless_double_scope)")
        if win.joker_during_hand:
            found.append("a joker was used during the hand (option jokerless_double_scope)")
    return found


def _single(request: Request, win: Win) -> list[str]:
    if win.source == DISCARD:
        return [ON_DISCARD]
    return [] if _jokerless(request, win) else ["no joker is in the hand, so all pay twice"]


def _no_win(request: Request) -> list[str]:
    return [] if request.win is None else ["the hand was won, so no new wall is built"]


def _others_out(request: Request, win: Win) -> list[str]:
    out = any(hand.dead or hand.exposed_in_error for hand in request.hands)
    return [] if out else ["no hand is dead and none was exposed in error"]


def _bet(request: Request) -> list[str]:
    if request.bettor is None:
        return ["nobody bets on this hand"]
    return ["the bettor's choice was shown, so the bet is cancelled"] * request.bettor_shown


def _bet_shown(request: Request) -> list[str]:
    if request.bettor is None:
        return ["nobody bets on this hand"]
    return [] if request.bettor_shown else ["the bettor's choice stayed hidden"]


_OF_WIN: dict[str, Callable[[Request, Win], list[str]]] = {
    "SA-S01": _discard,
    "SA-S02": _jokerless,
    "SA-S03": _single,
    "SA-S04": _others_out,
}
_OF_HAND: dict[str, Callable[[Request], list[str]]] = {
    "SA-T08": _no_win,
    "SA-S05": _bet,
    "SA-X11": _bet_shown,
}


def lacks_for(request: Request, place: int, id: str) -> list[str] | None:
    """What keeps the rule `id` from counting, a sentence each; None for other rules."""
    if id in _OF_HAND:
        return _OF_HAND[id](request)
    if id not in _OF_WIN:
        return None
    return _OF_WIN[id](request, request.win) if request.win is not None else ["nobody won"]
