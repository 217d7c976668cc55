"""The wiring list of a build from modules: from machine.toml, never typed again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hardware.harness.wires import pin_shown
from tools.make.generate.read.machine import Machine

Row = tuple[str, ...]

LETTERS = "ABCDEFGH"


def bits(names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Signal -> byte and bit in the chain."""
    return {name: divmod(index, 8) for index, name in enumerate(names) if name}


def plugs(machine: Machine, domain: str) -> list[tuple[str, dict[str, Any]]]:
    """Connectors of one domain in the order of their references."""
    rows = machine.data["connectors"].items()
    return sorted(((name, row) for name, row in rows if row["domain"] == domain),
                  key=lambda item: int(item[1]["ref"][1:]))


def motors(machine: Machine) -> list[Row]:
    """One row a motor: output bit, driver, switch, group, contact of the relay, wires."""
    where = bits(machine.outputs)
    ends = dict(plugs(machine, "mains"))
    rows: list[Row] = []
    for number, motor in enumerate((m for m in machine.motors if m.output), 1):
        byte, bit = where[motor.output]
        row = ends[motor.name]
        wires = f"{row['ref']}: " + ", ".join(
            f"{pin_shown(row, wire['pin'])} {wire['to']} {wire['colour']}"
            for wire in row["cable"]["wires"])
        relay = f"COM of the relay on {motor.dir.upper()}" if motor.dir else "motor directly"
        rows.append((motor.name, f"OUT{byte}.{bit} = board {byte + 1} Q{LETTERS[bit]}",
                     f"driver {byte + 1} channel {bit + 1}", f"switch {number}",
                     f"L_MOT_{motor.group}", relay, wires))
    return rows


def controller(machine: Machine) -> list[Row]:
    """One row a controller pin."""
    rows = sorted((row["gp"], name, row) for name, row in machine.data["pins"].items())
    return [(f"GP{gp}", name.upper(), row["dir"], row["use"]) for gp, name, row in rows]


def signals(machine: Machine) -> list[Row]:
    """One row a SELV wire: connector and pin, net, where it ends in the chain, far end."""
    where = bits(machine.inputs)
    rows: list[Row] = []
    for _, row in plugs(machine, "selv"):
        wires = {wire["pin"]: wire for wire in row["cable"]["wires"]}
        for pin, net in enumerate(row["pins"], 1):
            end, wire = "-", wires.get(pin)
            if net in where and where[net][0] < 8:
                byte, bit = where[net]
                end = f"IN{byte}.{bit} = board {byte + 1} input {LETTERS[bit]}"
            far = f"{wire['to']} {wire['colour']}" if wire else "-"
            rows.append((f"{row['ref']}.{pin}", net, end, far))
    return rows
