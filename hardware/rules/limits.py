"""Voltages, currents and power of every part, computed, against its record.

The worst case: rails at their tolerance, every output and contact either way. What is across the
line is divided over its chain of resistors as `ratings` walks it.
"""

from dataclasses import replace

from hardware.lib.record import wanted
from hardware.model import Circuit

from . import limit_barriers, limit_contacts, limit_loads, limit_parts, limit_pins, limit_sensors
from .figure import Figure
from .finding import Finding
from .fitting import Label, live
from .potentials import state
from .view import View


def figures(view: View, labels: dict[str, Label]) -> list[Figure]:
    """Every figure, in the order of the parts."""
    now = state(view, live(labels))
    return [*limit_pins.figures(view, now), *limit_parts.figures(view, now),
            *limit_loads.figures(view, now), *limit_contacts.figures(view, now),
            *limit_sensors.figures(view, now), *limit_barriers.figures(view)]


def substituted(view: View) -> View:
    """The same circuit with every substitute fitted that has a record with the same pins."""
    parts = {}
    for ref, part in view.parts.items():
        mine, its = view.record(ref), view.records.get(part.substitute)
        fits = mine and its and wanted(mine).keys() == wanted(its).keys()
        parts[ref] = replace(part, mpn=part.substitute) if fits else part
    return View(Circuit(parts, {}), view.machine, view.root)


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """The figures that do not hold, with the parts named first or with all their substitutes."""
    found = [figure for figure in figures(view, labels) if not figure.holds]
    known = {(figure.place, figure.what) for figure in found}
    found += [figure for figure in figures(substituted(view), labels)
              if not figure.holds and (figure.place, figure.what) not in known]
    return [figure.finding for figure in found]


def table(view: View, labels: dict[str, Label]) -> str:
    """All of them, for `python -m hardware.rules --figures`."""
    rows = figures(view, labels)
    head = (f"  {'place':<34} {'what':<24} {'computed':>18}  {'allowed':<20} by\n")
    return head + "\n".join(figure.row for figure in rows) + (
        f"\n{len(rows)} figures, {sum(not f.holds for f in rows)} beyond their record")
