"""A belt waits until its head's cam stands."""

from mjsim.people.habits import Habits
from mjsim.plant.signals import MID, PARK, PUSH_HOME
from mjsim.plant.unit import Unit
from mjsim.table.session import SimTable
from mjtable.mechanisms.builder import FREE_REST_MS
from mjtable.mechanisms.builder_chart import REST_MS

SCAN_MS = 5


def sorting(machine="single_port", **options):
    table = SimTable(machine, **{"seed": 1, **options})
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    table.run_until(lambda: table.table.sorter.state == "picking", 30_000)
    return table


def rests(table, since=0, line="line_a"):
    """How long each rest of a line's cam lasted, ms, when it ended by itself."""
    found, began = [], None
    for event in table.events[since:]:
        if event["event"] == "state" and event["machine"] == line:
            if began is not None and event["to"].startswith(("feed", "wait")):
                found.append(event["t_ms"] - began)
            began = event["t_ms"] if event["to"].startswith("rest") else None
    return found


def test_a_rest_lasts_until_the_cam_surely_stands():
    table = sorting()
    table.run_for(60_000)
    found = rests(table)
    assert len(found) > 40 and set(found) == {FREE_REST_MS + -FREE_REST_MS % SCAN_MS}


def test_a_cam_may_coast_for_twice_and_a_belt_start_in_half_the_designs_time():
    """By the plant: every coast twice as long, or every lag half as long; the rest as drawn."""
    for fixed in ({"coast": 100}, {"lag": -50}):
        table = SimTable("single_port", seed=2, players=Habits(), late="now",
                         unit=Unit("typical", 2, fixed))  # fmt: skip
        table.run_for(300_000)
        assert not table.violations


def test_a_beam_that_is_not_free_makes_a_rest_long():
    table = sorting()
    line = table.table.lines[0]
    table.run_until(lambda: line.state == "lower", 30_000)
    table.run_for(100)  # it turns
    table.inject("stuck cnt_a on")
    since = len(table.events)
    table.run_for(1_500)
    assert rests(table, since)[0] >= REST_MS


def pushing(edges, **options):
    """A line whose head pushes its first stack, its cam turned so that flags lie elsewhere."""
    table = sorting(machine="four_port", **options)
    head, line = table.plant.heads[0], table.table.lines[0]
    cam = {(flag, on): angle for angle, flag, on in head.edges}
    cam.update(edges)
    head.edges = sorted((angle, flag, on) for (flag, on), angle in cam.items())
    head.set_angle(0)
    table.run_until(lambda: line.stacks == 1 or table.state == "fault", 30_000)
    return table, line


def test_pusher_and_park_are_two_switches_one_before_the_other():
    for angle in (325_000, 334_000, 336_000, 345_000):
        table, line = pushing({(PUSH_HOME, 1): angle})
        table.run_for(5_000)
        assert line.stacks >= 1 and table.state == "sorting" and not table.violations


def test_a_pusher_that_stays_out_is_told_within_its_time():
    table, line = pushing({(PUSH_HOME, 1): 359_000, (PARK, 1): 310_000})
    fault = [event for event in table.events if event["event"] == "fault"]
    assert [event["code"] for event in fault] == ["E522"] and line.stacks == 0


def test_a_cam_that_coasts_beyond_park_goes_round_once_more_before_its_belt_runs():
    table, line = pushing({(PARK, 0): 5_000}, unit="nominal")  # coasts at full speed
    table.run_for(5_000)
    walk = [event["to"] for event in table.events
            if event["event"] == "state" and event["machine"] == "line_a"]
    assert walk.count("push") > line.stacks > 0 and not table.violations


def test_a_cam_that_coasts_beyond_its_middle_stops_the_table_and_says_why():
    table, line = pushing({(MID, 0): 160_000})
    fault = [event for event in table.events if event["event"] == "fault"]
    assert [event["code"] for event in fault] == ["E524"]
    assert not table.violations and line.in_head == 0, "its tile is to come again"


def test_a_whole_tile_settles_in_the_scan_after_it_was_counted():
    """Two changes of state of two lines in one scan took the chip 5.6 ms."""
    table = SimTable("four_port", seed=3)
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    table.run_for(30_000)
    changes = {}
    for event in table.events:
        if event["event"] == "state" and event["machine"].startswith("line_"):
            changes.setdefault(event["machine"], []).append((event["t_ms"], event["to"]))
    settled = [(before, after) for line in changes.values()
               for before, after in zip(line, line[1:], strict=False)
               if before[1].startswith("settle")]
    assert len(settled) > 20
    assert all(after[0] > before[0] for before, after in settled)
