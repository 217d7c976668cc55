"""What a scoring request says, after it has been checked: hands, melds, the win (rules 1.5).

Seats and winds are numbers 0..3 (E, S, W, N), tiles are indexes of `tiles.py`.
"""

from typing import Any, NamedTuple

from mjscore.tiles import KINDS, TRAITS

CHOW, PUNG, KONG, QUINT = range(4)
KIND_NAMES = ("chow", "pung", "kong", "quint")
SOURCES = ("discard", "wall", "loose_kong", "loose_flower", "robbed_kong", "dealt")
SEVEN_FLOWERS = ("seven_flowers", "YEE-V22")  # names of the win without a hand
DISCARD, WALL, LOOSE_KONG, LOOSE_FLOWER, ROBBED_KONG, DEALT = range(6)


class Set(NamedTuple):
    """A set of a hand: kind, its (lowest) tile, and whether a tile came from another player.

    `declared` is true for what lay on the table before the win.
    """

    kind: int
    tile: int
    open: bool
    declared: bool


class Hand:
    """One player's tiles. `concealed` of the winner lacks the winning tile (rules 1.5)."""

    __slots__ = (
        "seat", "melds", "concealed", "bonus", "undeclared", "first_discard", "special",
        "dead", "exposed_in_error", "told", "meld_tiles", "counts", "own_zoo",
    )  # fmt: skip

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.melds: tuple[Set, ...] = ()
        self.concealed: list[int] = []
        self.bonus: list[int] = []  # flowers, seasons, animals on the table
        self.undeclared: list[int] = []  # the same, still in the hand
        self.first_discard = False  # used the first discard of East (rules MH-P12)
        self.special: str | None = None  # id of the special-hand table (rules MJ-L03)
        self.dead = False
        self.own_zoo = True  # all four animals were drawn by oneself (rules MH-B02)
        self.exposed_in_error = False
        self.told: int | None = None  # points that a loser says, in place of tiles
        self.meld_tiles: list[int] = []  # every tile of the melds, jokers as jokers
        self.counts = [0] * KINDS  # concealed tiles by kind

    def traits(self, more: int = -1) -> int:
        """Bits of tiles.TRAITS that any tile of the hand has, one `more` among them."""
        found = TRAITS[more] if more >= 0 else 0
        for one in self.concealed:
            found |= TRAITS[one]
        for one in self.meld_tiles:
            found |= TRAITS[one]
        return found


class Win:
    """Who won with which tile, where it came from and what was special about it."""

    __slots__ = (
        "seat", "tile", "source", "giver", "single_wait", "last_tile", "first_turn",
        "first_round", "original_call", "last_possible", "regularising", "special",
        "last_flower_holder", "joker_during_hand", "flower",
    )  # fmt: skip

    def __init__(self, seat: int, tile: int, source: int) -> None:
        self.seat = seat
        self.tile = tile  # -1 for a win without a winning tile (rules YEE-V22)
        self.source = source
        self.giver: int | None = None  # seat that discarded or whose kong was robbed
        self.single_wait: bool | None = None  # None: computed from the hand (rules ENG-08)
        self.last_tile = False
        self.first_turn: str | None = None
        self.first_round = False
        self.original_call = False
        self.last_possible = False
        self.regularising = False
        self.special: str | None = None
        self.last_flower_holder: int | None = None
        self.joker_during_hand = False
        self.flower = -1  # the flower drawn to win with seven of them (rules YEE-V22)

    @property
    def drawn(self) -> bool:
        """True when the tile came from the wall, head or tail; a dealt hand was not drawn."""
        return self.source in (WALL, LOOSE_KONG, LOOSE_FLOWER)

    @property
    def from_player(self) -> bool:
        """True when the tile was another player's: discarded, or robbed from his kong."""
        return self.giver is not None


class Request:
    """One hand of the game to be scored."""

    __slots__ = (
        "system", "options", "rules", "tables", "round_wind", "streak", "dice", "hands", "win",
        "events", "bettor", "bettor_shown", "more",
    )  # fmt: skip

    def __init__(
        self, system: str, options: dict[str, Any], rules: Any = None, tables: Any = None
    ) -> None:
        self.system = system
        self.options = options  # every option of the system, defaults filled in
        self.rules = rules  # the RuleSet: amounts and payments
        self.tables = tables  # the same amounts as the system's module counts with them
        self.round_wind = 0
        self.streak = 0
        self.dice: tuple[int, ...] = ()
        self.hands: list[Hand] = []  # by seat, E S W N
        self.win: Win | None = None
        self.events: list[dict[str, Any]] = []
        self.bettor: int | None = None
        self.bettor_shown = False
        self.more: Any = None  # what only one system asks for, as it was told (RIICHI)
