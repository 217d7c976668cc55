"""The 31 special hands: names, values, and what may lie on the table (rules MH-L01..L31)."""

from collections.abc import Sequence
from typing import NamedTuple

from mjscore.hand import CHOW, PUNG
from mjscore.rows import Need, Row
from mjscore.ruleset import builtin
from mjscore.systems.hands import patterns, repeats
from mjscore.tiles import codes
from mjscore.view import View

BOOK = builtin("HANDS")
LIMIT = BOOK.limit or 0  # unless the option says another one

# What may lie on the table. Drawn tiles alone may not be melded, but for a kong laid down closed
# where the list prints pung or kong (rules MH-Q13); a claimed tile may always be the last one.
IN_HAND = Need(
    lambda v: not v.hand.melds,
    "a set lies on the table, and every tile but the last must be drawn and kept in the hand",
)
CLOSED_KONGS = Need(
    lambda v: v.concealed,
    "an open set lies on the table, and every tile must be drawn from the wall",
)
PUNGS = Need(
    lambda v: all(meld.kind == PUNG for meld in v.hand.melds),
    "a kong lies on the table, and the list has plain pungs here",
)
NO_CHOW = Need(
    lambda v: all(meld.kind != CHOW for meld in v.hand.melds),
    "a chow lies on the table, and every set must be a pung or kong",
)
SETS = Need(  # a pung on the table may hold what the tiles need for a chow and the pair
    lambda v: any(True for _ in v.readings()),
    "with the sets on the table the tiles make no four sets and a pair",
)
LAST_DRAWN = Need(
    lambda v: not v.win.from_player, "the last tile came from a player, not from the wall"
)


class Special(NamedTuple):
    """One hand of the list. `wall`: the last tile too must be drawn."""

    id: str
    name: str
    melds: Need
    wall: bool = False

    @property
    def value(self) -> int:
        """What it is worth with the document's limit."""
        return BOOK.limits[self.id] * LIMIT // 2

    def halves(self, view: View) -> int:
        """What it is worth in halves of the limit, by the rules that are played."""
        return int(view.request.rules.limits[self.id])

    @property
    def needs(self) -> tuple[Need, ...]:
        """What is asked beside the tiles."""
        return (self.melds, LAST_DRAWN) if self.wall else (self.melds,)


SPECIALS = (
    Special("MH-L01", "seven dirty pairs", IN_HAND),
    Special("MH-L02", "all pairs", IN_HAND),
    Special("MH-L03", "heavenly twins", IN_HAND),
    Special("MH-L04", "honor pairs", IN_HAND),
    Special("MH-L05", "knitting", IN_HAND),
    Special("MH-L06", "Gerties' garter", IN_HAND),
    Special("MH-L07", "windfall", IN_HAND),
    Special("MH-L08", "dragons breath", IN_HAND),
    Special("MH-L09", "dragons net", IN_HAND),
    Special("MH-L10", "triple knitting", IN_HAND),
    Special("MH-L11", "wriggly snake", IN_HAND),
    Special("MH-L12", "run, pung, pair", IN_HAND),
    Special("MH-L13", "five odd honors", IN_HAND),
    Special("MH-L14", "dragons tail", IN_HAND),
    Special("MH-L15", "nine united sons", IN_HAND),
    Special("MH-L16", "Greta's garden", IN_HAND),
    Special("MH-L17", "hachi ban", IN_HAND),
    Special("MH-L18", "confused gates", IN_HAND),
    Special("MH-L19", "all honor", NO_CHOW),
    Special("MH-L20", "heads and tails", NO_CHOW),
    Special("MH-L21", "three great scholars", SETS),
    Special("MH-L22", "four blessings", NO_CHOW),
    Special("MH-L23", "gone with the wind", NO_CHOW),
    Special("MH-L24", "windy dragons", PUNGS),  # pairs are never claimed (rules MH-Q08)
    Special("MH-L25", "all winds and dragons", NO_CHOW),
    Special("MH-L26", "chop suey", IN_HAND),
    Special("MH-L27", "chow mein", IN_HAND),
    Special("MH-L28", "windy chows", IN_HAND),
    Special("MH-L29", "dragonfly", CLOSED_KONGS, wall=True),
    Special("MH-L30", "mixed pungs", CLOSED_KONGS, wall=True),
    Special("MH-L31", "unique wonder", IN_HAND),
)
BY_ID = {special.id: special for special in SPECIALS}


def whole(view: View) -> Sequence[int]:
    """Counts of the whole hand, melds too, a kong as three tiles."""
    if not view.hand.melds:
        return view.counts
    counts = view.counts[:]
    for meld in view.hand.melds:
        if meld.kind == CHOW:
            for tile in range(meld.tile, meld.tile + 3):
                counts[tile] += 1
        else:
            counts[meld.tile] += 3
    return counts


def of_tiles(view: View) -> list[Special]:
    """The special hands that the tiles alone would make, in the list's order."""
    counts = whole(view)
    ids = [*patterns.matching(counts), *repeats.matching(counts, view)]
    return [BY_ID[rule] for rule in sorted(ids)] if ids else []


def best_of(specials: Sequence[Special], view: View) -> Special | None:
    """The most valuable whose other needs are met, the later in the list of equals (ENG-06)."""
    chosen, most = None, -1
    for special in specials:
        halves = special.halves(view)
        if halves >= most and all(need.test(view) for need in special.needs):
            chosen, most = special, halves
    return chosen


def missing(rule: str, view: View) -> list[int]:
    """The fewest tiles, as indexes, that have to be exchanged for the special hand `rule`."""
    family = repeats if rule in repeats.IDS else patterns
    return family.missing(rule, whole(view))


def lacks(rule: str, view: View) -> list[str]:
    """What the hand lacks for the special hand `rule`, a sentence each.

    Empty when nothing is lacking, and for a rule that is no special hand (MH-C01).
    """
    if rule not in BY_ID:
        return []
    absent = missing(rule, view)
    told = [f"it lacks {' '.join(codes(sorted(absent)))}"] if absent else []
    needs = [need for need in BY_ID[rule].needs if not (absent and need is SETS)]
    return told + [need.lack for need in needs if not need.test(view)]


def _row(special: Special) -> Row:
    tiles = Need(lambda v: special in of_tiles(v), f"the tiles are not those of {special.name}")
    return Row(special.id, special.value, (tiles, *special.needs))


ROWS = tuple(_row(special) for special in SPECIALS)
