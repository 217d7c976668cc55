"""Sorting: exactly the quota; tiles missing, too many, weak; pause at any time and go on."""

import pytest

from mjsim.board.eventlog import EventLog
from mjsim.words.names import MACHINES
from mjtable.game.profiles import PROFILES
from mjtable.sorting.pickup import FLOOR_MS
from tests.cycle.moments import count, dealt, gesture, hatch_up, home


def loaded(machine="four_port", seed=3, profile="SHOP-B-136", missing=0):
    """The first set is being sorted, some of its tiles lie on the floor."""
    table = hatch_up(home(machine, seed=seed, profile=profile))
    if missing:
        table.inject("tile missing %d" % missing)
    table.press("elevator")
    table.run_until("sorting", 10_000)
    return table


def built(table):
    return table.table.set_waiting != "none"


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("profile", [row[0] for row in PROFILES])
def test_every_side_gets_exactly_its_quota(machine, profile):
    table = loaded(machine, profile=profile)
    row = PROFILES[table.table.profile]
    table.run_until(lambda: built(table), 300_000)
    assert table.stacks == list(row[2]) and not table.plant.pick.loose
    pushes = row[1] // table.plant.tiles_a_push
    assert count(table, event="count") == row[1] and count(table, event="stack") == pushes
    assert not table.violations and not table.faults


@pytest.mark.parametrize("machine", MACHINES)
def test_no_false_alarm_in_sixty_sorts(machine):
    for seed in range(20, 50):
        table = loaded(machine, seed)
        table.run_until(lambda t=table: built(t), 400_000)
        assert count(table, event="set", did="short") == 0, seed
        assert table.stacks == [17] * 4 and not table.faults and not table.violations


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("missing", [1, 3])
def test_missing_tiles_are_announced_with_number_and_side(machine, missing):
    table = loaded(machine, missing=missing)
    table.run_until("short", 600_000)
    table.run_for(50)  # until it is shown
    lines = table.table.lines
    said = {e["side"]: e["n"] for e in table.events
            if e["event"] == "set" and e.get("did") == "short"}  # fmt: skip
    assert sum(said.values()) == missing == table.table.short
    assert said == {"ABCD"[line.side]: line.tile_quota - line.tiles_in for line in lines
                    if line.tile_quota > line.tiles_in}  # fmt: skip
    digits = bytes(table.board.outputs.digits).decode()
    assert digits[:3] == "- %d" % missing and digits[3] in said
    table.run_for(30_000)
    assert table.board.outputs.motors == 0 and count(table, event="set", did="short") == len(said)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.add_tiles(table.missing_tiles())
    table.press("elevator")
    table.run_until(lambda: built(table), 200_000)
    assert table.stacks == [17] * 4 and not table.violations and not table.faults


def test_the_wait_is_no_fixed_time():
    early = loaded(missing=40)
    late = loaded(missing=1)
    waits = []
    for table in (early, late):
        table.run_until("short", 600_000)
        last = max(e["t_ms"] for e in table.events if e["event"] == "count")
        said = min(e["t_ms"] for e in table.events if e.get("did") == "short")
        waits.append(said - last)
    assert FLOOR_MS <= waits[0] < 40_000 < waits[1]


def surplus(machine, seed):
    """A set with one tile too many, sorted; what was written to the outputs."""
    log = EventLog()
    table = home(machine, seed=seed, log=log)
    table.inject("tile extra 1")
    hatch_up(table)
    table.press("elevator")
    table.run_until(lambda: built(table), 400_000)
    return table, log


@pytest.mark.parametrize("machine", MACHINES)
def test_a_tile_too_many_is_handed_back_by_its_belt(machine):
    found = 0
    for seed in range(1, 11):
        table, log = surplus(machine, seed)
        said = count(table, event="set", did="surplus", n=1)
        found += said
        assert said == count(table, event="fault", code="E432") <= 1
        assert said == (("output", "dir_belts", 1) in [r[1:] for r in log.records])
        assert table.stacks == [17] * 4 and len(table.plant.pick.loose) == 1
        assert not table.violations and not table.faults
    assert found >= 7, "ten seconds find nine in ten"


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("before_ms", [20, 40, 55])
def test_a_tile_too_many_in_the_last_moment_of_the_lookout_is_handed_back(machine, before_ms):
    """Its pulse ends when ring and drum are off already."""
    table = home(machine, settings={"sort.lookout_ms": 3_000})
    table.inject("tile extra 1")
    hatch_up(table)
    table.press("elevator")
    table.run_until("sorting", 10_000)
    sorter, pick = table.table.sorter, table.plant.pick
    table.run_until(lambda: sorter.state == "draining", 300_000)
    table.run_until(lambda: sorter.state in ("lookout", "idle"), 60_000)
    pick._wait = [1e12] * 4  # the ring finds nothing
    pick.retime(table.plant.now)
    table.run_for(3_000 - before_ms - (table.now_ms - sorter.since))
    assert sorter.state == "lookout"
    belt = pick.open.pop()
    tile = pick.loose.pop()
    table.plant.leaves_drum(tile)
    belt.take(tile, table.plant.now)
    pick.retime(table.plant.now)
    table.run_until(lambda: built(table), 30_000)
    assert count(table, event="set", did="surplus", n=1) == 1
    assert table.stacks == [17] * 4 and len(pick.loose) == 1
    assert not table.violations and not table.faults


def test_without_a_surplus_no_belt_runs_backwards():
    log = EventLog()
    table = home(log=log)
    table.load()
    table.run_until(lambda: built(table), 300_000)
    assert "dir_belts" not in [r[2] for r in log.records]


def test_a_weak_tile_is_waited_for():
    table = hatch_up(home())
    table.inject("tile weak 1")
    table.press("elevator")
    table.run_until(lambda: built(table) or table.state == "short", 600_000)
    if table.state == "short":
        table.hold("both", 1_200)
        table.run_until(lambda: table.io("hatch_up"), 10_000)
        table.clear_causes()
        table.press("elevator")
        table.run_until(lambda: built(table), 300_000)
    assert table.stacks == [17] * 4 and not table.violations


def pause(table):
    gesture(table, "both")
    table.run_until(lambda: table.io("hatch_up"), 25_000)
    assert table.board.outputs.motors == 0
    table.run_for(2_000)
    table.press("elevator")
    table.run_until("sorting", 10_000)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("after_ms", [200, 1_500, 3_300, 9_000, 17_020, 17_180, 17_340, 17_500,
                                      30_000, 40_000])  # fmt: skip
def test_pause_at_any_time_and_go_on(machine, after_ms):
    table = dealt(machine=machine)
    table.run_for(after_ms)
    pause(table)
    table.run_for(7_000)
    if table.table.sorter.may_pause() and table.table.sorter.busy:
        pause(table)
    table.run_until("playing", 400_000)
    assert table.stacks == [17] * 4 and not table.violations and not table.faults
    assert count(table, event="dice") == 1


@pytest.mark.parametrize("machine", MACHINES)
def test_pause_while_the_last_tiles_are_stacked(machine):
    table = dealt(machine=machine)
    table.run_until(lambda: table.table.sorter.state == "draining", 300_000)
    pause(table)
    table.run_until("playing", 400_000)
    assert table.stacks == [17] * 4 and not table.violations and not table.faults


def test_sides_fill_evenly():
    table = loaded()
    worst = 0
    while not built(table):
        table.run_for(250)
        counts = [line.tiles_in for line in table.table.lines]
        worst = max(worst, max(counts) - min(counts))
    assert worst <= 10
