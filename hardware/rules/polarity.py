"""Polarity: every part the right way round, by what its record says that each pin does.

The symbols say the same, but a symbol is ours: a pin drawn wrong is wrong there too. What the
nets can be at is computed once, with all supplies on (`potentials`).
"""

from . import polar_chips, polar_diodes, polar_switches
from .domains import SELV
from .finding import Finding
from .fitting import Label
from .potentials import potentials
from .view import View


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """Diodes and capacitors, transistors, chips."""
    outside = {net for net, label in labels.items() if label.domain != SELV}
    volts = potentials(view, True, outside)
    return (polar_diodes.check(view, volts) + polar_switches.check(view, volts)
            + polar_chips.check(view, volts))
