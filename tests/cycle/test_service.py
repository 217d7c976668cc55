"""Service mode: motors run only while a person holds the service key; the mode ends by itself."""

from pathlib import Path

import pytest

from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from mjtable.generated.iomap import (
    AUX_DIR_HATCH,
    BIT_HATCH_DN,
    BIT_LID,
    BIT_LOOP_RAW,
    BIT_PINCH,
    BYTE_LID,
    BYTE_LOOP_RAW,
    M_HATCH,
    MOTORS,
)
from mjtable.people.panel import ELEVATOR, SHORT
from mjtable.safety import service
from tests.protocol.test_real_table import RealBench

NOMINAL = {"late": "none"}
ROOT = Path(__file__).resolve().parents[2]


class Bench(RealBench):
    """A board that does not know that it is simulated, a person beside it, a host at the link."""

    def __init__(self, **options):
        super().__init__(**{"seed": 3, **NOMINAL, **options})
        self.sim.board.inputs.sim = 0
        self.run(200)

    def key(self, is_held):
        """The person turns the service key, or lets it go."""
        self.sim.plant.set_input("svc", is_held)
        self.run(10)

    def run(self, ms, alive=False):
        """Time goes by; with a host that is still there."""
        end = self.sim.now_ms + ms
        while self.sim.now_ms < end:
            if alive:
                self.do("keepalive")
            self.sim.run_for(max(0, min(100, end - self.sim.now_ms)))

    def serve(self):
        """In service mode, the key held."""
        self.key(True)
        assert self.do("service.enter") == "ok"
        self.run(200)
        return self

    @property
    def on(self):
        """Names of the motors that are on."""
        motors = self.sim.board.outputs.motors
        return " ".join(name for index, name in enumerate(MOTORS) if motors >> index & 1)

    @property
    def closes(self):
        return self.on == "hatch" and bool(self.sim.board.outputs.aux & AUX_DIR_HATCH)

    def mode(self):
        return self.sim.table.mode


def test_a_jog_stops_in_the_scan_that_sees_the_key_let_go():
    bench = Bench().serve()
    assert bench.do("motor.jog name=drum ms=5000") == "ok"
    bench.scan(40)
    assert bench.on == "drum"
    bench.sim.plant.set_input("svc", False)
    bench.sim.run_for(10)
    assert bench.on == ""
    bench.key(True)
    bench.run(1_000, alive=True)
    assert bench.on == ""  # and it does not go on by itself


def test_a_jog_without_the_key_never_reaches_its_motor():
    """Whoever asked for it, and by whatever way."""
    bench = Bench().serve()
    bench.key(False)
    assert bench.sim.table.service.jog(MOTORS.index("drum"), 0, 500) == ""
    bench.sim.runner.wake()
    for _ in range(20):
        bench.sim.run_for(5)
        assert bench.on == ""


def test_a_jog_goes_on_while_the_key_is_held_and_the_host_is_there():
    bench = Bench().serve()
    bench.do("motor.jog name=drum ms=3000")
    bench.run(2_500, alive=True)
    assert bench.on == "drum"
    bench.run(1_000, alive=True)
    assert bench.on == "" and bench.mode() == "service"


@pytest.mark.parametrize("way", ["key", "link", "limit"])
def test_service_mode_ends_by_itself(way):
    """It stayed for ever: a motor ran for a host that came an hour later."""
    bench = Bench().serve()
    if way == "key":
        bench.key(False)
        bench.run(service.KEY_MS - 500, alive=True)
        assert bench.mode() == "service"
        bench.run(1_000, alive=True)
    elif way == "link":
        bench.run(service.LINK_MS - 300)
        assert bench.mode() == "service"
        bench.run(1_000)
    else:
        bench.sim.table.service.began -= service.MODE_MS - 2_000
        bench.run(1_500, alive=True)
        assert bench.mode() == "service"
        bench.run(1_000, alive=True)
    assert bench.mode() == "run" and bench.sim.state == "power_on"
    assert not bench.sim.board.outputs.arm and bench.on == ""
    assert bench.do("motor.jog name=hatch") == "err mode needs=service"


def test_a_lost_host_is_not_replaced_by_another_an_hour_later():
    bench = Bench().serve()
    bench.key(False)
    bench.sim.run_for(3_600_000)
    assert bench.do("hello").count("mode=run")
    assert bench.do("motor.jog name=hatch").startswith("err mode")
    bench.run(1_000)
    assert bench.on == ""


@pytest.mark.parametrize(("way", "end"), [("fwd", "hatch_up"), ("rev", "hatch_dn")])
def test_a_jogged_hatch_stops_at_its_end(way, end):
    """It was driven against the stop until its time was up."""
    bench = Bench().serve()
    if way == "rev":
        bench.do("motor.jog name=hatch dir=fwd ms=1500")
        bench.run(2_500, alive=True)
        assert not bench.sim.io("hatch_dn")
    bench.do(f"motor.jog name=hatch dir={way} ms=60000")
    for _ in range(80):
        bench.do("keepalive")
        for _ in range(20):
            bench.sim.run_for(5)
            assert not (bench.on and bench.sim.io(end))
    assert bench.sim.io(end) and not bench.sim.faults and bench.mode() == "service"
    assert bench.do(f"motor.jog name=hatch dir={way}").startswith("err refused")
    assert bench.sim.table.interlocks.broken == -1


def half_open():
    """A jog has opened the hatch half way."""
    bench = Bench().serve()
    bench.do("motor.jog name=hatch dir=fwd ms=1500")
    bench.run(2_500, alive=True)
    return bench


def test_a_jogged_hatch_does_not_close_on_what_it_pinched_but_opens():
    """It closed fully."""
    bench = half_open()
    bench.do("motor.jog name=hatch dir=rev ms=5000")
    bench.run(700, alive=True)
    assert bench.closes
    bench.sim.inject("pinch on")
    bench.sim.run_for(5)
    assert bench.on == "" and not bench.sim.faults
    assert bench.do("motor.jog name=hatch dir=rev").startswith("err refused")
    bench.run(500, alive=True)
    assert bench.on == "" and not bench.sim.io("hatch_dn")
    assert bench.do("motor.jog name=hatch dir=fwd") == "ok"
    bench.run(400, alive=True)
    assert bench.on == "hatch" and not bench.closes


def test_a_pinch_before_the_relay_has_turned_keeps_the_motor_off():
    bench = half_open()
    bench.do("motor.jog name=hatch dir=rev ms=5000")
    bench.sim.run_for(10)
    bench.sim.inject("pinch on")
    for _ in range(10):
        bench.run(100, alive=True)
        assert bench.on == ""


def test_a_press_by_the_link_in_service_mode_starts_nothing_after_it():
    """Its release came in power-on: the table homed, and the hatch closed with nobody there."""
    bench = half_open()
    assert bench.do("press key=elevator ms=300") == "ok"
    assert bench.do("service.leave") == "ok"
    for _ in range(50):
        bench.run(100)
        assert bench.on == ""
    assert bench.sim.state == "power_on"


@pytest.mark.parametrize("key", ["elevator", "marker"])
@pytest.mark.parametrize("end", ["service.leave", "lid", "key"])
def test_no_press_by_the_link_outlasts_a_change_of_mode(key, end):
    bench = Bench().serve()
    bench.do(f"press key={key} ms=20000")
    if end == "lid":
        bench.sim.set_lid(True)
        bench.run(100)
        assert bench.sim.faults == ["E806"]
        bench.sim.set_lid(False)
        bench.run(100)
    elif end == "key":
        bench.key(False)
        bench.run(service.KEY_MS + 500, alive=True)
    else:
        bench.do(end)
    bench.run(25_000)
    assert bench.on == "" and bench.sim.state == ("fault" if end == "lid" else "power_on")


def test_a_key_held_by_a_person_over_a_change_of_mode_gives_nothing_either():
    bench = Bench().serve()
    bench.sim.plant.set_input("elevator", True)
    bench.run(100)
    bench.do("service.leave")
    bench.sim.plant.set_input("elevator", False)
    bench.run(1_000)
    assert bench.sim.state == "power_on"
    bench.sim.press("elevator")
    bench.run(300)
    assert bench.sim.state in ("homing", "ready")


@pytest.mark.parametrize(
    "where", ["power_on", "service", "selftest", "maintenance", "homing", "ready"]
)
def test_an_open_lid_is_told_and_stops_everything_in_every_mode(where):
    sim = SimTable(seed=3, **NOMINAL)
    if where in ("selftest", "maintenance"):
        sim.power_off()
        sim.hold("both" if where == "selftest" else "marker", 3_000)
        sim.power_on()
        sim.run_for(4_000)
    elif where == "service":
        sim = Bench().serve().sim
    elif where != "power_on":
        sim.press("elevator")
        sim.run_until(where, 20_000)
    assert sim.state == where
    sim.set_lid(True)
    sim.run_for(10)
    assert sim.faults == ["E806"] and sim.state == "fault" and not sim.board.outputs.arm
    assert sim.table.ack() == "fault"
    assert not sim.table.interlocks.allows(1 << M_HATCH)


@pytest.mark.parametrize(("touch", "code"), [("lid", "E806"), ("loop", "E205")])
def test_a_touch_of_lid_or_loop_between_two_scans_is_enough(touch, code):
    """The first edge counts, however short; the contacts bounce when they open."""
    sim = SimTable(seed=3, **NOMINAL)
    sim.press("elevator")
    sim.run_until("ready", 20_000)
    sim.run_for(5 - sim.now_ms % 5)
    inputs = sim.board.inputs
    byte, bit = (BYTE_LID, BIT_LID) if touch == "lid" else (BYTE_LOOP_RAW, BIT_LOOP_RAW)
    read = sim.board.read

    def seen(given):
        read(given)
        (given.rose if touch == "lid" else given.fell)[byte] |= bit
        given.edges |= 1 << byte
        sim.board.read = read

    sim.board.read = seen
    sim.runner.wake()
    sim.run_for(10)
    assert sim.faults == [code] and not inputs.level[BYTE_LID] & BIT_LID
    sim.run_for(50)
    assert sim.state == "fault" and sim.table.ack() == ""


def test_a_touch_of_the_pinch_between_two_scans_opens_a_closing_hatch():
    sim = SimTable(seed=3, **NOMINAL)
    sim.press("elevator")
    sim.run_until("ready", 20_000)
    hatch = sim.table.hatch
    sim.table.inputs.level[BYTE_LID] &= ~BIT_HATCH_DN
    hatch.enter("closing")
    sim.table.inputs.rose[BYTE_LID] = BIT_PINCH
    hatch.step()
    assert hatch.state == "freeing"


def test_the_service_chart_looks_at_the_key_before_a_jogged_motor_starts():
    bench = Bench().serve()
    table = bench.sim.table
    table.asked = 0
    assert table.service.jog(MOTORS.index("drum"), 0, 500) == ""
    assert table.asked >> table.service.place & 1


def test_a_service_key_pressed_by_the_link_is_let_go_when_service_mode_begins():
    """Only a simulated board takes it at all."""
    bench = Bench()
    bench.sim.board.inputs.sim = 1
    assert bench.do("press key=service ms=20000") == "ok"
    bench.scan(4)
    assert bench.do("service.enter") == "ok"
    bench.scan(4)
    assert bench.sim.table.panel.contacts.down == 0
    assert bench.do("motor.jog name=drum") == "err key state=service"


def test_a_gesture_that_waits_is_forgotten_with_the_mode():
    bench = Bench().serve()
    panel = bench.sim.table.panel
    panel._report(ELEVATOR, SHORT)
    assert bench.sim.table.service_leave() == "" and panel.count == 0
    bench.run(1_000)
    assert bench.sim.state == "power_on" and bench.on == ""


def test_another_motor_is_jogged_when_the_one_before_has_come_to_rest():
    """A drum full of tiles coasts longest; nothing may meet what still moves."""
    bench = Bench().serve()
    assert bench.do("motor.jog name=drum ms=5000") == "ok"
    bench.run(600, alive=True)
    assert bench.do("motor.jog name=lift_a") == "err busy state=service by=coasting"
    assert bench.on == ""  # the drum was stopped for it
    bench.run(400, alive=True)
    assert bench.do("motor.jog name=lift_a") == "err busy state=service by=coasting"
    bench.run(250, alive=True)
    assert not bench.sim.plant.moving
    assert bench.do("motor.jog name=lift_a") == "ok"
    bench.run(300, alive=True)
    assert bench.on == "lift_a" and not bench.sim.violations


def test_a_hatch_jogged_open_on_a_table_that_was_ready_is_shut_by_homing():
    """The chart still took it for shut, and the table was ready under an open hatch."""
    bench = Bench()
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 20_000)
    bench.serve()
    bench.do("motor.jog name=hatch dir=fwd ms=5000")
    bench.run(4_000, alive=True)
    assert bench.sim.io("hatch_up") and bench.do("service.leave") == "ok"
    bench.key(False)
    bench.sim.press("elevator")
    bench.run(1_000)
    assert bench.closes
    bench.sim.run_until("ready", 10_000)
    assert bench.sim.io("hatch_dn") and not bench.sim.violations and not bench.sim.faults


def test_the_same_motor_is_jogged_again_at_once():
    bench = Bench().serve()
    for _ in range(3):
        assert bench.do("motor.jog name=lift_a ms=200") == "ok"
        bench.run(300, alive=True)


@pytest.mark.parametrize("seed", range(20))
def test_the_relay_of_a_drum_turns_when_the_drum_stands(seed):
    """A worn drum coasts for up to 450 ms; its direction relay is let go after 600."""
    bench = Bench(seed=seed, unit="worn").serve()
    bench.do("motor.jog name=drum dir=rev ms=1500")
    bench.run(4_000, alive=True)
    assert not bench.sim.violations and bench.on == ""


@pytest.mark.parametrize("how", ["motor.jog name=hatch ms=0", "its own time"])
def test_service_mode_ends_also_after_a_jog(how):
    """After a jog nobody looked at key, host and limit any more."""
    bench = Bench().serve()
    bench.do("motor.jog name=hatch ms=%d" % (400 if how == "its own time" else 5_000))
    bench.run(300, alive=True)
    if how != "its own time":
        bench.do(how)
    bench.run(service.LINK_MS + 1_000)
    assert bench.mode() == "run" and bench.on == ""


def test_the_board_does_not_restart_under_a_direction_relay_that_is_drawn():
    """Its motor is not on yet; it would start as the relay falls."""
    bench = Bench().serve()
    assert bench.do("motor.jog name=drum dir=rev ms=5000") == "ok"
    while not bench.sim.table.power.relays:
        bench.scan()
    assert bench.on == "" and bench.do("restart to=run") == "err busy state=service by=moving"


def test_nor_while_the_hatch_waits_to_turn_round():
    """Its motor is off and its relay not drawn yet; that switched while the hatch coasted on."""
    bench = Bench()
    sim = bench.sim
    sim.press("elevator")
    sim.run_until("ready", 20_000)
    sim.press("elevator")
    sim.run_until(lambda: bench.on == "hatch", 10_000)
    sim.run_for(1_000)
    sim.press("elevator")  # it closes again
    sim.run_until(lambda: not bench.on and not sim.table.power.relays, 2_000)
    assert sim.table.hatch.want
    bench.key(True)
    assert bench.do("restart to=run").startswith("err busy")


def test_nor_while_the_relay_of_a_motor_that_coasts_is_still_drawn():
    bench = Bench().serve()
    assert bench.do("motor.jog name=drum dir=rev ms=5000") == "ok"
    bench.run(1_500, alive=True)
    assert bench.on == "drum" and bench.do("motor.jog name=drum ms=0") == "ok"
    bench.run(100, alive=True)
    assert bench.on == "" and bench.sim.table.power.relays
    assert bench.do("restart to=run") == "err busy state=service by=moving"
    bench.run(1_000, alive=True)
    assert bench.do("restart to=run") == "ok"


@pytest.mark.parametrize("machine", MACHINES)
def test_no_command_ends_a_self_test_under_its_motor(machine):
    """`service.leave` took its mode away, and the chart drove on into the next homing: E902."""
    bench = Bench(machine=machine)
    sim = bench.sim
    sim.power_off()
    sim.hold("both", 3_000)
    sim.power_on()
    sim.run_for(4_000)
    bench.sim.board.inputs.sim = 0
    while not bench.on:
        sim.press("elevator")
        sim.run_for(300)
    assert bench.do("service.leave") == "ok" and sim.state == "selftest"
    sim.run_for(10_000)
    assert sim.state == "selftest" and bench.on == "" and not sim.faults


def test_the_ends_of_service_mode_are_those_that_its_page_promises():
    said = (ROOT / "docs/PROTOCOL.md").read_text("utf-8")
    promise = "10 s after the key was let go, 3 s after the last request, and after 10 minutes"
    assert promise in said
    assert (service.KEY_MS, service.LINK_MS, service.MODE_MS) == (10_000, 3_000, 600_000)


def self_test(table):
    """Both keys are held at power-on; the elevator key runs every item. What each said."""
    table.power_off()
    for key in ("mark", "elevator"):
        table.plant.set_input(key, True)
    table.power_on()
    table.run_for(200)
    for key in ("mark", "elevator"):
        table.plant.set_input(key, False)
    table.run_for(200)
    assert table.state == "selftest"
    said = len(table.events)
    for _ in range(40):
        if table.state == "selftest":
            table.press("elevator")
            table.run_for(8_000)
    events = table.events[said:]
    return {e["name"]: e["did"] for e in events if e["event"] == "motor" and e["did"] != "stopped"}


@pytest.mark.parametrize("machine", MACHINES)
def test_the_self_test_moves_nothing_that_tiles_lie_in(machine):
    """It drove heads round with half a stack in them, and rose walls that waited."""
    table = SimTable(machine, seed=3)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_for(25_000)
    said = self_test(table)
    refused = {name for name, did in said.items() if did == "refused"}
    assert {name.partition("_")[0] for name in refused} >= {"head", "belt", "lift"}
    assert said["hatch"] == said["drum"] == "passed" and not table.violations
    assert table.faults == ["E906"]


@pytest.mark.parametrize("machine", MACHINES)
def test_the_self_test_of_an_empty_table_moves_everything(machine):
    said = self_test(SimTable(machine, seed=3))
    assert set(said.values()) == {"passed"} and not {"head_a", "lift_d", "belt_a"} - set(said)


@pytest.mark.parametrize("command", [
    "motor.jog name=hatch ms=2000", "motor.test name=hatch", "motor.jog name=belt_a ms=500",
    "motor.test name=belt_a", "motor.jog name=head_a ms=500",
])  # fmt: skip
@pytest.mark.parametrize("machine", MACHINES)
def test_nothing_that_a_lift_meets_is_run_while_it_is_not_down(machine, command):
    """Hatch and belts were: the rules of the outputs leave them to the charts."""
    bench = Bench(machine=machine)
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 30_000)
    bench.serve()
    assert bench.do("motor.jog name=lift_b ms=1600") == "ok"
    bench.run(2_500, alive=True)
    assert not bench.sim.plant.input("lift_dn_b")
    assert "by=lift_up" in bench.do(command)
    bench.run(1_000, alive=True)
    assert bench.sim.plant.violations == []


def test_a_jogged_hatch_stops_as_a_lift_leaves_its_lower_end():
    bench = Bench()
    bench.sim.press("elevator")
    bench.sim.run_until("ready", 30_000)
    bench.serve()
    assert bench.do("motor.jog name=hatch ms=2000") == "ok"
    bench.run(400, alive=True)
    assert bench.on == "hatch"
    bench.sim.plant.set_input("lift_dn_c", 0)
    bench.sim.run_for(20)
    assert bench.on == ""
