"""The whole board as a circuit, and what is written from it: netlist, text net list, BOM."""

import importlib
from pathlib import Path

from hardware import model
from hardware.blocks import BLOCKS
from hardware.blocks.board import Board, CircuitError
from hardware.blocks.design import Design
from hardware.blocks.erc import judge
from hardware.blocks.skidl_silent import erc


def draw(root: Path) -> Board:
    """All blocks placed; the board may still hold mistakes."""
    board, design = Board(), Design(root)
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
    return its


def build(root: Path) -> dict[str, bytes | str]:
    """The generated files."""
    its = circuit(root)
    return {model.CIRCUIT_FILE: model.to_json(its)}
