"""Polarity: every part the right way round, by what its record says that each pin does.

The symbols say the same, but a symbol is ours: a pin drawn wrong is wrong there too. What the
nets can be at is computed once, with all supplies on (`potentials`).
"""

from . import polar_channels, polar_chips, polar_couplers, polar_diodes, polar_switches
from .finding import Finding
from .fitting import Label, live
from .potentials import state
from .view import View


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """Diodes and capacitors, transistors, chips, motor channels."""
    volts = state(view, live(labels)).running
    return (polar_diodes.check(view, volts) + polar_switches.check(view, volts)
            + polar_chips.check(view) + polar_couplers.check(view, volts)
            + polar_channels.check(view))
