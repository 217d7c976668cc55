"""One seed, one log: skipping and fixed scanning agree, whatever the clock reads at the start.

A few seeds here; `MJSIM_SEEDS=100 pytest tests/sim/board/test_skipping.py` runs the full hundred.
"""

import os

import pytest

from mjsim.board.eventlog import EventLog
from mjsim.table.session import NotReached, SimTable

SEEDS = int(os.environ.get("MJSIM_SEEDS", "5"))
PROFILES = ("SHOP-B-136", "YEE", "HANDS-148", "SHOP-A", "MJG")


def one_set(machine, seed, profile="SHOP-B-136", **options):
    """Home, load, sort, load again, walls up, dice: the log's digest and the firmware's events."""
    log = EventLog(keep=0)
    table = SimTable(machine, profile, seed, log=log, **options)
    try:
        table.press("elevator")
        table.run_until("ready", 20_000)
        table.load()
        table.run_until(lambda: table.table.set_waiting == "green", 300_000)
        table.load()
        table.run_until(lambda: table.dice_ms > 0, 40_000)
    except NotReached:
        pass  # the two logs are compared all the same
    assert log.count > 1000
    return log.digest(), table.hearing.raw, table.violations


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_skipping_and_fixed_scanning_give_the_same_log(machine, seed):
    profile = PROFILES[seed % len(PROFILES)]
    assert one_set(machine, seed, profile) == one_set(machine, seed, profile, fixed=True)


@pytest.mark.parametrize("wrap", [1 << 29, 1 << 30])
@pytest.mark.parametrize("into_ms", [20_000, 60_000, 110_000])
def test_a_wrapping_clock_changes_nothing(wrap, into_ms):
    plain = one_set("four_port", 7)
    assert one_set("four_port", 7, offset_ms=wrap - into_ms) == plain


def test_the_same_seed_is_the_same_evening_and_another_is_not():
    assert one_set("four_port", 3) == one_set("four_port", 3)
    assert one_set("four_port", 3)[0] != one_set("four_port", 4)[0]
