"""Whole hands of a sheet: each wall there once, as long as it must be, no tile too often.

What cannot be is told with its line, and the hand is left out. A hand whose walls are empty is one
of the template that nobody has filled in yet: it is passed over without a word.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from mjstudy.real.copied import Finding, Seen, find
from mjstudy.real.header import Header
from mjstudy.real.places import Rows
from mjstudy.real.sheet import SIDES, Draft, Sheet, Wall
from mjstudy.real.tiles import DOT, PLAIN, Typed


@dataclass(frozen=True)
class Hand:
    """A hand that is whole: rows of the sides A to D, first built first, by code or mark.

    `follows`: its tiles come from the hand before it in the file, played and not sorted again.
    """

    number: int
    walls: tuple[Rows, ...]
    played: bool
    follows: bool



def hands(sheet: Sheet) -> list[Hand]:
    """The whole hands, in the order of the file; the others are told in `sheet.problems`."""
    found: list[Hand] = []
    whole_before = False
    first: Seen = {}
    for draft in sheet.drafts:
        if not draft.spoilt and not any(wall.tiles for wall in draft.walls):
            whole_before = False
            continue
        wrong = list(_wrong(draft, sheet.header, first))
        for line, what, todo in wrong:
            sheet.tell(line, what, f"{todo}; {draft.name} is left out")
        whole = not wrong and not draft.spoilt
        if whole and draft.played and (not whole_before or sheet.header.load == "dots"):
            sheet.tell(draft.line, *_lonely(draft, sheet.header))
        if whole:
            walls = tuple(_rows(draft, side, sheet.header) for side in SIDES)
            found.append(Hand(draft.number, walls, draft.played, draft.played and whole_before))
        whole_before = whole
    sheet.problems.sort(key=lambda problem: problem.line)
    return found


def _lonely(draft: Draft, header: Header) -> tuple[str, str]:
    """What is said of a played hand that cannot be compared with the one before."""
    name = f"{draft.name} is not used"
    if header.load == "dots":
        return f"{draft.name} is played, and dots tell no kind from another", name
    return f"{draft.name} is played, and no whole hand stands right above it", name


def begun(sheet: Sheet) -> int:
    """Hands in which something is typed."""
    return sum(draft.spoilt or any(wall.tiles for wall in draft.walls) for draft in sheet.drafts)


def _wrong(draft: Draft, header: Header, first: Seen) -> Iterator[Finding]:
    """What is wrong with a hand; tiles are counted when the walls themselves are as they must."""
    shape = [finding for side in SIDES for finding in _shape(draft, side, header)]
    yield from shape
    if shape or draft.spoilt:
        return
    copied = find(draft, lambda side: _rows(draft, side, header), header.load == "dots", first)
    if copied:
        yield copied
    else:
        yield from _dots(draft, header) if header.load == "dots" else _starred(draft)
        yield from _counted(draft, header)


def _shape(draft: Draft, side: str, header: Header) -> Iterator[Finding]:
    """Lines and tiles of one side."""
    mine = [wall for wall in draft.walls if wall.side == side]
    name = f"wall {side} of {draft.name}"
    rows = sorted(wall.row for wall in mine)
    if not mine:
        if not draft.spoilt:
            yield draft.line, f"{draft.name} has no wall {side}", f"type it as {side}: ..."
    elif len(set(rows)) < len(rows) or ("" in rows and len(rows) > 1):
        yield mine[-1].line, f"{name} is typed twice", "take one away, or mend its letter"
    elif rows in (["lower"], ["upper"]):
        other = "upper" if rows == ["lower"] else "lower"
        yield mine[0].line, f"{name} has no {other} row", f"type it as {side} {other}: ..."
    else:
        stacks = header.stacks[SIDES.index(side)]
        for wall in mine:
            yield from _long(wall, name, stacks, header.profile)


def _long(wall: Wall, name: str, stacks: int, profile: str) -> Iterator[Finding]:
    wanted, found = stacks if wall.row else 2 * stacks, len(wall.tiles)
    if found == wanted:
        return
    if wall.row:
        what = f"the {wall.row} row of {name} has {found} tiles"
    elif found % 2:
        what = f"{name} has {found} tiles, half a stack too {'many' if found > wanted else 'few'}"
    else:
        what = f"{name} has {found // 2} stacks"
    unit = "tiles" if wall.row or found % 2 else "stacks"
    of_it = wanted if unit == "tiles" else stacks
    yield wall.line, f"{what}, {profile} builds {of_it} {unit} there", "look at it again"


def _tiles(draft: Draft) -> Iterator[tuple[Wall, int, Typed]]:
    for wall in draft.walls:
        for place, tile in enumerate(wall.tiles, 1):
            yield wall, place, tile


def _counted(draft: Draft, header: Header) -> Iterator[Finding]:
    """Each kind as often as it is in the set."""
    kinds, seen = header.kinds(), Counter[str]()
    total = Counter(tile.code for _, _, tile in _tiles(draft))
    lacks = " ".join(code for code, count in kinds.items() if total[code] < count)
    for wall, place, tile in _tiles(draft):
        seen[tile.code] += 1
        code, where = tile.code, f"tile {place} (column {tile.column}) of wall {wall.side}"
        if code and code not in kinds:
            what = f"{where} is {code}, and {header.profile} has no such tile"
            yield wall.line, what, "look at it again"
        elif code and seen[code] == kinds[code] + 1:
            often = "twice" if kinds[code] == 1 else f"{total[code]} times"
            what = f"{draft.name} has {code} {often} (the last: {where})"
            yield wall.line, f"{what}, the set has {kinds[code]}", f"too few: {lacks}"
        elif not code and header.load == "sorted":
            yield wall.line, f"wall {wall.side} has marks, no kinds", "for marks write load dots"
            return


def _starred(draft: Draft) -> Iterator[Finding]:
    for wall, place, tile in _tiles(draft):
        if tile.code and tile.dotted:
            what = f"tile {place} (column {tile.column}) of wall {wall.side} has a *"
            yield wall.line, what, "take it away, or write load dots above hand 1"
            return


def _dots(draft: Draft, header: Header) -> Iterator[Finding]:
    found = sum(tile.dotted for _, _, tile in _tiles(draft))
    if found != header.dots:
        what = f"{draft.name} has {found} tiles with a *, {header.dots} were dotted"
        yield draft.line, what, "look again, or write dots and the number above hand 1"


def _rows(draft: Draft, side: str, header: Header) -> Rows:
    """Lower and upper row of a side, first built first."""
    mine = {wall.row: wall.tiles for wall in draft.walls if wall.side == side}
    typed = (mine[""][::2], mine[""][1::2]) if "" in mine else (mine["lower"], mine["upper"])
    dots = header.load == "dots"
    lower, upper = (
        [(DOT if tile.dotted else PLAIN) if dots else tile.code for tile in row] for row in typed
    )
    return (lower, upper) if header.read == header.built else (lower[::-1], upper[::-1])
