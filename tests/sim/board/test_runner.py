"""The loop: scans on the grid, nothing skipped that the firmware could see, time that wraps."""

import pytest

from mjsim.board.eventlog import EventLog
from mjsim.board.runner import CLOCK_MASK, Runner, on_grid
from mjsim.board.violation import ViolationSeen

NEVER = 1 << 60


class FakePlant:
    """Edges at given times; everything else stands still."""

    def __init__(self, edges=(), silent=()):
        self.todo = sorted([(t, True) for t in edges] + [(t, False) for t in silent])
        self.level, self.rose, self.fell = bytearray(9), bytearray(9), bytearray(9)
        self.edges = 0
        self.now = 0
        self.logic_ok = True
        self.violations = []
        self.advanced = []

    @property
    def next_ms(self):
        return self.todo[0][0] if self.todo else NEVER

    def advance(self, t_ms):
        assert t_ms >= self.now
        self.advanced.append(t_ms)
        while self.todo and self.todo[0][0] <= t_ms:
            if self.todo.pop(0)[1]:
                self.edges |= 1
                self.level[0] ^= 1
        self.now = t_ms

    def advance_to_edge(self, t_ms):
        while self.todo and self.next_ms <= t_ms:
            self.now = self.next_ms
            if self.todo.pop(0)[1]:
                self.edges |= 1
                self.level[0] ^= 1
                return self.now
        return NEVER


class FakeImage:
    def __init__(self):
        self.level, self.rose, self.fell = bytearray(9), bytearray(9), bytearray(9)
        self.now_ms = self.edges = self.motors = self.aux = self.beep = 0
        self.lamps, self.digits = bytearray(24), bytearray(4)
        self.arm = 1  # nothing is written at rest


class FakeBoard:
    def __init__(self, plant):
        self.plant = plant
        self.inputs, self.outputs = FakeImage(), FakeImage()
        self.writes = 0

    def read(self, inputs):
        inputs.edges, self.plant.edges = self.plant.edges, 0

    def write(self, outputs):
        self.writes += 1


class FakeTable:
    """Remembers its scans; asks to be called again after `waits` (the last one for ever)."""

    def __init__(self, waits=(NEVER,)):
        self.waits = list(waits)
        self.scans = []
        self.asked = 0

    def wake(self):
        """Somebody has changed something."""

    def step(self, inputs, outputs):
        self.scans.append((inputs.now_ms, inputs.edges))
        return self.waits.pop(0) if len(self.waits) > 1 else self.waits[0]


def run(plant, table, end_ms, **options):
    runner = Runner(plant, **options)
    runner.power(FakeBoard(plant), table)
    runner.run_until(end_ms)
    return runner


def times(table):
    return [t for t, _ in table.scans]


def test_on_grid_rounds_up():
    assert [on_grid(t) for t in (0, 1, 5, 6, 11)] == [0, 5, 5, 10, 15]


@pytest.mark.parametrize("log", [None, EventLog()])
def test_an_edge_is_scanned_at_the_next_grid_point(log):
    table = FakeTable()
    run(FakePlant(edges=(123, 200)), table, 1_000, log=log)
    assert times(table) == [5, 125, 200]


@pytest.mark.parametrize("log", [None, EventLog()])
def test_a_deadline_is_rounded_up_to_the_grid(log):
    table = FakeTable([12, 0, NEVER])
    run(FakePlant(), table, 1_000, log=log)
    assert times(table) == [5, 20, 25]


@pytest.mark.parametrize("log", [None, EventLog()])
def test_an_event_that_moves_no_input_costs_no_scan(log):
    table = FakeTable()
    runner = run(FakePlant(edges=(500,), silent=range(10, 490, 7)), table, 1_000, log=log)
    assert times(table) == [5, 500] and runner.scans == 2


def test_fixed_scans_every_five_ms_and_says_so():
    table = FakeTable()
    run(FakePlant(edges=(52,)), table, 100, fixed=True)
    assert times(table) == list(range(5, 101, 5)) and table.asked
    assert dict(table.scans)[55] == 1


def test_an_edge_from_outside_is_seen_at_the_next_scan():
    plant, table = FakePlant(), FakeTable()
    runner = run(plant, table, 100)
    plant.edges |= 1
    runner.run_until(200)
    assert times(table) == [5, 105]


def test_wake_asks_for_a_scan():
    plant, table = FakePlant(), FakeTable()
    runner = run(plant, table, 100)
    runner.wake()
    runner.run_until(200)
    assert times(table) == [5, 105]


def test_the_firmware_sees_a_clock_that_wraps():
    table = FakeTable()
    runner = run(FakePlant(edges=(50,)), table, 100, offset_ms=(1 << 30) - 20)
    assert times(table) == [(1 << 30) - 15, 30] and runner.now_ms == 100
    assert CLOCK_MASK == (1 << 30) - 1


def test_the_loop_ends_where_the_controller_loses_its_supply():
    plant, table = FakePlant(edges=(50,)), FakeTable()
    runner = Runner(plant)
    runner.power(FakeBoard(plant), table)
    runner.run_until(40)
    plant.logic_ok = False
    plant.edges |= 512
    runner.run_until(1_000)
    assert runner.now_ms == 45 and times(table) == [5]


def test_without_a_controller_the_plant_goes_on():
    plant = FakePlant(edges=(50,), silent=(70,))
    plant.logic_ok = False
    runner = Runner(plant)
    runner.power(None, None)
    runner.run_until(200)
    assert runner.now_ms == plant.now == 200 and not plant.todo


@pytest.mark.parametrize("log", [None, EventLog()])
def test_a_halting_run_ends_at_a_violation(log):
    plant, table = FakePlant(edges=(50,)), FakeTable()
    runner = Runner(plant, log=log)
    runner.power(FakeBoard(plant), table)
    runner.halt_on_violation = True
    plant.violations.append("0.050 s: two tiles in one place")
    with pytest.raises(ViolationSeen, match="two tiles"):
        runner.run_until(1_000)


class FakeLink:
    def __init__(self, plant, arrivals):
        self.plant = plant
        self.arrivals = list(arrivals)
        self.polled = []

    @property
    def waiting(self):
        return bool(self.arrivals) and self.arrivals[0] <= self.plant.now

    def poll(self, now_ms):
        busy = self.waiting
        if busy:
            self.polled.append((now_ms, self.arrivals.pop(0)))
        return busy


def test_bytes_that_wait_are_read_at_the_next_scan():
    plant, table = FakePlant(silent=(100,)), FakeTable()
    runner = Runner(plant)
    runner.power(FakeBoard(plant), table)
    link = FakeLink(plant, [100])
    runner.links.append(link)
    runner.run_until(90)
    runner.run_until(200)
    assert link.polled == [(100, 100)]
