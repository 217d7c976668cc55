"""Which hand of the card fourteen tiles are, jokers standing for any tile (SA-F08, F15).

Melds lie open and are no more than tiles of the hand (rules 1.5): they only rule out hands of the
concealed type. Tiles are packed in one number, as the card's forms are; jokers are left out of it.
"""

from collections.abc import Sequence

from mjscore.hand import Hand
from mjscore.sheet import Illegal
from mjscore.systems.shop_a.card import GUARDS, MASK, UNIT, WIDTH, Card, Form
from mjscore.systems.shop_a.patterns import FLOWERS, name
from mjscore.tiles import JOKER

OPEN = "a meld is exposed, and of a concealed hand only the fourteenth tile is claimed"


def packed(hand: Hand, tile: int | None) -> int:
    """The tiles of the hand, melds and the winning tile (None without) among them."""
    tiles = sum([UNIT[one] for one in hand.concealed])
    if hand.meld_tiles:
        tiles += sum([UNIT[one] for one in hand.meld_tiles])
    return tiles if tile is None else tiles + UNIT[tile]


def best(card: Card, tiles: int, melds: bool) -> Form:
    """The form of the highest value that the tiles match (ENG-06); Illegal when there is none.

    With `melds` on the table no form of the concealed type matches.
    """
    concealed: Form | None = None
    for form in card.forms:
        if (form.room - tiles) & GUARDS == GUARDS:
            if not melds or not form.entry.concealed:
                return form
            concealed = concealed or form
    if concealed is not None:
        raise Illegal(f"the tiles match {title(concealed)}, but {OPEN}", "SA-F08")
    near = nearest(card.forms, tiles)
    raise Illegal(f"the tiles are no hand of the card; the nearest is {title(near)}:"
                  f" {difference(near, tiles)}", "SA-F01")  # fmt: skip


def title(form: Form) -> str:
    """A hand of the card as people call it: "no. 3 (exposed, 25)"."""
    entry = form.entry
    return f"no. {entry.no} ({'concealed' if entry.concealed else 'exposed'}, {entry.value})"


def nearest(forms: Sequence[Form], tiles: int) -> Form:
    """The form that fewest tiles stand in the way of, the first of several."""
    counts = [(WIDTH * kind, tiles >> WIDTH * kind & MASK) for kind in range(FLOWERS + 1)]
    some = [(at, count) for at, count in counts if count]

    def strays(form: Form) -> int:
        room, found = form.room, 0
        for at, count in some:
            over = count - (room >> at & MASK)
            if over > 0:
                found += over
        return found

    return min(forms, key=strays)


def difference(form: Form, tiles: int) -> str:
    """What is in the way of a form: "B1, WE do not belong to it, 2 of DG, DG are missing".

    Empty when nothing is. Jokers take the place of whatever else is missing.
    """
    extra = _beyond(tiles, form.room)
    if not extra:
        return ""
    lack = _beyond(form.room - GUARDS, tiles)
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


def substituted(form: Form, tiles: int) -> list[int]:
    """Kinds that the jokers of a matched hand stand for."""
    return _beyond(form.room - GUARDS, tiles)


def jokers(hand: Hand, tile: int | None) -> int:
    """Jokers among all tiles of the hand."""
    return hand.concealed.count(JOKER) + hand.meld_tiles.count(JOKER) + (tile == JOKER)
