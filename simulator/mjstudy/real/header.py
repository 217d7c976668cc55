"""The first lines of a file: which set on which table, how it was loaded, from where one reads.

    profile SHOP-B-136     machine four_port     load sorted | dots     dots 34
    order B1 B2 ...        built left | right    read left | right

A name that there is not ends the reading: with another set than the one that was typed every wall
behind it would look wrong. An order or dots that cannot be are told, and the usual ones taken.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from mjsim.generated.constants import MACHINES
from mjsim.words.names import choose
from mjstudy.fixed import load
from mjstudy.real import tiles
from mjtable.game import profiles

LOADS = ("sorted", "dots")
ENDS = ("left", "right")
WORDS = ("profile", "machine", "load", "dots", "order", "built", "read")
PROFILES = tuple(str(row[profiles.NAME]) for row in profiles.PROFILES)

Tell = Callable[[str, str], None]  # what is wrong, what to do


@dataclass
class Header:
    """What holds for every hand of a file; `order` and `dots` are filled in by `finish`."""

    profile: str = "SHOP-B-136"
    machine: str = "four_port"
    load: str = "sorted"
    dots: int = 0  # dotted tiles; 0: a quarter of the set
    order: list[str] = field(default_factory=list)  # kinds as they are dropped; empty: the usual
    built: str = "left"  # the end of a wall that is built first, as its player sees it
    read: str = "left"  # the end from which the walls are typed

    @property
    def n(self) -> int:
        """Tiles of the set."""
        return int(profiles.tiles(profiles.index_of(self.profile)))

    @property
    def stacks(self) -> tuple[int, int, int, int]:
        """Stacks of the sides A to D."""
        row = profiles.index_of(self.profile)
        a, b, c, d = (int(profiles.stacks(row, side)) for side in range(4))
        return a, b, c, d

    def kinds(self) -> dict[str, int]:
        """Tiles of each kind, in the order in which the kinds are dropped."""
        usual = tiles.set_of(self.n)
        return {code: usual[code] for code in self.order or usual}


def take(header: Header, word: str, value: str, tell: Tell) -> None:
    """Take one header line; `tell` hears of what is wrong with it. `UsageError` for a name that
    there is not, with those there are."""
    if word == "order":
        _take_order(header, value, tell)
    elif word == "dots":
        if value.isdecimal() and int(value):
            header.dots = int(value)
        else:
            tell(f"dots '{value}' is no number of tiles", "write as many as have a dot, dots 34")
    else:
        valid = {"profile": PROFILES, "machine": MACHINES, "load": LOADS}.get(word, ENDS)
        setattr(header, word, choose(word, value, valid))


def _take_order(header: Header, value: str, tell: Tell) -> None:
    try:
        header.order = [tile.code for tile in tiles.read(value, len("order "))]
    except tiles.Unreadable as error:
        tell(f"order: {error}", "the usual order is taken")


def finish(header: Header, order_tell: Tell, dots_tell: Tell) -> None:
    """Check what needs the profile: the order has each kind once, the dots fit the set."""
    usual = tiles.set_of(header.n)
    if header.order and sorted(header.order) != sorted(usual):
        wrong = [code for code in usual if header.order.count(code) != 1]
        wrong += [code or "*" for code in header.order if code not in usual]
        order_tell(
            f"order: {header.profile} has {len(usual)} kinds, each once; look at "
            + " ".join(wrong[:5]),
            "the usual order is taken",
        )
        header.order = []
    least = load().real.least_dots
    if header.dots and not least <= header.dots <= header.n // 2:
        limits = f"{least} to {header.n // 2}"
        dots_tell(
            f"{header.dots} dots: of {header.n} tiles {limits} bear one", "a quarter is taken"
        )
        header.dots = 0
    header.dots = header.dots or header.n // 4
