"""Voltages of a net that hangs on others by resistors alone: Kirchhoff over what is between them.

Nets whose voltage is given end the network; pins of anything but resistors take no current here.
"""

from itertools import product

from .rails import GROUND, rails, switched
from .values import number
from .view import View

Range = tuple[float, float]


def fixed(view: View) -> dict[str, Range]:
    """Ground and the supplies that a converter makes, each with its least and most volts."""
    return {net: (rail.low, rail.high) for net, rail in rails(view, running=False).items()
            if net == GROUND or not switched(view, net)}


def ohms(view: View, one: str, two: str) -> float:
    """The resistors between two nets in parallel; infinite when there is none."""
    found = 0.0
    for ref, far in view.beside(one, "resistor"):
        if far == two:
            found += 1.0 / max(number(view.parts[ref].value) or 0.0, 1e-3)
    return 1.0 / found if found else float("inf")


def level(view: View, net: str, held: dict[str, Range]) -> Range | None:
    """Least and most volts on `net` with these nets held; None: it floats."""
    links, ends = _around(view, net, held)
    if not ends:
        return None
    found = []
    for volts in product(*(dict.fromkeys(held[end]) for end in ends)):
        found.append(_solved(net, links, dict(zip(ends, volts, strict=True))))
    return min(found), max(found)


def source_ohm(view: View, net: str, held: dict[str, Range]) -> float:
    """What a capacitor on `net` is charged through; infinite when it floats."""
    links, ends = _around(view, net, held)
    if not ends:
        return float("inf")
    return _solved(net, links, dict.fromkeys(ends, 0.0), drawn=1.0)


def _around(view: View, net: str, held: dict[str, Range]) -> tuple[dict[tuple[str, str], float],
                                                                 list[str]]:
    """Conductances around `net` as far as the held nets, and which of these were met."""
    links: dict[tuple[str, str], float] = {}
    ends, seen, todo = [], {net}, [net]
    while todo:
        here = todo.pop()
        for far in sorted({far for _, far in view.beside(here, "resistor")}):
            links[here, far] = 1.0 / ohms(view, here, far)
            if far in held:
                ends.append(far)
            elif far not in seen:
                seen.add(far)
                todo.append(far)
    return links, sorted(set(ends))


def _solved(net: str, links: dict[tuple[str, str], float], fixed: dict[str, float],
            drawn: float = 0.0) -> float:
    """The voltage of `net`, into which a current of `drawn` flows; elimination by Gauss."""
    free = sorted({here for here, _ in links} - set(fixed))
    rows = []
    for here in free:
        row = [0.0] * (len(free) + 1)
        row[-1] = drawn if here == net else 0.0
        for (one, far), siemens in links.items():
            if one == here:
                row[free.index(here)] += siemens
                if far in fixed:
                    row[-1] += siemens * fixed[far]
                else:
                    row[free.index(far)] -= siemens
        rows.append(row)
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda i: abs(rows[i][at]))
        rows[at], rows[best] = rows[best], rows[at]
        for i in range(len(rows)):
            if i != at and rows[at][at]:
                share = rows[i][at] / rows[at][at]
                rows[i] = [a - share * b for a, b in zip(rows[i], rows[at], strict=True)]
    own = free.index(net)
    return rows[own][-1] / rows[own][own]
