"""The exploration: a slice of `make explore`, and that it notices what it is there for."""

from pathlib import Path

import pytest

from mjsim.scenario import scenario
from mjsim.scenario.steps import perform
from tools.check.explore import (
    actions,
    coverage,
    gates,
    known,
    liveness,
    moments,
    mutate,
    odd_tiles,
)
from tools.check.explore.actions import commands, every
from tools.check.explore.rig import Rig, thaw
from tools.check.explore.search import Search
from tools.check.explore.shape import Visits, shape
from tools.check.explore.watch import Watch
from tools.check.explore.wishes import Probe, force

ROOT = Path(__file__).parents[3]
SLICE = (
    "homing, hatch from 99",
    "ready, at rest",
    "loading, sorter idle, hatch open",
    "closing, sorter idle, hatch closing",
    "maintenance",
    "fault, cause gone",
    "service, from power_on",
    "service, hatch up, from power_on",
    "selftest, hatch closing",
)
SHORT = ("press key=elevator ms=300", "service.leave", "service.enter", "keepalive", "fault.ack",
         "motor.jog name=hatch dir=rev ms=60000", "motor.jog name=lift_a dir=fwd ms=60000",
         "press elevator", "svc up", "svc down", "pinch on", "lid open", "host gone", "wait 8s",
         "restart to=maintenance", "restart to=run", "motor.jog name=drum dir=rev ms=60000",
         actions.STOP)  # fmt: skip
RULES = ("drum, ring, belts, heads, chain run only under a shut hatch",
         "a wall lift moves only while the chain is parked",
         "the hatch moves only while every other mechanism is off")  # fmt: skip


@pytest.fixture(scope="module")
def roots():
    return moments.roots_of("single_port")


def begins(roots, *names):
    """Roots by the beginning of their names."""
    return [next(pair for pair in roots.items() if pair[0].startswith(name)) for name in names]


def unknown(found):
    return {kind: what for kind, what in found.items() if kind not in known.BREACHES}


def test_a_copy_has_the_same_future(roots):
    data = dict(begins(roots, "sorting, sorter picking"))
    (frozen,) = data.values()
    ends = []
    for _ in range(2):
        rig = thaw(frozen)
        rig.run_for(30_000)
        ends.append((shape(rig), rig.plant.counts(), rig.plant.moves, rig.runner.scans))
    once = thaw(frozen)
    for _ in range(30):
        once.run_for(1_000)
        once = thaw(once.freeze())  # copied on the way: nothing changes by that
    ends.append((shape(once), once.plant.counts(), once.plant.moves, once.runner.scans))
    assert ends[0] == ends[1] == ends[2]


def test_the_firmware_under_search_believes_in_a_real_board():
    rig = Rig(watch=Watch()).start()
    rig.wire.say("hello")
    rig.run_for(200)
    assert b" sim=0 boot=" in rig.wire.answers[-1]
    rig.wire.say("press key=elevator ms=300")
    rig.run_for(2_000)
    assert b" err mode" in rig.wire.answers[-1] and rig.state == "power_on"


def test_every_command_is_said_with_every_value():
    said = [action.name for action in commands()]
    for name in ("press key=service ms=2000", "motor.jog name=hatch dir=rev ms=60000",
                 "motor.jog name=dice dir=fwd ms=60000", "settings.set name=service.deadman_ms",
                 "restart to=maintenance", "service.enter", "dice.roll"):  # fmt: skip
        assert any(one.startswith(name) for one in said), name
    assert not any("chain" in one for one in said)
    assert any("name=chain" in one.name for one in commands(1))


def test_nothing_new_is_found_at_depth_one(roots):
    result = Search(every(1), 1).run(begins(roots, *SLICE))
    assert not unknown(result.found)
    assert sum(result.states.values()) > 100 and sum(result.steps.values()) > 1000


def test_nothing_new_is_found_at_depth_two_in_service(roots):
    short = [action for action in every(1) if action.name in SHORT]
    assert len(short) == len(SHORT)
    result = Search(short, 2).run(begins(
        roots, "service, hatch up, from power_on", "service, from power_on"))
    assert not unknown(result.found) and sum(result.steps.values()) > 100


def test_nothing_new_is_found_whoever_wishes(roots):
    probe = Probe().run(begins(roots, "ready, at rest", "loading, sorter idle, hatch open"))
    assert not unknown(probe.kinds) and sum(probe.steps.values()) > 400


@pytest.mark.parametrize("sentence", RULES)
def test_a_rule_that_is_gone_is_noticed(roots, sentence):
    assert mutate.noticed(mutate.interlocks()[sentence], roots)


@pytest.mark.parametrize("gate", gates.GATES, ids=lambda gate: gate.name)
def test_a_condition_that_is_gone_is_noticed(roots, gate):
    how = gates.noticed(gate, roots, 1)  # None: not in this firmware
    if how is not None:
        assert bool(how) != (gate.name in gates.MASKED)


def test_every_sentence_of_the_interlocks_can_be_taken_away(roots):
    table = thaw(roots["ready, at rest"]).table
    rules = set(table.interlocks._rule)
    gone = {sentence for sentence, lost in mutate.interlocks().items() if lost.has_rows(table)}
    assert len(gone) == len(rules)


def test_a_motor_nobody_began_is_noticed(roots):
    """A gate that fails: the firmware starts homing by itself, or a belt runs in play."""
    rig = thaw(roots["power_on, hatch up"])
    rig.table.cycle.fire("home")
    rig.runner.wake()
    rig.run_for(2_000)
    assert [breach.kind for breach in rig.watch.breaches] == ["nobody began: homing"]
    rig = thaw(roots["playing, at rest"])
    force(rig, 1 << 4)
    rig.run_for(500)
    assert [breach.kind for breach in rig.watch.breaches] == ["nobody began: playing"]


def test_a_key_at_the_table_begins(roots):
    rig = thaw(roots["power_on, hatch up"])
    rig.press("elevator")
    rig.run_until("ready", 20_000)
    assert not rig.watch.breaches


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_a_way_leads_on_from_each_place_alone(machine):
    tried = 0
    for start in liveness.places(machine):
        if sum(step.startswith("place") for step in start.steps) > 1:
            break
        tried += 1
        where = liveness.from_places(start)["where"]
        assert not where or liveness.kind_of(where) in known.DEAD_ENDS, start.text
    assert tried > 15


def test_a_start_is_a_scenario_that_a_person_can_run():
    start = next(one for one in liveness.places("four_port") if "lift_d at" in one.name)
    verdict = perform(scenario.parse(start.text))
    assert verdict.failure == "" and liveness.from_places(start)["where"] == ""


def test_what_goes_wrong_in_a_branch_happens_only_there():
    visits, told = Visits(), []
    with visits:
        for _start, report in liveness.at_moments("four_port", 400, visits):
            told.append(report)
            if len(told) == 3:
                break
    assert all(report["took_s"] > 10 or not report["faults"] for report in told)
    assert any(report["visited"] for report in told)


def test_what_was_never_visited_is_told():
    everything = list(coverage.expected())
    left_out = coverage.SELDOM
    assert set(left_out) <= set(everything) and len(left_out) < 25
    assert len(coverage.unseen([])) == len(everything) - len(left_out) > 200
    seen = [one for one in everything if one[:2] != ("Hatch", "freeing")]
    assert coverage.unseen(seen) == [("Hatch", "freeing")]
    row = ("Hatch", "pinch", "closing", "freeing")
    assert coverage.told(row) == "Hatch: closing --pinch--> freeing"
    for test in set(coverage.SELDOM.values()):
        assert (ROOT / test).exists(), test


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
@pytest.mark.parametrize("name", sorted(odd_tiles.ODD))
def test_an_evening_with_odd_tiles_goes_on(machine, name):
    evening = odd_tiles.play(machine, name, 6)
    assert evening.hands == odd_tiles.HANDS and evening.wrong == [] and evening.where == ""


def test_an_evening_that_does_not_go_on_is_told(monkeypatch):
    monkeypatch.setattr(odd_tiles, "LIMIT_MS", 100_000)
    evening = odd_tiles.play("four_port", "tiles that touch", 6)
    assert evening.hands < odd_tiles.HANDS and evening.where.startswith("state is ")
