"""A sensor's own tail: which terminals of its cable's rail feed it, from [sensors]."""

import csv
import io
from collections.abc import Sequence

from tools.make.generate.read.machine import Machine

from .groups import Drawing
from .wires import Wire, signal_named, wires_of

RAIL = "RAIL_"  # far ends of this name are rails of terminals that several parts share
SWITCHES = "SWITCHES"  # in the name of the 0 V terminal meant for contacts
HEAD = ("drawing", "part", "is", "tail_to")


def sensor_of(machine: Machine, wires: Sequence[Wire]) -> tuple[str, dict[str, int]]:
    """What the part at the end of these wires is, and the milliamperes it draws from each net."""
    for wire in wires:
        signal = signal_named(machine, wire.net)
        stem = signal if signal in machine.data["signals"] else signal.rpartition("_")[0]
        for row in machine.data["sensors"].values():
            if stem in row["signals"]:
                return machine.data["signals"][stem]["part"], {
                    "EMIT": row["emitter_ma"]["value"], "+5V": row["supply_ma"]["value"]}
    return "", {}


def tail(machine: Machine, wires: Sequence[Wire], part: str) -> list[str]:
    """Terminals of the rail that the part needs beside its own wires, `RAIL_A.EMIT`."""
    own = [wire for wire in wires if wire.part == part]
    _, draws = sensor_of(machine, own)
    if not draws or any(wire.net == "GND" for wire in own):
        return []
    rail = [wire for wire in wires if wire.part.startswith(RAIL)
            and wire.connector == own[0].connector]
    fed = [wire for wire in rail if draws.get(wire.net)]
    grounds = [wire for wire in rail if wire.net == "GND"]
    contact = not any(draws.values())
    fit = [wire for wire in grounds if (SWITCHES in wire.terminal) == contact] or grounds
    return [f"{wire.part}.{wire.terminal}" for wire in [*fed, *fit[:1]]]


def tail_list(machine: Machine, name: str, groups: Sequence[Drawing]) -> str:
    """Every sensor's tail of machine `name` as CSV; cut to fit at the sensor."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for group in groups:
        wires = wires_of(machine, name, group.connectors)
        for part in dict.fromkeys(wire.part for wire in wires):
            what, _ = sensor_of(machine, [wire for wire in wires if wire.part == part])
            for end in tail(machine, wires, part):
                writer.writerow([group.name, part, what, end])
    return out.getvalue()
