"""Mistakes in the circuit: told all at once, a line each, with the nearest valid choice."""

import difflib
from collections.abc import Iterable, Mapping

from hardware.problem import Problem


class CircuitError(Problem):
    """The circuit cannot be built; each line of the text is one mistake with its place."""


def nearest(name: str, names: Iterable[str]) -> str:
    """`; nearest: X`, or nothing."""
    found = difflib.get_close_matches(name, [n for n in names if n != name], 1, 0.5)
    return f"; nearest: {found[0]}" if found else ""


def lonely(wired: Mapping[str, Mapping[str, str]], first: Mapping[str, str],
           names: Iterable[str]) -> list[str]:
    """Nets with a single pin, each with the net that was probably meant.

    `wired`: reference -> pin -> net; `first`: net -> where it was named first; `names`: nets that
    ought to be there.
    """
    ends: dict[str, list[str]] = {}
    for ref, pins in wired.items():
        for pin, net in pins.items():
            ends.setdefault(net, []).append(f"{ref}.{pin}")
    known = (*names, *ends)
    return [f"{first[net]}: {pins[0]} is alone on net {net}{nearest(net, known)}"
            for net, pins in sorted(ends.items()) if len(pins) == 1]
