"""Spring fingers on the dish: they comb the heap, carry tiles along and give way where one jams.

A finger is a coil (`coil.py`) that stands in a hole of the dish: a stiff round rod on two crossed
hinges at its foot, with a spring each. An edge that stands still e
over the foot bends it by an angle a with the force along the dish (`push_n`)

    F = k a cos^2 a / (e - r sin a),    r the finger's own radius

so the lower the edge, the harder it pushes: the hinge lies `SUNK_M` under the dish's floor.
One that stands on the floor jams at a tile's lower edge, 1.5 mm up, as a rigid bar does. Fingers
touch tiles and what stands still, not each other.
"""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from mjphysics.coil import hinge_mm
from mjphysics.drum import Finger, shape_mm

SUNK_M = hinge_mm(shape_mm("finger"), shape_mm("sunk")) / 1000
ROUND_M, MASS_KG = shape_mm("coil") / 2000, 0.002
"""Half a coil's outer diameter; a coil of steel wire, 0.63 mm thick and 25 mm long."""
ARMATURE, DAMPED = 1e-5, 0.7
"""kg m2 that the engine adds to a hinge, as a tile at the top has; share of critical damping (own
estimate: a coil full of tiles does not swing on)."""
FLAT_DEG = 95
"""So far a finger bends: at 80 degrees its end is still 3 mm over the dish, where tiles jam."""
SLEEVE = 0.2
"""Friction of a tile on the coil's sleeve, of the liner's polyethylene."""
TOUCHES = 'contype="4" conaffinity="2" priority="1"'


def push_n(finger: Finger, angle_rad: float, edge_mm: float) -> float:
    """How hard a bent finger pushes an edge so high over the dish, by the formula above."""
    over_m = edge_mm / 1000 + SUNK_M - ROUND_M * sin(angle_rad)
    return finger.spring_nm_per_rad * angle_rad * cos(angle_rad) ** 2 / over_m


def hinged(finger: Finger) -> str:
    """The body of a finger, a child of the dish."""
    turn, k = radians(finger.at_deg), finger.spring_nm_per_rad
    x, y = finger.radius_mm / 1000 * cos(turn), finger.radius_mm / 1000 * sin(turn)
    spring = (
        f'stiffness="{k:.6g}" damping="{2 * DAMPED * sqrt(k * ARMATURE):.6g}" '
        f'armature="{ARMATURE}" limited="true" range="{-FLAT_DEG} {FLAT_DEG}"'
    )
    axes = "1 0 0", "0 1 0"
    joints = "".join(f'<joint type="hinge" axis="{axis}" {spring}/>' for axis in axes)
    return (
        f'<body pos="{x:.6g} {y:.6g} {-SUNK_M}" euler="0 0 {finger.at_deg:.6g}">{joints}'
        f'<geom type="capsule" fromto="0 0 0 0 0 {finger.top_mm / 1000 + SUNK_M - ROUND_M:.6g}" '
        f'size="{ROUND_M}" mass="{MASS_KG}" friction="{SLEEVE} .002 .0001" {TOUCHES}/></body>'
    )
