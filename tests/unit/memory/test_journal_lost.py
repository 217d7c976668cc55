"""What a start does that finds no record it can use: nobody knows what is inside (E913)."""

import pytest

from mjtable.generated.fault_codes import CONTENTS_LOST
from mjtable.memory import chronicle as c
from mjtable.memory import store as s
from mjtable.memory.journal import HEAD, LINE_BYTES
from mjtable.table import Table
from tests.unit.memory.test_chronicle import kinds, rested, started
from tests.unit.memory.test_journal import FOUR_PORT, SINGLE_PORT, record, restarted, table_with
from tests.unit.memory.test_store import Medium


def lost_by(table):
    """Whether a start with this memory knows not what is in the machine; the table then."""
    again = Table(table.machine, table.journal.store.medium)
    return again.journal.load(), again


@pytest.mark.parametrize("machine", [FOUR_PORT, SINGLE_PORT])
@pytest.mark.parametrize("slots", [(0,), (1,), (0, 1)])
def test_a_torn_record_of_the_table_alone_leaves_what_is_inside_unknown(machine, slots):
    """Where hatch and rods are is not known either: no limit is believed before it went off."""
    table = table_with(machine)
    medium = table.journal.store.medium
    for slot in slots:
        medium.cells[slot * s.SLOT_BYTES] = 7
    lost, again = lost_by(table)
    assert lost and again.journal.lost and again.hatch.away
    assert again.distributor is None or again.distributor.away


def test_a_torn_record_of_the_settings_loses_nothing():
    table = table_with(SINGLE_PORT)
    table.journal.store.medium.cells[2 * s.K_SETTINGS_1 * s.SLOT_BYTES] = 7
    lost, again = lost_by(table)
    assert again.journal.store.damaged and not lost
    assert not again.hatch.away and not again.distributor.away


def test_a_memory_that_the_board_misses_leaves_what_is_inside_unknown():
    table = table_with()
    assert table.journal.load(chipless=True) and table.hatch.away


def test_a_record_of_one_byte_is_one_that_nobody_can_read():
    table = table_with()
    table.journal.store.save(s.K_TABLE, b"\x01", 1)
    assert lost_by(table)[0]


@pytest.mark.parametrize("at", [0, 2, 4])
def test_a_set_that_is_neither_green_nor_blue_is_nowhere(at):
    table = table_with()
    kept = bytearray(record(table))
    kept[3] = 3 << at
    table.journal.store.save(s.K_TABLE, kept, len(kept))
    assert lost_by(table)[0]


def filed(boots):
    """A memory without a record, whose file says that start `boots` found none either."""
    medium = Medium()
    found = started(medium, boots)
    found.note(c.FAULT, CONTENTS_LOST)
    rested(found)
    medium.cells[:] = bytes(len(medium.cells))
    return medium


@pytest.mark.parametrize("boots", [1, 60, 127, 128, 255])
def test_a_chip_without_a_record_is_older_than_the_starts_that_the_file_tells_of(boots):
    """It was changed: its table is not the one of now."""
    assert lost_by(table_with(medium=filed(boots)))[0]


MOST = 191


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(("counts", "lost"), [
    ((MOST, MOST, MOST, 2), False),
    ((MOST + 1, MOST, MOST, 2), True),  # 255 and one half past the beam: no byte keeps them
    ((MOST, MOST, MOST + 1, 2), True),
    ((20, 21, 0, 0), True),  # one was counted that did not come in
    ((1, 1, 0, 1), False),
    ((1, 0, 0, 1), True),  # one is in the head that was not counted: taken back it is -1
    ((1, 0, 0, 4 | 8 | 16), False),  # what else is said there of the head is no number
])  # fmt: skip
def test_counts_that_no_side_can_have_are_of_no_table(side, counts, lost):
    table = table_with()
    kept = bytearray(record(table))
    at = HEAD + LINE_BYTES * side
    kept[at : at + LINE_BYTES] = bytes(counts)
    table.journal.store.save(s.K_TABLE, kept, len(kept))
    assert lost_by(table)[0] == lost


@pytest.mark.parametrize(("boots", "lost"), [(16, True), (17, False), (18, False)])
def test_a_record_from_before_a_start_that_lost_it_is_not_believed(boots, lost):
    table = table_with(medium=filed(17))
    table.profile, table.journal.boots = 5, boots
    table.journal.save()
    found, again = lost_by(table)
    assert found == lost and (again.profile == 5) == (not lost)


def test_a_start_that_lost_count_has_a_number_ahead_of_all_that_the_file_may_lack():
    table = table_with(medium=filed(17))
    assert table.journal.load() and table.journal.boots == 17 + c.UNFILED + 1
    fresh = table_with()
    assert fresh.journal.load(chipless=True) and fresh.journal.boots == c.UNFILED + 1


def test_a_file_that_was_taken_away_becomes_an_entry_at_the_start():
    table = table_with()
    table.journal.load()
    table.journal.chronicle.note_start("power", False)
    rested(table.journal.chronicle)
    table.journal.store.medium.file = b""
    assert c.OLDER in kinds(restarted(table).journal.chronicle)


def test_who_has_emptied_the_machine_makes_it_known_again_and_that_is_kept():
    table = table_with()
    table.journal.load(chipless=True)
    table.journal.save()
    assert restarted(table).journal.lost, "until then a start knows no more"
    assert not table.journal.wanted
    table.journal.emptied()
    assert table.journal.wanted and not table.journal.lost
    table.journal.save()
    assert not restarted(table).journal.lost
