"""Where each input, output and plug is wired, for the fault page and the host's dictionary."""

from pathlib import Path
from typing import Any

from tools.make.generate.read.board_schema import COLOURS
from tools.make.generate.read.frames import signal_of
from tools.make.generate.read.machine import Machine, load
from tools.make.generate.read.nets import motor_nets, out_net

Places = dict[str, dict[str, str]]


def dictionary(root: Path) -> dict[str, Any]:
    """The host's part."""
    machine = load(root)
    power = {"logic_mw": machine.values["logic"]["mw"],
             "motor_mw": {motor.name: motor.run_mw for motor in machine.motors}}
    return {"io": places(machine), "power": power,
            "inputs": [name for name in machine.inputs if name]}


def places(machine: Machine) -> Places:
    """What each name of the I/O map, the dice motor and each plug is, and where its wires are."""
    names = [name for name in (*machine.inputs, *machine.outputs, "dice") if name]
    found = {name: {"what": _what(machine, name), "wires": _wires(machine, name)}
             for name in names}
    for row in machine.data["connectors"].values():
        wires = "; ".join(f"pin {wire['pin']}, {COLOURS[wire['colour']]}, to {wire['to']}"
                          for wire in row["cable"]["wires"])
        found[row["ref"]] = {"what": row["title"], "wires": wires}
    return found


def _what(machine: Machine, name: str) -> str:
    """What it is, in the words of machine.toml."""
    motor = next((m for m in machine.motors if name in (m.output, m.name)), None)
    if motor:
        return f"motor: {machine.data['motor_types'][motor.type]['drives']}"
    if name in machine.data["drives"]:
        return str(machine.data["drives"][name]["what"])
    stem, side = signal_of(name, machine.data["signals"])
    return str(machine.data["signals"][stem]["what"]) + (f", side {side}" if side else "")


def _wires(machine: Machine, name: str) -> str:
    """`J30 pin 4, white`: every pin of its own; or that there is none."""
    found = []
    for net in _nets(machine, name):
        for connector, pin in machine.found.get(net, []):
            row = machine.data["connectors"][connector]
            colour = COLOURS[row["cable"]["wires"][pin - 1]["colour"]]
            found.append(f"{row['ref']} pin {pin}, {colour}")
    return "; ".join(found) or "on the board"


def _nets(machine: Machine, name: str) -> list[str]:
    if name in machine.data["motors"]:
        return motor_nets(machine.data, name)
    if name in machine.data["drives"]:
        return [out_net(name)]
    return [name, f"{name}_raw"]  # a counting sensor itself hangs on the second
