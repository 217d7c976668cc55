"""A hand that is being entered: everything tapped so far, as it is kept between two taps.

People are kept by name, so that a draft outlives a change of seats. `id` is the mark under which
the hand is confirmed: a hand confirmed twice is stored once.
"""

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from mjtable.game import profiles

from ..errors import ScoreError
from ..flow.customs import tile_set
from ..systems import Game, game
from ..tiles import CODES
from .losers import held
from .ways import specials

NOBODY = "-"
NOTHING, POINTS, SETS = "nothing", "points", "sets"
HOW = (NOTHING, POINTS, SETS)


class Table(NamedTuple):
    """Where the hand is played: who sits where, the game, tiles of each kind, dice thrown, wins
    that are named."""

    seats: Mapping[str, str]
    of: Game
    copies: Mapping[str, int]
    dice: int
    specials: tuple[str, ...] = ()

    def seat(self, name: str) -> str:
        """The seat of a person; ScoreError for a stranger."""
        for seat, person in self.seats.items():
            if person == name:
                return seat
        raise ScoreError(f"{name} does not play this hand; it is {', '.join(self.seats.values())}")


def table(seats: Mapping[str, str], system: str, profile: str,
          config: Mapping[str, Any] | None = None) -> Table:  # fmt: skip
    """The table of a match's hand; `config` are the match's options."""
    copies = Counter(CODES[tile] for tile in tile_set(profile))
    return Table(seats, game(system), copies, profiles.dice(profiles.index_of(profile)),
                 specials(system, config or {}))  # fmt: skip


@dataclass
class Draft:
    """What is told so far. `hands` by name, the winner's with the winning tile among them."""

    number: int
    id: str = ""
    label: str = ""  # the earlier hand that is changed, "" for a new one
    taps: int = 0
    winner: str = ""
    source: str = ""
    giver: str = ""
    tile: str = ""
    active: str = ""  # whose tiles are tapped
    last: int = -1  # place of the tile that was tapped last
    hands: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    losers: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    special: str = ""  # a win that is named
    eighth: str = ""  # who holds the eighth flower beside a win of seven
    flags: list[str] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    rest: dict[str, Any] = field(default_factory=dict)  # of an earlier request, not to be tapped
    more: dict[str, Any] = field(default_factory=dict)  # the same of its win
    marks: dict[str, dict[str, Any]] = field(default_factory=dict)  # and of somebody's hand

    def as_json(self) -> dict[str, Any]:
        """For the file."""
        return asdict(self)

    def hand(self, name: str) -> dict[str, list[Any]]:
        """Somebody's tiles."""
        return self.hands.setdefault(name, {"melds": [], "concealed": [], "bonus": []})


def begun(number: int) -> Draft:
    """A hand of which nothing is told yet."""
    return Draft(number, secrets.token_hex(8))


def read(data: Mapping[str, Any]) -> Draft:
    """A draft from its file; what this version does not know is left out."""
    known = {each.name for each in fields(Draft)}
    return Draft(**{key: value for key, value in data.items() if key in known})


def fitted(draft: Draft, at: Table) -> Draft:
    """The draft without people who do not sit at the table (any more)."""
    here = set(at.seats.values())
    for name in ("winner", "giver", "active", "eighth"):
        if getattr(draft, name) not in (*here, NOBODY):
            setattr(draft, name, "")
    for kept in (draft.hands, draft.losers, draft.points):
        for person in set(kept) - here:
            del kept[person]
    return draft


def counted(at: Table, draft: Draft) -> tuple[str, ...]:
    """Who besides the winner has to tell what the hand comes to."""
    needed = at.of.drawn if draft.winner == NOBODY else at.of.losers
    others = tuple(name for name in at.seats.values() if name != draft.winner)
    return others if needed and draft.winner else ()


def room(at: Table, draft: Draft, name: str) -> int:
    """How many tiles this hand still takes."""
    return 13 + (name == draft.winner) - held(draft.hand(name), at.of)


def left(at: Table, draft: Draft) -> dict[str, int]:
    """How many of each kind are in nobody's hand yet."""
    counts = Counter(at.copies)
    for name, hand in draft.hands.items():
        if name == draft.winner or draft.losers.get(name) == SETS:
            counts.subtract([*hand["concealed"], *hand["bonus"]])
            for meld in hand["melds"]:
                counts.subtract(meld["tiles"])
    return dict(counts)
