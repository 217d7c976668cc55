"""Which systems there are: one entry each, and which table profile of the firmware it deals with.

Everything else of a system stands in its rule set (`rulesets/*.toml`), its module and, for people,
its rule book. What is played needs no profile of its own name at the table.
"""

from typing import NamedTuple

from mjscore.errors import bad, nearest, shown


class Entry(NamedTuple):
    """One system: its files, and what is played by it -> the table profile that deals it."""

    file: str  # of rule set, rule book and module
    prefix: str  # of its rule ids
    games: dict[str, str]
    documented: bool = True  # one of the rule documents; the others cite what was published
    rounds: int | None = None  # of a whole match, where it is not the profile's
    units: tuple[str, str] = ("points", "doubles")  # what lines and doubles are called
    by_table: bool = False  # a table says what they are worth; else points are doubled
    own: frozenset[str] = frozenset()  # of `Own`, where modules of all systems ask for it


class Own:
    """What one system has and no other."""

    RIICHI = "riichi"  # an object of the request: declaration, dora, honba, sticks
    SEVEN_FLOWERS = "seven flowers"  # a win without a winning tile
    TRIPLE_SIX = "triple six"  # three sixes for the break are paid
    FOURS = "fours"  # bouquets and zoos are paid at once, doubled by equal dice
    NAMED_HANDS = "named hands"  # the players agree on a table of special hands


REGISTRY = {
    "SHOP-A": Entry("shop_a", "SA", {"SHOP-A": "SHOP-A"}),
    "SHOP-B": Entry("shop_b", "SB", {"SHOP-B-136": "SHOP-B-136", "SHOP-B-144": "SHOP-B-144"}),
    "MJG": Entry("mjg", "MJ", {"MJG": "MJG"}, own=frozenset([Own.NAMED_HANDS])),
    "YEE": Entry("yee", "YEE", {"YEE": "YEE"}, own=frozenset([Own.SEVEN_FLOWERS, Own.TRIPLE_SIX])),
    "HANDS": Entry("hands", "MH", {"HANDS-144": "HANDS-144", "HANDS-148": "HANDS-148"},
                   own=frozenset([Own.FOURS])),
    "LASFS": Entry("lasfs", "LASFS", {"LASFS": "LASFS"}),
    "HKOS": Entry("hkos", "HK", {"HKOS-144": "HANDS-144", "HKOS-136": "MJG"}, False, 4,
                  ("base points", "faan"), True),
    "RIICHI": Entry("riichi", "RI", {"RIICHI": "MJG"}, False, 2, ("fu", "han"), True,
                    frozenset([Own.RIICHI])),
}  # fmt: skip
SYSTEMS = tuple(REGISTRY)
DOCUMENTED = tuple(name for name, entry in REGISTRY.items() if entry.documented)
GAMES = {game: profile for entry in REGISTRY.values() for game, profile in entry.games.items()}
SYSTEM_OF = {game: name for name, entry in REGISTRY.items() for game in entry.games}


def counted(system: str, number: int, doubles: bool = False) -> str:
    """A number of points or doubles in the words of a system: `2 doubles`, `30 fu`."""
    units = REGISTRY[system].units if system in REGISTRY else Entry("", "", {}).units
    unit = units[doubles]
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"


def has(system: str, what: str) -> bool:
    """Whether a system has something of its own; one that is not listed has nothing."""
    return system in REGISTRY and what in REGISTRY[system].own


def entry_of(name: object) -> Entry:
    """The entry of a system; ScoreError with the nearest name when it is not listed."""
    if not isinstance(name, str) or name not in REGISTRY:
        bad(f"there is no system {shown(name)}{nearest(name, SYSTEMS)}", "system", "ENG-01")
    return REGISTRY[name]
