"""The moments of a hand, what is known before it and what comes out of it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

IDS = ("SA-T13", "SA-F17")

OPENING, EXCHANGE, DRAW, DISCARD = "opening", "exchange", "draw", "discard"
ROBBABLE, STUCK, OVER = "robbable", "stuck", "over"

WAITING = {
    OPENING: "{seat} lays the dealt flowers aside",
    EXCHANGE: "the exchange of tiles comes first",
    DRAW: "{seat} draws next",
    DISCARD: "{seat} discards next",
    ROBBABLE: "{seat} replaces the kong's tile, unless somebody robs it",
    STUCK: "nothing is left to draw",
    OVER: "the hand is over",
}

Judge = Callable[[dict[str, Any]], dict[str, Any]]


class Result(NamedTuple):
    """How a hand ended: `win`, `drawn`, `dead_round`, `new_wall` or `penalty`; what scores it."""

    kind: str
    winner: int | None
    request: dict[str, Any]
    answer: dict[str, Any] | None = None  # what the judge said of a win


class Facts(NamedTuple):
    """What is known before the first tile is dealt."""

    config: Mapping[str, Any]
    round_wind: str
    streak: int
    dice: tuple[int, ...]
    judge: Judge | None
    bettor: str | None  # seat that a fifth person backs (rules SA-S05)
