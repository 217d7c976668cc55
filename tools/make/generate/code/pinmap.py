"""firmware/hal/pinmap.py: the controller's pins and the polarity of every input wire."""

from pathlib import Path

from tools.make.generate.read.frames import signal_of
from tools.make.generate.read.machine import Machine, load
from tools.make.generate.render import header, python_tuple

TARGET = Path("firmware/hal/pinmap.py")
BOOT = Path("firmware/boot.py")
DIRECT_BYTE = 8
# Pins that must be driven from the first moment, and the level at which nothing can move. A new
# pin that can move or arm something is added here; one that is not floats from power-up until the
# drivers are made.
SAFE = {"out_oe_n": 1, "arm": 0, "wd_kick": 0, "emit_en": 0, "dice_in1": 0, "dice_in2": 0}


def outputs(root: Path) -> dict[Path, str]:
    """The board's pin map, and the first program it runs."""
    machine = load(root)
    return {TARGET: text(machine), BOOT: boot(machine)}


def boot(machine: Machine) -> str:
    """boot.py: every output that could move something, off."""
    rows = machine.data["pins"]
    lines = "".join(f"    ({rows[name]['gp']}, {level}),  # {name}: {rows[name]['use']}\n"
                    for name, level in SAFE.items())
    return (header(machine.origin, "First program after power-up: every output that could move "
                   "something is off.\n\nIt knows nothing of the rest of the firmware, so that "
                   "it runs whatever is wrong with that.")
            + "from machine import Pin\n\nSAFE = (\n" + lines
            + ")\nfor number, level in SAFE:\n    Pin(number, Pin.OUT, value=level)\n")


def text(machine: Machine) -> str:
    """The module's text."""
    rows = machine.data["pins"]
    parts = [header(machine.origin,
                    "GPIO numbers and input polarity (design hardware §1.7, §1.8).")]
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
