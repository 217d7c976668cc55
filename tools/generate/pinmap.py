"""firmware/hal/pinmap.py: the controller's pins and the polarity of every input wire."""

from pathlib import Path

from .frames import signal_of
from .machine import MACHINE_FILE, Machine, load
from .render import header, python_tuple

TARGET = Path("firmware/hal/pinmap.py")
DIRECT_BYTE = 8


def outputs(root: Path) -> dict[Path, str]:
    """The board's pin map."""
    return {TARGET: text(load(root))}


def text(machine: Machine) -> str:
    """The module's text."""
    rows = machine.data["pins"]
    parts = [header(MACHINE_FILE, "GPIO numbers and input polarity (design hardware §1.7, §1.8).")]
    parts += [f"GP_{name.upper()} = {row['gp']}\n"
              for name, row in sorted(rows.items(), key=lambda item: item[1]["gp"])]
    parts.append("\n# Wires that are low while their signal is 1, one mask a byte.\n")
    parts.append(python_tuple("INVERT", [_inverted(machine, byte) for byte in range(9)]))
    parts.append("\n# GPIO of each bit of byte 8, which is wired straight to the controller.\n")
    parts.append(python_tuple("DIRECT", _direct(machine)))
    return "".join(parts)


def _inverted(machine: Machine, byte: int) -> int:
    names = machine.inputs[8 * byte:8 * byte + 8]
    signals = machine.data["signals"]
    return sum(1 << bit for bit, name in enumerate(names)
               if name and signals[signal_of(name, signals)[0]]["active"] == "low")


def _direct(machine: Machine) -> list[int]:
    """Pins by signal: a pin is named as its signal, with btn_ before or _n behind."""
    by_signal = {name.removeprefix("btn_").removesuffix("_n"): row["gp"]
                 for name, row in machine.data["pins"].items()}
    return [by_signal[name] for name in machine.inputs[8 * DIRECT_BYTE:] if name]
