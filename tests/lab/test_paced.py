"""The simulator's scans get the time that the chip's clock showed."""

import pytest

from tools.check.lab.paced import clock_ms


@pytest.mark.parametrize(("begin_us", "shown_ms"), [
    (1_000_000, 0), (1_004_900, 4), (1_004_950, 4), (1_004_975, 5), (1_005_000, 5), (900_000, 0),
])  # fmt: skip
def test_a_millisecond_that_begins_before_the_clock_is_read_counts(begin_us, shown_ms):
    """The chip's waiting ends some 40 us before the firmware reads its clock."""
    assert clock_ms(begin_us, 1_000_000) == shown_ms
