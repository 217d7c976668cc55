"""simulator/mjsim/generated/constants.py: everything of machine.toml, flat, for the plant."""

from pathlib import Path

from tools.make.generate.code.iomap import aux, shared
from tools.make.generate.read.machine import Machine, load
from tools.make.generate.render import header, python_tuple

TARGET = Path("simulator/mjsim/generated/constants.py")


def outputs(root: Path) -> dict[Path, str]:
    """The plant's constants."""
    return {TARGET: text(load(root))}


def text(machine: Machine) -> str:
    """The module's text."""
    parts = [header(machine.origin, "Constants of the machine for the plant, integers in the unit "
                    "of their name.\n\nThe plant imports this module and nothing of the "
                    "firmware.")]
    parts.append('SIDES = ("A", "B", "C", "D")\n')
    parts.append(shared(machine, machine.names))
    rows = [machine.data["machines"][name] for name in machine.names]
    parts.append("\n# By machine: which of those that the board tells apart it is wired as; "
                 "tiles a push.\n")
    parts.append(python_tuple("WIRED", [machine.wirings.index(row["wired"]) for row in rows]))
    parts.append(python_tuple("TILES_A_PUSH", [row["tiles_a_push"] for row in rows]))
    parts.append(python_tuple("COAST_MAX_MS", [m.coast_max_ms for m in machine.motors]))
    parts.append(python_tuple("MOTOR_DIR", [m.dir for m in machine.motors]))
    parts.append("\n# Index of an output.\n")
    parts += [f"OUT_{n.upper()} = {i}\n" for i, n in enumerate(machine.outputs) if n]
    parts.append("\n# Mask of an output in the aux word: bit = output - 16.\n")
    parts.append(aux(machine))
    for section, keys in machine.values.items():
        parts.append(f"\n# [{section}]\n")
        parts += [f"{section}_{key}".upper() + f" = {value}\n" for key, value in keys.items()
                  if f"{section}_{key}" not in ("logic_mw", "start_ms")]
    parts.append("\n# Level of every input with the machine at rest and empty, 1 bit each; absent "
                 "inputs read 0.\n")
    parts.append("IDLE_OF = (\n" + "".join(f"    {_idle_bytes(machine, name)},  # {name}\n"
                                          for name in machine.names) + ")\n")
    return "".join(parts)


def _idle_bytes(machine: Machine, which: str) -> tuple[int, ...]:
    """The input image of a machine at rest and empty."""
    bits = [int(bool(name) and machine.fitted(name, which) and _idle(machine, name, which))
            for name in machine.inputs]
    return tuple(sum(bit << i for i, bit in enumerate(bits[byte * 8:byte * 8 + 8]))
                 for byte in range(9))


def _idle(machine: Machine, name: str, which: str) -> int:
    """Level of one input at rest; the strap follows the machine."""
    if name == "strap_4port":
        return int(machine.data["machines"][which]["strap_4port"])
    signals = machine.data["signals"]
    row = signals.get(name) or signals[name.rpartition("_")[0]]
    return int(row["idle"])
