"""Verdicts against hand calculation, their false alarms and their power against simulation."""

import math

import numpy as np
import pytest
from scipy import stats

from mjstudy import equivalence as eq

LEVEL = 0.01


def test_the_words():
    assert eq.judge(0.0, 0.01, 99, 0.1, LEVEL).word == eq.EQUIVALENT
    assert eq.judge(0.2, 0.01, 99, 0.1, LEVEL).word == eq.DIFFERENT
    assert eq.judge(-0.2, 0.01, 99, 0.1, LEVEL).word == eq.DIFFERENT
    assert eq.judge(0.1, 0.01, 99, 0.1, LEVEL).word == eq.UNDECIDED
    assert eq.judge(0.0, 0.1, 99, 0.1, LEVEL).word == eq.UNDECIDED


def test_half_the_margin_is_seen_and_not_different():
    told = eq.judge(0.05, 0.001, 99, 0.1, LEVEL)
    assert told.word == eq.EQUIVALENT and told.seen(LEVEL)


def test_equivalent_is_an_interval_within_the_margin():
    for shift in np.linspace(-0.2, 0.2, 41):
        told = eq.judge(float(shift), 0.02, 30, 0.1, LEVEL)
        assert (told.word == eq.EQUIVALENT) == (-0.1 <= told.low and told.high <= 0.1)
        assert told.high - told.low == pytest.approx(2 * stats.t.ppf(0.99, 30) * 0.02)


def test_no_error_at_all_decides_by_the_shift():
    assert eq.judge(0.05, 0.0, 9, 0.1, LEVEL).word == eq.EQUIVALENT
    assert eq.judge(0.15, 0.0, 9, 0.1, LEVEL).word == eq.DIFFERENT
    assert eq.judge(0.0, 0.0, 9, 0.1, LEVEL).p_zero == 1.0
    assert eq.power(0.1, 0.0, 9, LEVEL) == 1.0 and eq.power(0.1, 0.0, 9, LEVEL, 0.1) == 0.0


def test_a_table_is_as_good_as_its_worst_cell():
    good, far = eq.judge(0.0, 0.01, 99, 0.1, LEVEL), eq.judge(0.3, 0.01, 99, 0.1, LEVEL)
    unsure = eq.judge(0.0, 5.0, 99, 0.1, LEVEL)
    assert eq.worst([good, far, unsure]) is far and eq.worst([good, unsure]) is unsure
    assert eq.passes([good, good]) and not eq.passes([good, unsure])
    assert eq.any_seen([good, far], LEVEL) and not eq.any_seen([good, unsure], LEVEL)


@pytest.mark.parametrize("shift", [0.0, 2.0, 5.0, 6.0])
def test_level_and_power_as_simulated(shift):
    """20,000 studies of 12 timelines; on the margin at most 1 % are called equivalent."""
    margin, df = 5.0, 11
    means = np.random.default_rng(4).normal(shift, math.sqrt(12), (20_000, 12))
    se = means.std(axis=1, ddof=1) / math.sqrt(12)
    passed = [eq.judge(float(m), float(s), df, margin, LEVEL).word == eq.EQUIVALENT
              for m, s in zip(means.mean(axis=1)[:4_000], se[:4_000], strict=True)]  # fmt: skip
    reach = stats.t.ppf(1 - LEVEL, df) * se
    all_passed = np.abs(means.mean(axis=1)) + reach <= margin
    assert passed == all_passed[:4_000].tolist()
    assert all_passed.mean() == pytest.approx(eq.power(margin, 1.0, df, LEVEL, shift), abs=0.01)
    if shift >= margin:
        assert all_passed.mean() <= LEVEL + 0.002


def test_the_least_shift_is_seen_nine_times_in_ten():
    least = eq.least_shift(1.0, 1_000, LEVEL)
    draws = np.random.default_rng(5).normal(least, 1.0, 20_000)
    seen = np.abs(draws) >= stats.t.ppf(1 - LEVEL / 2, 1_000)
    assert seen.mean() == pytest.approx(0.9, abs=0.01)


def test_the_largest_error_just_passes():
    error = eq.largest_error(0.1, 199, LEVEL, 0.99)
    assert eq.power(0.1, error, 199, LEVEL) == pytest.approx(0.99, abs=1e-6)


@pytest.mark.parametrize(("se", "df", "margin", "level", "said"), [
    (-1.0, 9, 1.0, 0.01, "an error of -1.0 is none"),
    (math.nan, 9, 1.0, 0.01, "an error of nan is none"),
    (1.0, 0, 1.0, 0.01, "0 degrees of freedom: an error needs at least 2 timelines"),
    (1.0, 9, 0.0, 0.01, "a margin of 0.0: it must be above 0"),
    (1.0, 9, 1.0, 0.5, "a level of 0.5: it must be between 0 and 0.5"),
])  # fmt: skip
def test_what_cannot_be_judged_is_refused(se, df, margin, level, said):
    with pytest.raises(ValueError, match=said):
        eq.judge(0.0, se, df, margin, level)
