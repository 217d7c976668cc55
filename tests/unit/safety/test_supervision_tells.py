"""What the board's watch tells others: that the lid was opened, how a set that is built did."""

import pytest

from mjtable.generated.iomap import BIT_LID, BYTE_LID
from mjtable.scan.places import SUPERVISION
from tests.unit.safety.test_supervision import STARTS, Table


@pytest.fixture(params=STARTS)
def table(request):
    made = Table(request.param)
    made.faults.opened = False
    made.asked = 0
    made.judged = []
    made.watch.judge_inputs = lambda: made.judged.append("inputs")
    made.watch.judge_times = lambda: made.judged.append("times")
    return made


def test_who_opens_the_lid_has_looked_inside_though_it_is_shut_again(table):
    table.inputs.rose[BYTE_LID] = BIT_LID
    table.after()
    assert table.faults.opened
    table.inputs.rose[BYTE_LID] = 0
    table.after(5)
    assert table.faults.opened, "until the faults are acknowledged"


def test_a_lid_that_stays_open_is_not_opened_once_more(table):
    """Else the next fault would count as looked into before anybody was told of it."""
    table.inputs.level[BYTE_LID] = BIT_LID
    table.after()
    assert not table.faults.opened


def test_nothing_else_of_its_byte_is_the_lid(table):
    table.inputs.rose[BYTE_LID] = table.inputs.level[BYTE_LID] = 0xFF & ~BIT_LID
    table.after()
    assert not table.faults.opened


def test_a_set_is_judged_once_its_inputs_first_and_its_times_in_the_next_scan(table):
    """Each is much work, and a scan has 5 ms."""
    table.watch.review = 2
    table.asked = 1 << 9
    table.after()
    assert table.judged == ["inputs"] and table.asked == SUPERVISION | 1 << 9
    table.asked = 0
    for _ in range(3):
        table.after(5)
        assert table.judged == ["inputs", "times"] and table.asked == 0
