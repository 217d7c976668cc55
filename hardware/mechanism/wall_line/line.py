"""All pieces of one wall line."""

from functools import lru_cache

from ..dimensions import Dims
from .belt import belt_pieces
from .head import head_pieces
from .lane_lift import lane_lift_pieces
from .piece import Piece


@lru_cache(maxsize=4)
def line_pieces(g: Dims, side: str = "a") -> tuple[Piece, ...]:
    """Belt, head, lane and lift, in side A's place."""
    return (*belt_pieces(g, side), *head_pieces(g), *lane_lift_pieces(g))
