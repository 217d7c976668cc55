"""The simulator paced by a chip's scans: a late simulated board stands in for the chip."""

import pytest

from mjsim.board.late_runner import LateRunner
from mjsim.board.runner import SCAN_MS
from mjsim.people.habits import Habits
from mjsim.table.session import SimTable
from tools.check.lab import paced, twin

HABITS = Habits(play_ms=5_000)
END_MS = 60_000
SEED = 4
AFTER_US = 570  # what a scan on the chip does after it has switched a motor, at most


class Drawn:
    """The board's random words, kept."""

    def __init__(self, source, words):
        self.source, self.words = source, words

    def getrandbits(self, count):
        self.words.append(self.source.getrandbits(count))
        return self.words[-1]


class Chip(SimTable):
    """A table whose scans are late: what the lab would learn of it."""

    def __init__(self, late):
        super().__init__(seed=SEED, late=late, fixed=True, powered=False)
        self.rows, self.shown, self.words = [], [(0, 0, 0)], []
        self.plant.mains_on()
        self._boot("power")

    def _boot(self, cause):
        super()._boot(cause)
        self.board._random = Drawn(self.board._random, self.words)
        self.board.inputs.entropy = self.board._random.getrandbits(16)


@pytest.fixture
def chip(monkeypatch):
    """Plays to `END_MS` with scans as late as is said; its events and itself."""
    begin, write = LateRunner._begin, LateRunner._write

    def noted_begin(runner, due_ms, late_ms):
        begin(runner, due_ms, late_ms)
        us = runner.now_ms * 1000
        table.rows.append([us, runner._end_ms * 1000 + AFTER_US, 0, 0, us, -1])

    def noted_write(runner):
        write(runner)
        table.rows[-1][5] = runner._board.inputs.wrote_ms * 1000
        if table.shown[-1][1:] != (runner.plant.motors, runner.plant.aux):
            table.shown.append((runner.now_ms, runner.plant.motors, runner.plant.aux))

    def play(late):
        nonlocal table
        monkeypatch.setattr(LateRunner, "_begin", noted_begin)
        monkeypatch.setattr(LateRunner, "_write", noted_write)
        table = Chip(late)
        twin.watched(table, SEED, HABITS).run_to(END_MS)
        return table

    table = None
    return play


def simulated(chip, rows=None):
    rows = chip.rows if rows is None else rows
    return twin.events("four_port", "SHOP-B-136", SEED, HABITS, chip.words, END_MS, rows, 0,
                       chip.shown)  # fmt: skip


@pytest.mark.parametrize("late", ["now", "8", "12@0.01"])
def test_the_simulator_tells_what_the_chip_told(chip, late):
    table = chip(late)
    found = twin.Comparison(table.events, simulated(table))
    assert found.differ is None and found.worst_ms < SCAN_MS and not found.alone
    assert found.same == len(table.events) > 500


def test_without_the_chips_times_the_order_is_another(chip):
    table = chip("now")
    grid = [[ms * 1000, ms * 1000, 0, 0, ms * 1000, -1] for ms in range(5, END_MS, 5)]
    assert twin.Comparison(table.events, simulated(table, grid)).differ


def test_lateness_is_counted_in_frames_as_the_board_counts_it():
    frames = (0, 12, 17, 22, 29, 32, 50, 55)  # the first scan lasts 7 ms
    scans = [[1000 * at + 300, 1000 * at + 7_300, 0, 0, 1000 * at + 200, -1]
             for at in frames]
    assert paced.late_frames(scans) == [0, 0, 0, 0, 2, 0, 13, 0]
    assert paced.late_frames([]) == []
