"""The generated firmware against the circuit: every bit and GPIO is where the wires are."""

import runpy
from pathlib import Path
from typing import Any

from tools.make.generate.read.frames import signal_of

from .finding import Finding
from .inputs import DIRECT, chip_pin
from .pinouts import OUT_BITS, OUT_CHAIN, PICO_GPIO
from .view import View

RULE = "generated map"
IOMAP = "firmware/mjtable/generated/iomap.py"
PINMAP = "firmware/hal/pinmap.py"
REMEDY = "run `make generate`; if it stays, the wires differ from machine.toml"
Where = dict[str, tuple[int, int]]


class Module:
    """A generated module: its constants and the line of each."""

    def __init__(self, root: Path, name: str) -> None:
        self.name = name
        self.values: dict[str, Any] = runpy.run_path(str(root / name))
        lines = (root / name).read_text(encoding="utf-8").splitlines()
        self.lines = {line.split(" =")[0]: n for n, line in enumerate(lines, 1) if " =" in line}

    def differs(self, key: str, want: Any, here: str, index: int = -1) -> list[Finding]:
        """A finding when constant `key` (its element `index`) is not `want`."""
        have = self.values.get(key)
        if index >= 0 and have is not None:
            have = have[index] if index < len(have) else None
        if have == want:
            return []
        place = f"{self.name}:{self.lines.get(key, 1)} {key}" + (f"[{index}]" * (index >= 0))
        return [Finding(RULE, here, f"{place} = {have!r}", f"should be {want!r}; {REMEDY}")]


def check(view: View, outputs: Where, inputs: Where) -> list[Finding]:
    """`outputs` and `inputs`: where the circuit has each name, as the walks found it."""
    iomap, pinmap = Module(view.root, IOMAP), Module(view.root, PINMAP)
    return (_outputs(view, iomap, outputs) + _inputs(view, iomap, pinmap, inputs)
            + _pins(view, pinmap))


def _outputs(view: View, iomap: Module, where: Where) -> list[Finding]:
    """OUTPUTS, MOTORS and the masks of the aux word."""
    found, motors = [], {m.output: m for m in view.machine.motors if m.output}
    for name, (byte, bit) in sorted(where.items()):
        here = view.at(OUT_CHAIN[byte], OUT_BITS[bit]) + f" drives {name}"
        index = byte * 8 + bit
        found += iomap.differs("OUTPUTS", name, here, index)
        if name in motors:
            found += iomap.differs("MOTORS", motors[name].name, here, index)
        elif index >= 16:
            found += iomap.differs(f"AUX_{name.upper()}", 1 << index - 16, here)
    return found


def _inputs(view: View, iomap: Module, pinmap: Module, where: Where) -> list[Finding]:
    """INPUTS, the index, bit and byte of each, and its polarity."""
    found, rows = [], view.data["signals"]
    for name, (byte, bit) in sorted(where.items()):
        index = byte * 8 + bit
        stem, side = signal_of(name, rows)
        here = f"{view.at(*chip_pin(view, index))} takes in {name}"
        found += iomap.differs("INPUTS", name, here, index)
        found += iomap.differs(f"IN_{name.upper()}", index, here)
        found += iomap.differs(f"BIT_{stem.upper()}", 1 << bit, here)
        if not side:
            found += iomap.differs(f"BYTE_{name.upper()}", byte, here)
        low = pinmap.values["INVERT"][byte] >> bit & 1 == 1
        if low != (rows[stem]["active"] == "low"):
            found.append(Finding(RULE, f"{PINMAP}:{pinmap.lines['INVERT']} INVERT[{byte}] bit "
                                 f"{bit}", view.line("signals", stem, "active"),
                                 f"the polarity of {name} differs; {REMEDY}"))
    return found


def _pins(view: View, pinmap: Module) -> list[Finding]:
    """GP_<NAME> is the GPIO whose module pin carries net NAME; DIRECT likewise."""
    found = []
    nets = {view.net("U1", pin): gp for gp, pin in PICO_GPIO.items()}
    for name in sorted(view.data["pins"]):
        gp = nets.get(name.upper())
        if gp is not None:
            here = view.at("U1", PICO_GPIO[gp])
            found += pinmap.differs(f"GP_{name.upper()}", gp, here)
            if name in DIRECT:
                found += pinmap.differs("DIRECT", gp, here, DIRECT.index(name))
    return found
