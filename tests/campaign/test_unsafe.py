"""Each part of what is unsafe counts: every motor and every side of an abstract machine."""

import pytest

from mjsim.campaign.abstract import PUSHING
from mjsim.campaign.unsafe import unsafe
from tests.campaign.test_abstract import standing
from tests.campaign.test_judge_parts import STARTS, TOGETHER, named, where

WHAT = {
    "open hatch": "an open hatch",
    "lift not down": "a lift that is not down",
    "pusher out": "a pusher that is out",
    "chain away": "a chain that is away",
    "chain and head": "chain and head together",
    "lift and under": "a lift and what is under it",
    "hatch and inside": "the hatch and what is inside",
    "belt and head": "belt and head of a line",
}
"""By rule of the judge, what an abstract machine is said to have."""


def in_the_way(machine, rule, side):
    """The mechanism of that rule stands where nothing else may start."""
    if rule == "open hatch":
        machine.hatch = 1
    elif rule == "lift not down":
        machine.lifts[side] = 1
    elif rule == "pusher out":
        machine.heads[side] = PUSHING
    else:
        machine.chain = 1


@pytest.mark.parametrize("case", STARTS, ids=where)
def test_a_start_while_a_mechanism_is_in_its_way_is_unsafe(case):
    rule, machine, _stands, side, motor = case
    found = standing(motor, machine=machine)
    assert found.on == motor and unsafe(found, motor) == ""
    in_the_way(found, rule, side)
    assert unsafe(found, motor).endswith(" with " + WHAT[rule])


@pytest.mark.parametrize(("rule", "machine", "motors"), TOGETHER,
                         ids=["%s: %s" % (rule, named(motors)) for rule, _, motors in TOGETHER])
def test_two_motors_that_must_not_run_together_are_unsafe(rule, machine, motors):
    found = standing(motors, machine=machine)
    assert found.on == motors
    assert unsafe(found, 0).endswith(" with " + WHAT[rule])
