"""What the search finds in the firmware and is not mended yet: a line goes with its mend."""

BREACHES: dict[str, str] = {}
"""By kind of breach."""

DEAD_ENDS: dict[str, str] = {}
"""By the fault that a start ends with for ever."""
