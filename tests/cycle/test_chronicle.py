"""What of a table's life gets into its chronicle."""

import pytest

from mjsim.board.board import MemoryStore
from mjsim.table.session import SimTable
from mjtable.memory import chronicle as c
from tests.cycle.moments import dealt, home

START = ord("p")


def entries(table):
    """(kind, code) of each."""
    found = table.table.journal.chronicle
    rows = range(c.BASE, c.ROW * found.rows, c.ROW)
    return [(found.log[at], found.log[at + 2] | found.log[at + 3] << 8) for at in rows]


def test_starts_go_on_over_power_cuts_and_are_filed_before_the_first_key():
    store = MemoryStore()
    for starts in range(1, 4):
        table = SimTable(store=store)
        table.run_for(3_000)
        assert [kind for kind, _ in entries(table)] == [START] * starts
        assert table.table.journal.chronicle.kept == table.table.journal.chronicle.rows


def test_a_start_tells_that_a_set_was_half_sorted():
    table = dealt()
    table.run_for(10_000)
    table.power_off()
    table.power_on()
    table.run_for(3_000)
    assert entries(table)[-1] == (START, 32 | c.UNFINISHED)


@pytest.mark.parametrize(("cause", "code"), [("lid open", 806), ("jam head_b", 521)])
def test_a_fault_tells_what_it_aborted(cause, code):
    table = dealt()
    table.inject(cause)
    table.run_until("fault", 60_000)
    table.run_for(500)
    table.run_for(3_000)
    assert (c.ABORTED, code) in entries(table)
    assert table.table.journal.chronicle.kept == table.table.journal.chronicle.rows, "it is filed"


def test_a_lid_that_is_opened_at_rest_aborts_nothing():
    table = home()
    table.run_for(2_000)
    table.inject("lid open")
    table.run_for(1_000)
    assert entries(table)[-1] == (c.FAULT, 806)


def test_current_without_a_command():
    table = home()
    table.inject("short lift_c")
    table.run_for(10_000)
    assert (c.FAULT, 203) in entries(table)


def test_service_selftest_and_maintenance():
    table = home()
    table.run_for(2_000)
    assert table.table.service_enter() == ""
    table.runner.wake()
    table.run_for(500)
    assert entries(table)[-1] == (c.SERVICE, 0)
    for keys, kind in ((("marker",), c.MAINTENANCE), (("marker", "elevator"), c.SELFTEST)):
        table = SimTable(powered=False)
        for key in keys:
            table.press(key, 3_000)
        table.power_on()
        table.run_for(2_000)
        assert entries(table)[-1] == (kind, 0)


def test_a_file_put_back_is_an_entry():
    """File and record lie in the same simulated store; here only the file is put back."""
    store = MemoryStore()
    for _ in range(2):
        before = dict(store.slots)
        table = SimTable(store=store)
        table.run_for(3_000)
        table.run_for(100)  # the record follows the file
    store.slots.update({slot: before[slot] for slot in (64, 65)})
    assert entries(SimTable(store=store)) == [(c.OLDER, 0), (START, 32)]
