"""Edits of a circuit, as a careless hand makes them: each returns a new circuit.

Only the parts are kept, since the rules take the nets from the parts' pins.
"""

from dataclasses import replace

from hardware.model import Circuit, Part


def add(circuit: Circuit, ref: str, kind: str, pins: dict[str, str], value: str = "",
        mpn: str = "", footprint: str = "mj:R_0805") -> Circuit:
    """One part more."""
    part = Part(kind, value, mpn, footprint, "test", "test", pins=pins)
    return Circuit({**circuit.parts, ref: part}, {})


def remove(circuit: Circuit, ref: str) -> Circuit:
    """One part less."""
    return Circuit({r: p for r, p in circuit.parts.items() if r != ref}, {})


def change(circuit: Circuit, ref: str, **fields: object) -> Circuit:
    """Other fields for a part."""
    return Circuit({**circuit.parts, ref: replace(circuit.parts[ref], **fields)}, {})


def move(circuit: Circuit, ref: str, *pins: tuple[str, str]) -> Circuit:
    """Pins of a part on other nets: pairs of pin and net."""
    return change(circuit, ref, pins={**circuit.parts[ref].pins, **dict(pins)})


def swap(circuit: Circuit, one: tuple[str, str], two: tuple[str, str]) -> Circuit:
    """Two pins exchange their nets."""
    first, second = circuit.parts[one[0]].pins[one[1]], circuit.parts[two[0]].pins[two[1]]
    return move(move(circuit, one[0], (one[1], second)), two[0], (two[1], first))


def rename(circuit: Circuit, old: str, new: str) -> Circuit:
    """Another name for a net; when the name is taken, the two become one."""
    return Circuit({ref: replace(part, pins={pin: new if net == old else net
                                                for pin, net in part.pins.items()})
                       for ref, part in circuit.parts.items()}, {})


def wire(circuit: Circuit, one: str, two: str) -> Circuit:
    """A wire between two nets makes one of them."""
    return rename(circuit, two, one)


def exchange(circuit: Circuit, one: str, two: str) -> Circuit:
    """Two parts change their references."""
    parts = dict(circuit.parts)
    parts[one], parts[two] = parts[two], parts[one]
    return Circuit(parts, {})


def short(circuit: Circuit, ref: str, one: str, two: str) -> Circuit:
    """Two pins of a part touch: their nets become one."""
    pins = circuit.parts[ref].pins
    return wire(circuit, pins[one], pins[two])


def parallel(circuit: Circuit, ref: str, one: str, two: str) -> Circuit:
    """A wire bridge, as a part, across two pins of a part."""
    pins = circuit.parts[ref].pins
    return add(circuit, "R9999", "resistor", {"1": pins[one], "2": pins[two]}, "0R")
