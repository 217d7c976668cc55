"""The scoring request of a played hand: who holds what, and everything the play has noticed.

Nobody sets a flag by hand here: where the winning tile came from, whether it was the last one, the
first turn, the first round, the original call and the rest follow from the actions (rules 1.5).
"""

from typing import Any, NamedTuple

from mjscore.flow.customs import is_aside
from mjscore.shapes import waits
from mjscore.tiles import CODES, KINDS, SEATS
from tests.score.flow.play.hand_state import HandState
from tests.score.flow.play.seat import Seat

IDS = (
    "ENG-07", "SA-X03", "SA-X07", "SB-Q06", "SB-Q15", "MJ-D21", "MH-Q10", "MH-X01", "YEE-V23",
    "YEE-Q05", "YEE-Q18", "YEE-Q19", "LASFS-F04", "LASFS-X05", "LASFS-P15", "LASFS-Q13",
    "LASFS-L01", "LASFS-L02", "SB-L04", "SB-L05",
)  # fmt: skip
SELF_DRAWN = ("wall", "loose_kong", "loose_flower")


class Won(NamedTuple):
    """A win that is claimed: `tile` None for seven flowers; `giver` whose tile it was."""

    seat: int
    tile: int | None
    source: str
    giver: int | None
    special: str | None = None


def request(play: HandState, win: Won | None) -> dict[str, Any]:
    """The request for this hand, or for a hand without a winner."""
    told: dict[str, Any] = {"system": play.system, "config": dict(play.facts.config)}
    told["round_wind"] = play.facts.round_wind
    told["dealer_streak"] = play.facts.streak
    if play.facts.dice:
        told["dice"] = list(play.facts.dice)
    told["players"] = {SEATS[seat.seat]: _hand(play, seat, win) for seat in play.seats}
    told["win"] = None if win is None else _win(play, win)
    if play.facts.bettor is not None:
        told.update(bettor=play.facts.bettor, bettor_shown=play.bettor_shown)
    if play.events:
        told["events"] = [dict(event) for event in play.events]
    return told


def complete(play: HandState, win: Won) -> bool:
    """True when the judge finds this to be a winning hand."""
    judge = play.facts.judge
    return judge is not None and bool(judge(request(play, win)).get("legal", True))


def _hand(play: HandState, seat: Seat, win: Won | None) -> dict[str, Any]:
    held = _held(play, seat, win)
    aside = [tile for tile in held if is_aside(play.custom, tile)]
    held = [tile for tile in held if tile not in aside]
    told: dict[str, Any] = {
        "melds": [
            {"kind": meld.kind, "tiles": [CODES[t] for t in meld.tiles],
             "state": "open" if meld.open else "closed"}
            for meld in seat.melds
        ],
        "concealed": [CODES[tile] for tile in sorted(held)],
        "bonus": [CODES[tile] for tile in sorted(seat.bonus)],
    }  # fmt: skip
    if aside:
        told["bonus_undeclared"] = [CODES[tile] for tile in sorted(aside)]
    if seat.used_first_east_discard or _wins_first_east_discard(play, seat, win):
        told["used_first_east_discard"] = True
    if seat.stopped == "SA-X03" and win is not None:  # without a winner the event tells it
        told["exposed_in_error"] = True
    if seat.stopped == "SA-F13" or _count_is_wrong(play, seat, held, aside):
        told["dead"] = True
    return told


def first_east_discard(play: HandState) -> bool:
    """True when the tile on offer is the first that East has discarded (rules MH-P12, MH-Q10)."""
    offer = play.offer
    mine = play.system == "HANDS" and offer is not None and not offer.kong and offer.giver == 0
    return mine and len(play.seats[0].discards) == 1


def _wins_first_east_discard(play: HandState, seat: Seat, win: Won | None) -> bool:
    taken = win is not None and win.seat == seat.seat and win.source == "discard"
    return taken and first_east_discard(play)


def _held(play: HandState, seat: Seat, win: Won | None) -> list[int]:
    """Tiles in the hand without the winning one; who has 14 in his own turn when the hand ends
    otherwise counts without the tile taken last."""
    held = list(seat.concealed)
    if win is not None and win.seat == seat.seat and win.tile is not None:
        if win.giver is None:
            held.remove(win.tile)
    elif play.count(seat) == 14 and seat.fresh in held:
        held.remove(seat.fresh)
    return held


def _count_is_wrong(play: HandState, seat: Seat, held: list[int], aside: list[int]) -> bool:
    """A hand to be scored with fewer or more tiles; a mismatched set is worth nothing."""
    mismatched = 3 * len(seat.mismatched)
    size = play.count(seat) - len(seat.concealed) - mismatched
    return size + len(held) + len(aside) != 13


def _win(play: HandState, win: Won) -> dict[str, Any]:
    told: dict[str, Any] = {"seat": SEATS[win.seat]}
    if win.special == "seven_flowers":
        holder = next((s for s in play.seats if s.seat != win.seat and s.bonus), None)
        told["special"] = win.special
        told["last_flower_holder"] = SEATS[holder.seat] if holder else None
        return told
    assert win.tile is not None
    told.update(tile=CODES[win.tile], source=win.source)
    if win.giver is not None:
        told["from"] = SEATS[win.giver]
    told.update(dict.fromkeys(_flags(play, win, play.seats[win.seat]), True))
    turn = _first_turn(play, win)
    if turn in play.custom.first_turn:
        told["first_turn"] = turn
    return told


def _flags(play: HandState, win: Won, seat: Seat) -> list[str]:
    held = _held(play, seat, win)
    last = play.wall.ended and (win.source in SELF_DRAWN or play.system == "LASFS")
    in_turn = play.phase in ("discard", "robbable")
    begun = [len(s.discards) + (in_turn and play.turn == s.seat) for s in play.seats]
    facts = {
        "last_tile": last,
        "first_round": play.system == "YEE" and max(begun) <= 1,
        "original_call": play.system == "MJG" and seat.original_call(held),
        "last_possible": play.system == "LASFS" and _last_possible(play, win, seat, held),
        "regularising": seat.regularising and win.source in SELF_DRAWN,
    }
    return [name for name, true in facts.items() if true]


def _first_turn(play: HandState, win: Won) -> str | None:
    """`heaven` (dealt complete), `first_discard` (of East) or `earth`, as the system scores it."""
    if win.source == "dealt":
        return "heaven"
    first = win.source == "discard" and win.giver == 0 and len(play.seats[0].discards) == 1
    if first and "first_discard" in play.custom.first_turn:
        return "first_discard"
    return "earth" if win.seat != 0 and not play.seats[win.seat].discards else None


def _last_possible(play: HandState, win: Won, seat: Seat, held: list[int]) -> bool:
    """Only this kind fits, and its other three lie face up (rules LASFS-P15, Q13)."""
    visible = list(play.pond)
    for each in play.seats:
        for meld in each.melds:
            visible += meld.tiles if meld.open else ()
        for tiles in each.mismatched:
            visible += tiles
    if win.tile is None or visible.count(win.tile) != 3:
        return False
    counts = [held.count(tile) for tile in range(KINDS)]
    melded = [tile for meld in seat.melds for tile in meld.tiles]
    return waits(counts, [counts[t] + melded.count(t) for t in range(KINDS)]) == [win.tile]
