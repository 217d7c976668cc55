"""What the simulated board measures for whoever asks: absolute currents and raw levels.

Computed when it is asked for, from what the plant is at that moment: nobody who does not measure
pays for it. It draws from a source of chance of its own, so that a machine that is measured does
the same as one that is not.
"""

from __future__ import annotations

from math import hypot
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant.gauged import counter_mv, drawn_ma

SNUBBERS_MA = 5.0
"""A group without a motor on, the bus live (design hardware §1.3)."""
NOISE_MA = 0.7
"""Of the converter and its front end, a reading's standard deviation: two counts."""
V12_MV, V5SAFE_MV = 12_000, 5_000
SUPPLY_PCT, SUPPLY_NOISE_MV = 1.0, 8
"""A divider's two resistors; a count of the converter behind it."""
IN_GROUP = 8


class PlantGauges:
    """As `hal.gauges.Gauges`."""

    def __init__(self, plant: Any) -> None:
        self.plant = plant
        chance = plant.chance("gauges")
        self._gauss, self._uniform = chance.gauss, chance.uniform
        own = plant.unit.chance("gauges", "table")
        self._v12 = V12_MV * (1 + own.uniform(-SUPPLY_PCT, SUPPLY_PCT) / 100)
        self._v5 = V5SAFE_MV * (1 + own.uniform(-SUPPLY_PCT, SUPPLY_PCT) / 100)

    def group_ma(self, group: int) -> int:
        """Current of a group now, mA rms: its motors in phase, the snubbers across, noise."""
        plant = self.plant
        live = plant.k1 and plant.has_mains
        least, most = plant._noise_pct
        sum_ma = drawn_ma(plant, group) * (1 + self._uniform(least, most) / 100)
        ma = hypot(sum_ma, SNUBBERS_MA) if live else 0.0
        return max(0, round(ma + self._gauss(0, NOISE_MA)))

    def idle_ma(self, group: int) -> int:
        """The snubbers', as learnt."""
        return round(SNUBBERS_MA)

    def learnt_ma(self, motor: int) -> int:
        """What a sound motor of this unit draws, as the board has learnt it."""
        if not self.plant.fitted >> motor & 1:
            return 0
        return round(hypot(self.plant.own_ma[motor], SNUBBERS_MA) - SNUBBERS_MA)

    def level_mv(self, which: int) -> int:
        """0: 12 V, 1: +5V_SAFE, 2 to 5: raw levels of the tile counters A to D."""
        plant = self.plant
        if which == 0:
            return round(self._v12 + self._gauss(0, SUPPLY_NOISE_MV))
        if which == 1:
            return round(self._v5 * bool(plant.armed) + abs(self._gauss(0, SUPPLY_NOISE_MV)))
        return counter_mv(plant, C.SIDES[which - 2].lower(), self._gauss)
