"""The chronicle: what gets into it, how it is chained, and what a changed or old file becomes."""

import hashlib
from types import SimpleNamespace

import pytest

from mjtable.generated.fault_codes import CONTENTS_LOST
from mjtable.memory import chronicle as c
from mjtable.memory.chronicle import BASE, FIRST, ROW, ROWS, Chronicle
from mjtable.memory.store import K_CHRONICLE, Store
from mjtable.scan.places import JOURNAL
from tests.unit.memory.test_store import Medium


def started(medium, boots=1, now=5_000):
    """A chronicle as it is after power-on, its start noted."""
    table = SimpleNamespace(now=now, asked=0, recorder=None)
    journal = SimpleNamespace(table=table, boots=boots, store=Store(medium))
    found = Chronicle(journal)
    found.open_file()
    found.note_start("power", False)
    return found


def rested(found):
    """At rest everything is filed, and the record follows."""
    while found.file_at_rest():
        pass
    if found.stale:
        found.keep_record()
    return found


def entries(found):
    """(kind, boots, code, seconds) of every entry that is kept."""
    rows = [bytes(found.log[at:at + ROW]) for at in range(BASE, ROW * found.rows, ROW)]
    return [(row[0], row[1], row[2] | row[3] << 8, int.from_bytes(row[4:7], "little"))
            for row in rows]


def kinds(found):
    return [row[0] for row in entries(found)]


def chained(found):
    """The head, worked out again."""
    head = bytes(found.log[:32])
    for at in range(BASE, ROW * found.rows, ROW):
        head = hashlib.sha256(head + bytes(found.log[at:at + ROW])).digest()
    return head


def record(medium):
    buf = bytearray(57)
    return bytes(buf[:Store(medium).load(K_CHRONICLE, buf)])


START = ord("p")


def test_an_entry_has_kind_start_code_and_time():
    found = started(Medium(), boots=300 & 255)
    found.table.now = 90_000_000
    found.note(c.ABORTED, 806)
    assert entries(found) == [(START, 44, 0 << 10 | 1 << 5 | 0, 5), (c.ABORTED, 44, 806, 90_000)]
    found.note_start("watchdog", True)
    assert entries(found)[2] == (ord("w"), 44, 32 | c.UNFINISHED, 90_000)


def test_the_head_is_sha_256_of_the_head_before_and_the_entry():
    medium = Medium()
    found = rested(started(medium))
    entry = bytes(found.log[BASE:BASE + ROW])
    assert record(medium)[:32] == hashlib.sha256(bytes(32) + entry).digest() == chained(found)
    assert record(medium)[32:] == bytes((1, 0, 0, 0))
    assert bytes(found.log[:BASE]) == bytes(BASE)


def test_nothing_is_hashed_or_filed_before_the_rest():
    medium = Medium()
    found = started(medium)
    assert medium.file == b"" and not found.stale
    assert record(medium)[:36] == bytes(35) + b"\x01", "the record has the entry itself"
    assert found.file_at_rest() and found.table.asked & JOURNAL
    assert medium.file[BASE:] == bytes(found.log[BASE:BASE + ROW])
    assert not found.file_at_rest()


def test_it_goes_on_over_many_starts():
    medium = Medium()
    for boots in range(1, 6):
        found = rested(started(medium, boots))
    assert [row[1] for row in entries(found)] == [1, 2, 3, 4, 5]


def test_what_was_not_filed_at_a_power_cut_is_found_in_the_record():
    medium = Medium()
    found = rested(started(medium))
    for code in (806, 203, 521, 404):
        found.note(c.FAULT, code)
    found.keep_record()
    again = started(medium, 2)
    assert [row[2] for row in entries(again)][1:4] == [806, 203, 521], "three are kept"
    assert kinds(again) == [START, c.FAULT, c.FAULT, c.FAULT, START]
    third = started(medium, 3)
    assert kinds(third)[1:4] == [c.FAULT] * 3, "also when it was not filed in between"


def test_the_oldest_go_when_it_is_full_and_the_chain_goes_on():
    medium = Medium()
    found = rested(started(medium))
    heads = [bytes(32), chained(found)]
    for number in range(200):
        found.note(c.FAULT, number)
        rested(found)
        heads.append(hashlib.sha256(heads[-1] + bytes((c.FAULT, 1, number, 0, 5, 0, 0))).digest())
        before = int.from_bytes(found.log[32:35], "little")
        assert bytes(found.log[:32]) == heads[before]
        assert record(medium)[:32] == heads[-1]
        assert found.rows <= ROWS - c.SPARE
    assert [row[2] for row in entries(found)] == list(range(200 - len(entries(found)), 200))
    assert kinds(started(medium, 2)) == [c.FAULT] * 24 + [START]


def test_more_than_there_is_room_for_is_counted():
    found = started(Medium())
    for number in range(ROWS):
        found.note(c.FAULT, number)
    assert found.rows == ROWS
    left_out = 1 + ROWS - (ROWS - FIRST - 1)  # the start was one, the last row tells of the rest
    assert entries(found)[-1] == (c.LOST, 1, left_out, 5)


@pytest.mark.parametrize(("tamper", "kind"), [
    (lambda medium, files: setattr(medium, "file", files[1]), c.OLDER),
    (lambda medium, files: setattr(medium, "file", b""), c.OLDER),
    (lambda medium, files: setattr(medium, "file", medium.file[:BASE + 2] + b"\x09"
                                   + medium.file[BASE + 3:]), c.CHANGED),
    (lambda medium, files: setattr(medium, "file", medium.file[:-ROW]), c.OLDER),
    (lambda medium, files: setattr(medium, "file", b"\x01" + medium.file[1:]), c.CHANGED),
])
def test_a_file_that_was_put_back_or_changed_becomes_an_entry(tamper, kind):
    medium, files = Medium(), []
    for boots in range(1, 5):
        rested(started(medium, boots))
        files.append(medium.file)
    head = record(medium)[:32]
    tamper(medium, files)
    again = started(medium, 5)
    assert kinds(again) == [kind, START]
    assert bytes(again.log[:32]) == head, "the chain goes on from the head that the store knows"
    assert int.from_bytes(again.log[32:35], "little") == 4
    rested(again)
    assert kinds(rested(started(medium, 6))) == [kind, START, START]


def test_a_memory_chip_of_long_ago_is_an_entry_and_the_file_stays():
    medium = Medium()
    rested(started(medium))
    cells = bytes(medium.cells)
    found = started(medium, 2)
    for number in range(60):
        found.note(c.FAULT, number)
        rested(found)
    medium.cells[:] = cells
    assert kinds(started(medium, 3))[-3:] == [c.FAULT, c.APART, START]


def test_a_new_memory_chip_takes_the_file_as_it_is():
    medium = Medium()
    rested(started(medium))
    medium.cells[:] = bytes(len(medium.cells))
    assert kinds(started(medium, 2)) == [START, START]


def test_a_file_that_cannot_be_written_waits_and_the_record_does_not_run_ahead(monkeypatch):
    medium = Medium()
    found = started(medium)
    monkeypatch.setattr(medium, "write_chronicle", lambda buf, n: False)
    assert found.file_at_rest()
    assert [found.file_at_rest() for _ in range(c.PATIENCE)] == [False] * c.PATIENCE
    found.keep_record()
    assert record(medium)[:36] == bytes(35) + b"\x01"
    monkeypatch.undo()
    rested(found)
    assert medium.file


def test_a_cut_between_file_and_record_is_no_forgery():
    """The file comes first: a record that is behind fits the file that goes on from it."""
    medium = Medium()
    rested(started(medium))
    found = started(medium, 2)
    found.keep_record()
    assert found.file_at_rest()  # filed; and the power goes before the record follows
    again = started(medium, 3)
    assert kinds(again) == [START] * 3
    assert [row[1] for row in entries(again)] == [1, 2, 3], "and no entry is there twice"


@pytest.mark.parametrize(("starts", "told", "kept", "forgot"), [
    (17, True, 1, True),
    (17, False, 1, False),  # nothing was lost: the file is not always behind the record
    (17, True, 17, False),  # the record knows of it
    (17, True, 40, False),
    (3, True, 250, True),  # a start is counted in one byte
    (200, True, -1, True),  # no record at all
    (1, False, -1, True),  # the table has run: its chip was changed
])  # fmt: skip
def test_a_file_knows_of_starts_without_a_record(starts, told, kept, forgot):
    medium = Medium()
    found = started(medium, starts)
    if told:
        found.note(c.FAULT, CONTENTS_LOST)
    rested(found)
    assert started(medium, 1).forgot_after(kept) == forgot
    assert found.next_start() == starts + c.UNFILED
