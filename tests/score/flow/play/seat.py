"""One player during a hand: tiles, sets on the table, and what the play has to remember."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Laid(NamedTuple):
    """A set on the table; `open` unless it is a kong of one's own draws (rules ENG-07)."""

    kind: str
    tiles: tuple[int, ...]
    open: bool


@dataclass
class Seat:
    """Seat 0..3 = E S W N of the hand; `concealed` includes flowers not yet laid aside."""

    seat: int
    concealed: list[int]
    melds: list[Laid] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)  # everything discarded, claimed or not
    mismatched: list[tuple[int, ...]] = field(default_factory=list)  # rules LASFS-X02
    fresh: int | None = None  # the tile taken last in this turn, None after a claim
    source: str = ""  # where `fresh` came from, as in a scoring request
    first_hand: tuple[int, ...] | None = None  # the 13 tiles after its first discard
    first_melds: int = 0
    unchanged: bool = True  # still those 13 (rules MJ-D21)
    used_first_east_discard: bool = False  # rules MH-Q10
    passed: bool = False  # rules YEE-X02
    stopped: str = ""  # "SA-F13" dead hand, "SA-X03" exposed in error
    cannot_win: str = ""  # rule after which this hand cannot go out
    regularising: bool = False  # rules LASFS-X03
    goes_for: str = ""

    @property
    def active(self) -> bool:
        """False when the player has stopped playing this hand."""
        return not self.stopped

    def count(self, kongs_as_four: bool) -> int:
        """Tiles of the hand: 13 between turns; a kong counts as three, in SHOP-A as four."""
        size = (lambda meld: len(meld.tiles)) if kongs_as_four else (lambda meld: 3)
        melded = sum(size(meld) for meld in self.melds) + 3 * len(self.mismatched)
        return melded + len(self.concealed)

    def open_pungs(self) -> tuple[int, ...]:
        """Kinds of the pungs on the table that a drawn fourth tile makes into a kong."""
        return tuple(meld.tiles[0] for meld in self.melds if meld.kind == "pung" and meld.open)

    def put(self, kind: str, own: tuple[int, ...], claimed: int | None = None) -> None:
        """Lay a set down: open with a claimed tile, a closed kong without."""
        for tile in own:
            self.concealed.remove(tile)
        tiles = own if claimed is None else (*own, claimed)
        self.melds.append(Laid(kind, tuple(sorted(tiles)), claimed is not None))

    def after_discard(self) -> None:
        """Remember the first 13 tiles, and whether they are still the same (rules MJ-D21)."""
        held = tuple(sorted(self.concealed))
        if len(self.discards) == 1:
            self.first_hand, self.first_melds = held, len(self.melds)
        elif held != self.first_hand or len(self.melds) != self.first_melds:
            self.unchanged = False

    def original_call(self, held: list[int]) -> bool:
        """True when `held`, the 13 tiles before the winning one, are those of the first turn."""
        same = self.first_hand == tuple(sorted(held)) and len(self.melds) == self.first_melds
        return self.unchanged and same
