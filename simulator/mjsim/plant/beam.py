"""Light barriers as they are: not a line, but a spot, a threshold, and dust."""

from __future__ import annotations

from mjsim.plant.unit import Unit

DUST_MOST_UM = 1_000
"""By then somebody has wiped the lenses (own estimate)."""


class Shyness:
    """How far a tile must cover a beam beyond its middle until it is seen: its comparator's
    threshold, and dust on the lenses that comes by the hour."""

    def __init__(self, unit: Unit, name: str) -> None:
        self.own_um = unit.of("beam_threshold", name)
        self.um_per_h = unit.of("beam_dirt", name)

    def um(self, now: int) -> int:
        """How much later a nose is seen, and how much earlier a tail leaves."""
        return round(self.own_um + min(self.um_per_h * now / 3_600_000, DUST_MOST_UM))
