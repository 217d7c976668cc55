"""Values of parts, by reference, out of hardware/out/circuit.json: nowhere typed a second time."""

import difflib
import re

from hardware.model import Circuit
from hardware.problem import Problem

_SCALE = {"": 1.0, "R": 1.0, "p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "k": 1e3, "K": 1e3,
          "M": 1e6}
_FORM = re.compile(r"(\d+)([RpnumkKM]?)(\d*)(?:\.(\d+))?([pnumkKM]?)")


class ValueMissing(Problem):
    """A part that the simulation needs is not in the circuit, or its value is no number."""


def number(text: str) -> float:
    """"4k7", "2u2", "100", "10n X2", "33.2k 1%" in ohms or farads; ValueMissing for others."""
    words = text.split()
    found = _FORM.fullmatch(words[0].rstrip("FΩ").removesuffix("R0")) if words else None
    if found is None:
        raise ValueMissing(f"'{text}' is no value; write it as 4k7, 2u2 or 100")
    whole, letter, after, decimals, tail = found.groups()
    if decimals:
        return float(f"{whole}.{decimals}") * _SCALE[tail or letter]
    return float(f"{whole}.{after or 0}") * _SCALE[letter]


def of(circuit: Circuit, ref: str) -> float:
    """The value of a part; the message names the nearest reference there is."""
    if ref not in circuit.parts:
        near = difflib.get_close_matches(ref, circuit.parts, 1, 0.0)
        hint = f"; the nearest is {near[0]}" if near else ""
        raise ValueMissing(f"hardware/out/circuit.json has no part {ref}, which hardware/spice "
                           f"simulates{hint}")
    try:
        return number(circuit.parts[ref].value)
    except ValueMissing as problem:
        raise ValueMissing(f"hardware/out/circuit.json, {ref}: {problem}") from None


def check_nets(circuit: Circuit, nets: dict[str, tuple[str, ...]]) -> None:
    """ValueMissing when a part is not where the simulated netlist has it."""
    for ref, wanted in nets.items():
        has = set(circuit.parts[ref].pins.values()) if ref in circuit.parts else set()
        for net in wanted:
            if net not in has:
                of_part = ", ".join(sorted(has)) or "no part"
                raise ValueMissing(f"hardware/out/circuit.json, {ref}: hardware/spice has a pin "
                                   f"on {net}, the circuit has {of_part}")


def zener(circuit: Circuit, ref: str) -> float:
    """The volts of a zener out of its name: BZT52C13, BZX85C5V6."""
    part = circuit.parts.get(ref)
    found = re.search(r"C(\d+)(?:V(\d+))?\b", part.value if part else "")
    if found is None:
        raise ValueMissing(f"hardware/out/circuit.json, {ref}: "
                           f"'{part.value if part else ''}' names no zener as BZT52C13 does")
    return float(f"{found.group(1)}.{found.group(2) or 0}")
