"""Tiles that touch, catch or coast in: the belt runs back once, and no head meets a tile."""

import pytest

from mjsim.people.habits import Habits
from mjsim.plant.unit import Unit
from mjsim.run import run
from mjsim.table.session import SimTable


def played(machine, seed, hands, until_ms=900_000, **spread):
    """A typical table with people, scans as late as the chip's: what it did, and its hands."""
    table = SimTable(machine, "SHOP-B-136", seed, players=Habits(), late="now",
                     unit=Unit("typical", seed, spread))  # fmt: skip
    meter = run.HandMeter(table)
    while len(meter.hands) < hands and table.now_ms < until_ms and not table.violations:
        table.run_for(500)
        meter.look()
    return table, meter


def went(table, to):
    return [e for e in table.events if e["event"] == "state" and e["to"] == to]


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
@pytest.mark.parametrize(("spread", "seeds", "least"), [
    ({"touching": 30_000}, range(40, 46), 3),
    # one that sticks in a mouth before any scan could stop is an incident; the belt runs back
    ({"shingle": 20_000}, range(70, 74), 2),
])  # fmt: skip
def test_tiles_that_come_together_stop_no_table(machine, spread, seeds, least):
    came = 0
    for seed in seeds:
        table, meter = played(machine, seed, 2, **spread)
        assert len(meter.hands) == 2 and not table.violations and not meter.wrong
        assert [code for hand in meter.hands for code in hand.faults] == []
        came += len(went(table, "stuck"))
    assert came >= least, "no pairs came to a head"


@pytest.mark.parametrize(("machine", "seed", "ppm"), [
    ("four_port", 25, 10_000),  # the second of a pair lay uncounted on the belt of a full line
    ("single_port", 1, 50_000),  # all were in, but counted as less: E431 with 0, or a blind inlet
])
def test_what_an_inlet_counts_as_one_is_not_called_missing(machine, seed, ppm):
    table, meter = played(machine, seed, 2, touching=ppm)
    assert len(meter.hands) == 2 and not table.violations
    assert [code for hand in meter.hands for code in hand.faults] == []


def test_a_tile_that_coasts_into_the_head_of_a_belt_that_caught_is_counted():
    """A belt at 60 % takes longer over a tile than it may, and lets it slide in at the last."""
    table = SimTable("four_port", "SHOP-B-136", 1, late="now",
                     unit=Unit("typical", 1, {"belt_speed": -40}))  # fmt: skip
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load("green")
    lines = table.table.lines
    table.run_until(lambda: any(line.state == "emptying" for line in lines), 60_000)
    side = next(line.side for line in lines if line.tried)  # another's may go back beside it
    assert lines[side].in_head == len(table.plant.heads[side].held) == 1
    assert not table.violations


@pytest.mark.parametrize("seed", range(6))
def test_heads_stand_on_a_flag_when_people_reach_in(seed):
    """At PARK or, with the lower tile in them, at MID; nothing moves under the open hatch."""
    table = SimTable("four_port", "SHOP-B-136", seed)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load("green")
    table.run_for(20_000 + 700 * seed)
    table.hold("both", 1_200)
    table.run_until(lambda: table.io("hatch_up"), 20_000)
    for side in "abcd":
        assert table.io("park_" + side) or table.io("mid_" + side), side
    assert not table.board.outputs.motors and not table.violations


def sorted_with(machine, seed, spoil, limit_ms=300_000):
    """Green is sorted; `spoil(table, line, belt)` is asked at each scan until it has done it."""
    table = SimTable(machine, "SHOP-B-136", seed, late="now")
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load("green")
    line, belt = table.table.lines[0], table.plant.belts[0]
    table.run_until(lambda: line.stacks == 3, 100_000)
    while not spoil(table, line, belt):
        table.run_for(5)
        assert table.now_ms < limit_ms, "it could not be done"
    return table


def jam(table, belt):
    """The belt's front tile catches, now."""
    belt._jam(table.plant.now)
    table.plant.next_ms = min(table.plant.due)


def caught_in(state):
    def spoil(table, line, belt):
        if line.state != state or not belt.tiles:
            return False
        jam(table, belt)
        return True

    return spoil


@pytest.mark.parametrize("state", ["lower", "push"])
@pytest.mark.parametrize("machine", ["four_port", "single_port"])
@pytest.mark.parametrize("seed", range(4))
def test_a_tile_that_catches_as_the_head_sets_out_sends_its_belt_back(machine, state, seed):
    """It touched the last one and coasted on, while the head lagged, or had just begun to turn."""
    table = sorted_with(machine, seed, caught_in(state))
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    assert [e["code"] for e in table.events if e["event"] == "fault"] == []
    assert len(went(table, "stuck")) == 1 and not table.violations
    assert sum(len(lane) for lane in table.plant.lanes) == 68


def under_way(table, line, belt):
    """The head has turned from its flag when the tile catches."""
    if line.state != "lower" or table.io("park_a") or not belt.tiles:
        return False
    jam(table, belt)
    return True


def two_of_them(table, line, belt):
    """A second belt catches while the first is about to run back."""
    if not caught_in("feed_lower")(table, line, belt):
        return False
    table.run_for(10)
    other = next(one for one in table.plant.belts[1:] if one.tiles)
    jam(table, other)
    return True


def when_all_are_in(table, line, belt):
    """The last tile of the set is on its way to its head."""
    return table.table.sorter.state == "draining" and caught_in("feed_upper")(table, line, belt)


def first_sorted_with(spoil):
    """The first four-port table on which the moment comes."""
    for seed in range(30):
        try:
            return sorted_with("four_port", seed, spoil)
        except AssertionError:
            continue  # on this table it did not
    raise AssertionError("on none of 30 tables the moment came")


@pytest.mark.parametrize(("spoil", "stuck", "chart", "row"), [
    (under_way, 1, "line_a", ["stuck", "emptying", "homing", "idle"]),
    (two_of_them, 2, "sorter", ["clearing", "clearing", "picking"]),
    (when_all_are_in, 1, "sorter", ["draining", "clearing", "picking"]),
])  # fmt: skip
def test_other_moments_in_which_a_tile_catches(spoil, stuck, chart, row):
    table = first_sorted_with(spoil)
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    assert [e["code"] for e in table.events if e["event"] == "fault"] == []
    assert len(went(table, "stuck")) == stuck and not table.violations
    states = [e["to"] for e in table.events if e["event"] == "state" and e["machine"] == chart]
    assert any(states[i : i + len(row)] == row for i in range(len(states)))


def touched(table, line, belt):
    """All are in and this line is full when something touches its JAM switch for a moment; no tile
    stands in another's beam, which would go back beside it."""
    others = [one.state for one in table.table.lines[1:] if one.state != "full"]
    if table.table.sorter.state != "draining" or line.state != "full" or others != ["push"]:
        return False
    table.plant.stick("jam_a", 1)
    table.run_for(10)
    table.plant.unstick("jam_a")
    return True


def lifted_out(table, line, belt):
    """With the last tiles on the belts the power fails, and somebody drops one into the drum."""
    if table.table.sorter.state != "draining" or len(belt.tiles) != 1 or table.io("inlet_a"):
        return False
    if line.tiles_on_belt() != 1 or line.count.on:
        return False
    table.power_off()
    table.run_for(2_000)
    table.set_lid(True)
    table.mend("lift", "belt_a")
    table.mend("lay", "drum")
    table.set_lid(False)
    table.power_on()
    table.run_for(2_000)
    table.press("elevator")
    return True


def held_up(table, line, belt):
    """People ask for the hatch just as a tile in the upper place is settling, and is seen on."""
    if line.state != "settle_upper":
        return False
    table.plant.stick("cnt_a", 1)
    line.whole = False  # the beam saw a drop-out, not the tile's end
    table.table.sorter.fire("pause")
    table.runner.wake()
    table.run_for(100)
    table.plant.unstick("cnt_a")
    table.run_for(2_000)
    table.table.sorter.fire("resume")
    table.runner.wake()
    return True


@pytest.mark.parametrize(("spoil", "chart", "row"), [
    (touched, "sorter", ["draining", "clearing", "draining"]),
    (lifted_out, "sorter", ["draining", "picking", "draining"]),
    (held_up, "line_a", ["settle_upper", "wait_upper"]),
])  # fmt: skip
def test_moments_that_no_search_comes_upon(spoil, chart, row):
    """Named in tools/check/explore/coverage.py: they take two chances in one moment."""
    table = first_sorted_with(spoil)
    table.run_until(lambda: table.table.set_waiting == "green", 400_000)
    states = [e["to"] for e in table.events if e["event"] == "state" and e["machine"] == chart]
    assert any(states[i : i + len(row)] == row for i in range(len(states))), states[-20:]
    assert not table.violations and sum(len(lane) for lane in table.plant.lanes) == 68


def test_a_tile_that_catches_while_the_row_is_carried_sends_its_belt_back():
    """Single port: the head holds the lower tile and waits for the chain."""
    table = sorted_with("single_port", 3, caught_in("held_lower"))
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    assert [e["code"] for e in table.events if e["event"] == "fault"] == []
    assert len(went(table, "stuck")) == 1 and not table.violations


def dropped_out(times):
    """The covered beam is free for a moment and covered again, `times`; then the tile catches."""
    def spoil(table, line, belt):
        if line.state != "feed_lower" or not line.count.counted or line.booked:
            return False
        for _ in range(times):
            table.plant.stick("cnt_a", 0)
            table.run_for(10)
            table.plant.unstick("cnt_a")
            table.run_for(100)  # the belt stands for the first 30 of them
        if line.state not in ("feed_lower", "settle_lower") or not table.io("cnt_a"):
            return False
        jam(table, belt)
        table.run_for(5)
        return True

    return spoil


def test_a_head_that_may_hide_a_tile_is_not_fed_again():
    """Is what catches the tile that was seen, or the next one? The table stops and says so."""
    table = first_sorted_with(dropped_out(2))
    assert [e["code"] for e in table.events if e["event"] == "fault"][:1] == ["E404"]
    assert went(table, "stuck") == []


def test_after_a_drop_out_too_soon_for_a_whole_tile_the_belt_runs_back():
    table = first_sorted_with(dropped_out(1))
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    assert [e["code"] for e in table.events if e["event"] == "fault"] == []
    assert len(went(table, "stuck")) == 1 and not table.violations


def behind_another(drop_outs):
    """One is in the head, not counted yet; the next one covers the beam, flickers and catches."""
    def spoil(table, line, belt):
        if not (line.state.startswith("settle") and line.whole and not line.booked and belt.tiles):
            return False
        for _ in range(drop_outs + 1):
            table.plant.stick("cnt_a", 0)
            table.plant.stick("cnt_a", 1)
            table.run_for(20)
        assert line.state.startswith("settle") and not line.booked
        jam(table, belt)
        table.run_for(5)
        table.plant.unstick("cnt_a")
        return True

    return spoil


@pytest.mark.parametrize("drop_outs", [0, 1, 3])
def test_a_tile_that_catches_right_behind_another_leaves_that_one_counted(drop_outs):
    """Its head was fed once more: what is whole is booked before the belt runs back."""
    table = sorted_with("four_port", 2, behind_another(drop_outs))
    line = table.table.lines[0]
    table.run_until(lambda: line.state == "emptying", 5_000)
    assert line.in_head == len(table.plant.heads[0].held)
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    assert [e["code"] for e in table.events if e["event"] == "fault"] == []
    assert len(went(table, "stuck")) == 1 and not table.violations


def test_a_tile_that_coasts_on_as_the_head_begins_to_turn_stops_it():
    """40 ms after the head was switched on the beam saw it; the head turned into it at 80."""
    table, meter = played("single_port", 3, 3, touching=40_000)
    assert len(meter.hands) == 3 and not table.violations
