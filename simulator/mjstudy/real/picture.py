"""The picture of a study as SVG: where the tiles dropped last lie, and quarter x side.

A cell is red where more lie than a fair shuffle puts there, blue where fewer; full colour is
three standard deviations.
"""

import math
from collections.abc import Sequence
from html import escape

from mjstudy.real.sheet import SIDES
from mjstudy.real.study import Study

CELL, LEFT, TOP, GAP = 26, 130, 70, 14
FULL_SD = 3.0
TEXT = '<text x="{}" y="{}" font-size="{}" text-anchor="{}">{}</text>'
BOX = '<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="#999"><title>{}</title></rect>'


def colour(sd: float) -> str:
    """Red above, white at, blue below what is fair; `sd` in standard deviations."""
    pale = round(255 * (1 - min(1.0, abs(sd) / FULL_SD)))
    return f"#ff{pale:02x}{pale:02x}" if sd > 0 else f"#{pale:02x}{pale:02x}ff"


def svg(study: Study) -> str:
    """The whole picture; without hands loaded in order the cells are white."""
    name = f"{study.sheet.file}: {study.sheet.header.profile}, {len(study.lines)} hands"
    longest = max(study.places.layout.stacks)
    wide = LEFT + longest * CELL + 30
    heads = study.deck.group_sizes()
    table_top = TOP + 4 * (2 * CELL + GAP) + 60
    high = table_top + len(heads) * CELL + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" font-family="sans-serif">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
        TEXT.format(12, 26, 16, "start", escape(name)),
        TEXT.format(12, 50, 13, "start", "Where the tiles dropped last lie: red more than fair, "
                    "blue fewer; built from the left"),
        *_walls(study),
        *_table(study, heads, table_top),
        TEXT.format(12, high - 12, 12, "start",
                    "Full colour is 3 standard deviations; chance alone takes 1 cell in 20 beyond "
                    "2."),
        "</svg>",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def _walls(study: Study) -> list[str]:
    """Two rows a side, the upper above; the shade is the share of the last group."""
    last = max(study.deck.groups)
    counts = [0] * study.deck.n
    for line in study.lines:
        for place, label in enumerate(line):
            counts[place] += study.deck.groups[label] == last
    share = study.deck.group_sizes()[last] / study.deck.n
    hands = max(1, len(study.lines))
    sd = math.sqrt(hands * share * (1 - share))
    away = [str((count - len(study.lines) * share) / sd) for count in counts]
    parts = []
    for number, (lower, upper) in enumerate(study.places.walls(away)):
        y = TOP + number * (2 * CELL + GAP)
        parts.append(TEXT.format(LEFT - 10, y + CELL + 5, 14, "end", f"side {SIDES[number]}"))
        for row, tiles in ((upper, "upper"), (lower, "lower")):
            parts += _row(row, tiles, y + CELL * (tiles == "lower"))
    return parts


def _row(values: Sequence[str], tier: str, y: int) -> list[str]:
    return [
        BOX.format(LEFT + i * CELL, y, CELL, CELL, colour(float(value)),
                   f"stack {i + 1}, {tier}: {float(value):+.1f} standard deviations")
        for i, value in enumerate(values)
    ]  # fmt: skip


def _table(study: Study, sizes: list[int], top: int) -> list[str]:
    """Group of the drop order by side: tiles found, and those expected."""
    hands, sides, n = len(study.lines), study.places.layout.side_sizes(), study.deck.n
    counts = [[0] * 4 for _ in sizes]
    for line in study.lines:
        for side, label in zip(study.places.layout.sides, line, strict=True):
            counts[study.deck.groups[label]][side] += 1
    names = ("others", "dotted") if study.deck.dots else ("first", "second", "third", "last")
    wide = 3 * CELL
    parts = [TEXT.format(12, top - 26, 13, "start", "Tiles by when they fell and side (fair)")]
    for side in range(4):
        parts.append(TEXT.format(LEFT + side * wide + wide // 2, top - 6, 13, "middle",
                                 SIDES[side]))  # fmt: skip
    for group, size in enumerate(sizes):
        y = top + group * CELL
        parts.append(TEXT.format(LEFT - 10, y + 18, 13, "end", names[group]))
        for side in range(4):
            fair = hands * size * sides[side] / n
            sd = math.sqrt(fair * (1 - size / n) * (n - sides[side]) / (n - 1)) or 1.0
            found = counts[group][side]
            away = (found - fair) / sd
            parts.append(BOX.format(LEFT + side * wide, y, wide, CELL, colour(away),
                                    f"{away:+.1f} standard deviations"))  # fmt: skip
            words = f"{found} ({fair:.0f})"
            parts.append(TEXT.format(LEFT + side * wide + wide // 2, y + 18, 12, "middle", words))
    return parts
