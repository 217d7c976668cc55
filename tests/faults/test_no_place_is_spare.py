"""Faults that several places tell of: what only one of them sees is told by it, at once.

`test_no_rule_is_spare.py` takes a whole code away; each test here fails without its one place.
"""

import pytest

from mjtable.generated.fault_codes import TIMEOUT
from mjtable.safety.faults import KEPT
from tests.faults.bench import (
    SCAN_MS,
    acknowledge,
    await_fault,
    finish,
    no_motor,
    ready,
    resume,
    sorting,
)
from tests.faults.test_chain_home import on_their_way
from tests.faults.test_lifts_astray import at, raising

AT_ONCE_MS = 2 * SCAN_MS
OTHERS = [*("stuck mid_%s on" % side for side in "abcd"), "stuck hatch_dn on",
          "stuck lift_up_b on", "stuck lift_up_c on"]  # fmt: skip
"""Seven more faults, each with its own place: with a first one there is no room for more."""


def test_a_zero_that_comes_too_soon_behind_the_corner_stops_the_rods_there():
    """E405 as it comes: later than that the rods would have been at the next row's place."""
    table = on_their_way()
    table.inject("stuck chain_zero on")
    event, took_ms = await_fault(table, 0, 20_000)
    assert (event["code"], event["at"]) == ("E405", "chain") and took_ms <= AT_ONCE_MS
    assert no_motor(table) and table.plant.chain.zone == 3
    table.inject("clear all")
    resume(table)
    finish(table, "green")


def test_a_head_that_homes_to_its_park_without_its_pusher_stands_there():
    """E522 as PARK comes; else it turns on past it, and is told 4 s later at the next PARK."""
    table = at(sorting)
    table.run_until(lambda: table.table.lines[0].state == "push" and table.io("mid_a"), 20_000)
    table.run_until(lambda: not table.io("mid_a"), 2_000)
    table.run_for(100)
    table.power_off()
    table.run_for(3_000)
    table.inject("stuck push_home_a off")
    table.power_on()
    table.run_for(1_000)
    since = len(table.events)
    table.press("elevator")
    event, _ = await_fault(table, since, 800)
    assert (event["code"], event["at"]) == ("E522", "line_a")
    assert table.io("park_a") and no_motor(table)


@pytest.mark.parametrize(("state", "limit"), [("rising", "lift_up_d"), ("up", "lift_dn_d")])
def test_a_limit_that_flickers_within_a_scan_while_the_other_is_on_is_told(state, limit):
    """E604: no scan reads both limits as on, the first edge alone shows it."""
    table = at(raising)
    table.run_until(lambda: table.table.lifts[3].state == state, 10_000)
    table.run_for(SCAN_MS)
    since = len(table.events)
    for on in (1, 0):
        table.plant.set_input(limit, on)
    event, took_ms = await_fault(table, since, AT_ONCE_MS)
    assert (event["code"], event["at"]) == ("E604", "lift_d") and took_ms <= AT_ONCE_MS


@pytest.mark.parametrize(("code", "first", "last"), [
    ("E604", "stuck lift_up_d on", "stuck lift_up_a on"),
    ("E605", "stuck lift_dn_d off", "swapped lift_up_a lift_dn_a"),
])  # fmt: skip
def test_a_cause_that_found_no_room_is_told_at_the_next_key(code, first, last):
    """Else people put lift D right for ever, and the key is refused for lift A."""
    table = at(ready)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    for wrong in (first, *OTHERS, last):
        table.inject(wrong)
        table.run_for(100)
    full = [(one.code, one.place) for one in table.told]
    assert len(full) == 8 and full[0] == (code, "lift_d") and (code, "lift_a") not in full
    acknowledge(table)
    assert (code, "lift_a") in [(one.code, one.place) for one in table.told]
    assert table.state == "fault" and no_motor(table)


@pytest.mark.parametrize(("lost", "code"), [("lose_head", "E523"), ("begin_unsaved", "E402")])
def test_a_head_that_nobody_knows_is_told_though_all_is_full(lost, code):
    """Else nobody is sent there, and its next tile is driven into what it holds."""
    table = at(sorting)
    line = table.table.lines[1]
    table.run_until(lambda: line.in_head == 1 and line.at_top(), 20_000)
    for place in ("lift_a", "lift_b", "lift_c", "lift_d", "hatch", "dice", "chain", "drum"):
        table.table.raise_fault(TIMEOUT, place, 0)
    assert (table.table.faults.count, line.name) == (KEPT, "line_b")
    line.look = True  # and its counts were not kept
    getattr(line, lost)()
    told = [(one.code, one.place) for one in table.told]
    assert len(told) == KEPT and (code, "line_b") in told
