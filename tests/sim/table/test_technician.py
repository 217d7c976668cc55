"""Somebody who runs a motor by hand: comes, is let in or waits, and leaves."""

from random import Random

import pytest

from mjsim.campaign.games import STACKS
from mjsim.campaign.judge import Judge
from mjsim.campaign.options import WITH, options_of
from mjsim.campaign.wrongs import draw
from mjsim.plant.inject import InjectError, parse
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES


def ready(seed=1):
    table = SimTable(seed=seed)
    table.press("elevator")
    table.run_until("ready", 30_000)
    return table


def motor_events(table):
    return [(event["name"], event["did"]) for event in table.events if event["event"] == "motor"]


@pytest.mark.parametrize("seed", range(1, 7))
def test_they_jog_and_leave_whether_they_say_so_or_not(seed):
    table = ready(seed)
    before = table.plant.drum.ran_ms
    table.inject("service drum jog 900")
    table.run_until("service", 1_000)
    table.run_until("power_on", 15_000)
    table.run_for(1_000)
    assert motor_events(table) == [("drum", "jog"), ("drum", "stopped")]
    assert 700 < table.plant.drum.ran_ms - before < 1_200
    assert not table.plant.input("svc") and table.violations == []


def test_a_test_ends_by_itself():
    table = ready()
    table.inject("service lift_b test 300")
    table.run_until("service", 1_000)
    table.run_until("power_on", 20_000)
    assert [did for _, did in motor_events(table)] == ["test", "stopped"]


def test_nobody_is_let_in_while_a_set_is_sorted_but_behind_a_stop():
    table = ready()
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_for(10_000)
    table.inject("service head_a jog 300")
    table.run_for(5_000)
    assert table.state == "sorting" and motor_events(table) == []
    table.inject("loop open")
    table.run_for(500)
    table.inject("clear loop open")
    table.run_for(500)
    table.press("elevator")
    table.run_until("service", 2_000)
    table.run_until(lambda: motor_events(table), 2_000)


def test_who_is_called_away_lets_the_key_go():
    table = ready()
    table.inject("service drum jog 2500")
    table.run_until(lambda: table.io("drum"), 2_000)
    table.inject("clear all")
    table.run_for(50)
    assert not table.io("drum") and not table.plant.input("svc")
    table.run_until("power_on", 15_000)


def test_whoever_puts_something_right_leaves_them_be():
    table = ready()
    table.load("green")
    table.run_for(15_000)
    table.inject("service head_a jog 300")
    table.inject("loop open")
    table.clear_causes()
    assert [cause.text for cause in table.plant.causes] == ["service head_a jog 300"]
    table.press("elevator")
    table.run_for(3_000)
    assert ("head_a", "jog") in motor_events(table)


def test_there_is_one_key():
    table = ready()
    table.inject("service drum jog 2500")
    table.run_until(lambda: table.io("drum"), 2_000)
    table.inject("service ring jog 300")
    table.run_until(lambda: ("ring", "jog") in motor_events(table), 20_000)
    assert motor_events(table)[:2] == [("drum", "jog"), ("drum", "stopped")]


def test_a_table_that_starts_anew_sends_them_away():
    table = ready()
    table.inject("service drum jog 2500")
    table.run_until(lambda: table.io("drum"), 2_000)
    table.power_cut(3_000)
    table.run_for(500)
    assert not table.plant.input("svc") and table.state == "power_on"


def test_a_motor_that_turns_one_way_is_not_run_back():
    with pytest.raises(InjectError, match="head_a turns one way only") as problem:
        parse("service head_a back 300")
    assert "write service MOTOR jog|back|test TIME" in str(problem.value)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_way_is_drawn_and_none_that_no_motor_has(machine):
    random = Random(7)
    ways = {parse(draw(random, "service", machine)).args[1] for _ in range(200)}
    assert ways == {"jog", "back", "test"}


def test_in_a_campaign_they_often_come_behind_a_stop_and_wait_for_a_while():
    drawn = [options_of(5, number, ("service",)).wrongs for number in range(60)]
    assert all(one.ms >= WITH["service"].lasts_ms for run in drawn for one in run
               if one.text.startswith("service"))  # fmt: skip
    stopped = sum(any(one.text == "loop open" for one in run) for run in drawn)
    assert 30 < stopped < 60


def test_an_accident_is_theirs_only_while_their_motor_runs():
    table = ready()
    table.inject("service head_b jog 300")
    table.run_until(lambda: table.io("head_b"), 3_000)
    table.plant.accident("half a stack pushed by the head of line B", 1)
    assert table.violations == [] and table.plant.incidents
    table.plant.accident("half a stack pushed by the head of line A", 0)
    assert len(table.violations) == 1
    table.run_until("power_on", 15_000)
    table.run_for(2_000)
    table.plant.accident("half a stack pushed by the head of line B", 1)
    assert len(table.violations) == 2, "the row is still there, and they have left"


def test_for_the_judge_a_key_let_go_begins_nothing_and_a_jog_does():
    table = ready()
    table.inject("service drum jog 900")
    scene = Judge(table, STACKS["SHOP-B-136"]).scene
    table.inject("loop open")
    table.run_for(50)
    scene.look()
    table.inject("clear all")
    table.run_for(200)
    scene.look()
    assert not scene.begun and not table.plant.input("svc")
    table.press("elevator")
    table.run_until("power_on", 5_000)
    scene.look()
    scene.begun = False
    table.inject("service drum jog 900")
    table.run_until(lambda: table.io("drum"), 5_000)
    scene.look()
    assert scene.begun
