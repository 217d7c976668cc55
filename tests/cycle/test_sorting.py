"""Sorting: exactly the quota; tiles missing, too many, weak; pause at any time and go on."""

import pytest

from mjsim.eventlog import EventLog
from mjtable.clock import MASK
from mjtable.pickup import FLOOR_MS, LAMBDA_PER_KS, RATE_MAX_PCT, RATE_MIN_PCT, PickUp
from mjtable.profiles import PROFILES
from mjtable.pulse import Pulse
from mjtable.scheduler import sort_lines
from tests.cycle.moments import count, dealt, gesture, hatch_up, home, playing

MACHINES = ("four_port", "single_port")


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
    assert count(table, event="count") == row[1] and count(table, event="stack") == row[1] // 2
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


def test_the_line_with_most_work_left_goes_first():
    class Line:
        def __init__(self, tiles_in, counted):
            self.tile_quota, self.tiles_in, self.counted = 34, tiles_in, counted

    order = bytearray([0, 1, 2, 3])
    sort_lines(order, [Line(20, 18), Line(12, 12), Line(20, 14), Line(34, 30)])
    assert list(order) == [1, 2, 0, 3]


def test_the_learnt_rate_moves_slowly_and_stays_within_bounds():
    slow = PickUp()
    rates = []
    for _ in range(60):
        for left in range(8, 0, -1):
            slow.learn(3 * 1_000_000 // (LAMBDA_PER_KS[4] * left), left, 4)
        slow.close()
        rates.append(slow.rate_pct)
    steps = [a - b for a, b in zip([100, *rates], rates, strict=False)]
    assert rates == sorted(rates, reverse=True) and max(steps) <= 20
    assert RATE_MIN_PCT <= rates[-1] <= 45
    quick = PickUp()
    for _ in range(50):
        quick.learn(1, 3, 4)
        quick.close()
    assert quick.rate_pct == RATE_MAX_PCT, "luck makes nobody impatient"


def test_fewer_ports_and_tiles_are_given_more_time():
    watch = PickUp()
    waits = [watch.patience_ms(left, 4, 1000) for left in (1, 2, 5, 20)]
    assert waits == sorted(waits, reverse=True) and waits[-1] == FLOOR_MS
    assert watch.patience_ms(1, 1, 1000) > watch.patience_ms(1, 4, 1000)
    watch.restore(50)
    assert watch.patience_ms(1, 4, 1000) == pytest.approx(2 * waits[0], rel=0.01)


def counted(timeline, start_ms=0):
    """Tiles counted on a timeline of (ms, level)."""
    pulse, tiles, at = Pulse(), 0, 0
    for ms, level in [*timeline, (timeline[-1][0] + 500, None)]:
        for now in range(at, ms):
            tiles += pulse.due == (start_ms + now) & MASK and pulse.tick((start_ms + now) & MASK)
        at = ms
        if level is not None:
            pulse.edges((start_ms + ms) & MASK, level, level, not level)
    return tiles


@pytest.mark.parametrize("start_ms", [0, MASK - 1_100])
@pytest.mark.parametrize(
    ("timeline", "tiles"),
    [
        ([(1_000, 1), (1_220, 0)], 1),
        ([(1_000, 1), (1_015, 0)], 0),  # a speck of dust
        ([(1_000, 1), (1_008, 0), (1_016, 1), (1_220, 0)], 1),  # bounce in front
        ([(1_000, 1), (1_220, 0), (1_230, 1), (1_240, 0)], 1),  # and behind
        ([(1_000, 1), (1_100, 0), (1_118, 1), (1_220, 0)], 1),  # a drop-out inside
        ([(1_000, 1), (6_000, 0)], 1),  # the belt stops under the sensor
        ([(1_000, 1), (1_220, 0), (1_300, 1), (1_520, 0)], 2),
        ([(1_000 + 300 * n + d, 1 - d // 220) for n in range(34) for d in (0, 220)], 34),
    ],
)
def test_pulses(timeline, tiles, start_ms):
    assert counted(timeline, start_ms) == tiles


def test_a_hand_is_played_while_sixty_stacks_are_built():
    table = playing()
    assert table.table.set_waiting == "blue" and count(table, event="stack") == 136
