"""Who pays whom: one amount per pair of seats, and what that leaves each of them."""

from itertools import combinations

from tests.score.second.tiles import SEATS

PEOPLE = (*SEATS, "bettor")


class Ledger:
    """What everybody owes everybody."""

    def __init__(self):
        self.owed = dict.fromkeys(((a, b) for a in PEOPLE for b in PEOPLE), 0)

    def pay(self, payer, taker, amount):
        """`payer` owes `taker` the amount."""
        self.owed[payer, taker] += amount

    def answer(self, bettor=False):
        """`transfers`, one per pair of people that owe a difference, and `net`; bettor last."""
        people = PEOPLE if bettor else PEOPLE[:4]
        pairs = [*combinations(SEATS, 2), *((seat, "bettor") for seat in SEATS)]
        transfers, net = [], dict.fromkeys(people, 0)
        for one, other in pairs:
            amount = self.owed[one, other] - self.owed[other, one]
            if amount:
                payer, taker = (one, other) if amount > 0 else (other, one)
                transfers.append({"from": payer, "to": taker, "amount": abs(amount)})
                net[payer] -= abs(amount)
                net[taker] += abs(amount)
        return {"transfers": transfers, "net": net}


def classical(values, winner=None):
    """ENG-11: everybody pays the winner his value, the others settle the differences.

    East pays and receives double. Without a winner all four settle differences.
    """
    ledger = Ledger()
    for one, other in combinations(SEATS, 2):
        times = 2 if "E" in (one, other) else 1
        if winner == one:
            ledger.pay(other, one, values[one] * times)
        elif winner == other:
            ledger.pay(one, other, values[other] * times)
        else:
            ledger.pay(one, other, (values[other] - values[one]) * times)
    return ledger.answer()


def nobody_pays():
    """A hand without a winner where nothing is scored."""
    return Ledger().answer()
