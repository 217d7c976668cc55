"""HKOS and RIICHI: the discarder, all when it was drawn, honba and sticks."""

from mjscore.explain.payments.result import Paid, Way, all_pay, names, nobody_won, pay
from mjscore.settle import EAST
from mjscore.systems.riichi import told
from mjscore.tiles import SEATS


def _discarded(paid: Paid) -> str:
    return all_pay(paid) if paid.win is not None and paid.win.giver is not None else ""


def _drawn(paid: Paid) -> str:
    return all_pay(paid) if paid.win is not None and paid.win.giver is None else ""


def _nothing(paid: Paid) -> str:
    return "nobody won, so nobody pays" if paid.win is None and not paid.events else ""


def _other_way(paid: Paid) -> list[str]:
    if paid.win is None:
        return ["nobody won"]
    how = "was drawn" if paid.win.giver is None else "came from another player"
    return [f"the winning tile {how}"]


def _was_won(paid: Paid) -> list[str]:
    return ["the hand was won, and the winner is paid"]


def _giver_alone(paid: Paid) -> str:
    if paid.win is None or paid.win.giver is None:
        return ""
    return f"{pay([paid.win.giver])} {names([paid.win.seat])} {paid.value} for the hand"


def _shares(paid: Paid, of_east: bool) -> str:
    win = paid.win
    if win is None or win.giver is not None or (win.seat == EAST) != of_east:
        return ""
    if of_east:
        return f"{pay(paid.others)} East {paid.value // 3} for the hand"
    rest = [seat for seat in paid.others if seat != EAST]
    return f"East pays {names([win.seat])} double, {names(rest)} once, together {paid.value}"


def _sticks(paid: Paid) -> str:
    if paid.win is None:
        return ""
    laid = told.read(paid.request).sticks
    payers = [seat for seat in range(4) if seat != paid.win.seat and seat in laid]
    each = ", ".join(f"{SEATS[seat]} {1000 * laid.count(seat)}" for seat in payers)
    return f"the sticks on the table go to {names([paid.win.seat])}: {each}" if each else ""


def _honba(paid: Paid) -> str:
    number = told.read(paid.request).honba if paid.win is not None else 0
    if not number or paid.win is None:
        return ""
    if paid.win.giver is None:
        return f"{pay(paid.others)} 100 each for each of {number} honba"
    return f"{pay([paid.win.giver])} 300 for each of {number} honba"


def _none(paid: Paid) -> list[str]:
    return nobody_won(paid) if paid.win is None else ["there is nothing of the kind to pay"]


HKOS = (
    Way("HK-S01", _discarded, _other_way),
    Way("HK-S02", _drawn, _other_way),
    Way("HK-S03", _nothing, _was_won),
)
RIICHI = (
    Way("RI-S01", _giver_alone, _other_way),
    Way("RI-S02", lambda paid: _shares(paid, True), _other_way),
    Way("RI-S03", lambda paid: _shares(paid, False), _other_way),
    Way("RI-S04", _sticks, _none),
    Way("RI-S05", _honba, _none),
)
