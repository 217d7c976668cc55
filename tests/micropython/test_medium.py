"""Shadow, FRAM and flash together: who wins at the start, what is mirrored when."""

import pytest

from hal.fram import Fram
from hal.medium import FILES, PATIENCE, Medium, files_in
from mjtable.memory import store as s
from tests.micropython.memories import ENOSPC, EROFS, FramChip, disk

FOLDER = "/store"


class Bench:
    """A board's memories; `start` is a power-on."""

    def __init__(self, fram=True):
        self.chip = FramChip()
        self.chip.absent = not fram
        self.disk = disk()
        self.start()

    def start(self):
        self.medium = Medium(Fram(self.chip), files_in(FOLDER, self.disk.open, self.disk))
        self.store = s.Store(self.medium)
        return self

    def save(self, kind, text):
        assert self.store.save(kind, text, len(text))

    def load(self, kind):
        buf = bytearray(s.PAYLOAD)
        return bytes(buf[: self.store.load(kind, buf)])

    def pump(self):
        while self.medium.pump():
            pass

    def rest(self):
        """Stand still until nothing is due; the number of files written."""
        written = 0
        while self.medium.at_rest():
            written += 1
            assert written <= len(FILES)
        return written

    def new_chip(self):
        self.chip = FramChip()


@pytest.fixture
def bench():
    return Bench()


def test_an_empty_board_has_defaults_and_is_uncalibrated(bench):
    assert all(bench.load(kind) == b"" for kind in range(len(s.KINDS)))
    assert bench.medium.uncalibrated and not bench.medium.due
    assert bench.store.damaged == 0
    assert bench.rest() == 0 and bench.disk.operations_since_start() == 0


def test_the_scan_never_waits_for_a_memory(bench):
    bench.save(s.K_TABLE, b"now")
    assert bench.load(s.K_TABLE) == b"now"
    assert bench.chip.writes == []


def test_the_fram_follows_within_four_scans_a_record(bench):
    bench.save(s.K_TABLE, b"now")
    assert [bench.medium.pump() for _ in range(5)] == [True] * 4 + [False]
    assert bench.start().load(s.K_TABLE) == b"now"


def test_a_power_failure_writes_what_waits(bench):
    bench.save(s.K_TABLE, b"last words")
    assert bench.medium.flush()
    assert bench.start().load(s.K_TABLE) == b"last words"


def test_without_fram_the_flash_carries_the_records():
    bench = Bench(fram=False)
    bench.save(s.K_TABLE, b"table")
    bench.save(s.K_SETTINGS_2, b"settings")
    assert not bench.medium.pump() and bench.medium.due
    assert bench.rest() == 2 and not bench.medium.due
    bench.start()
    assert bench.load(s.K_TABLE) == b"table" and bench.load(s.K_SETTINGS_2) == b"settings"
    bench.save(s.K_TABLE, b"table again")
    bench.rest()
    assert bench.start().load(s.K_TABLE) == b"table again"


def test_without_fram_nothing_is_kept_before_standstill():
    bench = Bench(fram=False)
    bench.save(s.K_TABLE, b"table")
    bench.medium.flush()
    assert bench.start().load(s.K_TABLE) == b""


def test_only_a_file_that_changed_is_written_and_one_a_call(bench):
    bench.save(s.K_TABLE, b"table")
    assert bench.rest() == 1
    before = bench.disk.opened
    assert bench.rest() == 0 and bench.disk.opened == before
    for kind in (s.K_SETTINGS_1, s.K_SETTINGS_2, s.K_SETTINGS_3):
        bench.save(kind, b"settings")
    assert bench.rest() == 1


def test_records_that_are_not_mirrored_make_nothing_due(bench):
    bench.save(s.K_STATS, b"many")
    assert not bench.medium.due and bench.rest() == 0
    bench.pump()
    assert bench.start().load(s.K_STATS) == b"many"


def test_the_flash_fills_a_new_fram(bench):
    bench.save(s.K_TABLE, b"table")
    bench.save(s.K_LEARNT, b"calibration")
    bench.rest()
    bench.new_chip()
    bench.start()
    assert bench.load(s.K_TABLE) == b"table" and not bench.medium.uncalibrated
    bench.pump()
    bench.disk = disk()
    bench.start()
    assert bench.load(s.K_TABLE) == b"table" and bench.load(s.K_LEARNT) == b"calibration"


@pytest.mark.parametrize("saves", [1, 2, 3])
def test_the_fram_wins_over_an_older_flash(bench, saves):
    bench.save(s.K_TABLE, b"old")
    bench.rest()
    for _ in range(saves - 1):
        bench.save(s.K_TABLE, b"between")
    bench.save(s.K_TABLE, b"new")
    bench.pump()
    bench.start()
    assert bench.load(s.K_TABLE) == b"new"
    assert bench.medium.due and bench.rest() == 1
    bench.new_chip()
    assert bench.start().load(s.K_TABLE) == b"new"


@pytest.mark.parametrize("saves", [1, 2, 3])
def test_the_flash_wins_over_a_fram_that_gave_up_earlier(bench, saves):
    bench.save(s.K_SETTINGS_1, b"old")
    bench.save(s.K_SETTINGS_1, b"older still in the other slot")
    bench.pump()
    bench.chip.absent = True
    for number in range(saves):
        bench.save(s.K_SETTINGS_1, b"new %d" % number)
    for _ in range(1000):
        bench.medium.pump()
    bench.rest()
    bench.chip.absent = False
    bench.start()
    assert bench.load(s.K_SETTINGS_1) == b"new %d" % (saves - 1)
    bench.pump()
    bench.disk = disk()
    assert bench.start().load(s.K_SETTINGS_1) == b"new %d" % (saves - 1)


def test_sequence_numbers_may_wrap_between_the_two_memories(bench):
    bench.store._find(s.K_TABLE)
    bench.store._seq[s.K_TABLE] = 0xFFFD
    for number in range(5):
        bench.save(s.K_TABLE, b"flash %d" % number)
        bench.rest()
        bench.save(s.K_TABLE, b"fram %d" % number)
        bench.pump()
        assert bench.start().load(s.K_TABLE) == b"fram %d" % number


def test_a_fram_with_both_copies_spoilt_is_mended_from_the_flash_and_told(bench):
    for text in (b"one", b"two"):
        bench.save(s.K_SETTINGS_3, text)
    bench.pump()
    bench.rest()
    for slot in (2 * s.K_SETTINGS_3, 2 * s.K_SETTINGS_3 + 1):
        bench.chip.cells[slot * s.SLOT_BYTES + 4] ^= 1
    bench.start()
    assert bench.load(s.K_SETTINGS_3) == b"two"
    assert bench.store.damaged


def test_calibration_is_known_as_soon_as_it_is_saved(bench):
    bench.save(s.K_LEARNT, b"calibration")
    assert not bench.medium.uncalibrated
    bench.pump()
    assert not bench.start().medium.uncalibrated
    bench.new_chip()
    bench.disk = disk()
    assert bench.start().medium.uncalibrated


@pytest.mark.parametrize("number", [ENOSPC, EROFS])
def test_a_flash_that_refuses_costs_one_try_a_minute_and_no_record(bench, number):
    bench.save(s.K_SETTINGS_1, b"before")
    bench.rest()
    bench.disk.refuses = number
    bench.save(s.K_SETTINGS_1, b"after")
    assert bench.medium.at_rest() and bench.medium.failed == 1 and bench.medium.due
    opened = bench.disk.opened
    assert [bench.medium.at_rest() for _ in range(PATIENCE)] == [False] * PATIENCE
    assert bench.disk.opened == opened
    assert bench.medium.at_rest() and bench.medium.failed == 2
    bench.pump()
    assert bench.start().load(s.K_SETTINGS_1) == b"after"
    bench.disk.refuses = 0
    assert bench.rest() == 1


def test_a_flash_file_of_something_else_is_not_believed(bench):
    bench.save(s.K_TABLE, b"table")
    bench.rest()
    other = files_in(FOLDER, bench.disk.open, bench.disk)[0]
    for content in (b"?", bytes(65), bytes([99]) + bytes(64), bytes(range(200))):
        other.save(content, len(content))
        other.save(content, len(content))
        bench.new_chip()
        assert bench.start().load(s.K_TABLE) == b""
        assert bench.store.damaged == 0


def test_slots_that_do_not_exist_are_refused(bench):
    record = bytearray(s.SLOT_BYTES)
    assert bench.medium.write(s.SLOTS, record, 10) == 0
    assert bench.medium.write(-1, record, 10) == 0
    assert bench.medium.write(0, record, s.SLOT_BYTES + 1) == 0
    assert bench.medium.write(0, b"short", 5) == 5
    short = bytearray(3)
    assert bench.medium.read(0, short) == 3 and short == b"sho"
