"""Between which potentials each net can be, against 0 V: an interval, or nothing when it floats.

The nets of resistors are solved twice, once with everything that drives them as low and once as
high as it can be: a resistor network only averages, so nothing lies outside. Nets of the mains
half have no such potential and are left out.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from .drives import Link, Pull, links, outputs, pulls
from .rails import GROUND, Fixed, rails
from .view import View

ROUNDS, ENOUGH = 400, 1e-4
REFERENCE_V = (2.44, 2.55)  # a TL431 whose K and REF are one net


class Volts(NamedTuple):
    """The least and the most of a net."""

    low: float
    high: float

    def __str__(self) -> str:
        """`3.3 V` or `0 to 3.3 V`."""
        if self.high - self.low < 0.01:
            return f"{self.high:.3g} V"
        return f"{self.low:.3g} to {self.high:.3g} V"


class State(NamedTuple):
    """The board at nominal supplies and at its worst; the nets that something other than a
    resistor holds, and the resistors of each net."""

    running: dict[str, Volts]
    worst: dict[str, Volts]
    hard: frozenset[str]
    links: dict[str, list[Link]]


@lru_cache(maxsize=4)
def state(view: View, without: frozenset[str] = frozenset()) -> State:
    """Both potentials, and the resistors of each net; `without`: nets of the mains half."""
    outside = without - {GROUND}
    ends = [link for link in links(view) if not {link.one, link.two} & outside]
    ways = [pull for pull in pulls(view) if not {pull.net, pull.to} & outside]
    beside: dict[str, list[Link]] = {}
    for link in ends:
        beside.setdefault(link.one, []).append(link)
        beside.setdefault(link.two, []).append(link)
    hard = {*_fixed(view, False), *(way.net for way in ways if way.source)}
    return State(_potentials(_fixed(view, True), beside, ways),
                 _potentials(_fixed(view, False), beside, ways), frozenset(hard), beside)


def _fixed(view: View, running: bool) -> dict[str, Fixed]:
    """Rails, outputs and references."""
    fixed = rails(view, running)
    for net, feed in outputs(view):
        if net not in fixed and feed in fixed:
            fixed[net] = Fixed(net, 0.0, fixed[feed].high)
    return fixed | {net: Fixed(net, *REFERENCE_V) for net in _references(view)}


def _potentials(fixed: dict[str, Fixed], beside: dict[str, list[Link]], ways: list[Pull]
                ) -> dict[str, Volts]:
    """Every net that something holds."""
    low, high = (_solve(fixed, beside, ways, up) for up in (False, True))
    return {net: Volts(min(low[net], high[net]), max(low[net], high[net]))
            for net in low.keys() & high.keys()}


def _references(view: View) -> list[str]:
    """Nets that a TL431 holds: its cathode tied to its reference."""
    found = []
    for ref, _ in view.of_kind("tl431"):
        record = view.record(ref)
        pins = record.of("cathode", "reference") if record else []
        nets = {view.net(ref, pin) for pin in pins}
        found += sorted(nets - {""}) if len(nets) == 1 else []
    return found


def _solve(fixed: dict[str, Fixed], links_of: dict[str, list[Link]], ways: list[Pull], up: bool
           ) -> dict[str, float]:
    """The highest potential of each net (`up`), or the lowest."""
    volts = {net: its.high if up else its.low for net, its in fixed.items()}
    beside = {net: [(link.two if link.one == net else link.one, 1 / link.ohm) for link in its]
              for net, its in links_of.items() if net not in volts}
    towards: dict[str, list[Pull]] = {}
    for way in ways:
        towards.setdefault(way.net, []).append(way)
    free = sorted((beside.keys() | towards.keys()) - volts.keys())
    for _ in range(ROUNDS):
        moved = 0.0
        for net in free:
            new = _of(volts, beside.get(net, ()), towards.get(net, ()), up)
            if new is not None:
                moved = max(moved, abs(new - volts.get(net, 1e9)))
                volts[net] = new
        if moved < ENOUGH:
            break
    return volts


def _of(volts: dict[str, float], beside: Iterable[tuple[str, float]], towards: Iterable[Pull],
        up: bool) -> float | None:
    """One net from its neighbours, None while nothing holds it."""
    weight = total = 0.0
    for other, siemens in beside:
        if other in volts:
            total += volts[other] * siemens
            weight += siemens
    held = [total / weight] if weight else []
    along = [volts[way.to] for way in towards if way.up == up and way.to in volts]
    if held or along:
        return (max if up else min)(held + along)
    against = [volts[way.to] for way in towards if way.to in volts]
    return (min if up else max)(against) if against else None
