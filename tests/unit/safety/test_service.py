"""Service mode by itself: one motor, by hand, as long as somebody holds the key and is there."""

from types import SimpleNamespace

import pytest

from mjtable.generated.iomap import MOTORS, MOTORS_OF, REVERSIBLE
from mjtable.generated.setting_table import S_SERVICE_DEADMAN_MS
from mjtable.safety.measuring import Measuring
from mjtable.safety.motor_groups import GROUP, REVERSE_SHIFT
from mjtable.safety.service import Service
from mjtable.scan.clock import MASK
from mjtable.scan.image import Inputs

FOUR_PORT, SINGLE_PORT = 0, 1
DRUM, RING, HATCH, CHAIN = range(4)
DEADMAN_MS = 500
PLACE = 5
FORBIDS = 7  # the number of some interlock


class Table:
    """What service mode sees of the table; the host is heard and the key is held."""

    def __init__(self, now=5000, machine=FOUR_PORT):
        self.now = now
        self.machine = machine
        self.heard_ms = 0
        self.asked = 0
        self.granted = 0
        self.due = [-1] * 23
        self.wants = [0] * 23
        self.settings = SimpleNamespace(value={S_SERVICE_DEADMAN_MS: DEADMAN_MS})
        self.cycle = SimpleNamespace(state="service")
        self.panel = SimpleNamespace(is_service_held=lambda: self.held)
        self.alert = 0
        self.interlocks = SimpleNamespace(
            allows=lambda wish: not wish & self.forbidden,
            refuses=lambda wish: FORBIDS if wish & self.forbidden else -1)
        self.shown = SimpleNamespace(begin=lambda: None, step=lambda: None)
        self.inputs = Inputs()
        self.measuring = Measuring(self)
        self.armed = True
        self.by = -1
        self.inside = False
        self.sorter = SimpleNamespace(rows=SimpleNamespace(
            would_part=lambda motor, _: motor == CHAIN and self.inside))
        self.events = SimpleNamespace(add=self.note)
        self.held = True
        self.forbidden = 0
        self.left = 0
        self.told = []
        self.service = Service(self)
        self.service.place = PLACE
        self.service.begin()

    def note(self, kind, *words):
        self.told.append(words)

    def state_changed(self, chart):
        pass

    def deny(self, rule):
        self.by = rule
        return "refused"

    def later(self, rule):
        self.by = rule
        return "busy"

    def tiles_inside(self):
        return self.inside

    def service_leave(self):
        self.left += 1

    @property
    def again_ms(self):
        """How long until it looks by itself; None for never."""
        due = self.due[PLACE]
        return None if due < 0 else (due - self.now) & MASK

    def after(self, ms=0, heard=True):
        """One scan so much later; True while it stays in service mode."""
        self.now = (self.now + ms) & MASK
        if heard:
            self.heard_ms = self.now
        self.service.run(self.now)
        return not self.left


@pytest.fixture(params=[0, 5000, MASK - 100, MASK - 99])
def table(request):
    made = Table(request.param)
    made.service.off_at = (request.param - 600) & MASK  # a motor has not run for long
    return made


def test_every_state_of_its_transitions_is_one_of_its_states():
    states = {row[0] for row in Service.STATES}
    assert {row[2] for row in Service.TRANSITIONS} == states


# -------------------------------------------------------------------------------------- a jog


@pytest.mark.parametrize("machine", [FOUR_PORT, SINGLE_PORT])
@pytest.mark.parametrize("motor", range(len(MOTORS)))
@pytest.mark.parametrize("reverse", [False, True])
def test_a_jog_wishes_its_motor_and_its_relay_alone(machine, motor, reverse):
    table = Table(machine=machine)
    answer = table.service.jog(motor, reverse, 2000)
    if not MOTORS_OF[machine] >> motor & 1:
        assert answer == "unknown"
    elif reverse and not REVERSIBLE >> motor & 1:
        assert answer == "param"
    else:
        assert answer == ""
        relay = 1 << REVERSE_SHIFT + GROUP[motor] if reverse else 0
        assert table.service.want == table.wants[PLACE] == 1 << motor | relay
        assert table.told == [(MOTORS[motor], "jog", 2000)]
    assert (table.service.state == "jogging") == (answer == "")


def test_a_jog_is_looked_at_before_its_motor_starts(table):
    table.service.jog(HATCH, False, 2000)
    assert table.asked >> PLACE & 1


def test_a_jog_ends_when_its_time_is_up(table):
    table.service.jog(HATCH, False, 300)
    assert table.again_ms == 300
    assert table.after(299) and table.service.state == "jogging"
    assert table.after(1) and table.service.state == "off"
    assert table.wants[PLACE] == 0
    assert table.told[-1] == ("hatch", "stopped")


def test_a_jog_ends_when_nobody_keeps_it_alive(table):
    table.service.jog(HATCH, False, 2000)
    assert table.again_ms == DEADMAN_MS
    table.after(400)
    assert table.service.keepalive() == ""
    assert table.again_ms == DEADMAN_MS
    assert table.after(499) and table.service.state == "jogging"
    assert table.after(1) and table.service.state == "off"


def test_a_keepalive_lets_no_jog_last_longer_than_its_time(table):
    table.service.jog(HATCH, False, 700)
    table.after(400)
    table.service.keepalive()
    assert table.again_ms == 300


def test_a_keepalive_without_a_jog_changes_nothing(table):
    before = table.again_ms
    assert table.service.keepalive() == ""
    assert table.again_ms == before and table.service.state == "off"


@pytest.mark.parametrize("ms", [0, -1])
def test_no_time_is_the_command_to_stop(table, ms):
    table.service.jog(HATCH, False, 2000)
    assert table.service.jog(HATCH, False, ms) == ""
    assert table.service.state == "off" and table.told[-1] == ("hatch", "stopped")
    assert table.again_ms == 100, "the mode is looked at again"
    assert table.service.jog(RING, False, ms) == "", "also for a motor that must not start now"
    assert table.service.state == "off"


def test_one_millisecond_is_a_jog(table):
    assert table.service.jog(HATCH, False, 1) == ""
    assert table.service.state == "jogging" and table.again_ms == 1


def test_a_jog_lasts_from_its_command_whenever_its_motor_starts(table):
    table.service.jog(HATCH, False, 300)
    table.after(50)
    table.service.granted()
    assert table.again_ms == 250


def test_a_new_jog_takes_the_place_of_the_one_before(table):
    table.service.jog(HATCH, False, 2000)
    assert table.service.jog(HATCH, True, 2000) == ""
    assert [words[1] for words in table.told] == ["jog", "stopped", "jog"]


def test_what_the_interlocks_forbid_is_refused(table):
    table.forbidden = 1 << HATCH
    assert table.service.jog(HATCH, False, 2000) == "refused"
    assert table.service.state == "off" and table.wants[PLACE] == 0 and table.told == []


def test_another_motor_waits_for_the_one_before_to_come_to_rest(table):
    table.service.jog(HATCH, False, 2000)
    table.after(100)
    table.service.stop()
    assert table.service.jog(DRUM, False, 2000) == "busy"
    table.after(599)
    assert table.service.jog(DRUM, False, 2000) == "busy"
    assert table.service.jog(HATCH, False, 2000) == "", "the same one may start at once"
    table.service.stop()
    table.after(600)
    assert table.service.jog(DRUM, False, 2000) == ""


@pytest.mark.parametrize("motor", [DRUM, RING, HATCH])
def test_nothing_coasts_at_power_on(motor):
    assert Table(0).service.jog(motor, False, 2000) == ""


def test_a_fault_ends_a_jog(table):
    table.service.jog(HATCH, False, 2000)
    assert table.service.fire("halt")
    assert table.service.state == "off" and table.wants[PLACE] == 0


def test_a_fault_tells_of_no_motor_when_none_was_jogged(table):
    assert not table.service.fire("halt")
    assert table.told == []


# -------------------------------------------------------------------------- who has to be there


def test_the_key_let_go_stops_the_motor_in_this_scan(table):
    table.service.jog(HATCH, False, 2000)
    assert table.after(100) and table.service.state == "jogging"
    table.held = False
    assert table.after() and table.service.state == "off"


def test_an_end_that_is_reached_stops_the_motor_in_this_scan(table):
    table.service.jog(HATCH, False, 2000)
    table.forbidden = 1 << HATCH
    assert table.after() and table.service.state == "off"


def test_in_another_mode_it_looks_at_nothing(table):
    table.service.jog(HATCH, False, 2000)
    table.cycle.state = "selftest"
    table.held = False
    table.heard_ms = (table.now - 4000) & MASK
    assert table.after(heard=False)
    assert table.service.state == "jogging"


def test_it_looks_ten_times_a_second(table):
    assert table.again_ms == 100
    for _ in range(50):
        assert table.after(100) and table.again_ms == 100
    table.service.jog(HATCH, False, 300)
    table.after(300)
    assert table.again_ms == 100, "also after a jog"


def test_a_look_before_its_time_puts_the_next_one_not_off(table):
    table.after(60)
    assert table.again_ms == 40


@pytest.mark.parametrize(("way", "ms"), [("key", 10_000), ("host", 3_000), ("mode", 600_000)])
def test_it_ends_by_itself(table, way, ms):
    table.held = way != "key"
    assert table.after(ms, heard=way != "host")
    assert not table.after(1, heard=way != "host")
    assert table.left == 1


def test_the_key_held_once_more_is_a_new_beginning(table):
    table.held = False
    assert table.after(9_000)
    table.held = True
    assert table.after(10)
    table.held = False
    assert table.after(10_000)
    assert not table.after(1)


def test_service_mode_begins_with_everybody_there():
    table = Table(now=1_000_000)
    assert table.heard_ms == 1_000_000
    table.held = False
    assert table.after(10_000)
    table.now += 1_000_000
    table.service.begin()
    assert table.after(10_000) and table.again_ms == 100


def test_before_the_first_jog_no_motor_was_run(table):
    table.service.stop()
    assert table.told == []
