"""When a lift's lower limit is believed: its plug may have changed places with a pusher's."""

import pytest

from mjtable.generated.iomap import BIT_LIFT_DN, BIT_LIFT_UP, BIT_MID, BIT_PARK, BIT_PUSH_HOME
from mjtable.table import Table
from tests.unit.memory.test_store import Medium

FOUR_PORT, SINGLE_PORT = 0, 1
GREEN = 1


def table_with(machine, due, **sides):
    """All lifts down, all cams at PARK with their pushers at home, but for the sides named."""
    table = Table(machine, Medium())
    table.cycle.loaded, table.sets.waiting = due, GREEN
    level = table.inputs.level
    for side in range(4):
        level[side] = BIT_LIFT_DN
    for line in table.lines:
        level[line.side] |= BIT_PARK | BIT_PUSH_HOME
    for side, bits in sides.items():
        level["abcd".index(side)] = bits
    return table


OUT_AT_PARK = BIT_LIFT_DN | BIT_PARK


@pytest.mark.parametrize(("due", "sides", "home"), [
    (True, {}, True),
    (True, {"a": OUT_AT_PARK}, False),  # that may be the lift's limit
    (False, {"a": OUT_AT_PARK}, True),  # in a sort the cam itself brings the pusher home
    (True, {"a": BIT_LIFT_DN}, True),  # under way it may be out, after a jog
    (True, {"a": BIT_LIFT_DN | BIT_MID}, True),
    (True, {"a": BIT_LIFT_UP | BIT_PARK | BIT_PUSH_HOME}, False),
])  # fmt: skip
@pytest.mark.parametrize("machine", [FOUR_PORT, SINGLE_PORT])
def test_a_lift_is_home_by_its_limit_and_no_pusher_out_at_park_beside_it(
    machine, due, sides, home
):
    assert table_with(machine, due, **sides).lifts[0].at_home() == home


def test_every_lift_waits_for_any_pusher_and_one_that_is_astray_for_a_person():
    table = table_with(FOUR_PORT, True, c=OUT_AT_PARK)
    assert [lift.at_home() for lift in table.lifts] == [False] * 4
    table = table_with(FOUR_PORT, True)
    table.lifts[1].astray = True
    assert [lift.at_home() for lift in table.lifts] == [True, False, True, True]
