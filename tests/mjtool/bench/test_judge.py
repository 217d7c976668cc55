"""Verdicts by themselves: measurements in, a word out; what cannot be told apart is no pass."""

import pytest

from mjtool.bench.case import Case
from mjtool.bench.judge_motors import judge, judge_all
from mjtool.bench.judge_sensors import Touch
from mjtool.bench.judge_sensors import judge as judge_sensors
from mjtool.bench.known import Known
from mjtool.bench.motion import Edge, Run
from mjtool.bench.others import judge_mains, judge_point
from mjtool.bench.parts import parts
from mjtool.bench.verdict import FAILED, LEFT, OK, UNSURE, WORN

FOUR = parts("four_port")
UP = [("lift_dn_a", 0, 300), ("lift_up_a", 1, 2000)]
LAST = {"motor lift_a": {"up": {"lag_ms": 300, "run_ma": 30, "coast_ms": 0,
                                "spans": {"lift_dn0>lift_up1": 1700}}}}


def run(name="lift_a", way="up", edges=UP, ended="sensor", fault="", refused="", **figures):
    usual = {"lag_ms": 300, "travel_ms": max((row[2] for row in edges), default=-1),
             "coast_ms": 0, "idle_ma": 5, "run_ma": 30, "other_ma": 0}
    return Run(name, way, ended, usual | figures, [Edge(*row) for row in edges], refused, fault)


def still(name="lift_a", **more):
    return run(name, **{"edges": [], "ended": "limit", "lag_ms": -1, "travel_ms": -1} | more)


def verdict(*runs, last=LAST, motor="lift_a", **more):
    known = Known(last, more.pop("learnt_ma", {}), more.pop("learnt_pct", {}))
    return judge(Case(FOUR.motors[motor], list(runs), FOUR, known, **more))


def stretched(factor):
    return [(name, level, round(300 + (t - 300) * factor)) for name, level, t in UP]


@pytest.mark.parametrize(("runs", "more", "grade", "word"), [
    ([run()], {}, OK, "ok"),
    ([run(edges=stretched(1.5))], {}, FAILED, "slow"),
    ([run(edges=stretched(1.17))], {}, WORN, "slower"),
    ([run(edges=stretched(1.5), lag_ms=600)], {}, FAILED, "weak"),
    ([still(), run()], {}, FAILED, "weak"),
    ([still(run_ma=34)], {}, FAILED, "jammed"),
    ([still(run_ma=30)], {"seen": "no"}, FAILED, "jammed"),
    ([still(run_ma=1)], {}, FAILED, "open"),
    ([still(run_ma=1, other_ma=30)], {}, FAILED, "wrong motor"),
    ([still(edges=[("lift_dn_b", 0, 300)])], {}, FAILED, "wrong motor"),
    ([still()], {"seen": "lift_c"}, FAILED, "wrong motor"),
    ([run(fault="E203")], {}, FAILED, "running on"),
    ([run(coast_ms=700)], {}, FAILED, "running on"),
    ([run(tail_ms=700)], {}, FAILED, "running on"),
    ([run(coast_ms=700)], {"bad": {"lift_up_a"}}, OK, "ok"),  # whose edges they may be
    ([run(tail_ms=700, run_ma=-1)], {"bad": {"lift_dn_a"}}, OK, "ok"),  # of no current
    ([run()], {"shorted": "yes"}, FAILED, "shorted"),
    ([run(edges=UP[:1], ended="limit", travel_ms=-1)], {}, FAILED, "slow"),
    ([run(refused="the hatch is open")], {}, UNSURE, "cannot tell"),
    ([still()], {"bad": {"lift_up_a", "lift_dn_a"}}, UNSURE, "cannot tell"),
    ([still()], {"bad": {"lift_up_a", "lift_dn_a"}, "seen": "yes"}, UNSURE, "cannot tell"),
    ([still(ended="sensor")], {"bad": {"lift_dn_a"}}, UNSURE, "cannot tell"),
    ([], {}, UNSURE, "cannot tell"),
])
def test_a_lift(runs, more, grade, word):
    said = verdict(*runs, **more)
    assert (said.grade, said.word) == (grade, word)
    assert said.wires == "J24 pin 1, brown" and "wall lift" in said.part
    if grade != OK:
        assert "J24 pin 1, brown" in said.sentence()


def test_the_design_alone_condemns_nothing():
    """Half the design's speed, and nobody knows the unit: worn, never failed."""
    assert verdict(run(edges=stretched(2)), last={}).grade == WORN
    learnt = verdict(run(edges=stretched(2)), last={}, learnt_pct={"lift_a": 100})
    assert (learnt.grade, learnt.word) == (FAILED, "slow") and "learnt" in learnt.text


def test_a_direction_that_an_eye_saw():
    edges = [("drum_rot", level, 200 + 340 * at) for at, level in enumerate((1, 0, 1, 0))]
    drum = run("drum", "fwd", edges, "time")
    assert verdict(drum, motor="drum", way_seen="rev").word == "reversed"
    assert verdict(drum, motor="drum", way_seen="fwd").word == "ok"


def test_what_another_s_output_moves_has_its_plug_there():
    a = Case(FOUR.motors["lift_a"], [still(edges=[("lift_dn_b", 0, 300)])], FOUR, Known())
    b = Case(FOUR.motors["lift_b"], [still("lift_b", refused="a fault")], FOUR, Known())
    said = judge_all([a, b])
    assert [v.word for v in said] == ["wrong motor"] * 2
    assert "its plug is there" in said[1].text


def touch(name, rest=0, passes=1, seen=1, **more):
    return Touch(name, rest, passes, seen, **more)


def sensors(*touches):
    return {v.item: (v.grade, v.word) for v in judge_sensors({t.name: t for t in touches}, FOUR)}


@pytest.mark.parametrize(("touches", "wanted"), [
    ([touch("park_a")], {"sensor park_a": (OK, "ok")}),
    ([touch("park_a", 1, seen=0)], {"sensor park_a": (FAILED, "stuck on")}),
    ([touch("park_a", 0, seen=0)], {"sensor park_a": (FAILED, "stuck off")}),
    ([touch("park_a", seen=0, others={"mid_a": 1}), touch("mid_a", seen=0, others={"park_a": 1})],
     {"sensor park_a": (FAILED, "swapped"), "sensor mid_a": (FAILED, "swapped")}),
    ([touch("park_a", seen=0, others={"mid_a": 1}), touch("mid_a")],
     {"sensor park_a": (UNSURE, "swapped"), "sensor mid_a": (OK, "ok")}),
    ([touch("cnt_a", passes=12, seen=5)], {"sensor cnt_a": (FAILED, "dim")}),
    ([touch("cnt_a", passes=12, seen=11)], {"sensor cnt_a": (WORN, "dim")}),
    ([touch("cnt_a", passes=6, seen=5)], {"sensor cnt_a": (UNSURE, "dim")}),
    ([touch("cnt_a", passes=12, seen=12, stray=True)],
     {"sensor cnt_a": (FAILED, "sees without its light")}),
    ([touch("svc", bounced=True)], {"sensor svc": (FAILED, "bouncing")}),
    ([touch("lid", passes=0, seen=0)], {"sensor lid": (LEFT, "not tried")}),
    ([touch(f"{stem}_b", seen=0) for stem in ("cnt", "park", "mid")],
     {"plug J31": (FAILED, "dead cable"), "sensor cnt_b": (UNSURE, "cannot tell"),
      "sensor park_b": (UNSURE, "cannot tell"), "sensor mid_b": (UNSURE, "cannot tell")}),
])
def test_sensors(touches, wanted):
    assert sensors(*touches) == wanted


def test_a_test_point_s_volts():
    state = {"when": "mains on", "min_mv": 11400, "max_mv": 12600}
    assert judge_point("TP2", "+12V", state, 12.1).grade == OK
    assert judge_point("TP2", "+12V", state, None).grade == LEFT
    wrong = judge_point("TP2", "+12V", state, 10.2)
    assert wrong.grade == FAILED
    assert "+12V has 10.20 V, not 11.40 to 12.60 V, mains on" in wrong.sentence()


def test_mains_out_of_limits():
    said = {v.item: v.grade for v in judge_mains(
        {"mains_dhz": 520, "mains_gap_ms": 0, "v12_mv": -1})}
    assert said == {"mains frequency": FAILED, "mains gap": OK, "supply v12": LEFT}
