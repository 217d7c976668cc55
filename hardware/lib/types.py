"""What a kind of part is: its pins after the datasheet, footprint, numbers to order it by."""

from typing import NamedTuple

# electrical type of a pin, as SKiDL and KiCad call it
FUNCTIONS = {
    "P": "passive", "I": "input", "O": "output", "B": "bidirectional", "T": "tri_state",
    "C": "open_collector", "W": "power_in", "w": "power_out", "N": "no_connect",
}


class Pin(NamedTuple):
    """A pin: number, the datasheet's name, a letter of FUNCTIONS."""

    number: str
    name: str
    function: str


class PartType(NamedTuple):
    """A part as it is bought. `check`: what must be read in the datasheet before ordering."""

    kind: str
    pins: tuple[Pin, ...]
    footprint: str
    value: str
    mpn: str
    substitute: str = ""
    check: str = ""


def pins(text: str) -> tuple[Pin, ...]:
    """Pins of `number:name:function` words; without a name the number serves."""
    found = []
    for word in text.split():
        number, name, function = word.split(":")
        found.append(Pin(number, name or number, function))
    return tuple(found)


def row(names: str, function: str = "P") -> tuple[Pin, ...]:
    """Pins 1, 2, ... of these names, all of one function."""
    return tuple(Pin(str(n), name, function) for n, name in enumerate(names.split(), 1))
