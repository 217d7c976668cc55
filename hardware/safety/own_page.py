"""Failures without a fault code, and where signals are, as failure_modes.md shows them."""

from collections.abc import Callable
from typing import Any

from tools.make.generate.read.board_schema import COLOURS
from tools.make.generate.read.wired import Places
from tools.make.generate.render import table

from .figures import Figures

Rows = list[dict[str, Any]]
Text = Callable[[dict[str, Any]], str]


def link(row: dict[str, Any], text: str) -> str:
    """The text as a link to the row's entry; a row with codes has none."""
    return text if row["faults"] else f"[{text}](#{_anchor(row)})"


def entries(rows: Rows, signals: Callable[[Rows], str], when: Text, tests: Text) -> list[str]:
    """An entry each, like those of FAULTS.md; who calls writes signals, time and tests."""
    parts = ["## Failures without a fault code\n", "No code leads to these: causes, remedy, wires "
             "and injector stand here.\n"]
    for row in rows:
        if not row["faults"]:
            parts += [*_words(row, when(row)), _io(row, signals),
                      f"In a scenario: `inject {row['inject']}`.\n" if row.get("inject") else
                      f"Not by `inject`: {row['no_inject']}.\n", f"Tests: {tests(row)}.\n"]
    return parts


def listed(rows: Rows, figures: Figures, places: Places) -> str:
    """Plug, pin and colour of everything that the rows look at."""
    names = dict.fromkeys(name for row in rows for name in row["signals"])
    return table(("signal or plug", "what it is", "wire"), (
        (f"`{name}`", what, wires) for one in names
        for name, what, wires in _found(one, figures, places)))


def _anchor(row: dict[str, Any]) -> str:
    return str(row["id"]).replace("_", "-")


def _words(row: dict[str, Any], when: str) -> list[str]:
    failure = row["failure"][0].upper() + row["failure"][1:]
    return [f"### {_anchor(row)}\n", f"**{failure}** ({row['class']}). Effect: {row['effect']}.\n",
            f"Noticed by: {row['seen']}. How soon: {when}.\n",
            "Likely causes, most likely first:\n", _numbered(row["causes"]),
            "What to do:\n", _numbered(row["remedy"])]


def _numbered(texts: list[str]) -> str:
    return "".join(f"{number}. {text}\n" for number, text in enumerate(texts, 1))


def _io(row: dict[str, Any], signals: Callable[[Rows], str]) -> str:
    return signals([row]) if row["signals"] else f"I/O: none; {row['no_io']}.\n"


def _found(name: str, figures: Figures, places: Places) -> list[tuple[str, str, str]]:
    """One signal, on each side that has it; what no plug carries is on the board."""
    of = [one for one in (name, *(f"{name}_{side}" for side in "abcd")) if one in places]
    if of:
        return [(one, places[one]["what"], places[one]["wires"]) for one in of]
    pins, channels = figures.data["pins"], figures.data["amux"]["channels"]
    if name in pins:
        what, on_board = pins[name]["use"], f"GP{pins[name]['gp']}"
    elif name in channels:
        what, on_board = "read through the multiplexer", f"channel {channels.index(name)}"
    else:
        what = "a supply or a net of the stop chain"
        on_board = ", ".join(point for point, row in figures.data["testpoints"].items()
                             if row["net"] == name)
    wires = _wires(name, figures)
    return [(name, what, f"{wires}; on the board: {on_board}" if wires else
             f"on the board: {on_board}")]


def _wires(name: str, figures: Figures) -> str:
    """`J40 pin 1, white`: the plugs that carry it; a pin's net is written large. GND and the
    supplies go to many, so those with the same pin and colour stand together."""
    found: dict[str, list[str]] = {}
    for row in figures.data["connectors"].values():
        for net, wire in zip(row["pins"], row["cable"]["wires"], strict=True):
            if net in (name, name.upper()):
                place = f"pin {wire['pin']}, {COLOURS[wire['colour']]}"
                found.setdefault(place, []).append(row["ref"])
    return "; ".join(f"{', '.join(refs)} {place}" for place, refs in found.items())
