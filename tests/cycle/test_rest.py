"""A belt waits for its head's cam as short as scans in time allow, longer behind a late one."""

from mjsim.session import SimTable
from mjtable.builder import FREE_REST_MS, QUICK_REST_MS, REST_MS

SCAN_MS = 5


def sorting(late="none", machine="single_port", seed=1):
    table = SimTable(machine, seed=seed, late=late)
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


def test_a_rest_is_short_while_scans_are_in_time():
    table = sorting()
    table.run_for(60_000)
    found = rests(table)
    quick = QUICK_REST_MS + -QUICK_REST_MS % SCAN_MS
    assert len(found) > 40 and found.count(quick) > 0.9 * len(found)
    assert quick <= FREE_REST_MS - 2 * SCAN_MS


def test_a_rest_is_long_while_scans_are_late():
    table = sorting("8")
    table.run_for(60_000)
    assert len(rests(table)) > 40 and min(rests(table)) >= FREE_REST_MS


def test_one_late_scan_makes_one_rest_long():
    table = sorting("6@0.005")
    table.run_for(60_000)
    found = rests(table)
    long = [ms for ms in found if ms >= FREE_REST_MS]
    assert 3 < len(long) < len(found) / 2 and min(found) <= FREE_REST_MS - 2 * SCAN_MS


def test_a_beam_that_is_not_free_makes_a_rest_long():
    table = sorting()
    line = table.table.lines[0]
    table.run_until(lambda: line.state == "lower", 30_000)
    table.inject("stuck cnt_a on")
    since = len(table.events)
    table.run_for(1_500)
    assert rests(table, since)[0] >= REST_MS


def test_after_a_stop_nobody_knows_how_far_the_next_tile_is():
    table = sorting(machine="four_port")
    line = table.table.lines[0]
    table.run_until(lambda: line.state == "push" and line.at_rest(), 30_000)
    table.plant.press_stop(True)
    table.run_for(500)
    table.plant.press_stop(False)
    assert table.state == "fault" and line.in_head == 2
    since = len(table.events)
    for _ in range(3):
        table.press("elevator")
        table.run_for(6_000)
    assert rests(table, since)[0] >= FREE_REST_MS and not table.violations


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
