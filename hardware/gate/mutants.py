"""Faults that a hand makes in the circuit's source, one by one: `mutants(circuit)`.

Every polar two-pin part the other way round; the pins of every transistor, regulator, optocoupler
and relay exchanged; every value ten times and a tenth of what it is; every part left out.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import NamedTuple

from hardware.lib.read_records import read
from hardware.model import Circuit, Part
from hardware.rules.values import number
from hardware.rules.view import ROOT

POLAR = frozenset({"schottky", "diode", "zener", "tvs", "led", "polar_capacitor", "buzzer"})
PERMUTED = frozenset({"nmos", "pmos", "npn", "pnp", "tl431", "dcdc", "smps_acdc", "supervisor",
                      "opto_triac", "opto_ac", "triac", "relay_spdt", "relay_forceguided"})
VALUED = frozenset({"resistor", "capacitor", "polar_capacitor", "x_capacitor", "y_capacitor"})
LETTERS = (("M", 1e6), ("k", 1e3), ("", 1.0))
SMALL = (("u", 1e-6), ("n", 1e-9), ("p", 1e-12))


class Mutant(NamedTuple):
    """One fault: what was done, to which part; `parts` are the circuit's with it."""

    kind: str
    ref: str
    what: str
    parts: dict[str, Part]


def mutants(circuit: Circuit) -> Iterator[Mutant]:
    """All of them, in the order of the parts."""
    for ref, part in circuit.parts.items():
        if part.kind in POLAR and not _works_both_ways(part):
            yield _wired(circuit, "reversed", ref, _pins(part)[::-1])
        if part.kind in PERMUTED:
            for order in _orders(_pins(part)):
                yield _wired(circuit, "permuted", ref, order)
        if part.kind in VALUED:
            for factor in (10.0, 0.1):
                yield _valued(circuit, ref, factor)
        yield Mutant("left out", ref, part.value or part.kind,
                     {r: p for r, p in circuit.parts.items() if r != ref})


def _works_both_ways(part: Part) -> bool:
    """A TVS whose record knows no anode."""
    record = read(ROOT).get(part.mpn)
    return record is not None and all(pin.does == "passive" for pin in record.pins.values())


def _pins(part: Part) -> list[str]:
    return [pin for pin in part.pins if pin not in part.nc]


def _orders(pins: list[str]) -> Iterator[list[str]]:
    """Three pins in every other order; of more, each pair exchanged."""
    if len(pins) <= 3:
        yield from (list(order) for order in permutations(pins) if list(order) != pins)
        return
    for one, two in combinations(range(len(pins)), 2):
        order = list(pins)
        order[one], order[two] = order[two], order[one]
        yield order


def _wired(circuit: Circuit, kind: str, ref: str, order: list[str]) -> Mutant:
    part = circuit.parts[ref]
    pins = {**part.pins, **{pin: part.pins[other] for pin, other in
                            zip(_pins(part), order, strict=True)}}
    moved = " ".join(f"{pin}={other}" for pin, other in zip(_pins(part), order, strict=True)
                     if pin != other)
    return Mutant(kind, ref, moved, {**circuit.parts, ref: replace(part, pins=pins)})


def _valued(circuit: Circuit, ref: str, factor: float) -> Mutant:
    part = circuit.parts[ref]
    value = scaled(part.value, factor)
    return Mutant("valued", ref, f"{part.value} -> {value}",
                  {**circuit.parts, ref: replace(part, value=value)})


def scaled(value: str, factor: float) -> str:
    """`4k7`, 10 -> `47k`; what follows the number stays."""
    head, _, rest = value.partition(" ")
    plain = (number(head) or 0.0) * factor
    letters = SMALL if plain < 1e-3 and any(c in head for c in "unp") else LETTERS
    letter, size = next(((c, s) for c, s in letters if plain >= s * 0.999), letters[-1])
    text = f"{plain / size:.4g}"
    if not letter and "." in text:
        return f"{text.replace('.', 'R')} {rest}".strip()
    return f"{text}{letter} {rest}".strip()
