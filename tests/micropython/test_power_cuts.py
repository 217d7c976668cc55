"""Power cuts in the middle of everything a save does to the FRAM and to the flash.

The real store, medium and drivers save; at every byte of the FRAM and at every page and erase of
the flash the power goes, in several torn ways; a freshly started board then finds, record by
record, the old content or the new one: never a third, never nothing, and never an older one.
"""

import random

import pytest

from hal.fram import Fram
from hal.medium import Medium, files_in
from mjtable import store as s
from mjtable.setting_table import DEFAULTS, MAXS, MINS
from mjtable.settings import Settings
from mjtable.settings_store import PER_RECORD, SettingsStore
from tests.micropython.memories import FramChip, PowerCut, after_cut, disk

FOLDER = "/store"
SAVES = 60  # of the flash: enough to come by every block that littlefs moves to


class Board:
    """Everything a board keeps, from power-on."""

    def __init__(self, chip, board_disk):
        self.medium = Medium(Fram(chip), files_in(FOLDER, board_disk.open, board_disk))
        self.store = s.Store(self.medium)
        self.settings = Settings()
        self.kept = SettingsStore(self.settings, self.store)
        self.kept.load()

    def save_settings(self, turn):
        self.settings.value[:] = values(turn)
        self.kept.save()

    def save_table(self, turn):
        text = table_text(turn)
        assert self.store.save(s.K_TABLE, text, len(text))

    def save_calibration(self, turn):
        text = table_text(turn)
        assert self.store.save(s.K_LEARNT, text, len(text))

    def pump(self):
        while self.medium.pump():
            pass

    def rest(self):
        while self.medium.at_rest():
            pass

    def found(self, kind=s.K_TABLE):
        """A record's text as it is found."""
        buf = bytearray(s.PAYLOAD)
        return bytes(buf[: self.store.load(kind, buf)])


def values(turn):
    """Settings that differ in every value between turns that follow one another."""
    return [lowest if turn % 2 else highest for lowest, highest in zip(MINS, MAXS, strict=True)]


def table_text(turn):
    return b"%04d" % turn * 10


def parts(settings):
    """The values record by record."""
    return [settings[at : at + PER_RECORD] for at in range(0, len(DEFAULTS), PER_RECORD)]


USED = len(parts(DEFAULTS))  # records of the settings that hold any


def absent_fram():
    chip = FramChip()
    chip.absent = True
    return chip


def test_the_settings_need_more_than_one_record():
    assert USED >= 2
    assert all(low != high for low, high in zip(MINS, MAXS, strict=True))


def cut_fram(chip, job, after):
    """Start a board on a copy of `chip`, do `job`, cut the power after so many bytes."""
    copy = FramChip(chip.cells)
    board = Board(copy, disk(blocks=4))
    copy.cut_after = after
    try:
        job(board)
        board.pump()
        cut = False
    except PowerCut:
        cut = True
    copy.cut_after = None
    return cut, copy


def saved_on_fram():
    """A chip on which turns 0 and 1 were saved: both slots of every record are in use."""
    chip = FramChip()
    board = Board(chip, disk(blocks=4))
    for turn in (0, 1):
        save_all(board, turn)
        board.pump()
    return chip


def save_all(board, turn=2):
    board.save_settings(turn)
    board.save_table(turn)
    board.save_calibration(turn)


def flush_all(board):
    save_all(board)
    assert board.medium.flush()


@pytest.mark.parametrize("job", [save_all, flush_all])
def test_every_byte_of_a_save_to_the_fram(job):
    chip = saved_on_fram()
    old, new = parts(values(1)), parts(values(2))
    cut, cases = True, 0
    while cut:
        cut, survivor = cut_fram(chip, job, cases)
        board = Board(survivor, disk(blocks=4))
        found = parts(board.settings.value)
        for record in range(USED):
            assert found[record] in (old[record], new[record]), (cases, record)
        for kind in (s.K_TABLE, s.K_LEARNT):
            assert board.found(kind) in (table_text(1), table_text(2)), (cases, kind)
        cases += 1
    assert found == new and board.found() == board.found(s.K_LEARNT) == table_text(2)
    assert cases == (USED + 2) * s.SLOT_BYTES + 1


def newest_whole(chip, kind):
    """Turn of the newest whole record that the chip itself holds."""
    best = -1
    for slot in (2 * kind, 2 * kind + 1):
        cells = chip.cells[slot * s.SLOT_BYTES : (slot + 1) * s.SLOT_BYTES]
        if s.check(cells, kind) == s.GOOD:
            best = max(best, cells[4] | cells[5] << 8)
    return best


def test_saves_faster_than_the_bus_never_go_back():
    """Records change while others, and they themselves, are being written."""
    for seed in range(200):
        save_faster_than_the_bus(seed)


def save_faster_than_the_bus(seed):
    rng = random.Random(seed)
    chip = FramChip()
    store = s.Store(Medium(Fram(chip), files_in(FOLDER, *nowhere())))
    medium = store.medium
    turns = [0] * len(s.KINDS)
    durable = [-1] * len(s.KINDS)
    chip.cut_after = rng.randrange(1, 3000)
    hot = rng.sample(range(len(s.KINDS)), rng.choice((1, 2, 4)))
    with pytest.raises(PowerCut):
        while True:
            if rng.random() < rng.choice((0.1, 0.6)):
                kind = rng.choice(hot)
                turns[kind] += 1
                record = bytearray((turns[kind] & 255, turns[kind] >> 8)) + bytes(40)
                assert store.save(kind, record, len(record))
            medium.pump()
            for kind in hot:
                durable[kind] = max(durable[kind], newest_whole(chip, kind))
    survivor = s.Store(Medium(Fram(FramChip(chip.cells)), files_in(FOLDER, *nowhere())))
    for kind in hot:
        buf = bytearray(s.PAYLOAD)
        found = survivor.load(kind, buf)
        turn = buf[0] | buf[1] << 8 if found else -1
        assert durable[kind] <= turn <= turns[kind], (seed, kind, turn, durable[kind])


def nowhere():
    """`open` and `os` of a board whose file system cannot be used."""

    class System:
        @staticmethod
        def mkdir(path):
            raise OSError(19)

    def opener(path, mode):
        raise OSError(19)

    return opener, System


class Cuts:
    """Starts a board from every torn image of a flash and judges what it finds."""

    def __init__(self, flash, chip):
        self.flash = flash
        self.chip = chip
        self.turn = 0  # being saved; the one before is the old content
        self.cases = self.old = self.new = 0

    def __call__(self, image):
        board = Board(FramChip(self.chip.cells) if self.chip else absent_fram(), after_cut(image))
        self.judge(board)
        self.cases += 1

    def judge(self, board):
        turn = self.turn
        found = board.settings.value
        assert found in (values(turn - 1), values(turn)), (turn, self.cases)
        assert board.found() in (table_text(turn - 1), table_text(turn)), (turn, self.cases)
        self.new += found == values(turn)
        self.old += found == values(turn - 1)
        again = Board(absent_fram(), board_disk_of(board))
        assert again.settings.value == found


def board_disk_of(board):
    """The file system that a board was started on."""
    return board.medium._files[0]._system


def save_often(cuts, board, saves):
    """Save settings and table, then stand still, so many times, with cuts in every operation."""
    for turn in range(1, saves + 1):
        cuts.turn = turn
        board.save_settings(turn)
        board.save_table(turn)
        board.rest()
        board.pump()


def test_every_page_and_erase_of_saves_to_the_flash_without_fram():
    board_disk = disk(blocks=10)
    board = Board(absent_fram(), board_disk)
    board.save_settings(0)
    board.save_table(0)
    board.rest()
    cuts = Cuts(board_disk.flash, None)
    before = board_disk.flash.operations
    board_disk.flash.on_cut = cuts
    save_often(cuts, board, SAVES)
    operations = board_disk.flash.operations - before
    assert cuts.cases >= 4 * operations and operations >= 2 * SAVES
    assert cuts.old > SAVES and cuts.new > SAVES // 2
    assert board.medium.failed == 0


def test_every_page_and_erase_while_the_fram_has_the_newest():
    """The flash is torn, the FRAM is whole: the new content is there each time."""
    chip, board_disk = FramChip(), disk(blocks=10)
    board = Board(chip, board_disk)
    cuts = Cuts(board_disk.flash, chip)
    cuts.judge = lambda started: _is_new(started, cuts.turn)
    board_disk.flash.on_cut = cuts
    for turn in range(1, 12):
        cuts.turn = turn
        board.save_settings(turn)
        board.save_table(turn)
        board.pump()
        board.rest()
    assert cuts.cases > 100


def _is_new(started, turn):
    assert started.settings.value == values(turn)
    assert started.found() == table_text(turn)


def test_cuts_that_follow_one_another_on_the_same_flash():
    """Each start goes on from what the last cut left, for many cuts in a row."""
    rng = random.Random(11)
    board_disk = disk(blocks=10)
    board = Board(absent_fram(), board_disk)
    board.save_settings(0)
    board.rest()
    expected = (values(0), values(0))
    for turn in range(1, 121):
        images = []
        board_disk.flash.on_cut = images.append
        board.save_settings(turn)
        board.rest()
        board_disk = after_cut(rng.choice(images))
        board = Board(absent_fram(), board_disk)
        expected = (expected[0], expected[1], values(turn))
        assert board.settings.value in expected, turn
        expected = (board.settings.value[:],) * 2


def test_a_cut_in_the_first_save_of_all_leaves_defaults_or_the_save():
    board_disk = disk(blocks=10)
    board = Board(absent_fram(), board_disk)
    found = []

    def start(image):
        started = Board(absent_fram(), after_cut(image))
        assert started.settings.value in (list(DEFAULTS), values(1))
        assert started.medium.uncalibrated
        found.append(started.settings.value == values(1))

    board_disk.flash.on_cut = start
    board.save_settings(1)
    board.rest()
    assert len(found) >= 10 and not found[0]
    assert Board(absent_fram(), board_disk).settings.value == values(1)
