"""Which tiles a hand lacks for a pung or kong, or for a hand that is no sets and a pair.

For `--why-not` only: what counts is decided by the rows of the systems.
"""

from collections.abc import Callable, Iterable, Sequence

from mjscore.hand import KONG, Request
from mjscore.tiles import CODES, KINDS, MAJORS, SUITED
from mjscore.view import Read, View

Tiles = list[int]
SUITS = (0, 9, 18)  # index of the one of each suit


def held(view: View) -> list[int]:
    """Tiles of each kind in the whole hand, melds and the winning tile among them."""
    counts = list(view.counts)
    for tile in view.hand.meld_tiles:
        if tile < KINDS:
            counts[tile] += 1
    return counts


def nearest_set(view: View, kind: int, of: Callable[[int], bool]) -> tuple[int, int]:
    """The tile of the wanted kinds that is held most often, and how many the set lacks."""
    counts = held(view)
    best = max((tile for tile in range(KINDS) if of(tile)), key=lambda tile: counts[tile])
    size = 4 if kind == KONG else 3
    return best, max(size - counts[best], 0)


def no_set(
    view: View, reads: Iterable[Read], kind: int, is_open: bool, of: Callable[[int], bool]
) -> list[str]:
    """The set that comes nearest to a pung or kong of the tiles, open or not; none when it is."""
    name = "kong" if kind == KONG else "pung"
    where, other = ("on the table", "in the hand")[:: 1 if is_open else -1]
    found = [one for read in reads for one in read[0] if one.kind == kind and of(one.tile)]
    if any(one.open == is_open for one in found):
        return []
    if found:
        own = tile_codes([found[0].tile])
        return [f"the {name} of {own} counts as {other}, not {where}"]
    tile, absent = nearest_set(view, kind, of)
    if not absent:
        return [f"the tiles {tile_codes([tile])} are not read as a {name} {where}"]
    return [f"there is no such {name} {where}; the nearest is {tile_codes([tile])}, which lacks"
            f" {tile_codes([tile] * absent)}"]  # fmt: skip


def tile_codes(tiles: Sequence[int]) -> str:
    """`B3 DW` for people."""
    return " ".join(CODES[tile] for tile in tiles)


def seven_pairs(view: View, allowed: Iterable[int] = range(KINDS)) -> Tiles:
    """Tiles that the best seven pairs of the allowed kinds lack; four alike are two pairs."""
    counts = held(view)
    kinds = sorted(allowed, key=lambda tile: -counts[tile])
    pairs = [tile for tile in kinds for _ in range(counts[tile] // 2)][:7]
    halves = [tile for tile in kinds if counts[tile] % 2]
    lone = halves[: 7 - len(pairs)]
    absent = list(lone)
    for tile in kinds:
        if len(pairs) + len(lone) < 7 and not counts[tile]:
            lone.append(tile)
            absent += [tile, tile]
    return sorted(absent)


def one_suit_pairs(view: View, honours: bool) -> Tiles:
    """The same for pairs of one suit, with winds and dragons allowed or not."""
    more = range(SUITED, KINDS) if honours else ()
    return _fewest(seven_pairs(view, [*range(first, first + 9), *more]) for first in SUITS)


def wonders(view: View) -> Tiles:
    """Tiles that one of each terminal and honour with one of them twice lacks."""
    return _nearest(view, ([*MAJORS, twice] for twice in MAJORS))


def honour_pairs(view: View) -> Tiles:
    """Tiles that a pair of each wind and dragon lacks."""
    return _nearest(view, [[*range(SUITED, KINDS)] * 2])


def nine_sons(view: View) -> Tiles:
    """Tiles that 1112345678999 of one suit with one of 2 to 8 twice lacks."""
    return _nearest(view, _gates(range(1, 8)))


def gates(view: View) -> Tiles:
    """Tiles that 1112345678999 of one suit with any tile of it lacks."""
    return _nearest(view, _gates(range(9)))


NEAREST: dict[str, Callable[[View], Tiles]] = {
    "LASFS-L03": wonders,
    "LASFS-L04": honour_pairs,
    "LASFS-L05": nine_sons,
    "YEE-V17": seven_pairs,
    "YEE-V18": lambda view: one_suit_pairs(view, honours=True),
    "YEE-V19": lambda view: one_suit_pairs(view, honours=False),
    "YEE-V20": wonders,
    "YEE-V21": gates,
}


def of_card(request: Request, place: int) -> list[str]:
    """What the three nearest hands of the card need, of a seat's hand (rules SA-F01)."""
    from mjscore.systems import shop_a
    from mjscore.systems.shop_a.card import read

    win = request.win
    tile = win.tile if win is not None and win.seat == place else None
    found = []
    for entry in (request.options["card"] or read(None)).entries:
        lack = shop_a.missing(request, entry, request.hands[place], tile)
        kind = "concealed" if entry.concealed else "exposed"
        found.append(f"no. {entry.no} ({kind}, {entry.value}): {lack or 'one tile is missing'}")
    return sorted(found, key=len)[:3]


def _gates(twice: Iterable[int]) -> Iterable[list[int]]:
    for first in SUITS:
        own = [first, first, first, *range(first + 1, first + 8), *[first + 8] * 3]
        for place in twice:
            yield [*own, first + place]


def _nearest(view: View, wanted: Iterable[Sequence[int]]) -> Tiles:
    """Tiles that the nearest of the wanted hands lacks."""
    counts = held(view)
    return _fewest(_absent(counts, tiles) for tiles in wanted)


def _absent(counts: Sequence[int], tiles: Sequence[int]) -> Tiles:
    left = list(counts)
    absent = []
    for tile in tiles:
        if left[tile] > 0:
            left[tile] -= 1
        else:
            absent.append(tile)
    return sorted(absent)


def _fewest(choices: Iterable[Tiles]) -> Tiles:
    return min(choices, key=len)
