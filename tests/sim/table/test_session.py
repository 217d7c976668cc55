"""SimTable: the verbs do what their names say."""

import pytest

from mjsim.board.board import MemoryStore
from mjsim.table.session import NotReached, SimTable
from mjsim.words.names import UsageError


@pytest.fixture
def table():
    return SimTable(seed=5)


@pytest.fixture
def home(table):
    table.press("elevator")
    table.run_until("ready", 20_000)
    return table


def test_a_fresh_table_waits_for_a_key(table):
    assert table.state == "power_on" and table.walls == 0 and table.tiles_on_table == 0
    table.run_for(10_000)
    assert table.state == "power_on" and not table.io("drum") and table.plant.busy_ms == 0


def test_time_moves_only_when_asked(table):
    before = table.now_ms
    table.press("elevator")
    assert table.now_ms == before
    table.run_for(1_002)
    assert table.now_ms == before + 1_005


def test_press_lets_go_by_itself(table):
    table.press("marker", 100)
    table.run_for(50)
    assert table.io("mark")
    table.run_for(100)
    assert not table.io("mark")


def test_hold_both_presses_both_keys_not_quite_together(table):
    table.hold("both", 500)
    table.run_for(30)
    assert table.io("elevator") and not table.io("mark")
    table.run_for(100)
    assert table.io("elevator") and table.io("mark")
    table.run_for(600)
    assert not table.io("elevator") and not table.io("mark")


def test_unknown_names_are_sentences(table):
    with pytest.raises(UsageError, match="unknown key 'elevater'; the nearest is elevator"):
        table.press("elevater")
    with pytest.raises(UsageError, match="unknown state 'reddy'; the nearest is ready"):
        table.run_until("reddy", 10)
    with pytest.raises(UsageError, match="unknown motor 'head_x'; the nearest is head_"):
        table.inject("jam head_x")
    with pytest.raises(UsageError, match="unknown machine 'for_port'; the nearest is four_port"):
        SimTable("for_port")
    with pytest.raises(UsageError, match="unknown profile 'SHOPB136'; the nearest is SHOP-B-136"):
        SimTable(profile="SHOPB136")
    with pytest.raises(UsageError, match="unknown setting 'power.budget'; the nearest is power.b"):
        SimTable(settings={"power.budget": 1})
    with pytest.raises(UsageError, match="power.budget_mw = 1 is outside 36000 to 80000"):
        SimTable(settings={"power.budget_mw": 1})


def test_what_does_not_come_says_what_there_is_instead(table):
    with pytest.raises(NotReached, match="state ready did not come within 1.000 s: state is pow"):
        table.run_until("ready", 1_000)


def test_tiles_need_an_open_hatch(home):
    with pytest.raises(UsageError, match="the hatch is not open"):
        home.drop(home.boxed_set("green"))
    with pytest.raises(UsageError, match="the hatch is not open"):
        home.add_some(1, "green")


def test_a_machine_without_the_part_says_so():
    with pytest.raises(UsageError, match="head_b is not fitted on single_port"):
        SimTable("single_port").inject("jam head_b")


def test_events_are_dicts_with_the_links_names(home):
    key = next(event for event in home.events if event["event"] == "key")
    assert key["key"] == "elevator" and key["gesture"] == "short" and key["did"] == "acted"
    numbers = [event["number"] for event in home.events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_two_loads_bring_a_wall_to_the_table(home):
    home.load()
    home.run_until(lambda: home.table.set_waiting == "green", 200_000)
    assert home.stacks == [17, 17, 17, 17] and home.walls == 0
    home.load()
    home.run_until(lambda: home.dice_ms > 0, 60_000)
    assert home.walls == 4 and home.tiles_on_table == 136 and not home.violations


def test_the_firmware_restarts_from_its_store():
    store = MemoryStore()
    table = SimTable(seed=5, store=store)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.press("marker")
    table.run_for(1_000)
    assert table.table.marker.dealer == 1
    first = table.table
    table.power_cut(3_000)
    assert table.table is not first and table.boots == 2
    table.run_for(100)
    assert table.state == "power_on" and table.table.marker.dealer == 1
    assert SimTable(seed=6, store=store).table.marker.dealer == 1
    assert SimTable(seed=6).table.marker.dealer == 0


def test_a_cut_shorter_than_the_hold_up_restarts_nothing(home):
    before = home.table
    home.power_cut(15)
    assert home.table is before and home.boots == 1


def test_off_means_off(home):
    home.power_off()
    assert home.state == "off" and home.faults == [] and not home.io("lamp_ready")
    home.run_for(5_000)
    home.power_on()
    home.run_for(100)
    assert home.state == "power_on"


def test_cleared_causes_are_gone(home):
    home.inject("lid open")
    home.run_for(200)
    assert home.faults == ["E806"] and home.state == "fault"
    home.clear_causes()
    home.press("elevator")
    home.run_for(1_000)
    assert home.faults == []


def test_who_mends_what_was_named_leaves_the_rest_but_for_what_everybody_sees(home):
    for text in ("stuck cnt_a off", "stuck jam_b on", "swapped mid_a mid_c", "jam head_b",
                 "lid open"):
        home.inject(text)
    home.clear_causes({"head_b", "mid_c"})
    assert [cause.text for cause in home.plant.causes] == ["stuck cnt_a off", "stuck jam_b on"]


def test_a_memory_chip_is_looked_at_only_when_the_table_has_told_of_it(home):
    home.inject("store missing")
    home.inject("lid open")
    home.run_for(200)
    home.clear_causes()
    assert [cause.text for cause in home.plant.causes] == ["store missing"]
    home.power_off()
    home.run_for(3_000)
    home.power_on()
    home.run_for(200)
    assert "E913" in home.faults
    home.clear_causes()
    assert home.plant.causes == []


def test_after_calls_in_order_and_on_time(table):
    called = []
    now = table.now_ms
    table.after(300, lambda: called.append(("b", table.now_ms)))
    table.after(100, lambda: called.append(("a", table.now_ms)))
    table.run_for(1_000)
    assert called == [("a", now + 100), ("b", now + 300)]
