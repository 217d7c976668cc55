"""Where the parts of a sheet stand: in columns, a group below the other, no words on words.

Millimetres from the sheet's upper left corner, x to the right, y down, on KiCad's grid of 1.27 mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hardware.model import Circuit
from hardware.problem import Problem

from .library import Symbol

PAPERS = {"A4": (297, 210), "A3": (420, 297), "A2": (594, 420), "A1": (841, 594),
          "A0": (1189, 841)}  # ISO 216, on its side
GRID = 2.54
LEFT, TOP, RIGHT = 10 * GRID, 14 * GRID, 10 * GRID  # free along the edges; the title is above
FOOT = 50.0  # KiCad's title block and the edge below it
PIN = 4 * GRID  # from a symbol's middle to the end of its pins
LETTER = 1.27  # what a letter of that height takes in KiCad's font; a short word up to 0.4 more
ENDS = 2 * GRID  # what a label's outline takes beside its letters, and that more
FRAME = GRID  # between a group's parts and the line around them


class Place(NamedTuple):
    """A part's middle."""

    ref: str
    x: float
    y: float


class Box(NamedTuple):
    """The line around a group."""

    left: float
    top: float
    right: float
    bottom: float


class Page(NamedTuple):
    """A laid out sheet."""

    paper: str
    places: list[Place]
    frames: list[Box]


class PageError(Problem):
    """The block does not fit on the largest paper."""


def page(groups: Sequence[Sequence[str]], circuit: Circuit,
         symbols: Mapping[str, Symbol]) -> Page:
    """The parts in columns on the smallest paper that takes them."""
    for paper, (width, height) in PAPERS.items():
        columns = _columns(groups, circuit, symbols, height - TOP - FOOT)
        if columns is None:
            continue
        laid, right = _laid(paper, columns, circuit, symbols)
        if right <= width - RIGHT:
            return laid
    block = circuit.parts[groups[0][0]].block
    raise PageError(f"block {block} does not fit on A0; divide it in hardware/blocks")


def tall(symbol: Symbol) -> float:
    """The height that a symbol takes with the words above and below it."""
    return 2 * (symbol.half + GRID) + GRID


def _columns(groups: Sequence[Sequence[str]], circuit: Circuit, symbols: Mapping[str, Symbol],
             height: float) -> list[list[list[str]]] | None:
    """The groups by column; a group is divided only when no column takes it whole."""
    columns: list[list[list[str]]] = [[]]
    used = 0.0
    for piece in _pieces(groups, circuit, symbols, height):
        needed = _tall(piece, circuit, symbols)
        if needed > height:
            return None
        if used + needed > height:
            columns.append([])
            used = 0.0
        columns[-1].append(piece)
        used += needed + GRID
    return columns


def _pieces(groups: Sequence[Sequence[str]], circuit: Circuit, symbols: Mapping[str, Symbol],
            height: float) -> Iterable[list[str]]:
    for group in groups:
        piece: list[str] = []
        for ref in group:
            if piece and _tall([*piece, ref], circuit, symbols) > height:
                yield piece
                piece = []
            piece.append(ref)
        yield piece


def _tall(piece: Sequence[str], circuit: Circuit, symbols: Mapping[str, Symbol]) -> float:
    return 2 * FRAME + sum(tall(symbols[circuit.parts[ref].symbol]) for ref in piece)


def _reach(column: Sequence[Sequence[str]], circuit: Circuit,
           symbols: Mapping[str, Symbol], side: int) -> float:
    """How far the column's words go from the middle to a side (-1 left, 1 right), on the grid."""
    most = PIN
    for ref in (ref for piece in column for ref in piece):
        part = circuit.parts[ref]
        most = max(most, len(part.value) * LETTER / 2)
        for pin, end in symbols[part.symbol].pins.items():
            if end.x * side > 0 and pin in part.pins:
                most = max(most, PIN + len(part.pins[pin]) * LETTER + ENDS)
    return -(-most // GRID) * GRID + FRAME


def _laid(paper: str, columns: Sequence[Sequence[Sequence[str]]], circuit: Circuit,
          symbols: Mapping[str, Symbol]) -> tuple[Page, float]:
    """The page, and where its last column ends."""
    laid, x = Page(paper, [], []), LEFT
    for column in columns:
        before, after = (_reach(column, circuit, symbols, side) for side in (-1, 1))
        y = TOP
        for piece in column:
            top = y
            y += FRAME
            for ref in piece:
                its = symbols[circuit.parts[ref].symbol]
                laid.places.append(Place(ref, x + before, y + tall(its) / 2))
                y += tall(its)
            y += FRAME
            laid.frames.append(Box(x, top, x + before + after, y))
            y += GRID
        x += before + after + GRID
    return laid, x - GRID
