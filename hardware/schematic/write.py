"""Pieces of a KiCad 6 schematic file; identifiers come from names, so that they never change.

Written after KiCad's page on the format (dev-docs.kicad.org, "Schematic File Format") and the
files that come with KiCad 6.
"""

from __future__ import annotations

from hardware.blocks.netlist import stamp
from hardware.board.outline import REVISION
from hardware.board.sexpr import number, quote

VERSION = "20211123"  # KiCad 6.0
SIZE = 1.27  # height of a letter, mm
HIDDEN = " hide"
STROKE = "(stroke (width 0) (type {}) (color 0 0 0 0))"


def uuid(*names: str) -> str:
    """The identifier of a thing on a sheet, made from its name."""
    return f"(uuid {stamp('schematic/' + '/'.join(names))})"


def at(x: float, y: float, turned: int = 0) -> str:
    """A place in mm, and a turn in degrees."""
    return f"(at {number(x)} {number(y)} {turned})"


def effects(size: float = SIZE, more: str = "") -> str:
    """How a text looks."""
    return f"(effects (font (size {number(size)} {number(size)})){more})"


def head(name: str, identity: str, paper: str, title: str, comment: str) -> list[str]:
    """The first lines of a sheet; no date, so that the file is the same on every day."""
    return [f"(kicad_sch (version {VERSION}) (generator mjtable)", f"  (uuid {identity})",
            f"  (paper {quote(paper)})",
            f"  (title_block (title {quote(title)}) (rev {quote(REVISION.split()[0])})",
            f"    (comment 1 {quote(comment)})",
            f"    (comment 2 {quote(name + ', generated from circuit.json')}))"]


def text(words: str, x: float, y: float, size: float, key: str) -> str:
    """Free words, growing to the right."""
    how = effects(size, " (justify left bottom)")
    return f"  (text {quote(words)} {at(x, y)} {how} {uuid(key, 'text', words)})"


def prop(number_: int, name: str, words: str, where: str, how: str) -> str:
    """One field of a symbol, a sheet or a label."""
    return f"    (property {quote(name)} {quote(words)} (id {number_}) {where} {how})"


def label(net: str, x: float, y: float, left: bool, key: str) -> list[str]:
    """A net's name at a pin, growing away from the symbol."""
    where, side = at(x, y, 180 if left else 0), "right" if left else "left"
    how = effects(SIZE, f" (justify {side})")
    return [f"  (global_label {quote(net)} (shape passive) {where} {how} {uuid(key, 'label')}",
            prop(0, "Intersheet References", "${INTERSHEET_REFS}", at(x, y),
                 effects(SIZE, HIDDEN)) + ")"]


def open_end(x: float, y: float, key: str) -> str:
    """The sign of a pin that is left open on purpose."""
    return f"  (no_connect (at {number(x)} {number(y)}) {uuid(key, 'open')})"


def frame(left: float, top: float, right: float, bottom: float, key: str) -> list[str]:
    """A dashed line around a group, which connects nothing; KiCad 6 takes two points a line."""
    ring = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    corners = [f"(xy {number(x)} {number(y)})" for x, y in ring]
    return [f"  (polyline (pts {corners[n]} {corners[n + 1]}) {STROKE.format('dash')}"
            f" {uuid(key, 'frame', str(n))})" for n in range(4)]
