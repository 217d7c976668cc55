"""The file of one block: its symbols, a global label at each pin with a net, signs at open pins.

Labels need no wires: what is connected is told by names alone, as in circuit.json, and KiCad joins
global labels of one name over all sheets.
"""

from __future__ import annotations

from collections.abc import Mapping

from hardware.blocks.netlist import stamp
from hardware.board.sexpr import quote
from hardware.lib.record import Record
from hardware.model import Circuit, natural

from .fields import fields, record_of
from .library import NICKNAME, Symbol
from .page import GRID, LEFT, TOP, Page, Place
from .write import HIDDEN, at, effects, frame, head, label, open_end, prop, text, uuid

TITLE_MM, ABOUT_MM = 5.08, 2.0
NEVER = "no_connect"  # the type of a pin that must stay open
WORDS = 1.905  # from a body to the middle of the words above or below it, mm


def title(block: str) -> str:
    """The block's name in words."""
    return block.replace("_", " ").capitalize()


def sheet(block: str, about: str, page: Page, circuit: Circuit, symbols: Mapping[str, Symbol],
          records: Mapping[str, Record]) -> str:
    """The whole text; `about` is a sentence on the block."""
    parts = [circuit.parts[place.ref] for place in page.places]
    rows = head(block, stamp(f"schematic/{block}/file"), page.paper, title(block), about)
    rows.append("  (lib_symbols")
    rows += ["  " + row for name in sorted({part.symbol for part in parts})
             for row in symbols[name].text.splitlines()]
    rows += ["  )", text(title(block), LEFT, TOP - 3 * GRID, TITLE_MM, block),
             text(about, LEFT, TOP - GRID, ABOUT_MM, block)]
    rows += [row for n, its in enumerate(page.frames) for row in frame(*its, f"{block}/{n}")]
    for place in page.places:
        rows += ends(place, circuit, symbols)
    for place in page.places:
        rows += placed(place, circuit, symbols, records)
    return "\n".join([*rows, ")"]) + "\n"


def ends(place: Place, circuit: Circuit, symbols: Mapping[str, Symbol]) -> list[str]:
    """What stands at the pins of a part: a net's name or the sign of an open end.

    A pin that must stay open gets none: KiCad draws it itself and warns of a second one.
    """
    part, rows = circuit.parts[place.ref], list[str]()
    for pin, end in sorted(symbols[part.symbol].pins.items(), key=lambda its: natural(its[0])):
        x, y, key = place.x + end.x, place.y + end.y, f"{place.ref}.{pin}"
        if pin in part.pins:
            rows += label(part.pins[pin], x, y, end.x < 0, key)
        elif end.function != NEVER:
            rows.append(open_end(x, y, key))
    return rows


def placed(place: Place, circuit: Circuit, symbols: Mapping[str, Symbol],
           records: Mapping[str, Record]) -> list[str]:
    """A part's symbol; its reference above and its value below it can be seen."""
    part = circuit.parts[place.ref]
    its = symbols[part.symbol]
    away = its.half + WORDS
    shown = {"Reference": place.y - away, "Value": place.y + away}
    lib_id = quote(f"{NICKNAME}:{its.name}")
    rows = [f"  (symbol (lib_id {lib_id}) {at(place.x, place.y)} (unit 1)",
            f"    (in_bom {_yes(bool(part.mpn))}) (on_board {_yes(part.on_board)})"
            f" (uuid {stamp(place.ref)})"]
    for n, (name, words) in enumerate(
            fields(place.ref, part, record_of(part, records)).items()):
        rows.append(prop(n, name, words, at(place.x, shown.get(name, place.y)),
                         effects(more="" if name in shown else HIDDEN)))
    rows += [f"    (pin {quote(pin)} {uuid(place.ref, 'pin', pin)})"
             for pin in sorted(its.pins, key=natural)]
    return [*rows, "  )"]


def _yes(true: bool) -> str:
    return "yes" if true else "no"
