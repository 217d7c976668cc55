"""Deadlines: the board's clock begins anew every 2^29 ms, and one may never come."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mjtable.scan.clock import HALF, MASK, NEVER, passed, reached, sooner

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware"
times = st.integers(0, MASK)
waits = st.none() | st.integers(-HALF // 2 + 1, HALF // 2 - 1)


def due(now, wait):
    """A deadline so many ms from now; none at all for None."""
    return NEVER if wait is None else (now + wait) & MASK


@given(times, waits)
def test_a_deadline_is_reached_from_its_moment_on(now, wait):
    assert reached(now, due(now, wait)) == (wait is not None and wait <= 0)
    if wait is not None:
        assert passed(now, due(now, wait)) == (wait <= 0)


@given(times, waits, waits)
def test_of_two_deadlines_the_sooner_counts(now, one, other):
    both = [wait for wait in (one, other) if wait is not None]
    assert sooner(due(now, one), due(now, other)) == due(now, min(both, default=None))


def test_nobody_compares_times_by_hand():
    for path in sorted(FIRMWARE.rglob("*.py")):
        if path.name != "clock.py" or path.parent.name != "scan":
            for number, line in enumerate(path.read_text().splitlines(), 1):
                assert "HALF" not in line.replace("HALF_CYCLE", ""), (
                    f"{path.name}:{number}: `passed`, `reached` and `sooner` of "
                    "mjtable.scan.clock compare times")
