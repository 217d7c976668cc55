"""The measured motions: of every motor of every machine, on the real table over the link."""

import re

import pytest

from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from mjtable.generated.iomap import MOTORS, MOTORS_OF, REVERSIBLE
from mjtable.safety import motions
from mjtable.safety.motor_test import WATCH_MS
from tests.cycle.test_service import Bench

ENDED_BY_TIME = ("drum", "ring", "belt", "dice")


def fields(answer):
    """The keys of an answer; numbers as such."""
    found = dict(word.split("=") for word in answer.split()[1:])
    return {key: int(value) if re.fullmatch(r"-?\d+", value) else value
            for key, value in found.items()}


def measured(bench, name, way="fwd"):
    """The result of one test, its coast watched."""
    assert bench.do(f"motor.test name={name} dir={way}") == "ok"
    for _ in range(250):
        bench.run(100, alive=True)
        if bench.sim.table.service.state == "off":
            return fields(bench.do("motor.result"))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("machine", MACHINES)
def test_every_sound_motor_ends_as_it_should_and_is_measured(machine):
    bench = Bench(machine=machine)
    bench.serve()
    kind = bench.sim.table.machine
    for motor, name in enumerate(MOTORS):
        if not MOTORS_OF[kind] >> motor & 1:
            assert bench.do(f"motor.test name={name}") == "err unknown"
            continue
        if name == "hatch":
            continue
        found = measured(bench, name)
        assert found["name"] == name and found["dir"] == "fwd"
        timed = name.startswith(ENDED_BY_TIME)
        assert found["ended"] == ("time" if timed else "sensor"), found
        assert (found["travel_ms"] > 0) != timed
        assert found["travel_ms"] <= motions.MOST_MS[motor]
        if not name.startswith("belt"):
            assert 0 < found["lag_ms"] <= 2000 and found["edges"] >= 2
        if name != "dice":
            own = bench.sim.board.inputs.gauges.learnt_ma(motor)
            assert abs(found["run_ma"] - own) <= 4 and found["start_ma"] > found["run_ma"]
            assert abs(found["other_ma"]) <= 2 and found["tail_ms"] <= 20
    assert not bench.sim.faults and not bench.sim.violations and not bench.on


@pytest.mark.parametrize("machine", MACHINES)
def test_the_hatch_opens_fwd_and_shuts_rev(machine):
    bench = Bench(machine=machine).serve()
    up = measured(bench, "hatch")
    assert up["ended"] == "sensor" and bench.sim.io("hatch_up")
    assert bench.do("motor.test name=hatch") == "err refused state=service by=hatch_end"
    down = measured(bench, "hatch", "rev")
    assert down["ended"] == "sensor" and down["dir"] == "rev" and bench.sim.io("hatch_dn")


def test_a_lift_goes_up_and_then_down_again():
    bench = Bench().serve()
    assert measured(bench, "lift_b")["ended"] == "sensor" and bench.sim.io("lift_up_b")
    assert bench.do("motor.jog name=head_b") == "err refused state=service by=lift_up"
    assert measured(bench, "lift_b")["ended"] == "sensor" and bench.sim.io("lift_dn_b")


def test_a_head_that_stands_anywhere_ends_with_a_whole_turn():
    bench = Bench(unit="nominal").serve()
    bench.do("motor.jog name=head_a ms=400")
    bench.run(1_500, alive=True)
    assert not bench.sim.io("park_a")
    found = measured(bench, "head_a")
    assert found["ended"] == "sensor" and bench.sim.io("park_a") and found["travel_ms"] > 1_000


@pytest.mark.parametrize(("fault", "name", "said"), [
    ("jam head_b", "head_b", {"ended": "limit", "lag_ms": -1, "edges": 0}),
    ("slow lift_a 50", "lift_a", {"ended": "sensor"}),
    ("motors swapped head_a head_b", "head_a", {"ended": "limit", "lag_ms": -1}),
    ("reversed hatch", "hatch", {"ended": "limit", "lag_ms": -1, "edges": 0}),
])
def test_what_is_wrong_shows(fault, name, said):
    bench = Bench().serve()
    bench.sim.inject(fault)
    found = measured(bench, name)
    assert {key: found[key] for key in said} == said
    if fault.startswith("slow"):
        assert found["travel_ms"] > 3_000
    if "swapped" in fault:
        rows = bench.do("motor.edges").split()[3:]
        assert rows and {int(row.split("=")[1].split(":")[0]) >> 3 for row in rows} == {1}


def test_an_open_winding_draws_nothing_and_is_a_fault():
    """The board's own watch ends it after half a second; what was measured stays."""
    bench = Bench().serve()
    bench.sim.inject("open belt_c")
    found = measured(bench, "belt_c")
    assert found["ended"] == "stopped" and found["start_ma"] <= 2 and bench.sim.faults


def test_a_motor_that_runs_on_is_watched_beyond_the_fault_that_it_is():
    bench = Bench().serve()
    bench.sim.inject("running on lift_a 900")
    found = measured(bench, "lift_a")
    assert found["ended"] == "sensor" and bench.sim.faults == ["E203"]
    assert bench.sim.table.alert == 0, "nobody is woken by every edge any more"


@pytest.mark.parametrize("way", ["key", "host", "jog"])
def test_a_test_stops_as_a_jog_does(way):
    bench = Bench().serve()
    assert bench.do("motor.test name=drum") == "ok"
    bench.run(400, alive=True)
    assert bench.on == "drum"
    if way == "key":
        bench.key(False)
    elif way == "host":
        bench.run(600)
    else:
        assert bench.do("motor.jog name=drum ms=0") == "ok"
        bench.sim.run_for(10)
    assert bench.on == ""
    assert fields(bench.do("motor.result"))["ended"] == "stopped"
    bench.run(WATCH_MS, alive=True)
    assert bench.on == "" and bench.sim.table.service.state == "off"


def test_without_the_key_nothing_is_tested():
    bench = Bench().serve()
    bench.key(False)
    assert bench.do("motor.test name=drum") == "err key state=service"
    assert bench.do("selftest step=begin") == "err key state=service"


def test_one_way_motors_have_no_other_way():
    bench = Bench().serve()
    for motor, name in enumerate(MOTORS):
        if not REVERSIBLE >> motor & 1 and MOTORS_OF[0] >> motor & 1:
            assert bench.do(f"motor.test name={name} dir=rev") == "err param key=dir"


def test_tiles_inside_keep_what_would_meet_them_at_rest():
    bench = Bench().serve()
    bench.sim.table.sets.waiting = 1
    assert bench.do("motor.test name=lift_a") == "err refused state=service by=tiles_inside"
    assert measured(bench, "drum")["ended"] == "time"


def test_emitters_go_off_only_at_rest_and_come_on_again():
    bench = Bench().serve()
    outputs = bench.sim.board.outputs

    def dark():
        bench.run(30)
        return not outputs.emit and not bench.sim.plant._emitting

    assert bench.do("emitters on=0") == "ok" and dark()
    assert bench.do("emitters on=1") == "ok" and not dark()
    bench.do("motor.jog name=drum ms=900")
    assert bench.do("emitters on=0") == "err busy state=service by=moving" and not dark()
    bench.run(2_000, alive=True)
    bench.do("emitters on=0")
    assert dark() and bench.do("motor.jog name=drum ms=100") == "ok" and not dark()
    bench.run(1_000, alive=True)
    bench.do("emitters on=0")
    assert dark() and bench.do("service.leave") == "ok" and not dark()


@pytest.mark.parametrize(("what", "value", "shown"), [
    ("lamps", 3, lambda out: set(out.lamps) == {3}),
    ("lamps", 242, lambda out: list(out.lamps) == [0] * 23 + [2]),
    ("digits", 1888, lambda out: bytes(out.digits) == b"1888"),
    ("digits", 7, lambda out: bytes(out.digits) == b"   7"),
    ("outputs", 32 | 8192, lambda out: out.aux & 0x38F0 == 32 | 8192),
])
def test_lamps_digits_and_signs_are_shown_for_ten_seconds(what, value, shown):
    bench = Bench().serve()
    outputs = bench.sim.board.outputs
    before = bytes(outputs.lamps), bytes(outputs.digits), outputs.aux
    assert bench.do(f"show.test what={what} value={value}") == "ok"
    bench.run(9_000, alive=True)
    assert shown(outputs)
    bench.run(1_500, alive=True)
    assert (bytes(outputs.lamps), bytes(outputs.digits), outputs.aux) == before


def test_what_is_shown_ends_with_the_mode():
    bench = Bench().serve()
    outputs = bench.sim.board.outputs
    before = bytes(outputs.lamps)
    bench.do("show.test what=lamps value=1")
    bench.run(100)
    bench.do("service.leave")
    bench.run(200)
    assert bytes(outputs.lamps) == before and not outputs.aux & 0x3870 & ~(2048 | 4096)


@pytest.mark.parametrize("asked", [
    "what=lamps value=6", "what=lamps value=250", "what=beep value=3", "what=digits value=10000",
    "what=outputs value=1", "what=off value=1",
])
def test_what_cannot_be_shown_is_said(asked):
    """No direction relay, no multiplexer, no driver of the dice is an output of this command."""
    bench = Bench().serve()
    assert bench.do("show.test " + asked) == "err param key=value"


def test_the_self_test_over_the_link():
    bench = Bench()
    bench.key(True)
    assert bench.do("selftest step=next") == "err refused state=power_on by=not_begun"
    assert fields(bench.do("selftest step=begin"))["state"] == "waiting"
    assert bench.do("dice.roll") == "err refused state=selftest by=selftest"
    seen = []
    for _ in range(40):
        found = fields(bench.do("selftest"))
        if found["state"] == "off":
            break
        seen.append(found["motor"])
        assert bench.do("selftest step=next").startswith("ok")
        if bench.sim.table.selftest.state == "running":
            assert bench.do("selftest step=next") == "err busy state=selftest by=item_runs"
        for _ in range(120):
            bench.run(100)
            if bench.sim.table.selftest.state != "running":
                break
    assert set(seen) >= {name for i, name in enumerate(MOTORS) if MOTORS_OF[0] >> i & 1}
    assert bench.sim.state == "power_on" and not bench.sim.faults


def test_an_item_of_the_self_test_stops_when_the_key_is_let_go():
    bench = Bench()
    bench.key(True)
    bench.do("selftest step=begin")
    bench.do("selftest step=next")
    bench.run(200)
    assert bench.on
    bench.key(False)
    assert bench.on == "" and bench.sim.table.selftest.state == "waiting"
    assert fields(bench.do("selftest"))["failed"] == 1
    assert bench.do("selftest step=end").startswith("ok")
    assert bench.sim.faults == ["E906"]


def test_a_restart_shows_in_hello_and_status():
    sim = SimTable(seed=3)
    sim.run_for(100)
    before = sim.table.boots()
    sim.power_off()
    sim.run_for(1_000)
    sim.power_on()
    sim.run_for(100)
    assert sim.table.boots() == before + 1
    bench = Bench()
    boot = bench.sim.table.boots()
    assert fields(bench.do("status"))["boot"] == fields(bench.do("hello"))["boot"] == boot
