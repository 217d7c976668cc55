"""Who deals next: dealer, retentions, rounds, prevailing wind, new seats, end of the game.

Sides are 0..3 = A..D as on the table; the deal goes to the next side counter-clockwise. What keeps
the deal, after how many rounds seats are diced for again and when the game ends are columns of the
firmware's profile table; the table's auto-marker and this module follow the same row.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mjscore.errors import ScoreError, nearest, shown
from mjscore.tiles import SEATS
from mjscore.wall import SIDES, row_of
from mjtable.game import profiles

IDS = (
    "SA-T08", "SA-T09", "SA-T10", "SA-Q07", "SA-Q16",
    "SB-T10", "SB-T11", "SB-T12", "SB-T13", "SB-Q04", "MJ-T02", "MJ-Q09",
    "YEE-T03", "YEE-T08", "YEE-T09", "YEE-T10", "MH-Q11", "LASFS-T04", "LASFS-T05", "LASFS-Q09",
)  # fmt: skip
WIN, DRAWN, DEAD_ROUND, NEW_WALL, PENALTY = "win", "drawn", "dead_round", "new_wall", "penalty"
OUTCOMES = (WIN, DRAWN, DEAD_ROUND, NEW_WALL, PENALTY)
# What lets the dealer stay, by way of rotation; DRAWN of the second row only by SB-Q04's option.
KEEPS: Mapping[int, tuple[str, ...]] = {
    profiles.ROT_NEXT: (NEW_WALL,),
    profiles.ROT_STAY: (WIN, DRAWN),
    profiles.ROT_FOUR_TIMES: (WIN, DRAWN),
    profiles.ROT_WIN: (WIN,),
}


class Standing(NamedTuple):
    """Before a hand: dealer and his retentions, hand of the round and round (from 1), wind."""

    profile: str
    dealer: int = 0
    first: int = 0  # side that deals first in each round
    streak: int = 0
    hand: int = 1
    round: int = 1
    wind: int = 0  # prevailing wind 0..3 = E S W N; stays East where the profile shows none
    reseat: bool = False  # new seats are diced for before this hand
    over: bool = False
    rounds: int = 0  # of the whole game, 0 = open
    stays_on_draw: bool = True  # rules SB-Q04

    def side_of(self, seat: str) -> str:
        """Side letter at which E, S, W or N sits in this hand."""
        return SIDES[(self.dealer + SEATS.index(seat)) % 4]

    def marker(self) -> dict[str, Any]:
        """What the table's auto-marker shows; after the end it stands for a new game."""
        wind, number = (0, 1) if self.over else (self.wind, self.round)
        return {"dealer": SIDES[self.dealer], "wind": SEATS[wind], "streak": self.streak,
                "hand": self.hand, "round": number}  # fmt: skip


def start(profile: str, first_side: str = "A", *, rounds: int | None = None,
          east_stays_on_draw: bool = True) -> Standing:  # fmt: skip
    """Before the first hand; `rounds` None: as long as the profile's game is, 0: open."""
    row = row_of(profile)
    length = int(profiles.ROTATIONS[row[profiles.ROTATION]][profiles.ROT_END])
    if rounds is not None:
        if type(rounds) is not int or rounds < 0:
            words = f"a game has 0 (open) or more rounds, not {shown(rounds)}"
            raise ScoreError(words, "rounds", "SB-T13")
        length = rounds
    dealer = _side(first_side)
    return Standing(row[profiles.NAME], dealer, dealer, rounds=length,
                    stays_on_draw=east_stays_on_draw)  # fmt: skip


def after(now: Standing, outcome: str, winner: str | None = None) -> Standing:
    """The standing after a hand; `winner` is the seat E, S, W, N of a win."""
    if now.over:
        raise ScoreError("the game is over; play on with more rounds", "round", "SB-T13")
    if outcome not in OUTCOMES:
        hint = nearest(outcome, OUTCOMES)
        raise ScoreError(f"no hand ends with {shown(outcome)}{hint}", "outcome", "SB-T10")
    if (outcome == WIN) != (winner in tuple(SEATS)):
        words = "a win, and nothing else, has a winner E, S, W or N"
        raise ScoreError(words, "winner", "ENG-02")
    settled = now._replace(reseat=False)
    if outcome == NEW_WALL:
        return settled  # the same game goes on (rules SA-Q07)
    if stays(now, outcome, winner):
        return settled._replace(streak=now.streak + 1, hand=now.hand + 1)
    return _passed(settled)


def stays(now: Standing, outcome: str, winner: str | None = None) -> bool:
    """True when the dealer keeps the deal."""
    way = row_of(now.profile)[profiles.ROTATION]
    if outcome == WIN and winner != "E" or outcome not in KEEPS[way]:
        return False
    return outcome != DRAWN or way != profiles.ROT_STAY or now.stays_on_draw


def reseated(now: Standing, first_side: str = "A") -> Standing:
    """After new seats were diced for: the side of the new first East."""
    if not now.reseat:
        raise ScoreError("no new seats are due", "reseat", "SB-T13")
    dealer = _side(first_side)
    return now._replace(reseat=False, dealer=dealer, first=dealer)


def extended(now: Standing, rounds: int) -> Standing:
    """Play on to this many rounds in all, 0 = open; also after the end (rules SB-T13)."""
    if type(rounds) is not int or rounds and rounds < now.round:
        words = f"{now.round} rounds are begun or played already, so the game cannot have"
        raise ScoreError(f"{words} {shown(rounds)}", "rounds", "SB-T13")
    if now.over and (not rounds or rounds > now.round):
        return _next_round(now._replace(over=False, rounds=rounds))
    return now._replace(rounds=rounds)


def _passed(now: Standing) -> Standing:
    dealer = (now.dealer + 1) % 4
    if dealer != now.first:
        return now._replace(dealer=dealer, streak=0, hand=now.hand + 1)
    if now.rounds and now.round >= now.rounds:
        return now._replace(dealer=dealer, streak=0, hand=1, over=True)
    return _next_round(now)


def _next_round(now: Standing) -> Standing:
    index = profiles.index_of(now.profile)
    every = profiles.reseat_after(index)
    reseat = bool(every) and now.round % every == 0
    wind = (now.wind + 1) & 3 if profiles.shows(index, profiles.SHOW_WIND) else now.wind
    return now._replace(dealer=now.first, streak=0, hand=1, round=now.round + 1, wind=wind,
                        reseat=reseat)  # fmt: skip


def _side(letter: Any) -> int:
    if not isinstance(letter, str) or len(letter) != 1 or letter not in SIDES:
        raise ScoreError(f"must be one of A, B, C, D, not {shown(letter)}", "side", "ENG-02")
    return SIDES.index(letter)
