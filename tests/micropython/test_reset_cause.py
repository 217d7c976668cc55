"""Why the board starts: power, watchdog or a wanted restart, on MicroPython 1.28 and 1.29."""

from array import array

import pytest

from hal.chip import CHIPS
from hal.reset_cause import UNSTABLE, ResetCause

TIMED, FORCED = 1, 2  # bits of WATCHDOG REASON


class Chip:
    """One controller: registers that outlive every reset but that of the power."""

    PWRON_RESET = 1
    WDT_RESET = 3

    def __init__(self, name, backup):
        self.scratch = CHIPS[name][1]
        self._backup = backup
        self.power_on()
        if backup:
            self.mem_backup = lambda: self.registers

    def power_on(self, left=0):
        self.cause = self.PWRON_RESET
        self.registers = array("I", [left, 0, 0, 0])
        self.reason = 0
        return self

    def reset(self, reason=FORCED):
        """machine.reset(), or the watchdog's time."""
        self.cause = self.WDT_RESET
        self.reason = reason
        return self

    def bite(self):
        return self.reset(TIMED)

    def reset_cause(self):
        return self.cause

    @property
    def mem32(self):
        return self

    def __getitem__(self, address):
        assert address in (self.scratch, self.scratch - 4)
        return self.registers[0] if address == self.scratch else self.reason

    def __setitem__(self, address, word):
        assert address == self.scratch and not self._backup
        self.registers[0] = word

    def start(self):
        return ResetCause(self, self.scratch)


@pytest.fixture(params=[("RP2040", False), ("RP2040", True), ("RP2350", False), ("RP2350", True)],
                ids=["rp2040-1.28", "rp2040-1.29", "rp2350-1.28", "rp2350-1.29"])  # fmt: skip
def chip(request):
    return Chip(*request.param)


def test_power_on(chip):
    start = chip.start()
    assert (start.name, start.note, start.count, start.unstable) == ("power", "", 0, False)


@pytest.mark.parametrize("left", [0xFFFFFFFF, 0x5A5A5A5A, 0x005A0F02, 0x12345678])
def test_what_the_word_holds_at_power_on_means_nothing(chip, left):
    chip.power_on(left)
    start = chip.start()
    assert (start.name, start.note, start.count) == ("power", "", 0)
    chip.registers[0] = left & 0xFF00FFFF
    assert chip.bite().start().count == 1


def test_the_watchdog_is_told_and_counted(chip):
    chip.start()
    for count in range(1, UNSTABLE + 2):
        start = chip.bite().start()
        assert (start.name, start.count) == ("watchdog", count)
        assert start.unstable == (count >= 3)


def test_ten_good_seconds_between_two_bites_start_the_count_afresh(chip):
    chip.start()
    chip.bite().start()
    start = chip.bite().start()
    start.started_well()
    start.started_well()
    assert start.count == 0
    start = chip.bite().start()
    assert start.count == 1 and not start.unstable


def test_the_count_does_not_run_over(chip):
    chip.start()
    for _ in range(300):
        start = chip.bite().start()
    assert start.count == 255 and start.unstable and start.note == ""


@pytest.mark.parametrize("mode", ["run", "maintenance"])
def test_a_wanted_restart_is_no_watchdog_and_its_note_is_read_once(chip, mode):
    chip.start().request(mode)
    start = chip.reset().start()
    assert (start.name, start.note, start.count) == ("reset", mode, 0)
    start = chip.bite().start()
    assert (start.name, start.note, start.count) == ("watchdog", "", 1)


def test_a_note_for_nothing_known_means_run(chip):
    chip.start().request("dance")
    assert chip.reset().start().note == "run"


def test_a_wanted_restart_ends_a_row_of_bites(chip):
    chip.start()
    for _ in range(3):
        start = chip.bite().start()
    assert start.unstable
    start.request("run")
    assert not chip.reset().start().unstable
    assert chip.bite().start().count == 1


def test_a_restart_by_another_program_is_told_by_the_register(chip):
    chip.start()
    start = chip.reset().start()
    assert (start.name, start.note, start.count) == ("reset", "", 0)


def test_a_note_does_not_outlive_the_power(chip):
    chip.start().request("maintenance")
    word = chip.registers[0]
    start = chip.power_on(word).start()
    assert (start.name, start.note) == ("power", "")


def test_the_word_stays_a_small_integer(chip):
    start = chip.start()
    chip.bite().start()
    start.request("maintenance")
    assert chip.registers[0] < 1 << 30
