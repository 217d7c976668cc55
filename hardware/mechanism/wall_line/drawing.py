"""A dimensioned drawing of one part: two views, its holes by letter, what it is made of."""

from ..dimensions import Dims
from ..sheet import GREY, Sheet
from .outline import Bore, bores, lines, size
from .piece import MATERIALS, Piece

UNITS = 420.0  # the part's longer side on paper
SIDE = {"x": "y", "y": "x", "z": "y"}  # what the second view looks along
GENERAL = ("ISO 2768-m; edges broken 0.3; zero is the lower left corner; mm. "
           "Thin lines may lie behind")
Letters = dict[tuple[str, float, float], str]  # view, diameter, depth -> letter


def mm(value: float) -> str:
    """Millimetres to a hundredth, no more zeros than needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def drawing(g: Dims, piece: Piece, count: int) -> str:
    """The SVG of a part of which `count` are needed."""
    wide, high, deep = size(piece, piece.view)
    scale = UNITS / max(wide, high)
    sheet = Sheet(f"{piece.title} ({piece.name}), millimetres", 11)
    _view(sheet, piece, piece.view, scale)
    sheet.across((0, wide * scale), high * scale + 26, (high * scale,) * 2, mm(wide))
    sheet.upright((0, high * scale), -26, (0, 0), mm(high))
    aside = (0, high * scale + 80) if piece.view == "z" else (wide * scale + 70, 0)
    sheet.shift = aside
    side = SIDE[piece.view]
    _view(sheet, piece, side, scale)
    if piece.view == "z":
        sheet.upright((0, deep * scale), -26, (0, 0), mm(deep))
    else:
        sheet.across((0, deep * scale), high * scale + 26, (high * scale,) * 2, mm(deep))
    letters: Letters = {}
    rows = []
    for view, shift, name in ((piece.view, (0, 0), "main view"), (side, aside, "second view")):
        sheet.shift = shift
        holes = bores(piece, view)
        _letter(view, holes, letters)
        _marks(sheet, view, holes, letters, scale)
        rows += _holes(piece, view, holes, letters, name) + _edges(piece, view, name)
    sheet.shift = (0, 0)
    _words(sheet, _head(g, piece, count) + rows)
    return sheet.svg()


def _view(sheet: Sheet, piece: Piece, view: str, scale: float) -> None:
    for line in lines(piece, view):
        sheet.path([(u * scale, v * scale) for u, v in line], closed=False)


def _letter(view: str, holes: list[Bore], letters: Letters) -> None:
    """One letter for every kind of hole, on through both views."""
    for bore in holes:
        letters.setdefault((view, bore.wide, bore.deep), chr(ord("A") + len(letters)))


def _marks(sheet: Sheet, view: str, holes: list[Bore], letters: Letters, scale: float) -> None:
    """Letters beside the holes, the narrower ones of a hole in a hole to the left."""
    taken: dict[tuple[float, float], int] = {}
    for bore in holes:
        u, v = bore.at[0] * scale, bore.at[1] * scale
        n = taken.get(bore.at, 0)
        taken[bore.at] = n + 1
        off = bore.wide * scale / 2 + 3
        for a, b in (((u - off, v), (u + off, v)), ((u, v - off), (u, v + off))):
            sheet.path([a, b], "none", GREY, False, ' stroke-width=".5"')
        at = (u + off, v + 3) if n == 0 else (u - off, v + 3)
        sheet.word(at, letters[(view, bore.wide, bore.deep)], "start" if n == 0 else "end")


def _head(g: Dims, piece: Piece, count: int) -> list[str]:
    """What the part is, and the fits of what is no round hole."""
    drilled = {bore.wide for view in (piece.view, SIDE[piece.view])
               for bore in bores(piece, view)}
    rows = [f"{piece.title}: {count} x; {MATERIALS[piece.material][2]}; "
            f"{mm(piece.mass_kg(g) * 1000)} g; {piece.process}", GENERAL]
    rows += [f"diameter {mm(wide)}: {words}" for wide, words in piece.fits
             if wide not in drilled]
    return rows + ([piece.note] if piece.note else [])


def _holes(piece: Piece, view: str, holes: list[Bore], letters: Letters,
           name: str) -> list[str]:
    """The holes of a view, kind by kind, each with its places from the view's corner."""
    deep, fits, rows = size(piece, view)[2], dict(piece.fits), []
    for (where, wide, far), letter in letters.items():
        if where != view:
            continue
        kind = [bore for bore in holes if (bore.wide, bore.deep) == (wide, far)]
        how = "through" if far > deep - 0.01 else f"{mm(far)} deep"
        how += ", from both sides" if kind[0].sides > 1 else ""
        fit = f"; {fits[wide]}" if wide in fits else ""
        rows.append(f"{letter}: {len(kind)} x diameter {mm(wide)}, {how}{fit}; {name}")
        rows += ["    at " + "  ".join(f"({mm(u)}, {mm(v)})"
                                       for u, v in [bore.at for bore in kind[n:n + 5]])
                 for n in range(0, len(kind), 5)]
    return rows


def _edges(piece: Piece, view: str, name: str) -> list[str]:
    """Where upright and level edges of a view lie, what its outer measures do not say."""
    rows = []
    for axis, words in ((0, "across"), (1, "up")):
        ends = {round(line[0][axis], 2) for line in lines(piece, view) if len(line) == 2
                and abs(line[0][axis] - line[1][axis]) < 0.001}
        inner = sorted(ends - {0.0, round(size(piece, view)[axis], 2)})
        if 0 < len(inner) <= 14:
            rows.append(f"edges in the {name}, {words}: " + "  ".join(map(mm, inner)))
    return rows


def _words(sheet: Sheet, rows: list[str]) -> None:
    low = sheet.reach[1] - 24
    for n, row in enumerate(rows):
        sheet.word((0, low - 17 * n), row.replace("<", "&lt;"), "start")
