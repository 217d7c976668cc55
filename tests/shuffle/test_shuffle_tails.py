"""Tail probabilities and Holm's correction against printed tables and hand-worked cases."""

import math

import pytest

from mjsim.shuffle.statistics import tails
from mjsim.shuffle.statistics.holm import holm


@pytest.mark.parametrize(
    "df, five_percent, one_in_thousand",
    [
        (1, 3.841, 10.828),
        (3, 7.815, 16.266),
        (9, 16.919, 27.877),
        (100, 124.342, 149.449),
    ],
)
def test_chi_square_tail_matches_the_printed_tables(df, five_percent, one_in_thousand):
    assert tails.gamma_upper(df / 2, five_percent / 2) == pytest.approx(0.05, rel=1e-3)
    assert tails.gamma_upper(df / 2, one_in_thousand / 2) == pytest.approx(0.001, rel=2e-3)


@pytest.mark.parametrize("x", [0.01, 0.5, 1.0, 2.0, 7.0, 30.0])
def test_two_degrees_of_freedom_are_exponential(x):
    assert tails.gamma_upper(1.0, x) == pytest.approx(math.exp(-x), rel=1e-12)
    assert tails.gamma_lower(1.0, x) == pytest.approx(-math.expm1(-x), rel=1e-12)


def test_one_degree_of_freedom_is_the_normal_squared():
    for z in (0.1, 1.0, 1.96, 4.0, 8.0):
        assert tails.gamma_upper(0.5, z * z / 2) == pytest.approx(
            tails.normal_two_sided(z), rel=1e-9
        )


def test_whole_shapes_are_poisson_sums():
    x, shape = 7.5, 12
    poisson = sum(math.exp(-x) * x**k / math.factorial(k) for k in range(shape))
    assert tails.gamma_upper(shape, x) == pytest.approx(poisson, rel=1e-12)


def test_chi_square_two_sided_sees_too_regular_as_well():
    assert tails.chi_square_two_sided(40.0, 9) < 1e-4
    assert tails.chi_square_two_sided(0.3, 9) < 1e-4
    assert tails.chi_square_two_sided(8.34, 9) == pytest.approx(1.0, abs=0.01)


def test_mean_two_sided_goes_over_into_the_normal():
    for z in (-3.0, -1.0, 0.5, 2.5):
        assert tails.mean_two_sided(z, 0.0) == tails.normal_two_sided(z)
        assert tails.mean_two_sided(z, 1e-4) == pytest.approx(tails.normal_two_sided(z), rel=1e-2)
        assert tails.mean_two_sided(z, -0.5) == pytest.approx(tails.mean_two_sided(-z, 0.5))


def test_mean_two_sided_of_a_chi_square_is_its_own_tail():
    df, value = 10, 25.0
    z = (value - df) / math.sqrt(2 * df)
    assert tails.mean_two_sided(z, math.sqrt(8 / df)) == pytest.approx(
        tails.chi_square_two_sided(value, df), rel=1e-9
    )


@pytest.mark.parametrize("p, z", [(0.5, 0.0), (0.975, 1.959964), (0.9, 1.281552)])
def test_normal_quantile(p, z):
    assert tails.normal_quantile(p) == pytest.approx(z, abs=1e-6)


def test_holm_against_a_hand_worked_case():
    # sorted .005 .01 .03 .04, times 4 3 2 1: .02 .03 .06 .04 -> never falling: .02 .03 .06 .06
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_stays_below_one_and_keeps_single_tests():
    assert holm([0.7, 0.9]) == [1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []
