"""The symbols of hardware/lib/mj.kicad_sym: their text for a sheet, and where their pins end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from hardware.copper.read import parse, rows, spot, value
from hardware.lib.symbols import SYMBOL_FILE
from hardware.problem import Problem

NICKNAME = "mj"  # the library's name in KiCad's tables
SYMBOL = re.compile(r'^  \(symbol "([^"]+)".*?^  \)\n', re.M | re.S)


class End(NamedTuple):
    """Where a pin takes a wire, from the symbol's middle: mm, x to the right, y down. `function`
    is KiCad's electrical type, as "passive" or "no_connect"."""

    x: float
    y: float
    function: str


class Symbol(NamedTuple):
    """One symbol. `text` is as a sheet embeds it; `half` is half its body's height in mm."""

    name: str
    text: str
    pins: dict[str, End]
    half: float


class SymbolFileError(Problem):
    """The symbol library cannot be used; the text says where and what to do."""


def library(root: Path) -> dict[str, Symbol]:
    """Every symbol by name."""
    path = root / SYMBOL_FILE
    if not path.exists():
        raise SymbolFileError(f"{SYMBOL_FILE} is missing; `make hardware PART=circuit` writes it")
    text = path.read_text(encoding="utf-8")
    found = {match[1]: symbol(match[1], match[0]) for match in SYMBOL.finditer(text)}
    if not found:
        raise SymbolFileError(f"{SYMBOL_FILE}:1: holds no symbol; it is generated, "
                              "`make hardware PART=circuit` writes it anew")
    return found


def symbol(name: str, text: str) -> Symbol:
    """One symbol of its text. A library measures y upwards, a sheet downwards."""
    pins, half = {}, 0.0
    for unit in rows(parse(text), "symbol"):
        for box in rows(unit, "rectangle"):
            half = max(half, abs(spot(box, "start")[1]))
        for pin in rows(unit, "pin"):
            x, y = spot(pin, "at")
            pins[value(pin, "number")[0]] = End(x, -y, pin[1])
    return Symbol(name, text.replace(f'(symbol "{name}"', f'(symbol "{NICKNAME}:{name}"', 1),
                  pins, half)
