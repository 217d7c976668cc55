"""Lists: every row once, no page longer than a line may be."""

import pytest

from mjtable.game.profiles import PROFILES
from mjtable.generated import iomap, setting_table
from mjtable.memory.stats import STAT_NAMES
from tests.protocol.bench import Bench


def rows(bench, command):
    """All rows of a paged list."""
    found, start, request = [], 0, 1
    while True:
        answer = bench.ask(f"{60000 + request} {command} from={start}")[0]
        values = dict(word.split("=") for word in answer.split()[2:])
        n = int(values.pop("n"))
        start = int(values.pop("next"))
        assert list(values) == [str(row) for row in range(n)]
        found += values.values()
        request += 1
        if start == 0:
            return found


@pytest.mark.parametrize(
    ("kind", "names"), [("in", iomap.INPUTS), ("out", iomap.OUTPUTS), ("motor", iomap.MOTORS)]
)
def test_io_lists_are_those_of_the_io_map(kind, names):
    bench = Bench()
    fitted = rows(bench, f"io.list kind={kind}")
    assert len(fitted) == len(names)
    assert {name for name in fitted if name != "-"} <= set(names)
    for row, name in zip(fitted, names, strict=True):
        assert row in (name, "-")


def test_what_a_single_port_machine_lacks_is_a_spare():
    bench = Bench()
    bench.table.machine = 1
    motors = rows(bench, "io.list kind=motor")
    assert "chain" in motors
    assert "belt_b" not in motors
    four = rows(Bench(), "io.list kind=motor")
    assert "chain" not in four
    assert "belt_b" in four


def test_profiles_settings_stats_and_faults():
    bench = Bench()
    bench.table.faults.rows = [(521 + i, "line_a", 1 << i) for i in range(8)]
    bench.table.faults.rows[1] = (9, "", -5)
    assert rows(bench, "profile.list") == [f"{row[0]}:{row[1]}" for row in PROFILES]
    assert rows(bench, "settings.get") == [
        f"{name}:{value}"
        for name, value in zip(setting_table.NAMES, setting_table.DEFAULTS, strict=True)
    ]
    counters = [row.split(":")[0] for row in rows(bench, "stats")]
    assert counters[: len(STAT_NAMES)] == list(STAT_NAMES)
    faults = rows(bench, "faults")
    assert faults[0] == "E521:line_a:1"
    assert faults[1] == "E009:-:-5"
    assert len(faults) == 8


def test_warnings_stand_behind_the_faults():
    bench = Bench()
    bench.table.faults.warned = [(911, "push_home_c", 68), (431, "sorter", 2)]
    assert rows(bench, "faults") == ["E911:push_home_c:68", "E431:sorter:2"]
    bench = Bench()
    bench.table.faults.rows = [(521, "line_a", 3)]
    bench.table.faults.warned = [(911, "push_home_c", 68), (431, "sorter", 2)]
    assert rows(bench, "faults") == ["E521:line_a:3", "E911:push_home_c:68", "E431:sorter:2"]


def test_pages_stay_within_a_line_when_every_number_is_large():
    bench = Bench()
    for index in range(len(bench.table.stats)):
        bench.table.stats[index] = (1 << 30) - 1
    bench.table.settings.value = [-(1 << 30) + 1] * len(setting_table.NAMES)
    assert len(rows(bench, "stats")) == len(STAT_NAMES) + 5
    assert len(rows(bench, "settings.get")) == len(setting_table.NAMES)


def test_the_longest_answers_stay_within_a_line():
    bench = Bench(uid="E6614103E7452D2F")
    table = bench.table
    table.profile = max(range(len(PROFILES)), key=lambda index: len(PROFILES[index][0]))
    table.profile_on_table = table.profile
    table.machine = 1
    table.state = table.mode = "maintenance"
    table.inputs.reset_cause = "watchdog"
    for side in range(4):
        table.stacks[side], table.singles[side] = 10, 9  # a lower row, built first: no more digits
    table.short = 152
    table.faults.rows = [(521, "line_a", 0)]
    table.events.first = table.events.next = (1 << 29) - 1
    assert bench.ask("65535 hello")[0].endswith("reset=watchdog sim=1")
    assert " waiting=none" in bench.ask("65535 status")[0]
    assert "on_table=" in bench.ask("65535 profile.get")[0]
    table.mode = "run"
    table.state = "add_closing"
    assert bench.ask("65534 hello")[0].endswith("sim=1 boot=7")  # what a host lives on has room
    table.events.first = table.events.next = 1_000_000
    assert bench.ask("65533 status")[0].endswith("waiting=none boot=7")
    table.measuring.begin(10, True)
    found = table.measuring
    found.ended, found.lag_ms, found.travel_ms, found.coast_ms = 5, 12_900, 12_900, 1500
    found.tail_ms, found.idle_ma, found.start_ma, found.last_ma = 1500, 550, 550, 550
    found.edges = 48
    assert bench.ask("65532 motor.result")[0].endswith("edges=48")
    longest = max(setting_table.NAMES, key=len)
    assert "default=" in bench.ask(f"65535 settings.get name={longest}")[0]


def test_a_page_behind_the_end_is_empty():
    assert Bench().ask("1 profile.list from=200") == ["1 ok n=0 next=0"]
