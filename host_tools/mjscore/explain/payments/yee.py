"""YEE: who gave the tile pays alone, or all pay; seven flowers."""

from mjscore.explain.payments.result import Paid, Way, all_pay, names, pay
from mjscore.systems.yee.flowers import RULE, held
from mjscore.tiles import SEATS


def _giver_alone(paid: Paid) -> str:
    if paid.win is None or paid.win.giver is None:
        return ""
    return f"{pay([paid.win.giver])} {names([paid.win.seat])} {paid.value}, the others nothing"


def _self_drawn(paid: Paid) -> str:
    by_flowers = _flowers(paid) or paid.win is None or paid.win.giver is not None
    return "" if by_flowers else all_pay(paid)


def _flowers(paid: Paid) -> str:
    win = paid.win
    if win is None or not any(id == RULE for id, _ in paid.hands[SEATS[win.seat]]["lines"]):
        return ""
    holder = win.last_flower_holder
    if holder is None:
        shown = [hand.seat for hand in paid.request.hands if held(hand) and hand.seat != win.seat]
        holder = shown[0] if shown else None
    if holder is None:
        return all_pay(paid)
    rest = [seat for seat in paid.others if seat != holder]
    twice = f"{pay([holder])} 2 x {paid.value} for the eighth flower"
    return f"{pay(rest)} {names([win.seat])} {paid.value}, {twice}"


def _other_way(paid: Paid) -> list[str]:
    """YEE: the way in which it was paid instead."""
    if paid.win is None:
        return ["nobody won"]
    if _flowers(paid):
        return ["seven flowers are paid for by YEE-S03"]
    by = "YEE-S02" if paid.win.giver is None else "YEE-S01"
    source = "drew the winning tile" if paid.win.giver is None else "got it from another player"
    return [f"the winner {source}, so it is paid by {by}"]


WAYS = (
    Way("YEE-S01", _giver_alone, _other_way),
    Way("YEE-S02", _self_drawn, _other_way),
    Way("YEE-S03", _flowers, _other_way),
)
