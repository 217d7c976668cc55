"""Optical sensors on wires: their guaranteed current pulls the input down with something to spare.

A phototransistor sinks what its lamp gives it and no more; the pull-up asks for the rest. Dust and
age take half of the light, so the least that the record guarantees is not enough by itself.
"""

from collections.abc import Iterator
from typing import Any

from hardware.blocks.extras import SENSORS

from .drives import Link
from .figure import Figure
from .potentials import State
from .rails import GROUND
from .view import View

MARGIN = 1.5
LEVEL_V = 0.8  # a low that every input of the board surely takes as low


def figures(view: View, now: State) -> Iterator[Figure]:
    """Every signal whose sensor has a guaranteed collector current."""
    for name, row in view.data["signals"].items():
        word = row["part"].split()[0]
        record = view.records.get(SENSORS[word].mpn) if word in SENSORS else None
        if record is None or not isinstance(record.limits.get("collector_ma"), tuple):
            continue
        for net in copies(name, row):
            need = sum(_amps(now, net, link) for link in now.links.get(net, [])) * 1000 * MARGIN
            have = record.least("collector_ma") or 0.0
            if need:
                place = f"{record.mpn} on net {net}"
                yield Figure(place, "sinks at least", have, have, "mA", need, None,
                             f"{record.place} {record.mpn} collector_ma",
                             f"its pull-up takes {need / MARGIN:.2g} mA, and half as much again "
                             "for dust and age")


def copies(name: str, row: dict[str, Any]) -> list[str]:
    """The wires of a signal: `park_a` to `park_d`, or itself where there is one."""
    sided = row["fitted"] in ("sides", "lines")
    return [f"{name}_{side}" for side in "abcd"] if sided else [name]


def _amps(now: State, net: str, link: Link) -> float:
    """What a resistor to a supply feeds into the low level."""
    far = link.two if link.one == net else link.one
    if far == GROUND or far not in now.hard or far not in now.worst or now.worst[far].low <= 0:
        return 0.0
    return max(now.worst[far].high - LEVEL_V, 0.0) / link.ohm
