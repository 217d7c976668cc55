"""E3xx and E4xx: drum, ring, inlets, counting sensors, belts, chain, and the tiles themselves."""

import pytest

from mjsim.people.habits import Habits
from mjsim.people.remedies import acts
from mjsim.run.report import HandMeter
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from mjtable.generated.iomap import M_CHAIN
from mjtable.generated.timing import DRUM_EDGE_LIMIT_MS, RING_EDGE_LIMIT_MS
from tests.faults.bench import (
    Case,
    acknowledge,
    await_fault,
    chain,
    explained,
    finish,
    prove,
    provoke,
    ready,
    resume,
    sorting,
    starting,
    told,
    under_the_lid,
)

TRY_MS = 12_000
"""A belt that caught runs back and empty, and forward again, before a person is called."""
SINGLE = {"machine": "single_port", "moment": "chain"}
CASES = [
    Case("E301", "jam drum", "drum", 1_600, io=("drum",)),
    Case("E301", "stuck drum_rot off", "drum", 1_600, io=("drum_rot",)),
    Case("E301", "stuck drum_rot on", "drum", 1_600, io=("drum_rot",)),
    Case("E301", "slow drum 40", "drum", 3_100, io=("drum",)),
    Case("E302", "jam ring", "ring", 3000, io=("ring",)),
    Case("E302", "stuck ring_rot off", "ring", 3000, io=("ring_rot",)),
    Case("E401", "stuck inlet_a on", "line_a", 20_000, "starting", io=("inlet_a",)),
    Case("E401", "stuck inlet_c off", "line_c", 20_000, "starting", io=("inlet_c",)),
    Case("E402", "stuck cnt_a on", "line_a", 15_000, "starting", io=("cnt_a",)),
    Case("E402", "stuck cnt_c on", "line_c", 15_000, "starting", io=("cnt_c",)),
    Case("E403", "jam belt_a", "line_a", 5_000, wait_ms=17_000, io=("cnt_a",)),
    Case("E404", "stuck jam_a on", "line_a", TRY_MS, knows=True, io=("jam_a",)),
    Case("E404", "stuck jam_d on", "line_d", 5, "ready", knows=True, io=("jam_d",)),
    Case("E405", "stuck chain_zero on", "chain", 3_000, knows=True, io=("chain_zero",), **SINGLE),
    Case("E405", "stuck chain_zero off", "chain", 7_200, io=("chain_zero",), **SINGLE),
    Case("E405", "jam chain", "chain", 7_200, io=("chain",), **SINGLE),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_fault(case):
    prove(case)


@pytest.mark.parametrize("before_ms", [5, 400, 1_200])
def test_a_drum_that_stops_before_the_ring_joins_it_is_told_in_its_own_time(before_ms):
    case = Case("E301", "jam drum", "drum", 1_500)
    table = starting(case)
    table.run_until(lambda: table.io("ring"), 20_000)
    ring_ms = table.now_ms
    table = starting(case)
    table.run_for(ring_ms - before_ms - table.now_ms)
    table.inject("jam drum")
    event, took_ms = await_fault(table, 0, 3_000)
    assert event["code"] == "E301" and took_ms <= DRUM_EDGE_LIMIT_MS + 10


@pytest.mark.parametrize(("motor", "code", "limit_ms"), [
    ("drum", "E301", DRUM_EDGE_LIMIT_MS), ("ring", "E302", RING_EDGE_LIMIT_MS),
])  # fmt: skip
def test_each_of_both_is_timed_from_its_own_start_when_they_set_out_together(
    motor, code, limit_ms
):
    table = sorting(Case("E204", "open drum", "drum", 0))
    table.inject("open drum")
    assert await_fault(table, 0, 20_000)[0]["code"] == "E204"
    table.inject("clear all")
    table.inject("jam " + motor)
    since = len(table.events)
    resume(table)
    table.run_until(lambda: table.io(motor), 30_000)
    event, took_ms = await_fault(table, since, 3_500)
    assert event["code"] == code and took_ms <= limit_ms + 10
    assert table.io("drum") == table.io("ring") == 0


def test_a_chain_that_is_far_too_slow_is_named_before_its_motor_s_time_is_up():
    """E907 came, which names no mechanism."""
    table = chain(Case("E405", "", "", 0, **SINGLE))
    table.inject("slow chain 40")
    event, _ = await_fault(table, 0, 13_500, warns="E912")
    assert (event["code"], event["at"]) == ("E405", "chain")


@pytest.mark.parametrize("after_ms", [1_000, 2_500, 3_500, 5_000])
def test_a_chain_that_is_caught_under_way_carries_each_row_once(after_ms):
    """E405 wherever the rods stand: before the corner, after it, at the end of the way."""
    table = chain(Case("E405", "", "", 0, **SINGLE))
    table.run_for(after_ms)
    since = len(table.events)
    table.inject("jam chain")
    event, took_ms = await_fault(table, since, 7_200)
    assert (event["code"], event["at"]) == ("E405", "chain") and took_ms + after_ms <= 7_300
    table.inject("clear all")
    resume(table)
    finish(table, "green")


@pytest.mark.parametrize("jammed", [False, True])
def test_a_zero_sensor_that_flickers_as_the_rods_set_out_carries_no_row(jammed):
    table = chain(Case("E405", "", "", 0, **SINGLE))
    since = len(table.events)
    if jammed:
        table.inject("jam chain")
    else:
        table.run_until(lambda: not table.io("chain_zero"), 1_000)
    for level in (0, 1, jammed):
        table.plant.set_input("chain_zero", level)
        table.run_for(10)
    if jammed:
        assert await_fault(table, since, 7_200)[0]["code"] == "E405"
        assert table.plant.chain.indexes == 0
        table.inject("clear all")
        resume(table)
    finish(table, "green")
    assert [e["code"] for e in told(table, since)] == (["E405"] if jammed else [])


@pytest.mark.parametrize("seed", range(12))
def test_a_blind_eye_in_full_work_is_named_before_the_jam(seed):
    """E402 also when the sensor sticks while tiles follow each other closely."""
    case = Case("E402", "stuck cnt_a on", "line_a", TRY_MS, seed=seed, wait_ms=9_000 + 170 * seed)
    provoke(case)


def test_a_blind_counting_sensor_ends_at_the_jam():
    """CNT never sees: the second tile jams at the head before any belt time is up."""
    case = Case("E404", "stuck cnt_a off", "line_a", TRY_MS)
    provoke(case)
    assert any("counting sensor" in cause for cause in explained(case)["causes"])


def test_the_same_blind_sensor_before_the_first_tile():
    case = Case("E404", "stuck cnt_b off", "line_b", 20_000, "starting")
    provoke(case)


def too_many(seed=5):
    """All walls are full; the belt that took one tile more is about to run backwards."""
    table = ready(Case("E407", "", "", 0, seed=seed, settings={"sort.lookout_ms": 60_000}))
    table.inject("tile extra 1")
    table.load("green")
    table.run_until(lambda: table.table.sorter.state == "returning", 200_000)
    return table


def test_surplus_is_a_warning():
    """E432: given back, told, and the set is ready."""
    table = too_many()
    event, _ = await_fault(table, 0, 10_000)
    assert (event["code"], event["at"], event["detail"]) == ("E432", "sorter", 1)
    explained(Case("E432", "", "", 0))
    assert table.faults == [] and table.state == "ready"
    finish(table, "green")


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_tile_that_cannot_be_given_back(by_hand):
    """E407: tried again after the acknowledgement, then taken as removed by hand."""
    table = too_many()
    since = len(table.events)
    for side in "abcd":
        table.inject("jam belt_" + side)
    event, took_ms = await_fault(table, since, 9_000)
    assert event["code"] == "E407" and event["at"].startswith("line_") and took_ms <= 8_500
    side = event["at"][-1]
    explained(Case("E407", "", "", 0, io=("belt_" + side, "dir_belts")))
    assert table.state == "fault" and table.table.set_waiting == "none"
    if not by_hand:
        table.inject("clear all")
    resume(table)
    finish(table, "green")
    assert [e["code"] for e in told(table, since)] == ["E407", "E432"]
    assert table.table.sorter.leftovers.surplus == 1


def full_early(machine):
    """A side has its wall, and soon ring and belts will look for a tile too many; which side."""
    table = ready(Case("E407", "", "", 0, machine=machine))
    table.load("green")
    lines = table.table.lines
    table.run_until(lambda: table.table.sorter.state == "draining"
                    and any(line.state == "full" for line in lines), 300_000)
    return table, [line.state for line in lines].index("full")


@pytest.mark.parametrize("machine", ["four_port", "row_port", "single_port"])
def test_a_tile_too_many_that_lies_in_the_beam_already_is_given_back(machine):
    """No edge tells of it: the belt drove it into the full head, and the next set had it."""
    table, line = full_early(machine)
    plant, belt = table.plant, table.plant.belts[line]
    (tile,) = plant.new_set("green", 1)
    plant.hand.remove(tile)
    belt.tiles.append(tile)
    belt.marks.append(belt.origin - belt._beam_on(tile) - 2_000)
    plant.moved([tile], belt.place_code)
    belt._show()
    event, _ = await_fault(table, 0, 40_000)
    assert (event["code"], event["detail"]) == ("E432", 1)
    finish(table, "green")
    assert not any(head.held for head in plant.heads)


def test_a_counting_sensor_that_sticks_behind_the_last_tile_is_told():
    table, line = full_early("four_port")
    side = "abcd"[line]
    table.inject(f"stuck cnt_{side} on")
    event, _ = await_fault(table, 0, 30_000)
    assert (event["code"], event["at"]) == ("E407", "line_" + side)
    known = explained(Case("E407", "", "", 0, io=("belt_" + side, "cnt_" + side)))
    assert any("counting sensor" in cause for cause in known["causes"])


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_counting_sensor_that_fades_ends_at_the_jam(seed):
    """E404: of three tiles it misses one; wiped and put right, the set is built."""
    case = Case("E404", "dim cnt_a 30", "line_a", 30_000, seed=seed, wait_ms=1_000)
    table = provoke(case)
    assert not table.violations
    table.inject("clear all")
    under_the_lid(table, *(act for one in table.told for act in acts(one, 4)))
    resume(table)
    finish(table, "green")


def test_missing_tiles_are_a_warning():
    """E431: how many and where, at once; added tiles complete the set."""
    case = Case("E431", "tile missing 2", "sorter", 150_000, "starting", warns="E433")
    table = provoke(case)
    assert told(table)[-1]["detail"] == 2
    sides = [e for e in table.events if e["event"] == "set" and e.get("did") == "short"]
    assert sum(e["n"] for e in sides) == 2 and all(e["side"] in "ABCD" for e in sides)
    table.run_until("short", 20_000)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.add_tiles(table.missing_tiles())
    table.press("elevator")
    finish(table, "green")


def test_a_tile_that_comes_late_is_told():
    """E433: the last tile has no magnet for most of the patience, then it is healed."""
    table = sorting(Case("E433", "", "", 0, seed=6, settings={"sort.patience_pct": 3_000}))
    table.run_until(lambda: table.table.tiles_left() <= 6, 200_000)
    table.inject("tile dead 1")
    table.run_until(lambda: table.table.tiles_left() == 1, 60_000)
    progress = table.table.sorter.progress
    since = len(table.events)
    table.run_for(progress.patience_ms(1) * 8 // 10)
    assert told(table, since) == []
    table.inject("clear all")
    event, _ = await_fault(table, since, progress.patience_ms(1) * 2 // 10)
    assert (event["code"], event["at"]) == ("E433", "sorter")
    explained(Case("E433", "", "", 0))
    finish(table, "green")


def test_acknowledging_a_stuck_inlet_brings_it_back():
    """E401 cannot be seen at standstill: three more tiles, and it is told again."""
    table = provoke(Case("E401", "stuck inlet_a off", "line_a", 20_000, "starting"))
    acknowledge(table)
    since = len(table.events)
    table.press("elevator")
    event, _ = await_fault(table, since, 60_000)
    assert (event["code"], event["at"]) == ("E401", "line_a")


def catching(machine, seed, jam_ppm):
    """Sorting, with tiles that catch in front of heads; and the line of side A."""
    table = sorting(Case("E404", "", "", 0, machine=machine, seed=seed))
    table.plant.jam_ppm = jam_ppm
    return table, table.table.lines[0]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("seed", range(4))
def test_a_jam_that_is_freed_by_hand_leaves_no_wall_a_stack_short(machine, seed):
    """E404 with the tile in the beam: what a person takes out of it went into no head."""
    table, line = catching(machine, seed, 100_000)
    table.run_until(lambda: line.state == "stuck", 90_000)
    table.plant.jam_ppm = 0
    table.inject("stuck jam_a on")  # nor does it come free by itself
    event, _ = await_fault(table, len(table.events), TRY_MS)
    assert event["code"] == "E404"
    table.clear_causes()
    table.run_for(1_000)
    table.plant.free_jams()
    resume(table)
    finish(table, "green")


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("seed", range(3))
def test_a_tile_that_caught_comes_free_by_itself(machine, seed):
    """The belt runs back once, in the same set: nobody is called and no tile is missed."""
    table, line = catching(machine, seed, 5_000)
    since = len(table.events)
    finish(table, "green")
    backs = [e for e in table.events[since:] if e["event"] == "state" and e["to"] == "emptying"]
    assert backs or seed, "no tile caught"
    assert not told(table, since) and not line.doubtful


@pytest.mark.parametrize("machine", MACHINES)
def test_what_leaves_the_beam_of_a_standing_belt_has_gone_into_no_head(machine):
    """E404 with a tile in the beam; the beam goes blind, or the tile is out, as the lid opens."""
    table, line = catching(machine, 0, 0)
    table.run_until(lambda: line.state == "feed_lower", 60_000)
    for _ in range(8):  # caught again behind the belt's run back, once or more
        if table.faults:
            break
        before = line.counted, line.in_head
        table.inject("tile jammed belt_a")
        table.run_until(lambda: line.state in ("stuck", "unknown"), 30_000)
        table.run_for(500)
    assert table.faults == ["E404"] and table.io("cnt_a") and line.count.counted
    table.inject("stuck cnt_a off")
    table.run_for(500)
    table.set_lid(True)
    table.run_for(500)
    assert table.faults == ["E404", "E806"] and (line.counted, line.in_head) == before


@pytest.mark.parametrize("machine", MACHINES)
def test_a_beam_that_goes_blind_as_all_is_stopped_counts_no_tile(machine):
    """The cable of side A is off for a moment as a tile's first half is in the beam."""
    table, line = catching(machine, 0, 0)
    table.run_until(lambda: line.state == "feed_lower" and line.count.counted, 60_000)
    table.run_for(20)
    before = line.counted, line.in_head
    table.inject("dead cable a")
    table.run_for(60)
    table.inject("clear dead cable a")
    table.run_for(500)
    assert table.faults == ["E604", "E402"] and (line.counted, line.in_head) == before
    under_the_lid(table, "lift belt_a", "right lane_a", "right head_a", "lay drum")
    resume(table)
    finish(table, "green")


def test_a_cause_that_stands_where_nobody_told_it_is_told_by_the_acknowledgement():
    """A tile catches in line B as all is stopped; the E404 that is told is that of line D."""
    table = sorting(Case("E404", "", "", 0))
    table.inject("tile jammed belt_b")
    table.run_until(lambda: table.table.lines[1].state == "stuck", 30_000)
    table.set_lid(True)
    table.run_for(500)
    table.inject("stuck jam_d on")
    table.run_for(500)
    table.inject("clear stuck jam_d on")
    table.set_lid(False)
    table.run_for(500)
    assert table.io("jam_b") and [one.place for one in table.told] == ["board", "line_d"]
    acknowledge(table)
    assert table.state == "fault" and table.told[-1] == ("E404", "line_b", 0)
    table.plant.free_jams()
    table.run_for(500)
    resume(table)
    finish(table, "green")


@pytest.mark.parametrize("machine", MACHINES)
def test_a_belt_tries_back_once_and_never_after_a_fault(machine):
    """What is still stuck then latches; neither time nor an acknowledgement starts anything."""
    table, line = catching(machine, 0, 0)
    since = len(table.events)
    table.run_until(lambda: line.state in ("feed_lower", "feed_upper"), 5_000)
    table.inject("stuck jam_a on")
    event, _ = await_fault(table, since, TRY_MS)
    states = [e["to"] for e in table.events[since:]
              if e["event"] == "state" and e["machine"] == "line_a"]  # fmt: skip
    assert event["code"] == "E404" and states.count("emptying") == 1
    table.run_for(20_000)
    assert not table.board.outputs.motors and table.state == "fault"
    starts = table.table.power.starts
    acknowledge(table)
    table.run_for(20_000)
    assert table.table.power.starts == starts and not table.board.outputs.motors


@pytest.mark.parametrize(("what", "when"), [
    ("stuck chain_corner on", "parked"), ("stuck chain_corner on", "carrying"),
    ("chatter chain_corner", "carrying"),
])  # fmt: skip
def test_a_corner_that_is_seen_too_soon_is_told(what, when):
    """It carried a row two stations on, or none, and no fault was told."""
    table = sorting(Case("E406", "", "", 0, wait_ms=50_000, **SINGLE))
    table.run_until(lambda: table.table.distributor.state == when, 60_000)
    table.inject(what)
    event, _ = await_fault(table, 0, 120_000)
    assert (event["code"], event["at"]) == ("E406", "chain") and event["detail"] < 1_350
    causes = explained(Case("E406", "", "", 0))["causes"]
    assert any("sees all the time" in cause for cause in causes)
    table.inject("clear all")
    resume(table)
    finish(table, "green")


def test_a_blind_corner_is_replaced_by_the_learnt_time_and_told_once():
    """Zero alone stops the rods and guards the lifts; it came when a whole way had been gone."""
    table = chain(Case("E911", "", "", 0, **SINGLE))
    since = len(table.events)
    table.inject("stuck chain_corner off")
    finish(table, "green")
    assert [(e["code"], e["at"]) for e in told(table, since)] == [("E911", "chain_corner")]
    assert not table.violations
    table.inject("clear all")
    table.load("blue")
    finish(table, "blue")
    assert len(told(table, since)) == 1


def test_a_zero_that_comes_too_soon_behind_no_corner_stops_the_chain():
    """Rods that jumped, or a zero that flickers: the row is not where it should be."""
    table = chain(Case("E406", "", "", 0, **SINGLE))
    table.inject("stuck chain_corner off")
    table.table.supervision.learnt[M_CHAIN] = 250  # as though the way took far longer
    event, _ = await_fault(table, 0, 8_000)
    assert (event["code"], event["at"]) == ("E406", "chain") and event["detail"] > 4_000
    assert table.table.distributor.carried and not table.board.outputs.motors


def test_rods_that_have_left_their_zero_do_not_set_out_again():
    """A dead zero sensor carried a row two stations on, into a wall that waited there."""
    table = sorting(Case("E405", "", "", 0, wait_ms=60_000, **SINGLE))
    table.inject("stuck chain_zero off")
    event, _ = await_fault(table, 0, 120_000)
    assert (event["code"], event["at"], event["detail"]) == ("E405", "chain", 0)
    assert not table.board.outputs.motors and not table.plant.chain.moving
    table.inject("clear all")
    resume(table)
    finish(table, "green")


def test_a_corner_that_is_seen_before_the_rods_leave_zero_carries_no_row():
    table = sorting(Case("E405", "", "", 0, wait_ms=50_000, **SINGLE))
    table.run_until(lambda: table.table.distributor.state == "leaving", 60_000)
    table.inject("chatter chain_corner")
    event, _ = await_fault(table, 0, 5_000)
    assert event["code"] == "E405" and not table.table.distributor.carried
    table.inject("clear all")
    resume(table)
    finish(table, "green")


@pytest.mark.parametrize("at_ms", [40_000, 54_000, 97_000])
def test_a_chain_that_ran_by_itself_goes_back_to_its_zero(at_ms):
    """A triac shorted for 1.5 s: homing carried the half-built row on, and no hand came again."""
    table = SimTable("single_port", seed=11, players=Habits(play_ms=10_000))
    table.after(at_ms, lambda: table.inject("short chain"))
    table.after(at_ms + 1_500, lambda: table.inject("clear short chain"))
    meter = HandMeter(table)
    while not meter.hands and table.now_ms < 500_000:
        table.run_for(100)
        meter.look()
    assert [e["code"] for e in table.events if e["event"] == "fault"][:1] in (["E203"], ["E204"])
    assert meter.hands and not meter.wrong and not table.violations


@pytest.mark.parametrize("seed", [240, 252, 694])
def test_a_head_is_never_believed_to_hold_three(seed):
    """A shorted belt drove a third tile into it; a person took that out, and no end came."""
    at_ms = {240: 51_000, 252: 40_000, 694: 27_000}[seed]
    table = SimTable("four_port", "SHOP-B-136", seed, players=Habits(), late="none")
    table.run_to(at_ms)
    table.inject("short belt_b")
    most = 0
    while not table.dice_ms and table.now_ms < 1_200_000:
        table.run_for(100)
        most = max(most, *[line.in_head for line in table.table.lines])
    assert table.dice_ms and most == 2
