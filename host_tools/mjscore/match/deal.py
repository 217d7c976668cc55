"""Who deals, for the match: the rotation of `flow/rotation.py`, fed with a match's entries."""

from ..flow import customs, rotation
from ..flow.rotation import Standing as Deal

MOST = 99  # the marker at the table counts streak, hand and round no further

__all__ = ["MOST", "Deal", "advance", "side_of"]


def side_of(deal: Deal, seat: int) -> int:
    """The side 0..3 on which seat 0..3 (E S W N) sits in this hand (design architecture)."""
    return (deal.dealer + seat) & 3


def advance(deal: Deal, winner: str | None, by_penalty: bool = False) -> Deal:
    """The deal for the next hand; `winner` is a seat, None where nobody won.

    A hand without a winner is a draw, a dead round or a new wall, as the system has it; one that a
    penalty ended passes the deal (SA-X04). After the full game nothing moves until it is extended.
    """
    if deal.over:
        return deal
    if winner is not None:
        return rotation.after(deal, rotation.WIN, winner)
    if by_penalty:
        return rotation.after(deal, rotation.PENALTY)
    return rotation.after(deal, customs.custom_of(deal.profile).ends)
