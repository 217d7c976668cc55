"""The 24 lamps: colours, when a frame is sent, how much current they may take."""

import pytest

from hal.pixels import A_SCAN, COLOURS, LAMPS, Pixels, treq
from mjtable.people import lamps as codes

SM_NUMBER = 4


def colour(code):
    """(green, red, blue) as on the wire."""
    return tuple(COLOURS[code].to_bytes(4, "big")[:3])


class Dma:
    """A channel of rp2.DMA: `frames` are what it was started with; busy until `finish`."""

    def __init__(self):
        self.read = self.config_given = None
        self.frames = []
        self.busy = False

    def pack_ctrl(self, **fields):
        return fields

    def config(self, **fields):
        self.config_given = fields

    def active(self, start=None):
        if start is not None:
            assert not self.busy, "started while the frame before is on its way"
            self.frames.append(bytes(self.read))
            self.busy = True
        return self.busy


class Bench:
    def __init__(self):
        self.dma = Dma()
        self.machine = object()
        self.driver = Pixels(self.machine, self.dma, SM_NUMBER)
        self.lamps = bytearray(LAMPS)

    def scans(self, times=1):
        for _ in range(times):
            self.driver.show(self.lamps)
            self.dma.busy = False  # 0.74 ms later
        return self

    def colours(self):
        """(green, red, blue) of every lamp in the last frame: the order on the wire."""
        words = memoryview(self.dma.frames[-1]).cast("I")
        assert all(word & 255 == 0 for word in words)
        return [(word >> 24, word >> 16 & 255, word >> 8 & 255) for word in words]


def shown(code):
    bench = Bench()
    bench.lamps[7] = code
    return bench.scans(5).colours()[7]


def test_the_channel_feeds_the_state_machines_fifo_word_by_word():
    bench = Bench()
    given = bench.dma.config_given
    assert given["write"] is bench.machine and given["count"] == LAMPS
    assert given["ctrl"] == {"inc_write": False, "treq_sel": 8}
    assert memoryview(given["read"]).nbytes == 4 * LAMPS


def test_the_requests_of_the_state_machines():
    """Datasheet RP2040 §2.5.3.1 and RP2350 §12.6.4.1: TX of PIO 0, 1, 2."""
    assert [treq(n) for n in range(12)] == [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19]


def test_the_colours_of_the_codes():
    green, red, blue = (shown(code) for code in (codes.GREEN, codes.RED, codes.BLUE))
    assert green[0] and not green[1] and not green[2]
    assert red[1] and not red[0] and not red[2]
    assert blue[2] and not blue[0] and not blue[1]
    assert len(set(shown(codes.WHITE))) == 1
    yellow = shown(codes.YELLOW)
    assert yellow[1] > yellow[0] > 0 == yellow[2]
    assert len(COLOURS) == codes.YELLOW + 1


def test_the_lamps_stay_within_a_quarter_of_an_ampere():
    """20 mA a colour at level 255 and 1 mA dark is the most such a lamp takes."""
    most_ma = max(20 * sum(word.to_bytes(4, "big")) / 255 + 1 for word in COLOURS)
    assert LAMPS * most_ma <= 255


def test_the_words_are_small_integers():
    assert max(COLOURS) < 1 << 30


def test_an_unknown_code_is_dark():
    bench = Bench()
    bench.lamps[0] = codes.RED
    bench.scans(6)
    bench.lamps[0] = 17
    assert bench.scans(6).colours()[0] == (0, 0, 0)


def test_the_first_frame_makes_all_dark():
    """Lamps come up in any colour."""
    bench = Bench().scans(2)
    assert bench.colours() == [(0, 0, 0)] * LAMPS


def test_nothing_is_sent_without_a_change():
    bench = Bench().scans(100)
    assert len(bench.dma.frames) == 1


def test_a_change_of_all_lamps_is_one_frame_after_four_scans():
    bench = Bench().scans(2)
    bench.lamps[:] = bytes([codes.WHITE] * LAMPS)
    bench.scans(LAMPS // A_SCAN)
    assert len(bench.dma.frames) == 1
    bench.scans()
    assert len(bench.dma.frames) == 2
    assert bench.colours() == [colour(codes.WHITE)] * LAMPS
    assert len(bench.scans(20).dma.frames) == 2


def test_a_change_behind_the_drawing_comes_with_the_next_frame():
    bench = Bench().scans(2)
    bench.lamps[23] = codes.RED
    bench.scans(2)
    bench.lamps[0] = codes.BLUE
    bench.scans(20)
    assert bench.colours()[0] == colour(codes.BLUE)
    assert bench.colours()[23] == colour(codes.RED)


def test_a_frame_that_is_being_sent_is_not_changed():
    bench = Bench().scans(2)
    bench.dma.busy = True
    bench.lamps[0] = codes.RED
    for _ in range(10):
        bench.driver.show(bench.lamps)
    assert not any(bench.driver._frame) and len(bench.dma.frames) == 1
    bench.dma.busy = False
    assert bench.scans(6).colours()[0] == colour(codes.RED)


@pytest.mark.parametrize("before", [0, 2])
def test_dark_is_sent_at_once_and_what_was_shown_comes_back(before):
    bench = Bench()
    bench.lamps[5] = codes.GREEN
    bench.scans(8)
    bench.lamps[9] = codes.GREEN
    bench.scans(before)
    bench.driver.dark()
    assert bench.colours() == [(0, 0, 0)] * LAMPS
    bench.dma.busy = False
    assert bench.scans(8).colours()[5] == colour(codes.GREEN)
