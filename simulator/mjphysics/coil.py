"""How stiff a spring finger is: a close-wound coil of music wire, clamped at one end.

A coil of a wire d thick, wound n times at a mean diameter D, bends by a moment at its end with

    k_end = E d^4 / (32 n D (1 + E / 2G))

(each turn's wire is bent along one axis and twisted along the other). Pushed from the side it is
a cantilever; by the pseudo-rigid-body model (Howell, Compliant Mechanisms 2001, ch. 5) a stiff rod
on a hinge, 0.15 of its length over the clamp, with the spring 0.85 * 2.65 k_end = 2.25 k_end. That
holds for a push at its tip; nearer to its foot a coil is stiffer than its rod.
"""

from __future__ import annotations

YOUNG_PA, SHEAR_PA = 206e9, 79e9
"""Of music wire (EN 10270-1)."""
LINK = 0.85
"""Share of a cantilever's length that is the rod."""
RIGID_BODY = LINK * 2.65


def spring_nm_per_rad(wire_mm: float, coil_mm: float, free_mm: float) -> float:
    """Of a finger about its foot: wire, outer diameter and free length of its coil; to a tenth of
    a mNm, as the wire's thickness alone makes 6 %."""
    mean_m, turns = (coil_mm - wire_mm) / 1000, free_mm / wire_mm
    flexible = 32 * turns * mean_m * (1 + YOUNG_PA / (2 * SHEAR_PA))
    return round(RIGID_BODY * YOUNG_PA * (wire_mm / 1000) ** 4 / flexible, 4)


def hinge_mm(top_mm: float, sunk_mm: float) -> float:
    """How deep under the floor the rod's hinge lies, of a coil clamped so deep; to 0.1 mm."""
    return round(LINK * (top_mm + sunk_mm) - top_mm, 1)
