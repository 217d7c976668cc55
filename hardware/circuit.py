"""The whole board as a circuit, and what is written from it: netlist, text net list, BOM."""

import importlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from hardware import model
from hardware.blocks import BLOCKS, netlist
from hardware.blocks.board import Board
from hardware.blocks.bom import BOM_FILE, bom
from hardware.blocks.design import Design
from hardware.blocks.erc import judge
from hardware.blocks.link import linked
from hardware.blocks.mistakes import CircuitError
from hardware.blocks.skidl_silent import erc
from hardware.board.domains import sides
from hardware.lib.symbols import SYMBOL_FILE, library
from tools.make.generate.read import machine


def draw(root: Path) -> Board:
    """All blocks placed; the board may still hold mistakes."""
    design = Design(root)
    board = Board(its.name for its in design.inputs() + design.direct_inputs())
    for name, group in BLOCKS.items():
        board.block, board.group = name, group
        importlib.import_module(f"hardware.blocks.{name}").build(board, design)
    return board


def circuit(root: Path) -> model.Circuit:
    """The checked circuit; raises CircuitError with every mistake and every ERC message."""
    board = draw(root)
    its = board.circuit()
    wrong = judge(erc(board.skidl))
    if wrong:
        raise CircuitError("\n".join(wrong))
    return linked(its, sides(its, machine.load(root), root))


def build(root: Path) -> dict[str, bytes | str]:
    """The generated files."""
    return dict(_files(root, Design(root).source.text))


@lru_cache(4)
def _files(root: Path, _text: str) -> Mapping[str, str]:
    """Once for every text of machine.toml."""
    its = circuit(root)
    return {
        model.CIRCUIT_FILE: model.to_json(its),
        netlist.NETLIST_FILE: netlist.kicad(its),
        netlist.TEXT_FILE: netlist.text(its),
        BOM_FILE: bom(its, Design(root)),
        SYMBOL_FILE: library(),
    }
