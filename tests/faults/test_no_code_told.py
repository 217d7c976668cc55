"""Failures of hardware/safety that have no code of their own, provoked as their rows say."""

from mjtable.generated import timing
from tests.faults.bench import Case, await_fault, closing, finish, no_motor, raising, sorting, told

BARE = Case("", "", "", 0)
"""Nothing is injected yet."""


def test_no_relay_moves_under_a_hatch_that_runs_on():
    """The key turns it round on its way down; its triac lets go 900 ms late."""
    table = closing(BARE)
    since = len(table.events)
    table.inject("running on hatch 900ms")
    table.press("elevator")
    event, _ = await_fault(table, since, 5_000)
    assert (event["code"], event["at"]) == ("E203", "group_a")
    table.run_for(5_000)
    assert table.violations == [] and not table.plant.moving and not table.plant.armed


def test_a_lift_that_is_held_is_soon_off_and_without_power():
    table = raising(BARE)
    table.run_for(500)
    since, start = len(table.events), table.now_ms
    table.inject("lift pinch lift_a")
    event, _ = await_fault(table, since, timing.LIFT_LIMIT_MS)
    assert (event["code"], event["at"]) == ("E603", "lift_a") and no_motor(table)
    table.run_for(10)
    assert not table.plant.armed and table.now_ms - start < timing.LIFT_LIMIT_MS


def test_a_service_key_that_hangs_starts_nothing():
    table = sorting(BARE)
    since = len(table.events)
    table.inject("stuck svc on")
    table.run_for(1_000)
    assert table.table.panel.is_service_held() and table.state == "sorting"
    finish(table, "green")
    assert told(table, since) == []


def test_a_rule_switch_that_bounces_changes_no_game():
    table = sorting(BARE)
    since, game = len(table.events), table.table.profile
    table.inject("chatter rule0")
    for _ in range(200):
        table.run_for(50)
        assert table.table.profile == game
    finish(table, "green")
    assert told(table, since) == [] and table.table.profile == game


def test_a_board_without_supply_moves_nothing_and_starts_nothing():
    """It says E905 when it is back, for tiles were under way, and waits for a person."""
    table = sorting(BARE)
    since = len(table.events)
    table.inject("brown-out 2s")
    for _ in range(5):
        table.run_for(1_000)
        assert not table.plant.effective and not table.plant.armed
    assert [event["code"] for event in told(table, since)] == ["E201", "E905"]
    assert table.state == "power_on" and table.violations == []
