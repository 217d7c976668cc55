"""Tiles beside the hand that players agreed to leave out: an option refuses them (rules 1.1)."""

from collections.abc import Container, Iterable

from mjscore.errors import bad
from mjscore.hand import Hand
from mjscore.tiles import CODES, SEATS


def refuse(hands: Iterable[Hand], left_out: Container[int], option: str, rule: str) -> None:
    """ScoreError, under `rule`, for a tile that the `option` leaves out of the set."""
    for hand in hands:
        for name, tiles in (("bonus", hand.bonus), ("bonus_undeclared", hand.undeclared)):
            for one in tiles:
                if one in left_out:
                    bad(f"{CODES[one]} is not in the set, as the option {option} is false",
                        f"players.{SEATS[hand.seat]}.{name}", rule)  # fmt: skip
