"""Earth leakage of the Y capacitors, and safety parts whose value is not that of their number.

2 pi f C U at 253 V, 50 and 60 Hz, all capacitors as if they hung on the live pole (that is so when
the neutral is broken). The limit of machine.toml is that of the finished table: inlet filter,
windings and cables of sixteen motors want the larger part of it, so the board gets a quarter
(rule of the project, not measured).
"""

from math import pi

from .finding import Finding
from .ratings import WORST_V
from .values import number
from .view import View

RULE = "earth leakage"
HERTZ = (50, 60)
BOARD_SHARE = 0.25
UA = 1e6
KINDS = ("x_capacitor", "y_capacitor", "mov", "fuse", "cm_choke")
VALUES = {  # part number -> value on the drawing; makers' sheets, grade check-datasheet
    "R46KI310000M2M": "100n X2", "B32922C3104M000": "100n X2",
    "B32921C3103M000": "10n X2", "R46KF210000M1M": "10n X2",
    "DE1E3RA222MA4BQ01F": "2n2 Y1",
    "TMOV14RP300E": "TMOV14RP300E", "MOV-14D471K": "14D471K", "B72214S0301K101": "14D471K",
    "0215.500MXP": "T500mA H 250V", "0001.2501": "T500mA H 250V",
    "B82732R2102B030": "2x10mH 1A",
}


def check(view: View) -> list[Finding]:
    """Leakage and values."""
    return leakage(view) + values(view)


def leakage_ua(farad: float, hertz: int) -> float:
    """Current through a capacitance at 253 V."""
    return 2 * pi * hertz * farad * WORST_V * UA


def leakage(view: View) -> list[Finding]:
    """The sum of all Y capacitors against the board's share of `thresholds.leakage_ua`."""
    refs = [ref for ref, _ in view.of_kind("y_capacitor")]
    farad = sum(_farad(view, ref) for ref in refs)
    limit = view.data["thresholds"]["leakage_ua"]["value"]
    return [Finding(RULE, f"{', '.join(refs)} ({farad * 1e9:.1f} nF at {hertz} Hz)",
                    view.line("thresholds", "leakage_ua"),
                    f"{leakage_ua(farad, hertz):.0f} uA to earth, {BOARD_SHARE * limit:.0f} uA "
                    f"are the board's share of {limit} uA; fit fewer or smaller Y capacitors")
            for hertz in HERTZ if leakage_ua(farad, hertz) > BOARD_SHARE * limit]


def _farad(view: View, ref: str) -> float:
    """The larger of what the drawing and the part number say."""
    part = view.parts[ref]
    return max(number(text) or 0.0 for text in (part.value, VALUES.get(part.mpn, "")))


def values(view: View) -> list[Finding]:
    """The value on the drawing is what the number buys."""
    return [Finding("rating", f"{ref} {part.value or 'without a value'}", f"{part.mpn} is "
                    f"{VALUES[part.mpn]}", "value and part number differ; correct one of them")
            for ref, part in view.of_kind(*KINDS)
            if part.mpn in VALUES and part.value != VALUES[part.mpn]]
