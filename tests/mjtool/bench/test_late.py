"""A sensor that follows its motor too late: found among the others, the motor left in peace."""

import json

import pytest

from mjtool.bench import judge_late
from mjtool.bench.case import Case
from mjtool.bench.known import Known
from mjtool.bench.motion import Edge, Run
from mjtool.bench.parts import parts

PARTS = parts("four_port")
WAYS = {"up": ("lift_dn_a", 0, 200, "lift_up_a", 1, 1800),
        "down": ("lift_up_a", 0, 200, "lift_dn_a", 1, 1900)}


def lift(slower=1.0, **late):
    """A lift up and down; each sensor so many ms late."""
    runs, last = [], {}
    for way, (one, off, left, other, on, came) in WAYS.items():
        edges = [Edge(one, off, round(left * slower) + late.get(one, 0)),
                 Edge(other, on, round(came * slower) + late.get(other, 0))]
        runs.append(Run("lift_a", way, "sensor", {"travel_ms": edges[1].t_ms, "coast_ms": 60,
                                                  "lag_ms": left}, edges))
        last[way] = {"spans": {f"{one[:-2]}{off}>{other[:-2]}{on}": came - left}}
    return Case(PARTS.motors["lift_a"], runs, PARTS, Known({"motor lift_a": last}))


@pytest.mark.parametrize("sensor", ["lift_up_a", "lift_dn_a"])
def test_the_late_one_is_told_from_the_other(sensor):
    case = lift(**{sensor: 150})
    [said] = judge_late.set_apart(case)
    assert (said.item, said.grade, said.word) == (f"sensor {sensor}", "failed", "late")
    assert said.text == "it shows its edges 150 ms later than at the last visit"
    assert said.do.startswith("clean it; look at its magnet or flag")
    assert [[edge.t_ms for edge in run.edges] for run in case.runs] == [[200, 1800], [200, 1900]]


@pytest.mark.parametrize("case", [lift(), lift(1.4), lift(0.9), lift(lift_up_a=60),
                                  lift(1.5, lift_up_a=80)],
                         ids=["sound", "slow", "quick", "a little late", "slow and a little late"])
def test_slow_is_not_late(case):
    assert judge_late.set_apart(case) == []


def test_without_a_last_visit_nobody_knows():
    case = lift(lift_up_a=200)
    case.known = Known()
    assert judge_late.set_apart(case) == []


def test_a_late_sensor_at_a_table(at_port, run, reports, tmp_path):
    at_port("drift mid_b")
    result = run("bench", "motor", "head_b", "--against", report_of(reports, tmp_path))
    assert result.exit_code == 5
    assert "X sensor mid_b: late: it shows its edges 1" in result.stdout
    assert "+ motor head_b: ok." in result.stdout


def report_of(reports, folder):
    """The sound visit as a file."""
    items = [{"item": item, "grade": "ok", "word": "ok", "text": "", "do": "", "figures": figures}
             for item, figures in reports["four_port"].figures.items()]
    path = folder / "last.json"
    path.write_text(json.dumps({"form": 1, "items": items}))
    return path
