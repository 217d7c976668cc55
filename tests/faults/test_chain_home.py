"""E405 and the way home: from wherever the rods come, each row is carried one station, once."""

import pytest

from mjsim.people.remedies import acts
from mjsim.table.session import SimTable
from mjtable.mechanisms.distributor import PROOF_MS
from tests.faults.bench import (
    Case,
    acknowledge,
    await_fault,
    chain,
    finish,
    resume,
    sorting,
    under_the_lid,
)

CASE = Case("E405", "", "", 0, wait_ms=60_000, machine="single_port")


def blind_at_zero():
    """A row is full, and the rods do not set out: they do not see that they are parked."""
    table = sorting(CASE)
    table.inject("stuck chain_zero off")
    await_fault(table, 0, 120_000)
    assert not table.plant.chain.moving
    return table


def homing(table):
    """Acknowledged, and the chain on its way."""
    acknowledge(table)
    table.press("elevator")
    table.run_until(lambda: table.plant.chain.moving, 10_000)


def returning():
    """It saw its zero again when the rods had left it backwards: they come on from the corner."""
    table = blind_at_zero()
    homing(table)
    table.run_until(lambda: table.plant.chain.zone != 0, 5_000)
    table.inject("clear all")
    table.run_until(lambda: table.table.distributor.state == "returning", 5_000)
    return table


def cut(table):
    """The mains are away for three seconds; then a key."""
    table.inject("mains cut 3s")
    table.run_for(3_000)
    table.inject("clear all")
    table.run_for(2_000)


def test_rods_that_left_a_blind_zero_backwards_carry_the_row_that_still_waits():
    """They went to the corner behind and on to their zero; the next row met the first one."""
    table = returning()
    finish(table, "green")


def test_they_do_so_though_the_power_goes_on_their_way_on():
    table = returning()
    table.run_for(500)
    cut(table)
    table.press("elevator")
    finish(table, "green")


def test_a_zero_that_stays_blind_stops_the_rods_before_they_can_take_rows_along():
    """Half a way back to the corner and not much more on: else they carried a row twice."""
    table = blind_at_zero()
    homing(table)
    since = len(table.events)
    event, _ = await_fault(table, since, 10_000)
    assert (event["code"], event["at"]) == ("E405", "chain")
    assert table.table.distributor.past and not table.plant.chain.loaded
    table.inject("clear all")
    resume(table)
    finish(table, "green")


@pytest.mark.parametrize("after_ms", [600, 2_000])
def test_a_row_that_goes_home_over_its_corner_is_not_carried_once_more(after_ms):
    """Cut before the corner, homed, and cut again so that the rods coast to their zero."""
    table = chain(CASE)
    table.run_until(lambda: table.table.distributor.state == "carrying", 5_000)
    table.run_for(after_ms)
    cut(table)
    table.press("elevator")
    table.run_until(lambda: table.table.distributor.state == "homing", 10_000)
    rods = table.plant.chain
    table.run_until(lambda: rods.loaded and rods.zone == 3, 10_000)
    table.run_for(rods.at - table.now_ms - 40)
    cut(table)
    assert rods.zone == 0 and rods.indexes == 1
    table.press("elevator")
    finish(table, "green")


def test_rods_past_their_corner_that_go_home_to_a_blind_zero_stop_soon():
    """They went on to the next corner, and the rows with them."""
    table = chain(CASE)
    table.run_until(lambda: table.table.distributor.state == "arriving", 10_000)
    table.run_for(1_000)
    cut(table)
    table.inject("stuck chain_zero off")
    since = len(table.events)
    table.press("elevator")
    event, _ = await_fault(table, since, 10_000)
    assert event["code"] == "E405" and table.plant.chain.indexes == 1
    assert not table.plant.chain.loaded
    table.inject("clear all")
    resume(table)
    finish(table, "green")


def test_rods_that_see_their_zero_before_they_have_left_it_set_out_with_the_row():
    """They were on their way back already."""
    table = blind_at_zero()
    homing(table)
    assert table.table.distributor.state == "backing" and table.plant.chain.zone == 0
    table.inject("clear all")
    table.run_for(20)
    assert table.table.distributor.state == "leaving"
    finish(table, "green")


def on_their_way():
    """Rods past their corner, and the power goes."""
    table = chain(CASE)
    table.run_until(lambda: table.table.distributor.state == "arriving", 10_000)
    table.run_for(600)
    return table


def sticks_as_they_home(table):
    cut(table)
    table.press("elevator")
    table.run_until(lambda: table.plant.chain.moving, 10_000)
    table.run_for(400)
    table.inject("stuck chain_zero on")


def sticks_without_power(table):
    table.inject("mains cut 3s")
    table.run_for(1_500)
    table.inject("stuck chain_zero on")
    table.run_for(1_500)
    table.inject("clear mains cut 3s")
    table.run_for(2_000)
    table.press("elevator")


@pytest.mark.parametrize("sticks", [sticks_as_they_home, sticks_without_power])
def test_a_zero_that_sticks_half_way_is_not_believed(sticks):
    """The row was taken for carried, and the next one was pushed into it."""
    table = on_their_way()
    sticks(table)
    table.run_until(lambda: table.faults, 20_000)
    assert table.faults == ["E405"] and table.plant.chain.zone != 0
    table.inject("clear all")
    resume(table)
    finish(table, "green")


@pytest.mark.parametrize("unit", range(12))
def test_a_good_zero_goes_off_as_the_rods_back_away_from_it(unit):
    """On worn tables too, in two thirds of its time."""
    table = SimTable("single_port", seed=unit, unit="worn", late="now")
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    start = "arriving" if unit % 2 else "carrying"
    table.run_until(lambda: table.table.distributor.state == start, 180_000)
    table.run_for(150 * unit)
    cut(table)
    table.press("elevator")
    table.run_until(lambda: table.table.distributor.state == "proving", 20_000)
    chart = table.table.distributor
    table.run_until(lambda: table.table.granted & chart.want == chart.want, 2_000)
    since_ms = table.now_ms
    table.run_until(lambda: chart.state == "landing", 2_000)
    assert table.now_ms - since_ms < PROOF_MS * 2 // 3
    table.run_until(lambda: chart.state == "parked", 5_000)


@pytest.mark.parametrize("stopped", ["mains cut 3s", "loop open", "exception"])
@pytest.mark.parametrize("after_ms", [50, 1_000, 2_000])
def test_a_row_that_passes_an_unseen_corner_on_the_way_home_is_not_carried_once_more(
    stopped, after_ms
):
    table = chain(CASE)
    table.run_until(lambda: table.table.distributor.state == "carrying", 5_000)
    table.run_for(after_ms)
    table.inject("stuck chain_corner off")
    table.inject(stopped)
    table.run_for(3_000)
    table.inject("clear " + stopped)
    table.run_for(2_000)
    if table.faults:
        acknowledge(table)
    table.press("elevator")
    finish(table, "green")


@pytest.mark.parametrize("start", ["leaving", "carrying", "arriving"])
@pytest.mark.parametrize("after_ms", [50, 700, 1_500])
def test_wherever_rods_stood_when_zero_stuck_their_row_is_carried_once(start, after_ms):
    table = chain(CASE)
    table.run_until(lambda: table.table.distributor.state == start, 10_000)
    table.run_for(after_ms)
    sticks_as_they_home(table)
    table.run_for(6_000)
    table.inject("clear all")
    resume(table)
    finish(table, "green")


def test_a_zero_that_flickers_is_no_proof():
    """It was off and on within two scans, before their motor had power; a row met the next one."""
    table = chain(CASE)
    rods = table.plant.chain
    table.run_until(lambda: rods.loaded and rods.zone == 3, 10_000)
    table.run_for(300)
    cut(table)
    table.inject("chatter chain_zero")
    table.press("elevator")
    since = len(table.events)
    event, _ = await_fault(table, since, 20_000)
    assert (event["code"], event["at"]) == ("E405", "chain")
    assert table.violations == []
    table.inject("clear all")
    under_the_lid(table, *(act for one in table.told for act in acts(one, 1)))
    resume(table)
    finish(table, "green")
