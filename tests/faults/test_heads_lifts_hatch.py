"""E5xx, E6xx and E8xx: stacker heads, wall lifts, hatch, keys, lid."""

from contextlib import suppress
from functools import partial

import pytest

from mjsim.people.remedies import acts
from mjsim.plant.hatch import SHUT
from mjsim.plant.head import PUSHING
from mjsim.plant.numbers import HEAD_EDGES
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES, UsageError
from tests.faults.bench import (
    Case,
    acknowledge,
    await_fault,
    closing,
    explained,
    finish,
    no_motor,
    prove,
    provoke,
    raising,
    ready,
    resume,
    sorting,
    told,
)

PUSHER_HOME_MDEG = HEAD_EDGES[PUSHING - 1] - 5_000
CASES = [
    Case("E521", "jam head_a", "line_a", 5_000, io=("head_a",)),
    Case("E521", "jam head_d", "line_d", 5_000, io=("head_d",)),
    Case("E523", "stuck park_b off", "line_b", 6_000, io=("park_b",)),
    Case("E522", "stuck push_home_a off", "line_a", 6_000, knows=True, io=("push_home_a",)),
    Case("E522", "stuck push_home_c off", "line_c", 6_000, knows=True, io=("push_home_c",)),
    Case("E523", "stuck mid_a on", "line_a", 5, "ready", knows=True, io=("mid_a", "park_a")),
    # a coast that decays stays on its flag at any speed an injection may give
    Case("E524", "slow head_a 190", "line_a", 40_000, io=("mid_a",), unit="nominal"),
    Case("E602", "jam lift_c", "lift_c", 5_500, "lowering", io=("lift_c",)),
    Case("E603", "slow lift_b 50", "lift_b", 5_000, "raising", io=("lift_up_b",)),
    Case("E603", "jam lift_d", "lift_d", 5_000, "raising", io=("lift_up_d",)),
    Case("E604", "stuck lift_up_a on", "lift_a", 50, "ready", knows=True, io=("lift_up_a",)),
    Case("E604", "stuck lift_up_c on", "lift_c", 50, knows=True, io=("lift_dn_c",)),
    Case("E604", "stuck lift_dn_b on", "lift_b", 4_000, "raising", knows=True, io=("lift_dn_b",)),
    Case("E801", "stuck hatch_up off", "hatch", 5_500, "opening", io=("hatch_up",)),
    Case("E801", "jam hatch", "hatch", 5_500, "opening", io=("hatch",)),
    Case("E802", "stuck hatch_dn off", "hatch", 5_500, "closing", io=("hatch_dn",)),
    Case("E802", "stuck hatch_dn on", "hatch", 50, "closing", io=("hatch_dn",)),
    Case("E802", "jam hatch", "hatch", 5_500, "closing", io=("hatch",)),
    Case("E803", "stuck hatch_up on", "hatch", 50, "ready", knows=True, io=("hatch_up",)),
    Case("E801", "stuck hatch_dn on", "hatch", 1_300, "opening", io=("hatch_dn",)),
    Case("E804", "pinch on", "hatch", 5_500, "closing", knows=True, io=("pinch",)),
    Case("E806", "lid open", "board", 20, knows=True, io=("lid",)),
    Case("E806", "lid open", "board", 20, "ready", knows=True, io=("lid",)),
    Case("E806", "lid open", "board", 20, "raising", knows=True, io=("lid",)),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_fault(case):
    prove(case)


def by_the_remedy(table):
    """What is told is put right as its page says, under the lid, and acknowledged."""
    table.inject("clear all")
    table.set_lid(True)
    table.run_for(2_000)
    for act in [act for one in table.told for act in acts(one, 4)]:
        verb, place, *count = act.split()
        with suppress(UsageError):
            table.mend(verb, place, int(count[0]) if count else 1)
    table.set_lid(False)
    table.run_for(500)
    resume(table)


def test_a_head_that_passes_mid_unseen():
    """E523: half a stack went out."""
    table = provoke(Case("E523", "stuck mid_a off", "line_a", 5_000, io=("mid_a",)))
    assert [len(stack) for stack in table.plant.lane(0)][-1] == 1
    by_the_remedy(table)
    finish_though_half_a_stack_went_out(table)


@pytest.mark.parametrize("wait_ms", range(10_000, 12_000, 250))
def test_flags_that_have_changed_places(wait_ms):
    """E523 wherever the head is, and right walls."""
    table = provoke(Case("E523", "swapped mid_a park_a", "line_a", 6_000, wait_ms=wait_ms))
    by_the_remedy(table)
    finish_though_half_a_stack_went_out(table)


def test_a_park_flag_that_never_goes_off():
    """E523 at the middle, where people take the tile out."""
    case = Case("E523", "stuck park_d on", "line_d", 15_000, "starting", io=("park_d",))
    table = provoke(case)
    by_the_remedy(table)
    finish(table, "green")


@pytest.mark.parametrize("wait_ms", range(10_000, 12_000, 500))
def test_a_head_that_turns_by_itself(wait_ms):
    """Whatever tells first, what it pushed is known, and put right."""
    table = sorting(Case("", "", "", 0, wait_ms=wait_ms))
    since = len(table.events)
    table.inject("short head_a")
    await_fault(table, since, 10_000)
    table.run_for(2_000)
    while table.table.set_waiting != "green":
        by_the_remedy(table)
        table.run_until(lambda: table.faults or table.table.set_waiting == "green", 300_000)
    finish_though_half_a_stack_went_out(table)


def finish_though_half_a_stack_went_out(table):
    """The head pushed it by itself, or past a flag that nobody saw; the walls are right."""
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    assert [[len(stack) for stack in lane] for lane in table.plant.lanes] == [[2] * 17] * 4
    assert all("half a stack" in text or "half in it" in text for text in table.violations)


def test_no_lift_comes_up():
    """E601: the first lift that started is named; the others stand as well."""
    table = raising(Case("E601", "", "", 0))
    since = len(table.events)
    for side in "abcd":
        table.inject("jam lift_" + side)
    event, took_ms = await_fault(table, since, 4_500)
    assert (event["code"], event["at"]) == ("E601", "lift_a") and no_motor(table)
    explained(Case("E601", "", "", 0, io=("lift_a", "lift_up_a")))
    table.inject("clear all")
    resume(table)
    finish(table, "blue")


def test_a_lift_that_alone_has_stayed_behind():
    """E601 after E603: three walls are up already, the fourth gets its own full time."""
    case = Case("E603", "jam lift_b", "lift_b", 5_000, "raising")
    table = provoke(case)
    acknowledge(table)
    since = len(table.events)
    table.press("elevator")
    event, _ = await_fault(table, since, 30_000)
    assert (event["code"], event["at"]) == ("E601", "lift_b")
    table.inject("clear all")
    resume(table)
    finish(table, "blue")


def test_a_pinch_turns_the_hatch_round_at_once():
    """E804: the motor lets go in the next scan; told when the hatch is up and stands."""
    table = closing(Case("E804", "", "", 0))
    table.inject("pinch on")
    table.run_for(50)
    assert table.table.hatch.state == "freeing"
    table.run_until(lambda: table.faults == ["E804"], 5_000)
    assert table.io("hatch_up") and no_motor(table)
    table.run_for(5_000)
    assert table.hatch_open


def test_a_pinch_does_nothing_while_the_hatch_stands():
    table = ready(Case("E804", "", "", 0))
    table.inject("pinch on")
    table.run_for(3_000)
    assert told(table) == [] and table.state == "ready"


@pytest.mark.parametrize("key, io", [("elevator", "elevator"), ("marker", "mark")])
def test_a_key_that_hangs_is_a_warning(key, io):
    """E805: the key is named and ignored; released, it works again."""
    table = ready(Case("E805", "", "", 0))
    table.inject("stuck %s on" % io)
    event, _ = await_fault(table, 0, 15_000)
    assert (event["code"], event["at"]) == ("E805", key)
    explained(Case("E805", "", "", 0, io=(io,)))
    assert table.state == "ready" and table.faults == []
    table.inject("clear all")
    table.run_for(500)
    assert table.state == "ready"
    finish(table, "green")


@pytest.mark.parametrize("machine", MACHINES)
def test_a_hatch_that_sets_out_the_wrong_way(machine):
    """E802 as soon as its upper limit should have gone off."""
    table = SimTable(machine, seed=6)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.run_for(3_000)
    table.inject("relay stuck hatch")
    since = len(table.events)
    table.press("elevator")
    await_fault(table, since, 1_300)
    assert told(table, since)[-1]["code"] == "E802" and no_motor(table)


def test_a_hatch_that_turns_the_wrong_way_half_open_stops_at_its_end():
    """E801 with the first touch of the limit that it cannot have come from."""
    table = half_shut(homed(6), 700)
    table.inject("relay stuck hatch")
    table.press("elevator")
    table.run_until(lambda: table.plant.input_raw("hatch_dn"), 5_000)
    table.run_for(30)
    assert table.faults == ["E801"] and no_motor(table)


def stuck_in_mid_closing(clear):
    """E802 was told of a lower limit that sticks; somebody has acknowledged it."""
    case = Case("E802", "stuck hatch_dn on", "hatch", 50, "closing", io=("hatch_dn",))
    table = provoke(case)
    assert not table.plant.hatch.zone == SHUT
    if clear:
        table.inject("clear all")
    resume(table)
    return table


def test_a_hatch_whose_lower_limit_sticks_is_not_taken_for_shut():
    table = stuck_in_mid_closing(clear=False)
    table.run_until(lambda: table.faults, 20_000)
    assert table.faults == ["E803"] and no_motor(table), "it does not go off on the way up"
    assert table.plant.violations == []


def homed(seed):
    """A table that stands ready."""
    return ready(Case("E802", "", "", 0, seed=seed))


def half_shut(table, down_ms=1_000):
    """The hatch goes up, somebody waits, and it is on its way down since `down_ms`."""
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.run_for(4_000)
    table.press("elevator")
    table.run_until(lambda: not table.io("hatch_up"), 2_000)
    table.run_for(down_ms)
    return table


def test_a_limit_that_bounces_as_it_sticks_is_believed_no_more():
    table = half_shut(homed(5))
    for on in ("stuck hatch_dn on", "clear all", "stuck hatch_dn on"):
        table.inject(on)
        table.run_for(5)
    assert table.faults == ["E802"]
    resume(table)
    table.run_until(lambda: table.faults, 20_000)
    assert table.faults in (["E801"], ["E803"]) and table.plant.violations == []


@pytest.mark.parametrize("seed", [2, 3])
def test_a_limit_that_sticks_is_remembered_over_a_power_cut(seed):
    table = half_shut(homed(seed), 500)
    table.inject("stuck hatch_dn on")
    table.run_until(lambda: table.faults, 1_000)
    table.power_off()
    table.run_for(3_000)
    table.power_on()
    table.run_for(2_000)
    table.press("elevator")
    table.run_until(lambda: table.faults, 20_000)
    assert table.faults in (["E801"], ["E803"]) and table.plant.violations == []


def has_ended(table):
    """The way down: shut, or told."""
    return table.faults or table.table.hatch.state == "shut"


@pytest.mark.parametrize("seed", range(1, 7))
def test_wherever_a_lower_limit_sticks_nothing_moves_under_an_open_hatch(seed):
    told, shut = 0, 0
    for down_ms in range(100, 2_300, 60):
        table = half_shut(homed(seed), down_ms)
        table.inject("stuck hatch_dn on")
        table.run_until(partial(has_ended, table), 5_000)
        told, shut = told + bool(table.faults), shut + (not table.faults)
        table.run_for(3_000)
        assert table.plant.violations == [], down_ms
        assert table.faults or not table.plant.hatch.is_ajar(table.plant.now), down_ms
    assert told > 20 and shut > 2


def test_a_hatch_whose_lower_limit_came_free_is_shut():
    table = stuck_in_mid_closing(clear=True)
    table.run_until(lambda: table.plant.hatch.zone == SHUT, 20_000)
    assert table.faults == [] and table.plant.violations == []


@pytest.mark.parametrize("unit", range(40))
def test_no_way_down_is_too_soon_on_a_good_table(unit):
    """By the rule alone: 40 tables, each shut three times."""
    table = SimTable(seed=unit, unit="worn" if unit % 2 else "typical", late="now")
    table.press("elevator")
    table.run_until("ready", 30_000)
    for _ in range(3):
        table.press("elevator")
        table.run_until(lambda: table.io("hatch_up"), 10_000)
        table.run_for(1_000)
        table.press("elevator")
        table.run_until(lambda: table.io("hatch_dn"), 10_000)
        table.run_for(1_000)
        assert table.faults == []


@pytest.mark.parametrize("seed", [1, 5])
def test_a_hatch_that_is_told_to_shut_just_before_its_top_may_coast_to_it(seed):
    """It turns only when it stands: till then it may touch the limit that it does not leave."""
    table = SimTable(seed=seed, unit="worn")
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.press("elevator")
    table.run_until(lambda: table.plant.input_raw("hatch_up"), 10_000)
    top_ms = table.now_ms
    for before_ms in range(-20, 320, 10):
        table = SimTable(seed=seed, unit="worn")
        table.press("elevator")
        table.run_until("ready", 20_000)
        table.press("elevator")
        table.run_for(top_ms - before_ms - table.now_ms - 80)
        table.press("elevator")
        table.run_for(5_000)
        assert table.faults == [] and table.io("hatch_dn"), before_ms
