"""Which connectors share a drawing: one drawing per place of the table where a builder works."""

import difflib
from collections.abc import Mapping
from typing import Any, NamedTuple

from tools.make.generate.errors import SourceError
from tools.make.generate.read.fitting import having
from tools.make.generate.read.machine import MACHINE_FILE, Machine

SIDE = ("belt_{}", "head_{}", "lift_{}", "side_{}")
PLACES: dict[str, tuple[str, tuple[str, ...]]] = {
    "mains": ("mains inlet", ("mains_in",)),
    "motors": ("motors in the middle", ("drum", "ring", "hatch", "chain")),
    **{f"side_{s}": (f"side {s.upper()}", tuple(name.format(s) for name in SIDE))
       for s in "abcd"},
    "middle": ("sensors in the middle", ("centre", "ntc")),
    "panel": ("panel, lamps, display, dice, service",
              ("panel", "display", "lamps", "dice", "indicators", "service")),
    "loop": ("12 V safety loop, bench switch", ("loop", "bench")),
}


class Drawing(NamedTuple):
    """One drawing: file name part, title for people, names of [connectors]."""

    name: str
    title: str
    connectors: tuple[str, ...]


def drawings(machine: Machine, name: str) -> list[Drawing]:
    """The drawings of machine `name` with the connectors fitted there; empty ones left out."""
    table: Mapping[str, Any] = machine.data["connectors"]
    placed = [row for _, names in PLACES.values() for row in names]
    for row in table:
        if row not in placed:
            near = difflib.get_close_matches(row, [p for p in placed if p not in table], 1, 0.0)
            hint = f"; nearest place without a connector: {near[0]}" if near else ""
            raise SourceError(f"{MACHINE_FILE}: connectors.{row} is on no harness drawing; add it "
                              f"to PLACES in hardware/harness/groups.py{hint}")
    found = []
    for place, (title, names) in PLACES.items():
        fitted = tuple(n for n in names if n in table
                       and name in having(machine.data, table[n]["fitted"], n))
        if fitted:
            found.append(Drawing(place, title, fitted))
    return found
