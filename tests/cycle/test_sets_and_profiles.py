"""Two sets for ever alternating, each with the game it was built for; games chosen and changed."""

import pytest

from mjsim.table.session import SimTable, switch_of
from mjsim.words.names import MACHINES
from mjtable.game import profiles
from mjtable.game.profiles import PROFILES
from tests.cycle.moments import count, dealt, hatch_up, home, playing, sorted_once

INDEX = {row[0]: index for index, row in enumerate(PROFILES)}


def next_hand(table):
    """Play's end: load, walls up, dice, the other set sorted."""
    table.load()
    table.run_until("sorting", 30_000)
    table.run_until("playing", 400_000)


def digits(table):
    return bytes(table.board.outputs.digits).decode()


@pytest.mark.parametrize("machine", MACHINES)
def test_green_and_blue_alternate_for_ever(machine):
    table = playing(machine=machine)
    names = []
    for _ in range(6):
        names.append((table.table.set_on_table, table.table.set_waiting))
        assert {table.plant.tile_set[t] for t in table.table_tiles()} == {names[-1][0]}
        next_hand(table)
    assert names == [("green", "blue"), ("blue", "green")] * 3
    assert not table.violations and not table.faults


def test_the_first_start_has_no_wall_waiting():
    table = hatch_up(home())
    assert (table.table.set_on_table, table.table.set_waiting) == ("none", "none")
    table.press("elevator")
    table.run_until("sorting", 10_000)
    assert table.walls == 0 and count(table, event="dice") == 0 and table.tiles_on_table == 0
    table.run_until("ready", 200_000)
    assert (table.table.set_on_table, table.table.set_waiting) == ("none", "green")
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.sweep()
    table.press("elevator")
    table.run_until("raising", 8_000)
    table.run_until("sorting", 20_000)
    assert table.walls == 4 and table.table.set_on_table == "green"


@pytest.mark.parametrize("way", ["link", "switch"])
def test_a_change_takes_effect_when_a_set_is_next_sorted(way):
    table = playing()
    if way == "link":
        assert table.table.set_profile(INDEX["SHOP-A"]) == ""
    else:
        table.turn_switch(switch_of(INDEX["SHOP-A"]))
        table.run_for(2_000)
    assert table.table.profile == INDEX["SHOP-A"]
    assert table.table.profile_on_table == INDEX["SHOP-B-136"]
    next_hand(table)  # green dropped with 16 tiles more
    assert table.stacks == [19, 19, 19, 19] and table.table.set_on_table == "blue"
    assert table.table.profile_on_table == INDEX["SHOP-B-136"]
    next_hand(table)
    assert table.table.profile_on_table == INDEX["SHOP-A"] and table.stacks == [19] * 4
    assert len(table.table_tiles()) == 152
    next_hand(table)
    assert table.table.profile_on_table == INDEX["SHOP-A"]
    assert count(table, event="set", did="add", n=16) == 2, "once for each set"
    assert not table.violations and not table.faults


@pytest.mark.parametrize(
    ("old", "new", "did", "n", "shown"),
    [("SHOP-B-136", "SHOP-A", "add", 16, "+ 16"), ("SHOP-B-136", "YEE", "add", 8, "+  8"),
     ("HANDS-148", "MJG", "takeout", 12, "- 12"), ("SHOP-A", "HANDS-148", "takeout", 4, "-  4")],
)  # fmt: skip
def test_the_panel_says_how_many_tiles_to_add_or_take_out(old, new, did, n, shown):
    table = playing(profile=old)
    table.table.set_profile(INDEX[new])
    table.press("elevator")
    table.run_until("loading", 2_000)
    assert count(table, event="set", name="green", did=did, n=n) == 1
    table.run_for(3_000)
    assert digits(table) == shown
    table.sweep()
    table.press("elevator")
    table.run_until("sorting", 30_000)
    assert digits(table) != shown
    table.run_until("playing", 400_000)
    stacks = list(PROFILES[INDEX[new]][profiles.STACKS])
    assert table.stacks == stacks and not table.faults and not table.violations


def test_as_many_tiles_need_no_word():
    table = playing(profile="SHOP-B-144")
    table.table.set_profile(INDEX["YEE"])
    next_hand(table)
    assert count(table, event="set", did="add") + count(table, event="set", did="takeout") == 0


def test_a_new_set_is_counted_out_for_the_chosen_game_without_a_word():
    table = sorted_once()
    table.table.set_profile(INDEX["YEE"])
    next_hand(table)  # blue is loaded for the first time
    assert count(table, event="set", did="add") == 0 and table.stacks == [18] * 4


def test_dice_marker_and_deal_follow_the_set_on_the_table():
    table = playing()
    table.table.set_profile(INDEX["YEE"])
    next_hand(table)
    assert table.table.dice.count == 2 and table.plant.dice_count == 2
    for _ in range(4):  # one round of SHOP-B-136: hand 1 again, no wind
        table.press("marker")
        table.run_for(1_000)
    marker = table.table.marker
    assert (marker.dealer, marker.round, marker.wind, marker.hand) == (0, 2, 0, 1)
    next_hand(table)
    assert table.table.profile_on_table == INDEX["YEE"] and table.table.dice.count == 3
    for _ in range(12):  # three more rounds: YEE's game is over after four
        table.press("marker")
        table.run_for(1_000)
    assert marker.ended == 1 and marker.round == 1


def test_the_rule_switch_counts_when_it_stands_still():
    table = home()
    for position in (2, 3, 4, 5):
        table.turn_switch(position)
        table.run_for(300)
        assert table.table.profile == INDEX["SHOP-B-136"]
    table.run_for(300)
    assert table.table.profile == INDEX["YEE"]
    table.turn_switch(15)
    table.run_for(3_000)
    assert table.table.profile == INDEX["YEE"], "no game there"


def test_a_switch_turned_and_turned_back_is_no_choice():
    table = home()
    table.table.set_profile(INDEX["MJG"])
    table.turn_switch(3)
    table.run_for(200)
    table.turn_switch(1)
    table.run_for(2_000)
    assert table.table.profile == INDEX["MJG"]


def test_the_links_choice_holds_until_the_switch_is_turned():
    table = home()
    assert table.table.set_profile(INDEX["LASFS"]) == ""
    table.run_for(5_000)
    assert table.table.profile == INDEX["LASFS"]
    table.power_off()
    table.power_on()
    table.run_for(1_000)
    assert table.table.profile == INDEX["LASFS"]
    table.power_off()
    table.turn_switch(switch_of(INDEX["YEE"]))
    table.power_on()
    table.run_for(1_000)
    assert table.table.profile == INDEX["YEE"], "turned while the power was off"


@pytest.mark.parametrize("index", [-1, len(PROFILES)])
def test_a_game_that_does_not_exist_is_refused(index):
    table = home()
    assert table.table.set_profile(index) == "range" and table.table.profile == 1


@pytest.mark.parametrize("name", INDEX)
def test_every_game_is_at_one_position_of_the_switch(name):
    table = SimTable(profile=name)
    assert table.table.profile == INDEX[name]


def test_choosing_during_the_sorting_does_not_touch_the_set_in_the_works():
    table = dealt()
    table.run_for(15_000)
    table.table.set_profile(INDEX["SHOP-A"])
    table.run_until("playing", 200_000)
    assert table.stacks == [17] * 4 and not table.faults
