"""How a hand begins: the whole set in draw order, the four hands, the options of the play."""

from collections.abc import Mapping, Sequence
from typing import Any

from mjscore import wall
from mjscore.errors import ScoreError, nearest, shown
from mjscore.flow.customs import index_of, tile_set
from mjscore.tiles import SEATS
from mjtable.game import profiles
from tests.score.flow.play.seat import Seat

IDS = ("SA-T06", "SB-T06", "SB-T14", "YEE-T06", "SA-Q01", "SB-Q05", "YEE-Q10")
OPTIONS = {"reserve_per_kong": "SB-Q05", "beginners": "YEE-Q10", "east_hop": "SA-Q01"}


def dealt(profile: str, order: Sequence[int], east_hop: bool) -> list[Seat]:
    """The four hands; East's last tile is the one he may call the winning one."""
    dice = (1,) * profiles.dice(profiles.index_of(profile))
    plan = wall.deal(profile, dice, east_hop=east_hop)  # which numbers; any throw will do
    number = {place: n for n, place in enumerate(plan.order)}
    seats = []
    for seat, letter in enumerate(SEATS):
        seats.append(Seat(seat, [order[number[place]] for place in plan.hands[letter]]))
    seats[0].fresh, seats[0].source = seats[0].concealed[-1], "dealt"
    return seats


def whole_set(profile: str, tiles: Sequence[Any]) -> list[int]:
    """Indexes of the wall's tiles in draw order; ScoreError unless they are the whole set."""
    order = [index_of(tile) for tile in tiles]
    if sorted(-1 if tile is None else tile for tile in order) != tile_set(profile):
        words = f"the wall must hold every tile of {profile}'s set exactly once, in draw order"
        raise ScoreError(words, "tiles", "ENG-01")
    return [tile for tile in order if tile is not None]


def known_options(
    options: Mapping[str, Any] | None, config: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The options of the play, checked by name; those that the scoring options know count too."""
    for name in options or {}:
        if name not in OPTIONS:
            hint = nearest(name, list(OPTIONS))
            raise ScoreError(f"the play has no option {shown(name)}{hint}", "options", "ENG-14")
    chosen = {name: value for given in (config, options) for name, value in (given or {}).items()
              if name in OPTIONS and value is not None}  # fmt: skip  # null is the default
    chosen["beginners"] = _beginners(chosen.get("beginners", False))
    return chosen


def _beginners(value: Any) -> frozenset[int]:
    """Seats that are let off: all for true, those named in a list (rules YEE-Q10)."""
    if isinstance(value, bool):
        return frozenset(range(4)) if value else frozenset()
    if isinstance(value, list | tuple) and all(
        type(s) is str and s in tuple(SEATS) for s in value
    ):
        return frozenset(SEATS.index(seat) for seat in value)
    words = f"must be true, false or a list of seats, not {shown(value)}"
    raise ScoreError(words, "options.beginners", "YEE-Q10")
