"""The flash's clock: as fast as it stands, and set again after each writing."""

from array import array

from hal.flash_clock import DIVISOR, FAST, SAFE, SSI, FlashClock
from tests.micropython.board_bench import BoardBench
from tests.micropython.test_loop import REST_MS, rest


class Flash:
    """The controller's flash interface; a weak one gives wrong bytes when it is driven fast."""

    def __init__(self, weak=False):
        self.ssi = array("i", [0] * 16)
        self.ssi[5] = SAFE
        self.weak = weak
        self.looks = 0
        self.held = False
        self.clock = FlashClock(self, self.contents, self.lock, self.unlock, self.ssi)

    def __getitem__(self, address):
        assert address == DIVISOR == SSI + 4 * 5
        return self.ssi[5]

    def contents(self):
        assert not self.held, "reading flash with interrupts off"
        self.looks += 1
        return 1 if self.weak and self.ssi[5] == FAST else 7

    def lock(self):
        self.held = True
        return 5

    def unlock(self, state):
        assert state == 5 and self.ssi[2] == 1, "the interface is on again"
        self.held = False


def test_the_flash_runs_at_half_the_core_s_clock():
    flash = Flash()
    flash.clock.fast()
    assert flash.ssi[5] == FAST and not flash.held and flash.looks == 2
    flash.clock.fast()
    assert flash.looks == 2, "nothing to do"
    flash.ssi[5] = SAFE  # as MicroPython leaves it after writing
    flash.clock.fast()
    assert flash.ssi[5] == FAST


def test_a_flash_that_cannot_keep_up_stays_slow():
    flash = Flash(weak=True)
    for _ in range(3):
        flash.clock.fast()
        assert flash.ssi[5] == SAFE
    assert flash.looks == 2, "it is tried once"


def test_after_a_save_at_rest_the_clock_is_set_anew():
    bench = BoardBench()
    bench.parts.medium.answers["at_rest"] = True
    rest(bench, REST_MS - 100)
    assert bench.parts.flash_clock.count("fast") == 0
    rest(bench, 200)
    assert bench.parts.flash_clock.count("fast") == 1
