"""A rule that is not kept makes its test fail: each is spoilt once, by a row or by a refusal."""

import pytest

from mjtable.game import profiles
from tests.score import spoilt_rules
from tests.score.mutations import column, fails, under_another_rule
from tests.score.spoilt_rules import EVENTS, PAYING, REFUSED, SPOILT

REFUSALS = [(id, name) for name, ids in REFUSED.items() for id in ids.split()]
PAID = [(id, spoil) for ids, spoil in PAYING for id in ids.split()]


def fails_under(spoil, *names):
    """Whether one of the tests fails while a rule is spoilt."""
    with pytest.MonkeyPatch.context() as patch:
        spoil(patch)
        return any(fails(name) for name in names)


def every_test():
    """All tests that are tied to a rule here."""
    found = {*REFUSED, *(name for _, name, _ in SPOILT), spoilt_rules.AFTER_THE_DEAL}
    found |= {name for names in EVENTS.values() for name in names}
    return sorted(found | {spoilt_rules.case_of(id) for id, _ in PAID})


@pytest.mark.parametrize("name", every_test())
def test_the_tests_pass_while_the_rules_are_kept(name):
    assert not fails(name)


@pytest.mark.parametrize(("id", "name"), REFUSALS)
def test_a_refusal_under_another_rule_is_noticed(id, name):
    assert fails_under(under_another_rule(id), name)


@pytest.mark.parametrize(("ids", "name", "spoil"), SPOILT, ids=[row[0] for row in SPOILT])
def test_a_rule_of_table_or_play_that_is_not_kept_is_noticed(ids, name, spoil):
    assert fails_under(spoil, name)


@pytest.mark.parametrize(("id", "profile"), spoilt_rules.RESERVES.items())
def test_another_reserve_is_noticed(id, profile):
    assert fails_under(column(profile, profiles.RESERVE, 20), spoilt_rules.AFTER_THE_DEAL)


@pytest.mark.parametrize(("id", "spoil"), PAID, ids=[id for id, _ in PAID])
def test_a_rule_of_payment_that_is_not_kept_is_noticed(id, spoil):
    assert fails_under(spoil, spoilt_rules.case_of(id))


def test_an_event_with_another_effect_is_noticed():
    spoilt = list(spoilt_rules.event_spoils())
    assert {id for id, _ in spoilt} == set(EVENTS)
    assert [id for id, spoil in spoilt if not fails_under(spoil, *EVENTS[id])] == []
