"""docs/PROFILES.md: the table profiles, from the firmware's own table."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.make.generate.render import mark, table

SOURCE = "firmware/mjtable/game/profiles.py"
TARGET = Path("docs/PROFILES.md")

INTRO = """# Table profiles

A profile is all that a game asks of the table: tiles, walls, dice, where the walls are broken, how
the tiles are dealt, what stays undrawn and how the deal moves on. Choose one with the rule switch
under the rim or with `mjtool profile NAME`; it takes effect when a set is next sorted, and the
table then says how many tiles to add or take out.
"""

WALLS = """
## Walls, dice and deal

Sides are A, B, C, D, counter-clockwise seen from above; an uneven wall's extra stacks lie on A and
C whoever deals. Seats move with the deal: the dealer's side is East.
"""

DEAL = """
Count the dice in stacks of the broken wall from its owner's right end to the left; the next stack
is the first one drawn. From there on it goes to the left, East, North, West, South. Three times
everybody takes two stacks, East first. Then, in draw-order stacks 25, 26, 27 (t = upper tile,
b = lower):

- `SHOP`: East 25t and 26t, South 25b, West 26b, North 27t; the first tile drawn in play is 27b.
- `YEE`: East 25t, South 25b, West 26t, North 26b, East 27t; the first tile drawn in play is 27b.

So East has 14 tiles and everybody else 13. Replacements come from the tail, the stack just before
the first one drawn: upper tile, lower tile, then the stack before it.
"""

RESERVE = """
## End of the wall

The hand is over when this many tiles are left; k = kongs of this hand.
"""

ROTATION = """
## The deal, and what the marker shows

Marker key short: the deal passes to the right. Double: the dealer stays. After the last round of a
full game the marker shows the end and stands at the first round of a new game.
"""


def outputs(root: Path) -> dict[Path, str]:
    """The page."""
    return {TARGET: text(runpy.run_path(str(root / SOURCE)))}


def text(p: dict[str, Any]) -> str:
    """The page's text from the names of the profile module."""
    head = ("profile", "rule switch", "tiles", "stacks A/B/C/D", "dice", "wall broken", "deal",
            "left after the deal")
    parts = [mark(SOURCE), INTRO, WALLS, "\n", table(head, wall_rows(p)), DEAL, RESERVE, "\n",
             table(("profile", "tiles left", "replaced from the tail"), reserve_rows(p)),
             ROTATION, "\n",
             table(("profile", "dealer stays on", "new seats after", "full game", "marker shows"),
                   rotation_rows(p))]
    return "".join(parts)


def wall_rows(p: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    """Tiles, walls, dice and deal of each profile."""
    walls = {p["WALL_EAST"]: "East's", p["WALL_COUNTED"]: "seat (sum - 1) mod 4, East = 0"}
    deals = {p["DEAL_SHOP"]: "SHOP", p["DEAL_YEE"]: "YEE"}
    for row in p["PROFILES"]:
        yield (f"`{row[p['NAME']]}`", row[p["SWITCH"]], row[p["TILES"]],
               "/".join(str(n) for n in row[p["STACKS"]]), row[p["DICE"]], walls[row[p["WALL"]]],
               deals[row[p["DEAL"]]], row[p["TILES"]] - p["DEALT"])


def reserve_rows(p: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    """What stays undrawn, and what is replaced."""
    for row in p["PROFILES"]:
        kept = str(row[p["RESERVE"]])
        if row[p["PER_KONG"]]:
            kept += f" + {row[p['PER_KONG']]}k"
        if row[p["ODD_TAIL"]]:
            kept += ", one fewer after an odd number of replacements"
        names = [word for word, flag in (("kong", "FOR_KONG"), ("flower", "FOR_FLOWER"),
                                         ("animal", "FOR_ANIMAL"))
                 if row[p["REPLACEMENTS"]] & p[flag]]
        yield f"`{row[p['NAME']]}`", kept, ", ".join(names) or "nothing"


def rotation_rows(p: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    """How the deal moves and what is shown of it."""
    for row in p["PROFILES"]:
        _, stays, reseat, end = p["ROTATIONS"][row[p["ROTATION"]]]
        shown = ["dealer"] + [word for word, flag in (("streak", "SHOW_STREAK"),
                                                      ("prevailing wind", "SHOW_WIND"),
                                                      ("double dice", "SHOW_DOUBLE"))
                              if row[p["SHOWS"]] & p[flag]]
        yield (f"`{row[p['NAME']]}`", stays, f"{reseat} rounds" if reseat else "-",
               f"{end} rounds" if end else "open", ", ".join(shown))
