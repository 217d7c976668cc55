"""Two generations of a file on the real littlefs: normal life, full, read-only, spoilt."""

import pytest

from hal.flash_files import CONTENT, HEAD, Generations, newer
from tests.micropython.memories import EIO, ENOSPC, EROFS, Disk, disk

FOLDER = "/store"


@pytest.fixture
def board():
    return disk()


def files(board, name="table"):
    return Generations(FOLDER, name, board.open, board, bytearray(HEAD + CONTENT))


def load(board, size=CONTENT):
    """What a freshly started board finds."""
    buf = bytearray(size)
    return bytes(buf[: files(board).recall(buf)])


def test_an_empty_file_system_holds_nothing(board):
    assert load(board) == b""


def test_the_folder_is_made_and_the_newest_content_wins(board):
    kept = files(board)
    for number in range(300):
        content = bytes([number & 255]) * (number % CONTENT + 1)
        if number % 7 == 0:
            kept = files(board)
        assert kept.save(content, len(content))
        assert load(board) == content
    assert kept.failed == 0
    assert sorted(board.fs.listdir(FOLDER)) == ["table.0", "table.1"]


def test_sequence_numbers_may_wrap(board):
    kept = files(board)
    for seq in (0x6000, 0xC000, 0xFFFD):
        kept._seq = seq
        assert kept.save(b"before", 6)
    for number in range(6):
        assert kept.save(bytes([number]), 1)
        assert load(board) == bytes([number])


def test_newer_is_judged_across_the_wrap():
    assert newer(1, 0) and newer(0, 0xFFFF) and newer(5, -1)
    assert not newer(0, 0) and not newer(-1, 5) and not newer(-1, -1) and not newer(0xFFFF, 0)


def test_the_longest_content_fits_and_a_longer_one_is_refused(board):
    kept = files(board)
    longest = bytes(i & 255 for i in range(CONTENT))
    assert kept.save(longest, CONTENT) and load(board) == longest
    assert not kept.save(bytes(CONTENT + 1), CONTENT + 1)
    assert not kept.save(b"", -1)
    assert kept.save(b"", 0) and load(board) == b""


def test_content_for_a_bigger_buffer_is_not_cut(board):
    files(board).save(b"abcdef", 6)
    assert load(board, size=4) == b""


def spoil(board, name, at=None, length=None):
    """Change a byte of a file, or its length."""
    with board.fs.open(name, "rb") as file:
        data = bytearray(file.read())
    if at is not None:
        data[at] ^= 1
    if length is not None:
        data = (data + bytes(CONTENT))[:length]
    with board.fs.open(name, "wb") as file:
        file.write(data)


def test_any_spoilt_byte_leaves_the_generation_before(board):
    kept = files(board)
    kept.save(b"the old one", 11)
    kept.save(b"the new one", 11)
    for at in range(HEAD + 11):
        spoil(board, FOLDER + "/table.1", at)
        assert load(board) == b"the old one"
        spoil(board, FOLDER + "/table.1", at)
    assert load(board) == b"the new one"


@pytest.mark.parametrize("length", [0, 1, HEAD - 1, HEAD, HEAD + 10, HEAD + 12, HEAD + CONTENT])
def test_a_file_of_the_wrong_length_is_not_taken(board, length):
    kept = files(board)
    kept.save(b"the old one", 11)
    kept.save(b"the new one", 11)
    spoil(board, FOLDER + "/table.1", length=length)
    assert load(board) == b"the old one"
    assert files(board).save(b"a third one", 11)
    assert load(board) == b"a third one"


def test_a_folder_in_place_of_a_file_is_no_reason_to_stop(board):
    board.fs.makedirs(FOLDER + "/table.0")
    assert load(board) == b""
    assert not files(board).save(b"x", 1)


@pytest.mark.parametrize("number", [ENOSPC, EROFS, EIO])
def test_a_refused_write_keeps_the_old_content_and_says_so(board, number):
    kept = files(board)
    kept.save(b"old", 3)
    board.refuses = number
    assert not kept.save(b"new", 3) and kept.failed == 1
    assert load(board) == b"old"
    board.refuses = 0
    assert kept.save(b"new", 3) and load(board) == b"new"


def test_nothing_can_be_made_on_a_read_only_empty_file_system(board):
    board.refuses = EROFS
    assert not files(board).save(b"new", 3)
    assert load(board) == b""


class Failing:
    """An open file that fails in the middle (`short`: it takes less than it was given)."""

    def __init__(self, file, where, number):
        self._file = file
        self._where = where
        self._number = number

    def __enter__(self):
        self._file.__enter__()
        return self

    def __exit__(self, *problem):
        self._file.__exit__(*problem)
        if self._where == "close":
            raise OSError(self._number)

    def write(self, data):
        if self._where == "write":
            raise OSError(self._number)
        if self._where == "memory":
            raise MemoryError
        return self._file.write(data[:5] if self._where == "short" else data)


@pytest.mark.parametrize("where", ["write", "close", "short", "memory"])
def test_a_disk_that_fills_up_while_it_is_written_keeps_the_old_content(board, where):
    kept = files(board)
    kept.save(b"older", 5)
    kept.save(b"old", 3)
    real = board.open

    def failing(path, mode):
        return Failing(real(path, mode), where, ENOSPC) if "w" in mode else real(path, mode)

    kept._open = failing
    assert not kept.save(b"new", 3) and kept.failed == 1
    if where != "close":  # then the new one may be there, whole
        assert load(board) == b"old"
    kept._open = real
    assert kept.save(b"newest", 6) and load(board) == b"newest"


def fill(board, name="/filler"):
    """Files until nothing more goes in."""
    with pytest.raises(OSError) as problem:
        for number in range(100):
            with board.open(name + str(number), "wb") as file:
                file.write(bytes(3000))
    assert problem.value.args[0] == ENOSPC


def test_a_really_full_file_system_has_no_room_for_a_new_folder():
    board = disk(blocks=8)
    fill(board)
    assert not files(board).save(b"new", 3)
    assert load(board) == b""
    for name in board.fs.listdir("/"):
        board.fs.remove("/" + name)
    assert files(board).save(b"new", 3) and load(board) == b"new"


def test_files_that_exist_can_be_rewritten_on_a_full_file_system():
    board = disk(blocks=8)
    kept = files(board)
    for number in range(2):
        kept.save(bytes([number]) * 260, 260)
    fill(board)
    last = bytes([1]) * 260
    for number in range(2, 40):
        if kept.save(bytes([number]) * 260, 260):
            last = bytes([number]) * 260
        assert load(board) == last
    assert load(Disk(board.flash)) == last
