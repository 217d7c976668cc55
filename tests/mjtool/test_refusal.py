"""A refusal is told by the rule that the table names: why, and what a person can do."""

from types import SimpleNamespace

import pytest

from mjtool import dictionary, refusal
from mjtool.message import Answer

CLIENT = SimpleNamespace(dictionary=dictionary.load(), url="here")
RULES = CLIENT.dictionary.rules


def told(code, command="motor.jog", **fields):
    return refusal.explain(CLIENT, command, Answer(1, code, fields), {})


def test_a_jog_refused_because_a_lift_is_up_says_so():
    """It said "leave service mode first"."""
    error = told("refused", state="service", by="lift_up")
    said = str(error)
    assert "heads and chain run only while every wall lift is down" in said
    assert "bring the lifts down first" in said and "service mode" not in said
    assert error.exit_code == 6


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("code", ["busy", "refused"])
def test_every_rule_has_its_sentence_and_what_to_do(name, code):
    said = str(told(code, state="playing", by=name))
    assert "the table is playing and does not do this now" in said
    assert RULES[name]["text"] in said and RULES[name]["do"] in said


def test_an_older_firmware_says_no_rule():
    said = str(told("refused", state="service"))
    assert "an interlock forbids it" in said and "leave service mode" not in said
    assert "wait until the walls are up" in str(told("busy", state="raising"))


def test_a_newer_firmware_may_have_a_rule_that_is_not_known_here():
    assert "an interlock forbids it" in str(told("refused", state="service", by="new_rule"))


@pytest.mark.parametrize("command", ["motor.jog", "motor.test"])
def test_a_motor_that_turns_one_way_alone_is_named(command):
    """It said "the table does not take dir = rev"."""
    error = refusal.explain(CLIENT, command, Answer(1, "param", {"key": "dir"}),
                            {"name": "ring", "dir": "rev"})
    assert "the motor ring has one direction only: it cannot run in reverse" in str(error)
    assert "give the command without rev or --reverse" in str(error) and error.exit_code == 2
