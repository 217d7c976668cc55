"""The ribbon between the two boards: the same net at both ends of every wire, SELV alone, no net
of the mains board that the logic board needs left out, a ground for every four wires.

A ribbon's wires end at one pin each; for every other rule a header is copper of its nets.
"""

from hardware.lib.connectors import LINK, LINK_WAYS

from .barriers import SELV
from .finding import Finding
from .fitting import Label
from .view import View

RULE = "link"
GROUND = "GND"


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """Both headers, pin by pin."""
    ends = [(ref, part) for ref, part in view.of_kind(LINK.kind)]
    if len(ends) != 2:
        return [Finding(RULE, f"{len(ends)} headers of kind {LINK.kind}",
                        "hardware/blocks/link.py",
                        "a ribbon has two ends, one on each board; put both in")]
    (one, first), (two, second) = ends
    found = []
    for pin in map(str, range(1, LINK_WAYS + 1)):
        here, there = first.pins.get(pin, ""), second.pins.get(pin, "")
        if here != there or not here:
            found.append(Finding(RULE, view.at(one, pin), view.at(two, pin), "one wire, so both "
                                 "ends belong on one net; exchange the pins in one header"))
        elif here in labels and labels[here].domain != SELV:
            found.append(Finding(RULE, view.at(one, pin), f"domain {labels[here].domain}",
                                 "only SELV may pass the ribbon; leave this net on its board"))
    grounds = sum(net == GROUND for net in first.pins.values())
    if grounds * 4 < LINK_WAYS - grounds:
        found.append(Finding(RULE, f"{one}: {grounds} wires of {GROUND}", f"{LINK_WAYS} wires",
                             "a ground for every four others is needed; free some wires"))
    return found
