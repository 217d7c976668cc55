"""The magnets of the physical drum against closed formulas of physics books."""

import numpy as np
import pytest

from mjphysics import magnets


def test_two_dipoles_on_one_axis_pull_as_the_formula_says():
    """F = 6 k m1 m2 / r^4, Griffiths problem 6.21."""
    for apart_m in (0.007, 0.02, 0.1):
        force, torque = magnets.forces(
            np.array([[0.0, 0.0, apart_m]]), np.array([[0.0, 0.0, 2.0]]),
            np.zeros((1, 3)), np.array([[0.0, 0.0, 3.0]]))  # fmt: skip
        assert force[0] == pytest.approx([0, 0, -6 * magnets.K * 6.0 / apart_m**4])
        assert torque[0] == pytest.approx([0, 0, 0])


def test_two_dipoles_side_by_side_push():
    """F = 3 k m1 m2 / r^4, half the pull on one axis."""
    force, _ = magnets.forces(np.array([[0.05, 0.0, 0.0]]), np.array([[0.0, 0.0, 2.0]]),
                              np.zeros((1, 3)), np.array([[0.0, 0.0, 3.0]]))  # fmt: skip
    assert force[0] == pytest.approx([3 * magnets.K * 6.0 / 0.05**4, 0, 0])


def test_the_ring_s_field_on_its_axis_is_that_of_a_circle_of_dipoles():
    places = magnets.ring_places()
    radius, height = float(np.hypot(*places[0, :2])), float(places[0, 2])
    upright = np.tile((0.0, 0.0, 1.5), (magnets.PLACES, 1))
    for z in (0.0, 0.1, 0.4):
        found = magnets.field(np.array([[0.0, 0.0, height + z]]), places, upright)[0]
        exact = magnets.K * magnets.PLACES * 1.5 * (2 * z * z - radius**2)
        assert found == pytest.approx([0, 0, exact / (radius**2 + z * z) ** 2.5], abs=1e-12)


def test_a_force_is_the_slope_of_the_energy():
    """F = grad (m B), whatever the places: a numeric slope agrees."""
    random = np.random.default_rng(5)
    at, own = random.normal(0, 0.05, (1, 3)), random.normal(0, 1, (1, 3))
    places = magnets.ring_places()
    sources = random.normal(0, 1, places.shape)
    force, torque = magnets.forces(at, own, places, sources)

    def energy(way):
        return float(own[0] @ magnets.field(at + way, places, sources)[0])

    step = 1e-6
    slope = [(energy(step * e) - energy(-step * e)) / (2 * step) for e in np.eye(3)]
    assert force[0] == pytest.approx(slope, rel=1e-5)
    assert torque[0] == pytest.approx(np.cross(own[0], magnets.field(at, places, sources)[0]))


def test_moments_give_the_pull_they_were_asked_for_and_tiles_hardly_pull_each_other():
    ring, tile = magnets.moments(1.5)
    apart = magnets.INSIDE_M + magnets.RING_INSIDE_M
    assert 6 * magnets.K * ring * tile / apart**4 == pytest.approx(1.5)
    weight_n = 0.0225 * 9.81
    assert magnets.tile_on_tile_n(1.5) < 0.02 * weight_n
