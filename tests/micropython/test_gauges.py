"""The board's gauges: what the converter says, in milliamperes and millivolts."""

from types import SimpleNamespace

import pytest

from hal.analogue import UNKNOWN, square_of
from hal.currents import Currents
from hal.gauges import Gauges


def gauges(**levels):
    """Levels by channel, c0 to c7, in counts of 4096."""
    counts = [levels.get(f"c{channel}", 0) for channel in range(8)]
    waves = SimpleNamespace(a=SimpleNamespace(square=square_of(76)),
                            b=SimpleNamespace(square=square_of(5)), levels=counts)
    return Gauges(waves, Currents())


def test_currents_of_both_groups():
    found = gauges()
    assert (found.group_ma(0), found.group_ma(1)) == (76, 5)
    assert (found.idle_ma(0), found.idle_ma(1)) == (5, 5)


def test_what_is_not_learnt_is_none():
    found = gauges()
    assert found.learnt_ma(9) == 0
    found.currents.learnt = 1 << 9
    assert found.learnt_ma(9) == found.currents.run_ma[9] > 0


@pytest.mark.parametrize(("which", "channel", "volts", "divided_by"), [
    (0, 6, 12.0, 4.3), (1, 7, 5.0, 2), (2, 0, 3.2, 1), (3, 1, 0.4, 1), (4, 2, 1.65, 1),
    (5, 3, 3.29, 1),
])
def test_levels_are_those_before_the_divider(which, channel, volts, divided_by):
    counts = round(volts / divided_by / 3.3 * 4096)
    assert gauges(**{f"c{channel}": counts}).level_mv(which) == pytest.approx(volts * 1000, abs=9)


def test_the_highest_reading_stays_a_small_integer():
    assert 0 < 4095 * 3300 // 10 * 43 < 1 << 30
    assert gauges(c6=4095).level_mv(0) == pytest.approx(14190, abs=9)


def test_the_switched_supply_is_not_known_before_it_was_read():
    assert gauges(c7=UNKNOWN).level_mv(1) == -1
