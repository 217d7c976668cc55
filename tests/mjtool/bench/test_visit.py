"""`bench all` on simulated tables: everything is tried, nothing sound fails, defects are named."""

from random import Random

import pytest

from mjtool.bench.parts import parts
from mjtool.bench.stages import items, later, missed, sentences
from mjtool.bench.verdict import FAILED, OK
from mjtool.bench.visit import Visit, every
from tools.check.verdicts.defects import KINDS, make
from tools.check.verdicts.trial import visit

LONGEST_S = 360


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_a_sound_table_has_nothing_that_failed_and_nothing_is_missing(machine, bench, reports):
    sound = reports[machine]
    assert not sound.failed
    assert sound.table_s < LONGEST_S
    said = {v.item: v for v in sound.verdicts}
    session = bench(machine=machine).session
    assert set(items(session.parts)) <= set(said)
    known = parts(machine)
    wired = [part.name for part in known.inputs.values() if part.plug]
    assert {said[f"sensor {name}"].grade for name in wired} == {OK}
    assert {said[f"motor {name}"].grade for name in known.motors} == {OK}


def test_a_worn_table_is_worn_and_not_broken():
    said = [v for unit in (4, 5) for v in visit("four_port", unit, kind="worn").verdicts]
    assert not [v for v in said if v.grade == FAILED]
    assert any(v.grade == "worn" for v in said)


@pytest.mark.parametrize("kind", KINDS)
def test_one_defect_fails_its_item_and_no_other(kind, reports):
    machine = ("four_port", "single_port")[KINDS.index(kind) % 2]
    defect = make(kind, Random(len(kind)), parts(machine))
    said = visit(machine, 7, defect, reports[machine].figures, seed=99)
    assert said.failed == defect.items, [v.sentence() for v in said.verdicts if v.grade == FAILED]
    assert said.named
    assert all(v.wires for v in said.verdicts if v.grade == FAILED)


def test_what_a_rule_refuses_cannot_be_told_and_the_rule_is_named(bench):
    made = bench("stuck hatch_dn off")
    case = Visit(made.session, made.known)
    every(case)
    assert [v.item for v in case.verdicts if v.grade == FAILED] == ["sensor hatch_dn"]
    untold = case.done["motor head_a"]
    assert untold.grade == "cannot tell" and "only under a shut hatch" in untold.text


@pytest.mark.parametrize(("stage", "tried", "left"), [
    ("bare", "point TP2", "sensor cnt_a"), ("12v", "sensor cnt_a", "motor drum")])
def test_stages_leave_what_comes_later(stage, tried, left, bench):
    made = bench()
    case = Visit(made.session, made.known, stage)
    every(case)
    assert case.done[tried].grade == OK
    assert case.done[left].grade == "not tried" and f"in stage {stage}" in case.done[left].text


def test_no_motor_is_started_before_the_key_is_held_and_all_stand_at_the_end(bench):
    made = bench()
    every(Visit(made.session, made.known))
    assert not made.table.plant.moving
    assert not made.table.plant.violations


def test_what_comes_later_is_counted_and_not_told_one_by_one(bench):
    made, told = bench(), []
    case = Visit(made.session, made.known, "bare", say=told.append)
    every(case)
    assert not [v for v in told if v.grade == "not tried"]
    known = made.session.parts
    wired = sum(bool(part.plug) for part in known.inputs.values())
    lamps = len(known.outputs) - 5  # four direction relays and the dice driver
    assert later(case) == {"12v": wired + lamps + 3, "mains": len(known.motors) + 3 + 3 + 5}
    assert missed(case) == []
    assert list(sentences(case)) == [
        f"Later stages have the rest: {later(case)['12v']} in stage 12v and "
        f"{later(case)['mains']} in stage mains; the report's files name each."]


def test_what_nobody_answered_is_missed(bench):
    made, told = bench(), []
    answer = made.witness.answer
    made.witness.answer = lambda ask: "" if ask.id == "volts TP2" else answer(ask)
    case = Visit(made.session, made.known, "bare", say=told.append)
    every(case)
    assert missed(case) == ["point TP2"] and "point TP2" in [v.item for v in told]
    assert list(sentences(case))[1] == (
        "1 item of this stage was not tried: without them this is no acceptance (--complete makes "
        "it exit code 5).")
