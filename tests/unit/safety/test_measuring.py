"""What is kept of a test: times from the motor's switching, edges, currents, the slow ring."""

from types import SimpleNamespace

import pytest

from mjtable.generated.command_table import LIST_ENDED
from mjtable.generated.iomap import INPUTS, MOTORS
from mjtable.safety import measuring
from mjtable.safety.measuring import LIMIT, RUNNING, SENSOR, STOPPED, TIME, Measuring
from mjtable.scan.clock import MASK
from mjtable.scan.image import Inputs

HEAD_A, DRUM, DICE = (MOTORS.index(name) for name in ("head_a", "drum", "dice"))
PARK_A, MID_A, CNT_B = (INPUTS.index(name) for name in ("park_a", "mid_a", "cnt_b"))


class Table:
    """A clock, inputs and two meters."""

    def __init__(self, now=5000):
        self.now = now
        self.armed = True
        self.inputs = Inputs()
        self.service = SimpleNamespace(runs=True, look_due=0, dark=False)
        self.ma = [5, 5]
        self.inputs.gauges = SimpleNamespace(group_ma=lambda group: self.ma[group])
        self.found = Measuring(self)

    def scan(self, ms=0, sample=False, wrote_ms=-1, **edges):
        """One scan so much later: inputs that went to a level, or "both" ways."""
        self.now = (self.now + ms) & MASK
        inputs = self.inputs
        inputs.wrote_ms = wrote_ms
        inputs.rose[:] = inputs.fell[:] = bytes(9)
        inputs.edges = 0
        for name, way in edges.items():
            index = INPUTS.index(name)
            byte, bit = index >> 3, 1 << (index & 7)
            inputs.edges |= 1 << byte
            if way in (1, "both"):
                inputs.rose[byte] |= bit
            if way in (0, "both"):
                inputs.fell[byte] |= bit
            inputs.level[byte] = inputs.level[byte] & ~bit | bit * (way != 0)
        self.found.look(sample)

    def rows(self):
        """The edges, as the link gives them."""
        found = self.found
        return [(found.input[at] & 127, found.input[at] >> 7, found.at_ms[at])
                for at in range(found.edges)]


@pytest.fixture(params=[5000, MASK - 300])
def table(request):
    made = Table(request.param)
    made.found.begin(HEAD_A, False)
    return made


def test_why_it_ended_is_spelled_as_on_the_wire():
    names = [name.lower() for name in LIST_ENDED]
    assert [names[i] for i in (RUNNING, SENSOR, TIME, LIMIT, STOPPED)] == [
        "running", "sensor", "time", "limit", "stopped"]


def test_times_count_from_the_moment_the_motor_was_switched(table):
    table.scan(40, park_a=0)
    assert table.rows() == [], "it is not on yet"
    table.found.started()
    table.scan(5, wrote_ms=(table.now + 3) & MASK)
    table.scan(105, park_a=0)
    table.scan(400, park_a=1)
    table.found.end(SENSOR)
    table.found.stopped()
    table.scan(5)
    table.scan(45, mid_a=1)
    found = table.found
    assert (found.lag_ms, found.travel_ms, found.coast_ms) == (107, 507, 50)
    assert table.rows() == [(PARK_A, 0, 107), (PARK_A, 1, 507), (MID_A, 1, 557)]


def test_another_part_s_edges_are_kept_and_are_no_lag(table):
    table.found.started()
    table.scan(200, cnt_b=1)
    assert table.rows() == [(CNT_B, 1, 200)] and table.found.lag_ms == -1


def test_an_input_that_went_both_ways_between_two_scans_has_two_edges(table):
    table.found.started()
    table.scan(200, park_a="both")
    assert table.rows() == [(PARK_A, 0, 200), (PARK_A, 1, 200)]


def test_what_bounces_for_ever_fills_the_list_and_nothing_else(table):
    table.found.started()
    for _ in range(60):
        table.scan(5, park_a="both")
    assert table.found.edges == measuring.EDGES and table.rows()[-1][0] == PARK_A


def test_the_first_reason_counts(table):
    table.found.end(SENSOR)
    table.found.end(STOPPED)
    assert table.found.ended == SENSOR and table.found.travel_ms == -1


def test_currents_are_above_what_was_before_the_start(table):
    table.found.started()
    for ms, ma, other in ((20, 70, 5), (200, 41, 5), (200, 40, 9), (20, 42, 9)):
        table.ma[:] = other, ma
        table.scan(ms, sample=True)
    found = table.found
    assert (found.idle_ma, found.start_ma) == (5, 65)
    assert (found.run_ma(), found.other_ma()) == (36, 4), "of the two that are late enough"


def test_a_motion_too_short_to_be_steady_has_its_last_sample(table):
    table.found.started()
    table.ma[1] = 60
    table.scan(20, sample=True)
    assert table.found.run_ma() == 55


def test_what_goes_on_drawing_has_a_tail(table):
    table.found.started()
    table.ma[1] = 41
    table.scan(500, sample=True)
    table.found.stopped()
    table.scan(20, sample=True)
    table.scan(20, sample=True)
    table.ma[1] = 6
    table.scan(20, sample=True)
    assert table.found.tail_ms == 40


def test_the_dice_have_no_current_sensor():
    table = Table()
    table.found.begin(DICE, False)
    table.found.started()
    table.scan(500, sample=True)
    found = table.found
    assert (found.idle_ma, found.run_ma(), found.start_ma, found.tail_ms) == (-1, -1, -1, -1)


def test_without_gauges_nothing_is_known_and_nothing_fails():
    """A replayed table has none."""
    table = Table()
    table.inputs.gauges = None
    table.found.begin(DRUM, False)
    table.found.started()
    table.scan(500, sample=True)
    assert table.found.run_ma() == -1 and table.found.idle_ma == -1


def sample(table, number):
    at = number % measuring.SAMPLES * measuring.SAMPLE_BYTES
    return tuple(table.found.ring[at:at + 4])


def test_a_sample_has_both_currents_the_temperature_and_flags(table):
    table.ma[:] = 402, 2000
    table.inputs.temp_bay_dc = 312
    table.found.started()
    table.scan(20, sample=True)
    assert sample(table, 0) == (100, 255, 71, 1 | 2 | 8)
    table.found.stopped()
    table.service.dark = True
    table.scan(20, sample=True)
    assert sample(table, 1) == (100, 255, 71, 2 | 4 | 8 | 16)


def test_at_rest_a_sample_comes_twice_a_second():
    table = Table()
    table.service.look_due = -1
    for _ in range(21):
        table.found.idle_look()
        table.now += 100
    assert table.found.next == table.found.kept == 5


def test_the_ring_keeps_the_newest(table):
    for number in range(70):
        table.ma[0] = 4 * number
        table.scan(20, sample=True)
    assert table.found.next == 70 and table.found.kept == 64
    assert sample(table, 69)[0] == 69 and sample(table, 6)[0] == 6
