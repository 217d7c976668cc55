"""The wire list: one line per wire to cut, for the bench and for ordering."""

import csv
import io
from collections.abc import Sequence

from tools.make.generate.read.machine import Machine

from .groups import Drawing
from .wires import wires_of

HEAD = ("drawing", "cable", "from", "pin", "position", "net", "colour", "gauge_awg",
        "length_mm", "to")


def wire_list(machine: Machine, name: str, groups: Sequence[Drawing]) -> str:
    """The wires of machine `name` as CSV, in drawing, connector and pin order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for group in groups:
        for wire in wires_of(machine, name, group.connectors):
            writer.writerow([group.name, wire.cable, wire.ref, wire.pin, wire.position,
                             wire.net, wire.colour, wire.gauge_awg, wire.length_mm,
                             f"{wire.part}.{wire.terminal}"])
    return out.getvalue()
