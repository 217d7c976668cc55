"""What must be true before a schematic is drawn; every mistake is told at once, a line each."""

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from hardware.lib.symbols import SYMBOL_FILE
from hardware.model import CIRCUIT_FILE, Circuit, Part
from hardware.problem import Problem

from .library import Symbol

TELLS = "both are generated, `make hardware PART=circuit` writes them anew"


class SchematicError(Problem):
    """The circuit cannot be drawn with these symbols; each line is one part."""


def check(root: Path, circuit: Circuit, symbols: Mapping[str, Symbol]) -> None:
    """Has every part a symbol, with a pin for each net and each open end, and no pin more?"""
    wrong = [(ref, text) for ref, part in circuit.parts.items()
             for text in _mistakes(part, symbols)]
    if wrong:
        lines = _lines(root)
        raise SchematicError("\n".join(
            f"{CIRCUIT_FILE}:{lines.get(ref, 1)}: {ref} {text}; {TELLS}" for ref, text in wrong))


def _mistakes(part: Part, symbols: Mapping[str, Symbol]) -> Iterator[str]:
    its = symbols.get(part.symbol)
    if its is None:
        near = difflib.get_close_matches(part.symbol, symbols, 1, 0.5)
        yield (f"has the symbol {part.symbol}, which {SYMBOL_FILE} does not hold"
               + (f"; nearest: {near[0]}" if near else ""))
        return
    known = {*part.pins, *part.nc}
    for pin in sorted(known - its.pins.keys()):
        yield f"has a pin {pin}, which its symbol {its.name} in {SYMBOL_FILE} does not have"
    for pin in sorted(its.pins.keys() - known):
        yield f"says nothing of pin {pin} of its symbol {its.name} in {SYMBOL_FILE}"


def _lines(root: Path) -> dict[str, int]:
    """Reference -> its line in circuit.json, where each part has a line of its own."""
    text = (root / CIRCUIT_FILE).read_text(encoding="utf-8")
    return {row.split('"')[1]: number for number, row in enumerate(text.splitlines(), 1)
            if row.startswith('  "')}
