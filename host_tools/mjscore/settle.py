"""Who pays whom: payments between seats, and the classical settlement (rules ENG-11..13).

Whatever is paid is taken from another player, so the sum over all players is zero by construction.
"""

from typing import Any, NamedTuple

from mjscore.tiles import SEATS

IDS = ("ENG-11", "ENG-12", "ENG-13")  # rules computed here
EAST = 0
BETTOR = 4  # the fifth player of SHOP-A (rules SA-S05)
PLAYERS = (*SEATS, "bettor")
SEAT_PAIRS = tuple((low, high) for low in range(4) for high in range(low + 1, 4))


class Settlement(NamedTuple):
    """Who pays the winner how often his value, and what the losers do among themselves."""

    east: int = 1  # times as much where East pays or receives
    losers: bool = False  # the losers settle their differences
    giver: int = 1  # times, by who gave the winning tile
    others: int = 1  # times, by the others when somebody gave it; 0: nothing
    drawn: int = 1  # times, by everybody when nobody gave it

    def share(self, payer: int, giver: int | None) -> int:
        """How often a player pays the winner his value, East's factor not counted."""
        if giver is None:
            return self.drawn
        return self.giver if payer == giver else self.others


CLASSICAL = Settlement(east=2, losers=True)  # rules ENG-11


class Payments:
    """Amounts between pairs of players, netted: what `low` pays `high` is positive."""

    __slots__ = ("pairs", "players")

    def __init__(self) -> None:
        self.pairs = dict.fromkeys(SEAT_PAIRS, 0)
        self.players = 4

    def pay(self, payer: int, payee: int, amount: int) -> None:
        """`payer` gives `amount` points to `payee`; players 0..3 are E S W N, 4 the bettor."""
        if payer < payee:
            self.pairs[payer, payee] = self.pairs.get((payer, payee), 0) + amount
        elif payer > payee:
            self.pairs[payee, payer] = self.pairs.get((payee, payer), 0) - amount
        if payer == BETTOR or payee == BETTOR:
            self.players = 5

    def add(self, other: "Payments") -> None:
        """Take over what `other` holds."""
        for pair, amount in other.pairs.items():
            if pair[1] == BETTOR:
                self.players = 5
            elif not amount:
                continue
            self.pairs[pair] = self.pairs.get(pair, 0) + amount

    def transfers(self) -> list[dict[str, Any]]:
        """One transfer per pair of players that owe each other something."""
        return [
            {"from": PLAYERS[low], "to": PLAYERS[high], "amount": amount}
            if amount > 0
            else {"from": PLAYERS[high], "to": PLAYERS[low], "amount": -amount}
            for (low, high), amount in self.pairs.items()
            if amount
        ]

    def net(self) -> dict[str, int]:
        """What each player wins (positive) or loses; the sum is zero (rules ENG-12)."""
        sums = [0] * self.players
        for (low, high), amount in self.pairs.items():
            sums[low] -= amount
            sums[high] += amount
        return dict(zip(PLAYERS, sums, strict=False))


def classical(
    values: list[int], winner: int | None, how: Settlement = CLASSICAL, giver: int | None = None
) -> Payments:
    """All pay the winner his value, the others settle their differences; East doubly (ENG-11).

    Without a winner all six pairs settle (rules LASFS-S04). `how` may say otherwise.
    """
    payments = Payments()
    pairs = payments.pairs
    east, losers = how.east, how.losers
    plain = how.giver == how.others == how.drawn == 1
    for low, high in SEAT_PAIRS:
        if low == winner:
            owed = -values[low] if plain else -values[low] * how.share(high, giver)
        elif high == winner:
            owed = values[high] if plain else values[high] * how.share(low, giver)
        else:
            owed = values[high] - values[low] if losers else 0
        pairs[low, high] = east * owed if low == EAST else owed
    return payments


def winner_paid(value: int, winner: int, giver: int | None, how: Settlement) -> Payments:
    """The others pay the winner as the settlement says, who gave the tile perhaps alone."""
    shares = {payer: how.share(payer, giver) * (how.east if EAST in (payer, winner) else 1)
              for payer in range(4)}  # fmt: skip
    return all_pay(winner, value, shares)


def all_pay(payee: int, amount: int, share: "dict[int, int] | None" = None) -> Payments:
    """Each other seat pays `amount`, times its `share` (1 unless given)."""
    payments = Payments()
    for payer in range(4):
        if payer != payee:
            payments.pay(payer, payee, amount * (share or {}).get(payer, 1))
    return payments
