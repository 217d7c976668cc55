"""Seven flowers, the win without a hand (rules YEE-V22, YEE-S03)."""

from mjscore.errors import bad
from mjscore.hand import Hand, Request
from mjscore.settle import Payments, all_pay
from mjscore.sheet import Answer, Illegal, Sheet
from mjscore.tiles import SEATS

RULE = "YEE-V22"
FLOWERS = 7
FLAT = 15  # points from each; the holder of the last flower pays twice as many


def held(hand: Hand) -> int:
    """Flowers and seasons of a player."""
    return len(hand.bonus) + len(hand.undeclared)


def answer(request: Request) -> Answer:
    """15 from each, 30 from the holder of the eighth; no extras. Illegal below seven."""
    assert request.win is not None
    seat = request.win.seat
    if held(request.hands[seat]) < FLOWERS:
        raise Illegal(f"the winner has {held(request.hands[seat])} flowers and not seven", RULE)
    sheet = Sheet([(RULE, FLAT)], [])
    return Answer(request.system, {seat: sheet}, payments(seat, _last(request, seat)))


def payments(seat: int, last: int | None) -> Payments:
    """What the others pay to `seat`; nobody pays twice while the eighth is in the wall."""
    return all_pay(seat, FLAT, {} if last is None else {last: 2})


def _last(request: Request, winner: int) -> int | None:
    """Seat with the eighth flower: as told, else who shows it."""
    shown = [hand.seat for hand in request.hands if held(hand) and hand.seat != winner]
    told = request.win.last_flower_holder if request.win is not None else None
    field = "win.last_flower_holder"
    if told is None:
        return shown[0] if shown else None
    if told == winner:
        bad("the winner of seven flowers does not pay himself; name who has the eighth", field,
            "YEE-S03")  # fmt: skip
    if shown and shown[0] != told:
        bad(f"the eighth flower lies with {SEATS[shown[0]]}, not with {SEATS[told]}", field,
            "YEE-S03")  # fmt: skip
    return told
