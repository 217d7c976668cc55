"""The circuit as a KiCad 6 schematic: a root sheet, and a sheet for each block.

Open hardware/board.kicad_pro; the sheets are for looking a part up in KiCad, for its rule check
and for its netlist. The diagrams a person reads are hardware/out/sheets. Parts, nets and open pins
come from hardware/out/circuit.json, symbols from hardware/lib/mj.kicad_sym.
"""

import ast
from pathlib import Path

from hardware.blocks import BLOCKS
from hardware.lib.read_records import read
from hardware.model import Circuit, load

from .check import check
from .groups import groups
from .library import library
from .page import page
from .root import FOLDER, ROOT_FILE, SYMBOL_TABLE, SYMBOL_TABLE_FILE, root_sheet
from .sheet import sheet


def blocks(circuit: Circuit) -> list[str]:
    """The blocks' names in the order in which the circuit is drawn, strange ones last."""
    found = {part.block for part in circuit.parts.values()}
    return [name for name in BLOCKS if name in found] + sorted(found - BLOCKS.keys())


def about(root: Path, block: str) -> str:
    """The first sentence of the block's module, without its mark of the design notes."""
    path = root / f"hardware/blocks/{block}.py"
    words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) if path.exists() else ""
    return (words or "").split("\n")[0].partition(" (design")[0].rstrip(".")


def build(root: Path) -> dict[str, bytes | str]:
    """The root sheet, one sheet a block, and KiCad's table of symbol libraries."""
    circuit, symbols, records = load(root), library(root), read(root)
    check(root, circuit, symbols)
    names = blocks(circuit)
    files: dict[str, bytes | str] = {
        ROOT_FILE: root_sheet(circuit, names), SYMBOL_TABLE_FILE: SYMBOL_TABLE}
    for name in names:
        laid = page(groups(circuit, name), circuit, symbols)
        files[f"hardware/{FOLDER}/{name}.kicad_sch"] = sheet(
            name, about(root, name), laid, circuit, symbols, records)
    return files
