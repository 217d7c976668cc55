"""Mains: a lost half-cycle, dropouts, power-fail, wrong frequency."""

import pytest

from mjtable.generated import iomap
from mjtable.generated.fault_codes import HALF_CYCLE_LOST, MAINS_DROPOUT, MAINS_FREQUENCY
from mjtable.generated.setting_table import S_MAINS_HZ, S_MAINS_TOLERANCE_DHZ
from mjtable.memory.settings import Settings
from mjtable.safety import mains as m
from mjtable.scan import events
from mjtable.scan.clock import MASK
from mjtable.scan.image import Inputs


class Chart:
    def __init__(self, limit_due):
        self.limit_due = self.due = limit_due

    def refresh(self):
        self.due = self.limit_due


class Table:
    """Stands for the table; looks at the mains on a change or deadline (or every scan)."""

    def __init__(self, skip=True, start_ms=0):
        self.skip = skip
        self.start_ms = start_ms
        self.t = 0
        self.now = start_ms & MASK
        self.inputs = Inputs()
        self.settings = Settings()
        self.events = events.Events()
        self.charts = (Chart(5000), Chart(-1), Chart(MASK - 4), Chart(0))
        self.faults = []
        self.mains = m.Mains(self)
        self.before = None

    def raise_fault(self, code, place, detail):
        self.faults.append((self.t, code, detail))

    def scan(self):
        inputs, mains = self.inputs, self.mains
        inputs.now_ms = self.events.now_ms = (self.start_ms + self.t) & 0x3FFFFFFF
        self.now = inputs.now_ms & MASK
        image = (inputs.mains_gap_ms, inputs.mains_dhz, inputs.level[iomap.BYTE_PFAIL])
        due = mains.due >= 0 and (self.now - mains.due) & MASK < 1 << 28
        if image != self.before or due or not self.skip:
            self.before = image
            mains.step()

    def play(self, script, until):
        """`script`: {ms: (attribute, value)}; answers the mains events with their times."""
        while self.t <= until:
            if self.t in script:
                name, value = script[self.t]
                if name == "pfail":
                    self.inputs.level[iomap.BYTE_PFAIL] = iomap.BIT_PFAIL * value
                else:
                    setattr(self.inputs, name, value)
            self.scan()
            self.t += 5
        log = self.events
        slots = [log.slot(number) for number in range(log.first, log.next)]
        return [
            ((log.t[s] - self.start_ms) & 0x3FFFFFFF, log.s1[s], log.i1[s]) for s in slots
        ]


def gap(ms):
    return ("mains_gap_ms", ms)


def dhz(value):
    return ("mains_dhz", value)


CASES = {
    "all well": ({}, [], []),
    "a half-cycle": (
        {100: gap(15), 105: gap(0)},
        [(100, "half_cycle", 15)],
        [(100, HALF_CYCLE_LOST, 15)],
    ),
    "just no gap": ({100: gap(11), 105: gap(0)}, [], []),
    "the longest ridden through": (
        {100: gap(12), 110: gap(21), 115: gap(0)},
        [(100, "half_cycle", 12)],
        [(100, HALF_CYCLE_LOST, 12)],
    ),
    "a dropout, back after it has been good for 200 ms": (
        {100: gap(22), 105: gap(0)},
        [(100, "dropout", 22), (305, "back", 0)],
        [(100, MAINS_DROPOUT, 22)],
    ),
    "a gap that grows": (
        {100: gap(14), 110: gap(24), 300: gap(214), 500: gap(0)},
        [(100, "half_cycle", 14), (110, "dropout", 24), (700, "back", 0)],
        [(100, HALF_CYCLE_LOST, 14), (110, MAINS_DROPOUT, 24)],
    ),
    "shaky when it comes back": (
        {100: gap(30), 200: gap(0), 300: gap(15), 305: gap(0), 400: gap(25), 405: gap(0)},
        [(100, "dropout", 30), (605, "back", 0)],
        [(100, MAINS_DROPOUT, 30)],
    ),
    "a half-cycle lost on the way back": (
        {100: gap(30), 200: gap(0), 300: gap(15), 305: gap(0)},
        [(100, "dropout", 30), (505, "back", 0)],
        [(100, MAINS_DROPOUT, 30)],
    ),
    "two dropouts": (
        {100: gap(30), 200: gap(0), 500: gap(40), 505: gap(0)},
        [(100, "dropout", 30), (400, "back", 0), (500, "dropout", 40), (705, "back", 0)],
        [(100, MAINS_DROPOUT, 30), (500, MAINS_DROPOUT, 40)],
    ),
    "12 V low": (
        {100: ("pfail", 1), 200: ("pfail", 0)},
        [(100, "dropout", 0), (400, "back", 0)],
        [(100, MAINS_DROPOUT, 0)],
    ),
    "60 Hz": (
        {100: dhz(600), 3000: dhz(500)},
        [(1100, "frequency", 0), (3000, "back", 0)],
        [(1100, MAINS_FREQUENCY, 600)],
    ),
    "2 per cent are allowed": ({100: dhz(510), 1500: dhz(490)}, [], []),
    "too slow": ({100: dhz(489)}, [(1100, "frequency", 0)], [(1100, MAINS_FREQUENCY, 489)]),
    "off, but not for a second": (
        {100: dhz(520), 1095: dhz(500), 1200: dhz(480), 2100: dhz(505)},
        [],
        [],
    ),
    "no frequency without mains": (
        {100: gap(30), 105: dhz(0), 2000: dhz(500), 2005: gap(0)},
        [(100, "dropout", 30), (2205, "back", 0)],
        [(100, MAINS_DROPOUT, 30)],
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("start_ms", [
    0, 0x1FFFFFFF - 1000, 0x3FFFFFFF - 1000,
    0x20000000 - 305, 0x20000000 - 1100])  # a moment waited for is 0
def test_timeline(name, start_ms):
    script, log, faults = CASES[name]
    for skip in (True, False):
        table = Table(skip, start_ms)
        assert table.play(script, 4000) == log
        assert table.faults == faults


def test_wrong_frequency_from_the_start_is_noticed():
    table = Table()
    table.inputs.mains_dhz = 600
    table.before = (0, 600, 0)  # nothing changes
    assert table.play({}, 1500) == [(1000, "frequency", 0)]


def test_mains_hz_and_tolerance_are_settings():
    table = Table()
    table.settings.set(S_MAINS_HZ, 60)
    table.settings.set(S_MAINS_TOLERANCE_DHZ, 2)
    table.inputs.mains_dhz = 602
    assert table.play({2000: dhz(603)}, 4000) == [(3000, "frequency", 0)]
    assert table.faults == [(3000, MAINS_FREQUENCY, 603)]


def test_what_stands_is_told_until_it_has_gone():
    table = Table()
    causes = []
    script = {100: gap(30), 200: gap(0), 1000: dhz(600), 2500: dhz(500)}
    for until in (95, 150, 350, 450, 1900, 2100, 2600):
        table.play(script, until)
        causes.append(table.mains.cause())
    assert causes == [0, MAINS_DROPOUT, MAINS_DROPOUT, 0, 0, MAINS_FREQUENCY, 0]


def test_a_half_cycle_puts_running_limits_off():
    table = Table()
    table.play({100: gap(15), 105: gap(0), 300: gap(12), 305: gap(0)}, 500)
    assert table.mains.stretch_ms == 27
    assert [chart.limit_due for chart in table.charts] == [5027, -1, 22, 27]
    assert [chart.due for chart in table.charts] == [5027, -1, 22, 27]


def test_a_half_cycle_is_noticed_at_the_very_first_look():
    table = Table()
    table.inputs.mains_gap_ms = 15
    assert table.play({}, 5) == [(0, "half_cycle", 15)]


def test_mains_that_are_well_are_looked_at_again_when_something_changes_alone():
    """After the start, after a dropout, after a wrong frequency, and while that lasts."""
    table = Table()
    script = {100: gap(30), 200: gap(0), 1000: dhz(600), 3000: dhz(500)}
    for until, due in ((50, -1), (150, -1), (250, 400), (500, -1), (1500, 2000), (2500, -1),
                       (3500, -1)):
        table.play(script, until)
        assert table.mains.due == due
