"""A spring finger on the dish: it bends as its spring says, and that is what the motor feels."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.mechanism import rules_drum
from mjphysics import coil, fingers, run
from mjphysics.coil import hinge_mm, spring_nm_per_rad
from mjphysics.drum import Blade, Drum, Finger, fingers_of_the_design
from mjphysics.fingers import MASS_KG, ROUND_M, SUNK_M, push_n
from mjphysics.run import World
from mjphysics.scene import STEP_S

SPRING, RADIUS_M, EDGE_MM = 0.01, 0.165, 6.0
ONE = Finger(176, 1000 * RADIUS_M, 22, SPRING)
BARE = Drum(tiles=1, fingers=(ONE,), vanes=(), ring_n=0.0, tilt_deg=0.0, rpm=0.0)


@pytest.mark.parametrize("hinge", [1, 2])
def test_a_finger_bends_as_its_spring_says_along_and_across(hinge):
    """k angle = M + m g c sin(angle): 3 mNm about its foot and its own weight."""
    world = World(BARE, 1)
    world.data.qfrc_applied[hinge] = 0.003
    world.rest(1.0)
    angle, centre_m = float(world.data.qpos[hinge]), (0.022 + SUNK_M - ROUND_M) / 2
    weight = MASS_KG * 9.81 * centre_m * math.sin(angle)
    assert SPRING * angle == pytest.approx(0.003 + weight, rel=0.002)


def against_a_vane(monkeypatch, friction, angle_rad):
    """The dish turns slowly until its only finger, that leans on a vane's lower edge, is bent so
    far; what the motor gave in each step."""
    monkeypatch.setattr(fingers, "SLEEVE", friction)
    drum = replace(BARE, dish_friction=friction, vanes=(Blade(0, 150, 180, 0, EDGE_MM, 42),))
    world, given = World(drum, 1), []
    while abs(world.data.qpos[1]) < angle_rad and len(given) < 10_000:
        world.step(0.05)
        given.append(world.torque_nm(0.05))
    return world, given


@pytest.mark.parametrize("angle", [0.2, 0.5, 0.9])
def test_the_motor_gives_what_a_bent_finger_pushes(monkeypatch, angle):
    """F r, F by the formula of `fingers`, without friction."""
    _, given = against_a_vane(monkeypatch, 0.02, angle)
    exact = push_n(ONE, angle, EDGE_MM) * RADIUS_M
    assert np.mean(given[-20:]) == pytest.approx(exact, rel=0.1)


def test_the_motor_s_impulse_agrees(monkeypatch):
    """What the dish lost in the last step is what is said of the motor: inertia, speed, time."""
    world, given = against_a_vane(monkeypatch, 0.02, 0.4)
    inertia = 101 + MASS_KG * RADIUS_M**2
    lost = inertia * (0.05 - float(world.data.qvel[0])) / STEP_S
    assert lost == pytest.approx(given[-1], rel=0.05)


def test_a_tile_between_a_finger_and_a_vane_takes_a_part_of_what_a_rigid_bar_takes():
    vane = Blade(180, 80, 230, 0, 12, 42)
    soft = replace(BARE, tile_friction=0.3, dish_friction=0.2, vanes=(vane,), rpm=22.0)
    bar = Blade(180, 150, 180, 0, 0, 10)
    track, hard = (run.run(drum, 8.0, 3).torque
                   for drum in (soft, replace(soft, fingers=(), bars=(bar,))))  # fmt: skip
    assert 0.01 < track.max() < hard.max() / 4


def test_the_spring_of_a_finger_is_that_of_the_coil_that_the_machine_names():
    """0.65 mm of wire, 5 mm over all, wound close over 29.4 mm, by hand: 5.7 mNm/rad."""
    found = fingers_of_the_design()
    exact = 2.2525 * 206e9 * 0.65e-3**4 / (32 * (29.4 / 0.65) * 4.35e-3 * (1 + 206 / 158))
    assert found[0].spring_nm_per_rad == pytest.approx(exact, abs=0.00005)
    assert len(found) == 36 and max(one.radius_mm for one in found) < 226 - 1000 * ROUND_M
    twice = spring_nm_per_rad(1.3, 5.65, 58.8)  # the same turns and mean diameter
    assert twice == pytest.approx(16 * exact, rel=0.01)


def test_the_hinge_is_where_the_model_of_a_cantilever_has_it():
    """0.15 of 29.4 mm over a clamp that is 7.4 mm under the floor: 3 mm under it."""
    assert pytest.approx(7.4 - 0.15 * 29.4, abs=0.05) == 1000 * SUNK_M == 3.0
    assert hinge_mm(22, 3) < 0, "clamped 3 mm under, it would bend over the floor"
    assert coil.LINK == rules_drum.LINK, "the drawing is judged by the same model"
