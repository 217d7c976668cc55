"""Mounting holes and test points: they carry no current, but a hand or a screw touches them.

One hole bonds the board to protective earth; every other is open, since its stand-off may touch
the tray. A probe of the commissioning table belongs on SELV, never on the mains half.
"""

from .barriers import PE, SELV
from .finding import Finding
from .fitting import RULE, Label
from .view import View

PE_HOLE = "H1"  # the stand-off with the toothed washer, hardware/blocks/mains_input.py


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """Holes and test points."""
    return holes(view) + test_points(view, labels)


def holes(view: View) -> list[Finding]:
    """PE on its one hole, nothing on the others."""
    found = []
    if set(view.parts[PE_HOLE].pins.values() if PE_HOLE in view.parts else ()) != {PE}:
        found.append(Finding(RULE, view.at(PE_HOLE, "1"), "net PE", "this hole bonds the board to "
                             "protective earth; connect it to PE"))
    for ref, part in view.of_kind("mounting_hole"):
        if ref != PE_HOLE and part.pins:
            found.append(Finding(RULE, view.at(ref, min(part.pins)), f"PE hole {PE_HOLE}",
                                 f"only {PE_HOLE} carries a net; leave this hole open"))
    return found


def test_points(view: View, labels: dict[str, Label]) -> list[Finding]:
    """SELV only; PE when machine.toml names the test point so; and the net that it names."""
    found, rows = [], view.data["testpoints"]
    for ref, part in view.of_kind("testpoint"):
        want = rows[ref]["net"] if ref in rows else ""
        for pin, net in sorted(part.pins.items()):
            domain = labels[net].domain if net in labels else "no domain"
            if domain != SELV and not (domain == PE and want == PE):
                found.append(Finding(RULE, f"{ref}.{pin} (net {net}, {domain})",
                                     "a test point", "a probe touches this; test points belong on "
                                     "SELV nets (on PE only when machine.toml names it)"))
            elif want and net != want:
                found.append(Finding(RULE, view.at(ref, pin), view.line("testpoints", ref, "net"),
                                     f"this test point belongs on {want}"))
    return found
