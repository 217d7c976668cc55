"""The root sheet: a box for each block, and which sheet and which part stands on which page."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.blocks.netlist import stamp
from hardware.board.sexpr import number, quote
from hardware.model import Circuit

from .page import GRID, LEFT, TOP
from .sheet import ABOUT_MM, TITLE_MM, title
from .write import STROKE, at, effects, head, prop, text

ROOT_FILE = "hardware/board.kicad_sch"
FOLDER = "out/schematic"  # of the blocks' sheets, from the root sheet
SYMBOL_TABLE_FILE = "hardware/sym-lib-table"
SYMBOL_TABLE = ('(sym_lib_table\n  (lib (name "mj") (type "KiCad") '
                '(uri "${KIPRJMOD}/lib/mj.kicad_sym") (options "") (descr "mahjong table"))\n)\n')
ACROSS = 4  # boxes in a row
WIDE, HIGH = 30 * GRID, 12 * GRID  # a box
STEP_X, STEP_Y = WIDE + 4 * GRID, HIGH + 6 * GRID


def root_sheet(circuit: Circuit, names: Sequence[str]) -> str:
    """The whole text. A box and its part's file are known by the block's name."""
    rows = head("board", stamp("schematic/board/file"), "A3", "Mahjong table controller",
                "a global label of the same name on any sheet is the same net")
    rows += ["  (lib_symbols)",
             text("Mahjong table controller", LEFT, TOP - 3 * GRID, TITLE_MM, "board")]
    for n, name in enumerate(names):
        rows += box(name, LEFT + n % ACROSS * STEP_X, TOP + n // ACROSS * STEP_Y,
                    sum(part.block == name for part in circuit.parts.values()))
    rows += ['  (sheet_instances\n    (path "/" (page "1"))']
    rows += [f'    (path "/{stamp(name)}" (page "{n}"))' for n, name in enumerate(names, 2)]
    rows += ["  )\n  (symbol_instances", *instances(circuit), "  )"]
    return "\n".join([*rows, ")"]) + "\n"


def box(name: str, x: float, y: float, count: int) -> list[str]:
    """A block as a box: its name above, its file below, the number of its parts inside."""
    size = f"(size {number(WIDE)} {number(HIGH)})"
    inside = f"{title(name)}: {count} parts"
    return [text(inside, x + GRID, y + HIGH / 2, ABOUT_MM, f"count {name}"),
            f"  (sheet (at {number(x)} {number(y)}) {size} {STROKE.format('solid')}"
            " (fill (color 0 0 0 0.0000))", f"    (uuid {stamp(name)})",
            prop(0, "Sheet name", name, at(x, y - 0.7),
                 effects(more=" (justify left bottom)")),
            prop(1, "Sheet file", f"{FOLDER}/{name}.kicad_sch", at(x, y + HIGH + 0.7),
                 effects(more=" (justify left top)")), "  )"]


def instances(circuit: Circuit) -> list[str]:
    """Which reference the symbol of a sheet has; KiCad 6 keeps this in the root sheet."""
    return [f'    (path "/{stamp(part.block)}/{stamp(ref)}" (reference {quote(ref)}) (unit 1)'
            f" (value {quote(part.value)}) (footprint {quote(part.footprint)}))"
            for ref, part in circuit.parts.items()]
