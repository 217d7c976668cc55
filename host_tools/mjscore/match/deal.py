"""Who deals, and how a hand's result moves the deal on: the auto-marker's rules, on the host.

Mirrors firmware/mjtable/marker.py step by step (a test drives both), so that a table whose people
press the marker key and a match that is told the results agree without a word between them.
"""

from dataclasses import dataclass, replace

from mjtable import profiles

MOST = 99  # streak, hand and round stop there, as at the table
SIDES = "ABCD"
SEATS = "ESWN"

DEALER, OTHER, DRAW, OVER = "dealer", "other", "draw", "over"


@dataclass(frozen=True)
class Deal:
    """Sides and winds are 0..3; `hand` counts within the round, from 1."""

    dealer: int = 0  # side A deals first (design architecture)
    first: int = 0  # side that deals first in each round
    wind: int = 0
    streak: int = 0  # times the dealer has stayed
    hand: int = 1
    round: int = 1
    reseat: bool = False  # new seats are diced for before this hand (rule SB-T13)
    ended: bool = False  # the full game is over; this would be the first hand of a new one


# Profile -> name of its rotation (rules chapter 10).
ROTATIONS = {
    str(row[profiles.NAME]): str(profiles.ROTATIONS[int(str(row[profiles.ROTATION]))][0])
    for row in profiles.PROFILES
}


def side_of(deal: Deal, seat: int) -> int:
    """The side on which seat 0..3 (E S W N) sits in this hand."""
    return (deal.dealer + seat) & 3


def advance(profile: str, deal: Deal, outcome: str, config: dict[str, object]) -> Deal:
    """The deal for the next hand, after `outcome`: dealer, other, draw or over."""
    index = profiles.index_of(profile)
    stays = ROTATIONS[profile]
    deal = replace(deal, reseat=False, ended=False)
    if outcome == DRAW and stays == "next":
        return deal
    keeps = {"next": (), "win": (DEALER,)}.get(stays, (DEALER, DRAW))
    if outcome == DRAW and config.get("east_stays_on_draw") is False:
        keeps = (DEALER,)
    if outcome in keeps:
        return replace(deal, streak=min(deal.streak + 1, MOST), hand=min(deal.hand + 1, MOST))
    dealer = (deal.dealer + 1) & 3
    if dealer != deal.first:
        return replace(deal, dealer=dealer, streak=0, hand=min(deal.hand + 1, MOST))
    return _next_round(index, replace(deal, dealer=dealer, streak=0, hand=1))


def _next_round(index: int, deal: Deal) -> Deal:
    finished, seats = deal.round, profiles.reseat_after(index)
    if finished == profiles.end_after(index):
        return replace(deal, ended=True, round=1, wind=0)
    wind = (deal.wind + 1) & 3 if profiles.shows(index, profiles.SHOW_WIND) else deal.wind
    reseat = bool(seats) and finished % seats == 0
    return replace(deal, round=min(finished + 1, MOST), wind=wind, reseat=reseat)
