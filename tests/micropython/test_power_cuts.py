"""Power cuts in the middle of everything a save does to the FRAM and to the flash.

The real store, medium and drivers save; at every byte of the FRAM and at every page and erase of
the flash the power goes, in several torn ways; a freshly started board then finds, record by
record, the old content or the new one: never a third, never nothing, and never an older one.
"""

import random
from types import SimpleNamespace

import pytest

from hal.fram import Fram
from hal.medium import Medium, files_in
from mjtable.generated.setting_table import DEFAULTS, MAXS, MINS
from mjtable.memory import store as s
from mjtable.memory.chronicle import APART, BASE, CHANGED, OLDER, ROW, Chronicle
from mjtable.memory.settings import Settings
from mjtable.memory.settings_store import PER_RECORD, SettingsStore
from tests.micropython.memories import FramChip, PowerCut, after_cut, disk

FOLDER = "/store"
TEXTS = (s.K_TABLE, s.K_SETTINGS_3, s.K_LEARNT)  # the third of the settings is empty today
SAVES = 60  # turns: the folder is compacted several times


class Board:
    """Everything a board keeps, from power-on."""

    def __init__(self, chip, board_disk):
        self.disk = board_disk
        self.medium = Medium(Fram(chip), files_in(FOLDER, board_disk.open, board_disk))
        self.store = s.Store(self.medium)
        self.settings = Settings()
        self.kept = SettingsStore(self.settings, self.store)
        self.kept.load()

    def save(self, turn):
        """Everything there is to save: the settings, and a record of each kind of TEXTS."""
        self.settings.value[:] = values(turn)
        self.kept.save()
        for kind in TEXTS:
            assert self.store.save(kind, text(turn), len(text(turn)))
        return self

    def pump(self):
        while self.medium.pump():
            pass
        return self

    def rest(self):
        while self.medium.at_rest():
            pass
        return self

    def found(self):
        """The settings record by record, then the texts."""
        buf = bytearray(s.PAYLOAD)
        texts = [bytes(buf[: self.store.load(kind, buf)]) for kind in TEXTS]
        return parts(self.settings.value) + texts


class NoDisk:
    """`open` and `os` of a board whose file system cannot be used."""

    def mkdir(self, path):
        raise OSError(19)

    def open(self, path, mode):
        raise OSError(19)


def values(turn):
    """Settings that differ in every value between turns that follow one another."""
    return list(MINS if turn % 2 else MAXS)


def text(turn):
    return b"%04d" % turn * 12


def parts(settings):
    """The values record by record."""
    settings = list(settings)
    return [settings[at : at + PER_RECORD] for at in range(0, len(settings), PER_RECORD)]


def saved(turn):
    """What `Board.found` says of a whole save."""
    return parts(values(turn)) + [text(turn)] * len(TEXTS)


DEFAULT = parts(DEFAULTS) + [b""] * len(TEXTS)
RECORDS = len(DEFAULT)


def absent():
    """An FRAM that is not there."""
    chip = FramChip()
    chip.absent = True
    return chip


def all_old_or_new(found, turn):
    """Record by record of the save `turn` or of the one before, if there was one."""
    old = saved(turn - 1) if turn > 1 else DEFAULT
    return all(f in (o, n) for f, o, n in zip(found, old, saved(turn), strict=True))


def test_the_settings_need_two_records_and_every_value_can_change():
    assert len(parts(DEFAULTS)) == 2
    assert all(low != high for low, high in zip(MINS, MAXS, strict=True))


# ---------------------------------------------------------------- FRAM
def cut_fram(chip, finish, after):
    """A board on a copy of `chip` saves turn 3; the power goes after that many bytes."""
    copy = FramChip(chip.cells)
    board = Board(copy, NoDisk())
    copy.cut_after = after
    try:
        finish(board.save(3))
        cut = False
    except PowerCut:
        cut = True
    copy.cut_after = None
    return cut, copy


@pytest.mark.parametrize("finish", [Board.pump, lambda board: board.medium.flush()],
                         ids=["scan by scan", "at a power failure"])  # fmt: skip
def test_every_byte_of_a_save_to_the_fram(finish):
    chip = FramChip()
    for turn in (1, 2):  # both slots of every kind are in use
        Board(chip, NoDisk()).save(turn).pump()
    cut, cases, seen = True, 0, set()
    while cut:
        cut, survivor = cut_fram(chip, finish, cases)
        found = Board(survivor, NoDisk()).found()
        assert all_old_or_new(found, 3), cases
        seen.add(sum(f == n for f, n in zip(found, saved(3), strict=True)))
        cases += 1
    assert found == saved(3)
    assert cases == RECORDS * s.SLOT_BYTES + 1
    assert seen == set(range(RECORDS + 1))  # one record after the other became new


def newest_whole(chip, kind):
    """Turn of the newest whole record that the chip itself holds."""
    best = -1
    for slot in (2 * kind, 2 * kind + 1):
        cells = chip.cells[slot * s.SLOT_BYTES : (slot + 1) * s.SLOT_BYTES]
        if s.check(cells, kind) == s.GOOD:
            best = max(best, cells[4] | cells[5] << 8)
    return best


def store_on(chip):
    return Board(chip, NoDisk()).store


def test_saves_faster_than_the_bus_never_go_back():
    """Records change while others, and they themselves, are being written."""
    for seed in range(200):
        save_faster_than_the_bus(seed)


def save_faster_than_the_bus(seed):
    rng = random.Random(seed)
    chip = FramChip()
    store = store_on(chip)
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
            store.medium.pump()
            for kind in hot:
                durable[kind] = max(durable[kind], newest_whole(chip, kind))
    survivor = store_on(FramChip(chip.cells))
    for kind in hot:
        buf = bytearray(s.PAYLOAD)
        found = survivor.load(kind, buf)
        turn = buf[0] | buf[1] << 8 if found else -1
        assert durable[kind] <= turn <= turns[kind], (seed, kind, turn, durable[kind])


# ---------------------------------------------------------------- flash
class Cuts:
    """Starts a board from every torn image of a flash, with a copy of `chip`, and judges it."""

    def __init__(self, flash, chip, judge):
        self.chip = chip
        self.judge = judge
        self.turn = 0  # being saved; the one before is the old content
        self.cases = self.old = self.new = 0
        flash.on_cut = self

    def __call__(self, image):
        chip = absent() if self.chip.absent else FramChip(self.chip.cells)
        board = Board(chip, after_cut(image))
        found = board.found()
        assert self.judge(found, self.turn), (self.turn, self.cases)
        self.cases += 1
        self.new += found == saved(self.turn)
        self.old += found == saved(self.turn - 1)
        if self.chip.absent and self.cases % 20 == 0:  # looking changes nothing
            assert Board(absent(), board.disk).found() == found


def test_every_page_and_erase_of_saves_to_the_flash_without_fram():
    board = Board(absent(), disk(blocks=10))
    flash = board.disk.flash
    board.save(1).rest()
    cuts = Cuts(flash, absent(), all_old_or_new)
    before = flash.operations
    for cuts.turn in range(2, SAVES + 2):
        board.save(cuts.turn).rest()
    operations = flash.operations - before
    assert cuts.cases >= 4 * operations and operations >= 2 * SAVES
    assert cuts.old >= 2 * SAVES and cuts.new >= 1
    assert board.medium.failed == 0


def test_a_file_is_old_or_new_as_a_whole():
    """All settings and the calibration of one save stay together on the flash."""

    def judge(found, turn):
        old, new = saved(turn - 1), saved(turn)
        table = len(parts(DEFAULTS))  # place of the table's record
        rest = found[:table] + found[table + 1 :]
        return rest in (old[:table] + old[table + 1 :], new[:table] + new[table + 1 :])

    board = Board(absent(), disk(blocks=10))
    board.save(1).rest()
    cuts = Cuts(board.disk.flash, absent(), judge)
    for cuts.turn in range(2, 12):
        board.save(cuts.turn).rest()
    assert cuts.cases > 100


def test_every_page_and_erase_while_the_fram_has_the_newest():
    """The flash is torn, the FRAM is whole: the new content is there each time."""
    board = Board(FramChip(), disk(blocks=10))
    cuts = Cuts(board.disk.flash, board.medium._fram._i2c, lambda f, turn: f == saved(turn))
    for cuts.turn in range(1, 12):
        board.save(cuts.turn).pump().rest()
    assert cuts.cases > 100


def test_every_page_and_erase_while_littlefs_moves_the_folder_to_other_blocks():
    """It does so after 100 erases of a block: rare, so the save is done again, with cuts."""
    board = Board(absent(), disk(blocks=10))
    flash = board.disk.flash
    for turn in range(1, 6):  # the folder is made, both files exist
        board.save(turn).rest()
    moves = cases = 0
    for turn in range(6, 920):
        before, known = bytes(flash.buffer), set(flash.touched)
        board.save(turn).rest()
        if flash.touched > known:
            moves += 1
            again = Board(absent(), after_cut(before))
            cuts = Cuts(again.disk.flash, absent(), all_old_or_new)
            cuts.turn = turn
            again.save(turn).rest()
            assert again.found() == saved(turn)
            cases += cuts.cases
    assert moves == 2 and cases >= 40, (moves, cases)


def test_cuts_that_follow_one_another_on_the_same_flash():
    """Each start goes on from what the last cut left, for many cuts in a row."""
    rng = random.Random(11)
    board = Board(absent(), disk(blocks=10))
    found = board.save(1).rest().found()
    for turn in range(2, 122):
        images = []
        board.disk.flash.on_cut = images.append
        board.save(turn).rest()
        board = Board(absent(), after_cut(rng.choice(images)))
        before, found = found, board.found()
        for record in range(RECORDS):
            assert found[record] in (before[record], saved(turn)[record]), (turn, record)


def test_a_cut_in_the_first_save_of_all_leaves_defaults_or_the_save():
    board = Board(absent(), disk(blocks=10))
    assert board.found() == DEFAULT and board.medium.uncalibrated
    cuts = Cuts(board.disk.flash, absent(), all_old_or_new)
    cuts.turn = 1
    board.save(1).rest()
    assert cuts.cases >= 10
    board.disk.flash.on_cut = None
    assert Board(absent(), board.disk).found() == saved(1)


# ---------------------------------------------------------------- the chronicle
class Keeper:
    """A table's chronicle on the real memories, from power-on."""

    def __init__(self, chip, board_disk, boots):
        self.disk = board_disk
        self.medium = Medium(Fram(chip), files_in(FOLDER, board_disk.open, board_disk))
        table = SimpleNamespace(now=boots * 1000, asked=0, recorder=None)
        self.found = Chronicle(SimpleNamespace(table=table, boots=boots,
                                               store=s.Store(self.medium)))
        self.found.open_file()
        self.found.note_start("power", False)

    def rest(self):
        """Everything that a rest and the scans after it do."""
        self.found.keep_record()
        self.pump()
        while self.found.file_at_rest():
            pass
        self.found.keep_record()
        self.pump()

    def pump(self):
        while self.medium.pump():
            pass

    def boots(self):
        """Which start each entry is of, the alarms as letters."""
        log, rows = self.found.log, range(BASE, ROW * self.found.rows, ROW)
        return [log[at + 1] if log[at] not in (OLDER, CHANGED, APART) else "forged" for at in rows]


def in_order(found, last):
    """No entry is forged, none is there twice, and of the newest at most the last one lacks."""
    return found == list(range(found[0], found[-1] + 1)) and found[-1] in (last - 1, last)


def test_a_cut_at_any_write_of_the_chronicle_is_no_forgery():
    chip, board_disk, cases = FramChip(), disk(blocks=10), []
    flash = board_disk.flash
    for turn in range(1, 70):
        keeper = Keeper(chip, board_disk, turn)

        def judge(image, turn=turn):
            again = Keeper(FramChip(chip.cells), after_cut(image), turn + 1)
            cases.append(again.boots()[:-1])
            assert in_order(cases[-1], turn) if turn > 1 else cases[-1] in ([], [1])

        flash.on_cut = judge
        keeper.rest()
        flash.on_cut = None
        board_disk = keeper.disk
    assert len(cases) > 300


def test_a_cut_at_any_byte_of_the_chronicles_record_is_no_forgery():
    chip, board_disk = FramChip(), disk(blocks=10)
    Keeper(chip, board_disk, 1).rest()
    Keeper(chip, board_disk, 2).rest()
    image = bytes(board_disk.flash.buffer)
    for after in range(4 * s.SLOT_BYTES):
        cut = FramChip(chip.cells)
        keeper = Keeper(cut, after_cut(image), 3)
        cut.cut_after = after
        try:
            keeper.rest()
        except PowerCut:
            pass
        cut.cut_after = None
        flash = bytes(keeper.disk.flash.buffer)
        again = Keeper(FramChip(cut.cells), after_cut(flash), 4)
        assert in_order(again.boots()[:-1], 3), after


def test_a_file_of_the_day_before_is_seen_on_the_real_memories():
    chip, board_disk = FramChip(), disk(blocks=10)
    Keeper(chip, board_disk, 1).rest()
    before = bytes(board_disk.flash.buffer)
    Keeper(chip, board_disk, 2).rest()
    assert Keeper(chip, after_cut(before), 3).boots() == ["forged", 3]
