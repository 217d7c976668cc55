"""Which bought switches can drive this table's motors, judged by numbers, not by name.

Limits follow from the mains (180-253 V) and from the smallest motor in machine.toml. Figures of
the modules are typical of what is sold under these names (grade: check-datasheet); the page says
to read the data sheet of the part that lies on the desk.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tools.make.generate.read.machine import Machine

MAINS_MAX_V = 253.0  # 230 V +10 %, design hardware §1.2
WINDING_RATIO = 1.3  # auxiliary to main winding of a capacitor motor, no-load, §1.3
MARGIN = 1.2  # blocking voltage over the highest peak
PEAK_PART = 0.7  # a switch may need at most this part of the smallest motor's peak current
OFF_MA = 1.0  # residual current of one idle channel: 16 of them stay under the shorted-triac test
ISOLATION_V = 3750  # rms test voltage, reinforced at this mains


@dataclass(frozen=True)
class Switch:
    """One kind of module. needs_ma: least load current it works with (holding or stated minimum);
    off_ma: residual current at 200 V; barrier_mm: distance on its board between the sides."""

    name: str
    blocks_v: int
    needs_ma: float
    random_phase: bool
    off_ma: float
    isolation_v: int
    barrier_mm: float
    input_v: float
    input_ma: float
    source: str


@dataclass(frozen=True)
class Limits:
    """What a switch must reach; volts are peak, currents peak milliamperes."""

    reversible_v: float
    one_way_v: float
    motor_ma: float

    @property
    def needs_ma(self) -> float:
        return self.motor_ma * PEAK_PART


def limits(machine: Machine) -> Limits:
    """From the highest mains voltage and the smallest AC motor at unity power factor."""
    peak = MAINS_MAX_V * math.sqrt(2)
    milliwatt = min(machine.data["motor_types"][m.type]["run_mw"]["value"]
                    for m in machine.motors if m.output)
    return Limits(peak * math.hypot(1, WINDING_RATIO) * MARGIN, peak * MARGIN,
                  milliwatt / MAINS_MAX_V * math.sqrt(2))


def verdict(switch: Switch, want: Limits, reversible: bool) -> list[str]:
    """Why this switch may not drive the motor; empty when it may."""
    wanted_v = want.reversible_v if reversible else want.one_way_v
    kind = "a reversible motor's idle winding" if reversible else "a one-way motor"
    reasons = []
    if switch.blocks_v < wanted_v:
        reasons.append(f"blocks {switch.blocks_v} V, {kind} needs {wanted_v:.0f} V")
    if switch.needs_ma > want.needs_ma:
        reasons.append(f"needs {switch.needs_ma:g} mA of load, the smallest motor gives "
                       f"{want.motor_ma:.0f} mA at its peak")
    if not switch.random_phase:
        reasons.append("switches at zero crossing only, which leaves one half-wave out at a "
                       "motor's low power factor")
    if switch.off_ma > OFF_MA:
        reasons.append(f"leaks {switch.off_ma:g} mA when off, at most {OFF_MA:g} mA may")
    if switch.isolation_v < ISOLATION_V:
        reasons.append(f"insulates {switch.isolation_v} V, {ISOLATION_V} V are needed")
    if switch.barrier_mm < 8:
        reasons.append(f"its board leaves {switch.barrier_mm:g} mm between mains and logic, "
                       "8 mm are needed")
    return reasons


SWITCHES = (
    Switch("this project's channel: IL4208-X006 with BTA08-800SW", 800, 15, True, 0.7, 5300, 8.5,
           5, 5.4, "hardware/circuit.py"),
    Switch("IL4208 alone on a strip board, motors up to 15 W", 800, 0.5, True, 0.7, 5300, 8.5,
           5, 5.4, "Vishay IL4208: 300 mA, IH 0.5 mA"),
    Switch("hobby triac board, MOC3041/MOC3063 with BT136-600/BTA12-600B", 600, 50, False, 1.0,
           5000, 5.0, 5, 10, "BTA12-600B IH 50 mA; board layouts seen for sale"),
    Switch("lamp dimmer board, MOC3021 with BTA16-600B", 400, 50, True, 1.0, 5000, 5.0, 5, 10,
           "MOC3021 blocks 400 V"),
    Switch("relay-shaped SSR on 1/2/4/8-channel boards (2 A, 240 V)", 600, 100, False, 1.5, 2500,
           4.0, 5, 13, "makers state 0.1 A as least load for triac relays"),
    Switch("hockey-puck SSR 25-40 A, 380 V type", 600, 100, False, 5.0, 2500, 20.0, 5, 10,
           "least load 0.1 A; off-state leakage of its snubber"),
    Switch("hockey-puck SSR 25 A, 480 V, random phase", 1200, 75, True, 5.0, 4000, 20.0, 5, 12,
           "alternistor types: holding current 75 mA"),
    Switch("DIN interface module, triac 230 V / 1 A, zero crossing", 600, 10, False, 1.0, 2500,
           8.0, 12, 6, "typical 6 mm interface modules"),
    Switch("PhotoMOS relay 600 V, at least 100 mA", 600, 0.1, True, 0.01, 5000, 8.0, 5, 5,
           "MOSFET relays need about 0.1 mA; take the reinforced type"),
)
