"""What the board learns of its motors outlasts a power loss: when it is saved, and when not."""

import pytest

from hal.analogue import Analogue, square_of
from hal.calibration import Calibration
from hal.current_group import SNUBBERS_MA
from hal.currents import Currents
from hal.learning import RECORD_BYTES, VERSION
from hal.temperature import Temperature
from mjtable.generated.iomap import M_DRUM, M_HEAD
from mjtable.memory.store import K_LEARNT, SLOT_BYTES, SLOTS, Store
from mjtable.scan.clock import MASK
from tests.micropython.waves import Converter, Multiplexer

DRUM, HEAD = 1 << M_DRUM, 1 << M_HEAD
PERIOD_MS, STEP_MS = 20, 40
SNUBBERS = 3 << 16


class Slots:
    """A memory for the store."""

    def __init__(self):
        self.slots = [bytes(SLOT_BYTES)] * SLOTS
        self.writes = 0
        self.refuses = False

    def read(self, slot, buf):
        buf[:] = self.slots[slot]
        return SLOT_BYTES

    def write(self, slot, buf, n):
        if self.refuses:
            return 0
        self.writes += 1
        self.slots[slot] = bytes(buf[:n]) + bytes(SLOT_BYTES - n)
        return n


class Board:
    """One start of the board, up to what measures and learns."""

    def __init__(self, slots, now_ms=0):
        self.now_ms = now_ms
        self.currents = Currents()
        self.analogue = Analogue(Converter(), Converter(), Multiplexer([0] * 8), self.currents,
                                 Temperature())
        self.calibration = Calibration(self.currents, self.analogue, Store(slots))

    def run(self, ms, motors=0, a_ma=SNUBBERS_MA, b_ma=SNUBBERS_MA, live=True):
        """So long with these motors on and these currents measured."""
        self.analogue.a.square, self.analogue.b.square = square_of(a_ma), square_of(b_ma)
        for _ in range(0, ms, STEP_MS):
            for at_ms in range(0, STEP_MS, PERIOD_MS):
                self.currents.step(self.now_ms + at_ms, motors, self.analogue.a.square,
                                   self.analogue.b.square)
            self.calibration.step(self.now_ms, motors, live)
            self.now_ms += STEP_MS
        return self


@pytest.fixture
def slots():
    return Slots()


def learnt(board):
    """What a board knows, in figures."""
    return board.currents.learnt, list(board.currents.run_ma), [
        group.off_ma for group in board.currents.groups]


def test_a_new_board_knows_nothing_and_writes_nothing(slots):
    board = Board(slots).run(5000, live=False)
    assert not board.calibration.known and slots.writes == 0
    assert board.currents.learnt == 0, "without the bus there is nothing to learn"


def test_what_was_learnt_is_there_after_a_power_loss(slots):
    board = Board(slots).run(3000, b_ma=4).run(3000, DRUM, 105).run(3000, HEAD, b_ma=51)
    board.run(1000)
    assert board.currents.learnt == SNUBBERS | DRUM | HEAD
    assert board.calibration.known
    again = Board(slots)
    assert again.calibration.known and learnt(again) == learnt(board)
    assert again.currents.run_ma[M_DRUM] == 100 and again.currents.groups[1].off_ma == 4


def test_nothing_is_saved_while_a_motor_runs(slots):
    board = Board(slots).run(3000)
    before = slots.writes
    board.run(5000, DRUM, 105)
    assert board.currents.learnt & DRUM and slots.writes == before
    assert not Board(slots).currents.learnt & DRUM
    board.run(STEP_MS, live=False)
    assert slots.writes == before + 1, "it stops, and at the next look it is saved"
    assert Board(slots).currents.learnt & DRUM


def test_what_is_known_already_is_not_saved_again(slots):
    board = Board(slots).run(3000).run(3000, DRUM, 105).run(3000)
    writes = slots.writes
    assert writes == 2
    for _ in range(5):
        board.run(3000, DRUM, 105).run(3000)
    Board(slots).run(3000).run(3000, DRUM, 105).run(3000)
    assert slots.writes == writes


def test_a_memory_that_refuses_leaves_the_board_uncalibrated(slots):
    slots.refuses = True
    board = Board(slots).run(3000)
    assert board.currents.learnt == SNUBBERS and not board.calibration.known
    assert not Board(slots).calibration.known
    slots.refuses = False
    board.run(3000, DRUM, 105).run(3000)
    assert board.calibration.known and Board(slots).currents.learnt == SNUBBERS | DRUM


@pytest.mark.parametrize("size", [0, 1, RECORD_BYTES - 1])
def test_a_record_that_is_too_short_is_not_taken(slots, size):
    record = bytes([VERSION, 255, 255, 255]) + bytes(RECORD_BYTES)
    assert Store(slots).save(K_LEARNT, record, size)
    board = Board(slots)
    assert not board.calibration.known and learnt(board) == learnt(Board(Slots()))


def test_a_record_of_another_version_is_not_taken(slots):
    record = bytes([VERSION + 1, 255, 255, 255]) + bytes(RECORD_BYTES)
    assert Store(slots).save(K_LEARNT, record, RECORD_BYTES)
    assert not Board(slots).calibration.known


def looks(board, seconds, live=True):
    """At which times of so many seconds it looks for something to learn."""
    found = []
    board.analogue.learn = lambda: found.append(board.now_ms)
    board.run(seconds * 1000, live=live)
    return found


@pytest.mark.parametrize("begin_ms", [0, MASK - 3000, 0x3FFFFFFF - 3000, 0x0FFFFFFF - 3000])
def test_it_looks_once_a_second_over_every_turn_of_the_clock(slots, begin_ms):
    """The board's clock turns at 2^30, the logic's at 2^29 ms."""
    board = Board(slots)
    looks(board, 2)
    board.now_ms = begin_ms
    board.calibration._due_ms = begin_ms & MASK  # where a board stands that has run so long
    assert looks(board, 6) == [begin_ms + 1000 * second for second in range(6)]


def test_it_looks_at_once_when_the_bus_comes_and_not_before(slots):
    board = Board(slots)
    assert looks(board, 5, live=False) == []
    assert looks(board, 1) == [5000]


def test_it_looks_at_the_very_start(slots):
    assert looks(Board(slots), 1) == [0]
