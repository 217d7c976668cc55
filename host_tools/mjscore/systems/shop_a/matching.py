"""Which hand of the card fourteen tiles are, jokers standing for any tile (SA-F08, F09, F15)."""

from collections.abc import Sequence
from typing import NamedTuple

from mjscore.hand import KIND_NAMES, Hand
from mjscore.request.melds import SIZE
from mjscore.sheet import Illegal
from mjscore.systems.shop_a.card import GUARDS, MASK, UNIT, WIDTH, Card, Form
from mjscore.systems.shop_a.patterns import FLOWERS, Group, name
from mjscore.tiles import JOKER


class Held(NamedTuple):
    """A hand as it is matched: its tiles packed, jokers of named melds counted as their tile.

    `shown` are the melds as groups; `wild` the sizes of melds of nothing but jokers.
    """

    tiles: int
    shown: tuple[Group, ...]
    wild: tuple[int, ...]


def held(hand: Hand, tile: int | None) -> Held:
    """The hand with the winning tile (None without)."""
    tiles = sum([UNIT[one] for one in hand.concealed])
    if tile is not None:
        tiles += UNIT[tile]
    shown, wild = [], []
    for meld in hand.melds:
        size = SIZE[meld.kind]
        if meld.tile < 0:
            wild.append(size)
        else:
            shown.append((size, min(meld.tile, FLOWERS)))
            tiles += size * UNIT[meld.tile]
    return Held(tiles, tuple(shown), tuple(wild))


def best(card: Card, mine: Held) -> Form:
    """The form of the highest value that the tiles match (ENG-06); Illegal when there is none."""
    tiles = mine.tiles
    melds = bool(mine.shown or mine.wild)
    lacking: list[Form] = []
    for form in card.forms:
        if (form.room - tiles) & GUARDS == GUARDS:
            if not melds or (not form.entry.concealed and _takes(form, mine)):
                return form
            lacking.append(form)
    raise _illegal(card, mine, lacking)


def _takes(form: Form, mine: Held) -> bool:
    """True when every meld is a whole group of the form and the other tiles fit the rest."""
    left = list(form.groups)
    for group in mine.shown:
        if group not in left:
            return False
        left.remove(group)
    return _wild(left, mine.wild, form.room, mine.tiles)


def _wild(left: list[Group], sizes: tuple[int, ...], room: int, tiles: int) -> bool:
    """Give each meld of nothing but jokers some group of its size that leaves room enough."""
    if not sizes:
        return (room - tiles) & GUARDS == GUARDS
    for group in set(left):
        size, kind = group
        if size == sizes[0]:
            rest = left[:]
            rest.remove(group)
            if _wild(rest, sizes[1:], room, tiles + size * UNIT[kind]):
                return True
    return False


def _illegal(card: Card, mine: Held, lacking: list[Form]) -> Illegal:
    if not lacking:
        near = nearest(card.forms, mine)
        return Illegal(f"the tiles are no hand of the card; the nearest is {title(near)}:"
                       f" {difference(near, mine)}", "SA-F01")  # fmt: skip
    form = lacking[0]
    return Illegal(f"the tiles match {title(form)}, but {unfit(form, mine)}",
                   "SA-F08" if form.entry.concealed else "SA-F09")  # fmt: skip


def unfit(form: Form, mine: Held) -> str:
    """Why the melds keep tiles that match a form from being it; empty when they do not."""
    if not mine.shown and not mine.wild:
        return ""
    if form.entry.concealed:
        return "a meld is exposed, and of a concealed hand only the fourteenth tile is claimed"
    if _takes(form, mine):
        return ""
    melds = [f"{_kind(size)} {name(kind)}" for size, kind in mine.shown]
    melds += [f"{_kind(size)} of jokers" for size in mine.wild]
    return f"not every meld ({', '.join(melds)}) is one of its groups: {form.entry.text}"


def _kind(size: int) -> str:
    return next(KIND_NAMES[kind] for kind, tiles in SIZE.items() if tiles == size)


def title(form: Form) -> str:
    """A hand of the card as people call it: "no. 3 (exposed, 25)"."""
    entry = form.entry
    return f"no. {entry.no} ({'concealed' if entry.concealed else 'exposed'}, {entry.value})"


def nearest(forms: Sequence[Form], mine: Held) -> Form:
    """The form that fewest tiles stand in the way of, the first of several."""
    counts = [(WIDTH * kind, mine.tiles >> WIDTH * kind & MASK) for kind in range(FLOWERS + 1)]
    some = [(at, count) for at, count in counts if count]

    def strays(form: Form) -> int:
        room, found = form.room, 0
        for at, count in some:
            over = count - (room >> at & MASK)
            if over > 0:
                found += over
        return found

    return min(forms, key=strays)


def difference(form: Form, mine: Held) -> str:
    """What is in the way of a form: "B1, WE do not belong to it, 2 of DG, DG are missing".

    Empty when nothing is. Jokers take the place of whatever else is missing.
    """
    extra = _beyond(mine.tiles, form.room)
    if not extra:
        return ""
    lack = _beyond(form.room - GUARDS, mine.tiles)
    of = f"{len(extra)} of " if len(lack) > len(extra) else ""
    return f"it has no place for {_list(extra)}, and needs {of}{_list(lack)} instead"


def _beyond(tiles: int, room: int) -> list[int]:
    """Kinds of which `tiles` holds more than `room`, as often as it does."""
    found: list[int] = []
    kind = 0
    while tiles:
        count = (tiles & MASK) - (room & MASK)
        if count > 0:
            found += [kind] * count
        tiles >>= WIDTH
        room >>= WIDTH
        kind += 1
    return found


def _list(kinds: list[int]) -> str:
    return ", ".join([name(kind) for kind in kinds])


def substituted(form: Form, mine: Held) -> list[int]:
    """Kinds that the jokers of a matched hand stand for, those of its named melds left out."""
    return _beyond(form.room - GUARDS, mine.tiles)


def jokers(hand: Hand, tile: int | None) -> int:
    """Jokers among all tiles of the hand."""
    return hand.concealed.count(JOKER) + hand.meld_tiles.count(JOKER) + (tile == JOKER)
