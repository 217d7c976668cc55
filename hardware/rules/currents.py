"""Currents through resistors: how hard a net is held behind one, and between which potentials.

The intervals of two neighbours alone would say that a gate's resistor carries the whole swing;
what lies behind it, 100 k to ground, says that it carries next to nothing.
"""

from math import inf
from typing import NamedTuple

from .drives import Link
from .potentials import State

DEPTH = 6  # resistors in a row that are followed


class Behind(NamedTuple):
    """Ohms to what holds a net, and the least and most volts of that."""

    ohm: float
    low: float
    high: float


FREE = Behind(inf, inf, -inf)


def behind(now: State, net: str, without: Link, depth: int = DEPTH) -> Behind:
    """What holds a net, seen from the resistor `without`."""
    if net in now.hard and net in now.worst:
        return Behind(0.0, now.worst[net].low, now.worst[net].high)
    siemens, low, high = 0.0, inf, -inf
    for link in now.links.get(net, []) if depth else ():
        if link is without:
            continue
        far = behind(now, link.two if link.one == net else link.one, link, depth - 1)
        if far.ohm < inf:
            siemens += 1 / (link.ohm + far.ohm)
            low, high = min(low, far.low), max(high, far.high)
    return Behind(1 / siemens, low, high) if siemens else FREE


def across(now: State, link: Link) -> float:
    """The most volts that can stand across a resistor."""
    one, two = now.worst.get(link.one), now.worst.get(link.two)
    if one is None or two is None:
        return 0.0
    seen = max(one.high - two.low, two.high - one.low, 0.0)
    left, right = behind(now, link.one, link), behind(now, link.two, link)
    if left.ohm == inf or right.ohm == inf:
        return 0.0
    most = max(left.high - right.low, right.high - left.low, 0.0)
    return min(seen, most * link.ohm / (link.ohm + left.ohm + right.ohm))
