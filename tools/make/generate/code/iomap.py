"""mjtable/generated/iomap.py: every I/O bit, motor and machine as plain integers and tuples."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.make.generate.read import schema
from tools.make.generate.read.frames import signal_of
from tools.make.generate.read.machine import Machine, load
from tools.make.generate.render import header, python_tuple

TARGET = Path("firmware/mjtable/generated/iomap.py")


def outputs(root: Path) -> dict[Path, str]:
    """The firmware's I/O map."""
    return {TARGET: text(load(root))}


def text(machine: Machine) -> str:
    """The module's text."""
    parts = [header(machine.origin, "I/O map: index of a bit = byte * 8 + bit; motors are a "
                    "17-bit mask.\n\nInputs are logical: 1 = tile present, switch actuated, "
                    "key pressed.")]
    parts.append('SIDES = ("A", "B", "C", "D")\n')
    parts.append(shared(machine, machine.wirings))
    parts.append("\n# Mask of a signal within its byte; side signals once, byte = side.\n")
    parts.append(_bits(machine))
    parts.append("\n# Byte of an input that exists once.\n")
    for index, name in enumerate(machine.inputs):
        if name and not signal_of(name, machine.data["signals"])[1]:
            parts.append(f"BYTE_{name.upper()} = {index // 8}\n")
    parts.append("\n# Mask of an output in the aux word: bit = output - 16.\n")
    parts.append(aux(machine))
    parts.append("\n# Which input bits exist, one mask a byte.\n")
    rows = [f"    ({', '.join(map(str, _fitted(machine, name)))}),  # {name}\n"
            for name in machine.wirings]
    parts.append("INPUTS_OF = (\n" + "".join(rows) + ")\n")
    parts.append("\n# Which of them come on between two sets that are built; the machines in turn."
                 "\n")
    parts.append(_bytes("EDGES_OF", [mask for name in machine.wirings
                                     for mask in _fitted(machine, name, ["set"])]))
    parts.append("\n# Which of them change with motor power, and what they are while it is on.\n")
    power = [name for name in machine.inputs if name and _row(machine, name)["edges"] == "power"]
    parts.append(_bytes("POWER_EDGES", _by_byte(machine, power)))
    parts.append(_bytes("POWER_LEVELS", _by_byte(
        machine, [name for name in power if _row(machine, name)["idle"]])))
    return "".join(parts)


def _bytes(name: str, masks: list[int]) -> str:
    """`NAME = b"..."`, which takes a board a byte a mask."""
    digits = "".join(f"\\x{mask:02x}" for mask in masks)
    return f'{name} = b"{digits}"\n'


def _fitted(machine: Machine, which: str, edges: Sequence[str] = schema.EDGES) -> list[int]:
    """A mask for each byte: the inputs of a machine of which an edge is expected so."""
    return _by_byte(machine, [name for name in machine.inputs if name
                              and machine.fitted(name, which)
                              and _row(machine, name)["edges"] in edges])


def _by_byte(machine: Machine, names: list[str]) -> list[int]:
    """A mask for each byte of the frame."""
    return [sum(1 << i % 8 for i, x in enumerate(machine.inputs) if i // 8 == byte and x in names)
            for byte in range(len(machine.inputs) // 8)]


def _row(machine: Machine, name: str) -> dict[str, Any]:
    """The row of an input in [signals]."""
    row: dict[str, Any] = machine.data["signals"][signal_of(name, machine.data["signals"])[0]]
    return row


def shared(machine: Machine, names: Sequence[str]) -> str:
    """What firmware and plant both need: names, indices, motors, these machines."""
    parts = [python_tuple("INPUTS", machine.inputs), python_tuple("OUTPUTS", machine.outputs),
             python_tuple("MOTORS", [m.name for m in machine.motors])]
    parts.append("\n# Index of an input.\n")
    parts += [f"IN_{n.upper()} = {i}\n" for i, n in enumerate(machine.inputs) if n]
    parts.append("\n# First motor of each kind; line or side i is M_<KIND> + i.\n")
    seen: set[str] = set()
    for motor in machine.motors:
        if motor.type not in seen:
            seen.add(motor.type)
            parts.append(f"M_{motor.type.upper()} = {motor.index}\n")
    parts.append("\n# Machines, the number of their lines, and masks of the motors they have.\n")
    parts.append(python_tuple("MACHINES", names))
    parts.append(python_tuple("LINES", [
        len(machine.data["machines"][name]["lines"]) for name in names]))
    parts.append(python_tuple("MOTORS_OF", [
        sum(1 << m.index for m in machine.motors if n in m.machines) for n in names]))
    parts.append(f"REVERSIBLE = {sum(1 << m.index for m in machine.motors if m.dir)}\n")
    parts.append("\n# Electrical input in mW, running and for START_MS from the start.\n")
    parts.append(python_tuple("MOTOR_RUN_MW", [m.run_mw for m in machine.motors]))
    parts.append(python_tuple("MOTOR_START_MW", [m.start_mw for m in machine.motors]))
    parts.append(python_tuple("MOTOR_MAX_ON_MS", [m.max_on_ms for m in machine.motors]))
    parts.append(f"LOGIC_MW = {machine.values['logic']['mw']}\n")
    parts.append(f"START_MS = {machine.values['start']['ms']}\n")
    return "".join(parts)


def aux(machine: Machine) -> str:
    """`AUX_<NAME> = mask` for the outputs that are no motors."""
    return "".join(f"AUX_{n.upper()} = {1 << i}\n"
                   for i, n in enumerate(machine.outputs[16:]) if n)


def _bits(machine: Machine) -> str:
    """`BIT_<SIGNAL> = mask`, in frame order."""
    lines: dict[str, int] = {}
    for index, name in enumerate(machine.inputs):
        if name:
            lines.setdefault(signal_of(name, machine.data["signals"])[0], 1 << index % 8)
    return "".join(f"BIT_{stem.upper()} = {mask}\n" for stem, mask in lines.items())
