"""What is known is counted apart; everything else fails."""

import pytest

from mjsim.campaign import known
from mjsim.campaign.known import KNOWN, Known, why
from mjsim.campaign.plan import Plan
from mjsim.campaign.rules import RULES
from mjsim.campaign.verdict import Verdict


def result(rule, *wrongs, faults=()):
    return {"run": 0, "failed": [[rule, "so", 1]], "done": [[text, 0, "", -1] for text in wrongs],
            "kinds": [], "took_ms": 1, "sim_ms": 1, "deals": 0, "states": {}, "rows": {},
            "faults": dict.fromkeys(faults, 1), "phase": "x"}  # fmt: skip


@pytest.fixture
def rows(monkeypatch):
    """A table of its own, whatever is known today."""
    monkeypatch.setattr(known, "KNOWN", (
        Known("stacks|one set", "(short|stuck) .*lift_", "", "a wall that a lift raised"),
        Known("way on", "short head_", "E431", "a place that nobody finds"),
    ))  # fmt: skip


@pytest.mark.usefixtures("rows")
def test_a_row_means_its_rule_its_wrong_and_its_fault_alone():
    assert why(result("stacks", "short lift_a"))
    assert not why(result("stacks", "short belt_a"))
    assert not why(result("faces", "short lift_a"))
    assert why(result("way on", "short head_a", faults=["E902"]))
    assert not why(result("way on", "short head_a"))


@pytest.mark.usefixtures("rows")
def test_known_failures_are_told_but_do_not_fail_a_campaign():
    verdict = Verdict(Plan(1, 1), {0: result("stacks", "short lift_a")})
    assert verdict.good and not verdict.failures
    assert list(verdict.known.values()) == [[0]]
    assert not Verdict(Plan(1, 1), {0: result("stacks", "jam drum")}).good


def test_every_row_says_why_and_names_rules_that_are_there():
    names = {rule.name for rule in RULES} | {"way on", "untold", "hung", "traceback"}
    for row in KNOWN:
        assert set(row.rules.split("|")) <= names and len(row.why) > 20
