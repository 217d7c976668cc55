"""Mains as the firmware sees them: gaps in steps, gaps that ended, frequency."""

from collections import deque

import pytest

from hal.zero_cross import EXTRA_US, START, ZeroCross

SCAN_MS = 5
WRAP = 1 << 30


class Mains:
    """Crossings into a FIFO of eight words, scans every 5 ms."""

    def __init__(self, period_us=10_000, start_ms=0, offset_us=0):
        self.fifo = deque()
        self.period_us = period_us
        self.now_us = 0
        self.start_ms = start_ms
        self.next_us = offset_us
        self.last_us = None
        self.driver = ZeroCross(self)
        self.seen = []  # (ms, gap) whenever step said something changed

    def rx_fifo(self):
        return len(self.fifo)

    def get(self):
        return self.fifo.popleft()

    def _cross(self):
        since_us = 3 if self.last_us is None else self.next_us - self.last_us
        self.last_us = self.next_us
        if len(self.fifo) < 8:
            self.fifo.append(max(0, START - since_us + EXTRA_US))

    def run(self, ms, step_ms=SCAN_MS):
        """Scans for that long."""
        for _ in range(ms // step_ms):
            self.now_us += step_ms * 1000
            while self.next_us <= self.now_us:
                self._cross()
                self.next_us += self.period_us
            if self.driver.step((self.start_ms + self.now_us // 1000) % WRAP):
                self.seen.append((self.now_us // 1000, self.driver.gap_ms))
        return self

    def without(self, ms):
        """No crossings for that long; the next comes when it is over."""
        self.next_us = self.now_us + ms * 1000
        return self.run(ms)


def test_sound_mains_change_nothing():
    mains = Mains().run(2000)
    assert mains.seen == []
    assert (mains.driver.gap_ms, mains.driver.mains_dhz) == (0, 500)


@pytest.mark.parametrize("offset_us", range(0, 10_000, 700))
@pytest.mark.parametrize("period_us", [9_800, 10_000, 10_204])
def test_no_phase_of_scan_and_mains_makes_a_gap(offset_us, period_us):
    mains = Mains(period_us, offset_us=offset_us).run(1000)
    assert [gap for _, gap in mains.seen if gap] == []


def test_a_gap_grows_in_the_steps_of_the_table():
    mains = Mains().run(100)
    gone = mains.now_us // 1000
    mains.next_us = 10**9
    mains.run(400)
    assert [(ms - gone, gap) for ms, gap in mains.seen] == [
        (15, 12), (25, 22), (50, 50), (200, 200),
    ]  # fmt: skip


def test_mains_that_never_came_are_a_gap_from_the_first_scan_on():
    mains = Mains(offset_us=10**9).run(400)
    assert [gap for _, gap in mains.seen] == [12, 22, 50, 200]


def test_a_lost_half_cycle_shows_its_length_once():
    mains = Mains().run(100)
    mains.next_us += 10_000
    mains.run(60)
    assert mains.seen == [(115, 12), (120, 20), (125, 0)]


def test_a_dropout_shows_its_true_length_once_when_it_is_over():
    mains = Mains().run(100)
    mains.without(333).run(50)
    assert [gap for _, gap in mains.seen] == [12, 22, 50, 200, 333, 0]


def test_a_gap_beyond_the_counter_shows_a_second():
    mains = Mains().run(100)
    mains.without(3000).run(50)
    assert [gap for _, gap in mains.seen][-2:] == [1015, 0]


def test_the_first_word_after_a_start_is_no_period():
    mains = Mains()
    mains.fifo.append(0)  # as if a second had gone by since the state machine started
    assert not mains.driver.step(5)
    assert mains.driver.gap_ms == 0


def test_a_stalled_board_sees_no_gap():
    """Flash was erased for 400 ms: the FIFO is full, words are lost, the mains were well."""
    mains = Mains().run(100)
    mains.run(400, step_ms=400)
    mains.run(100)
    assert mains.seen == []
    assert mains.rx_fifo() == 0


def test_at_most_the_waiting_words_are_taken_in_one_scan():
    """A FIFO that fills while it is read must not hold the scan."""
    mains = Mains().run(50)
    mains.fifo.extend([START - 9_998] * 8)
    before = mains.get
    taken = []

    def get():
        taken.append(1)
        mains.fifo.append(START - 9_998)
        return before()

    mains.driver._get = get
    mains.driver.step(1000)
    assert len(taken) == 8


@pytest.mark.parametrize("hz, dhz", [(60, 600), (49, 490), (51, 510), (50, 500)])
def test_the_frequency_follows_within_a_third_of_a_second(hz, dhz):
    mains = Mains().run(300)
    mains.period_us = 1_000_000 // (2 * hz)
    mains.run(350)
    assert mains.driver.mains_dhz == dhz


def test_a_tenth_of_a_hertz_is_not_told():
    mains = Mains().run(300)
    mains.period_us = 9_980  # 50.1 Hz
    mains.run(1000)
    assert mains.seen == [] and mains.driver.mains_dhz == 500


def test_unequal_halves_of_the_wave_do_not_move_the_frequency():
    mains = Mains()
    for at in range(200):
        mains.period_us = 9_700 if at % 2 else 10_300
        mains.run(10)
    assert mains.seen == []


def test_noise_between_crossings_counts_neither_as_gap_nor_as_frequency():
    mains = Mains().run(300)
    for _ in range(40):
        mains.fifo.append(START - 300)
        mains.run(10)
    assert mains.seen == []


def test_the_clock_may_wrap():
    mains = Mains(start_ms=WRAP - 200).run(150)
    mains.without(100).run(200)
    assert [gap for _, gap in mains.seen] == [12, 22, 50, 100, 0]
