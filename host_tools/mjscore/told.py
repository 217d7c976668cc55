"""Losers who say their points instead of showing tiles: settled by these points.

The classical settlement is linear in the values (ENG-11), and a hand without tiles is worth
nothing: what was told is therefore paid on top of what the tiles of the others come to.
"""

from mjscore.hand import Request
from mjscore.settle import classical
from mjscore.sheet import Answer, Sheet

IDS = ("ENG-09",)  # rules computed here


def settled(request: Request, answer: Answer) -> Answer:
    """The answer with the values that were told, doubled where double dice double everything."""
    twice = 2 if answer.extra.get("double_dice") else 1
    values = [twice * (hand.told or 0) for hand in request.hands]
    for hand in request.hands:
        if hand.told is not None:
            answer.sheets[hand.seat] = _sheet(hand.told, values[hand.seat])
    winner, giver = (request.win.seat, request.win.giver) if request.win else (None, None)
    answer.payments.add(classical(values, winner, request.rules.settlement, giver))
    return answer


def _sheet(points: int, value: int) -> Sheet:
    """Nothing itemised."""
    sheet = Sheet([], [])
    sheet.points, sheet.value = points, value
    return sheet
