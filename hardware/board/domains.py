"""Which side of the insulation each net lies on: line, neutral, PE or SELV.

The electrical rules find the domain of every net by flood-fill; the board only adds which of the
live nets are neutral, because neutral keeps a distance from the line.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from hardware.model import Circuit
from hardware.rules.barriers import LIVE, PE
from hardware.rules.domains import flood
from hardware.rules.view import View
from tools.make.generate.read.machine import Machine


class Side(Enum):
    """A net's side; its value is what messages call it."""

    LINE = "line"
    NEUTRAL = "neutral"
    PE = "PE"
    SELV = "SELV"


def sides(circuit: Circuit, machine: Machine, root: Path) -> dict[str, Side]:
    """Net -> its side. A net that no domain reaches counts as SELV, the stricter neighbour."""
    labels, _ = flood(View(circuit, machine, root))
    found = {}
    for net in circuit.nets:
        domain = labels[net].domain if net in labels else ""
        if domain in LIVE:
            found[net] = Side.NEUTRAL if net.startswith("N_") else Side.LINE
        else:
            found[net] = Side.PE if domain == PE else Side.SELV
    return found
