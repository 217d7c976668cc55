"""From the plant's truth to the levels on the controller's wires.

Polarity and pins come from the generated map, the front end's arithmetic from design hardware
§1.5; nothing here asks the firmware.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from hal.pinmap import DIRECT, INVERT
from mjsim.generated import constants as C
from tools.check.vm.blocks import analogue

CHAIN_BYTES = 8
COUNTS_PER_MA = 2 / (3300 / 4096)
"""Two turns, 1000:1, 1 kOhm: 2 mV a milliampere; the converter has 4096 counts in 3.3 V."""
ROOM_K, BETA = 298.15, 3950
V12_COUNTS, V5SAFE_COUNTS, SENSOR_COUNTS = 2600, 3100, 1500
SNUBBERS_MA = 5
"""What the snubbers of one group draw with the motor bus live (design hardware §1.3)."""
_FLIP = int.from_bytes(bytes(INVERT[:CHAIN_BYTES]), "little")
_PINS = tuple(
    sum(((raw ^ INVERT[CHAIN_BYTES]) >> bit & 1) << gp for bit, gp in enumerate(DIRECT))
    for raw in range(256)
)


def chain(level: bytes | bytearray) -> bytes:
    """IN0..IN7 as the shift registers see them."""
    return (int.from_bytes(level[:CHAIN_BYTES], "little") ^ _FLIP).to_bytes(CHAIN_BYTES, "little")


def gpio(level: bytes | bytearray) -> int:
    """Levels of the pins that carry byte 8."""
    return _PINS[level[CHAIN_BYTES]]


def ntc_counts(dc: int) -> int:
    """Reading of an NTC 10 k, B 3950, under 10 k, at tenths of a degree."""
    ratio = math.exp(BETA * (1 / (273.15 + dc / 10) - 1 / ROOM_K))
    return max(0, min(4095, round(4096 * ratio / (1 + ratio))))


def peak(ma: int) -> int:
    """Peak of a current's sine in counts, from mA rms."""
    return round(max(0, ma) * math.sqrt(2) * COUNTS_PER_MA)


@lru_cache(maxsize=4096)
def _model(motors: int, own_ma: tuple[int, ...], volts_pct: int) -> tuple[int, int]:
    """What flows in both groups, mA, with these motors on, each drawing its own, at a voltage in
    per cent of the rated one; -1: the motor bus is dead."""
    if motors < 0:
        return 0, 0
    sums = [SNUBBERS_MA, SNUBBERS_MA]
    for motor in range(C.M_DICE):
        if motors >> motor & 1:
            sums[0 if motor < 8 else 1] += own_ma[motor] * volts_pct // 100
    return sums[0], sums[1]


@lru_cache(maxsize=4096)
def _analogue(a_ma: int, b_ma: int, hs_dc: int, bay_dc: int, armed: bool, half_us: int) -> bytes:
    supply = V5SAFE_COUNTS if armed else 0
    mux = (SENSOR_COUNTS,) * 4 + (ntc_counts(hs_dc), ntc_counts(bay_dc), V12_COUNTS, supply)
    return analogue(peak(a_ma), peak(b_ma), mux, half_us)


def analogue_of(plant: Any) -> bytes:
    """Everything behind the converters, and the mains."""
    half_us = 5_000_000 // plant.mains_dhz if plant.has_mains else 0
    live = plant.motors & plant.fitted if plant.k1 and plant.has_mains else -1
    a_ma, b_ma = _model(live, plant.own_ma, 100 + round(plant.grid.volts.value))
    return _analogue(a_ma + plant.amps_a_ma, b_ma + plant.amps_b_ma, plant.temp_hs_dc,
                     plant.temp_bay_dc, bool(plant.armed), half_us)  # fmt: skip
