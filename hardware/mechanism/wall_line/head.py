"""All pieces of a head."""

from functools import lru_cache

from ..dimensions import Dims
from .head_frame import frame_pieces
from .head_moving import moving_pieces
from .head_sensing import WINDOWS, sensing_pieces, slot_sensor
from .piece import Piece


@lru_cache(maxsize=4)
def head_pieces(g: Dims) -> tuple[Piece, ...]:
    """What is made and what is bought, in its place on side A, cams at 0 deg."""
    return (*frame_pieces(g), *moving_pieces(g), *sensing_pieces(g),
            *(slot_sensor(g, flag) for flag in WINDOWS))
