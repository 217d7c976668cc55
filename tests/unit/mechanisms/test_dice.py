"""Rolling: the plate's timing and watch, numbers from random words, distrust of a dull source."""

import random

import pytest

from mjtable.generated import iomap
from mjtable.generated.fault_codes import DICE_PLATE, ENTROPY_WEAK
from mjtable.generated.setting_table import MINS, S_DICE_MODE, S_DICE_ROLL_MS
from mjtable.generated.timing import DICE_PLATE_SETTLE_MS, DICE_PLATE_STALL_MS, SCAN_REACT_MS
from mjtable.mechanisms import dice as d
from mjtable.memory.settings import Settings
from mjtable.scan import events
from mjtable.scan.clock import MASK
from mjtable.scan.image import Inputs
from tools.make.generate.read.relations import SHORTEST_ROLL_MS

PLATE = 1 << iomap.M_DICE


class Table:
    """Stands for the table: grants the plate after `grant_ms`, supplies words, keeps notes."""

    def __init__(self, mode=0, grant_ms=150, words=None, start_ms=0):
        self.start_ms = start_ms
        self.t = 0
        self.now = start_ms & MASK
        self.inputs = Inputs()
        self.settings = Settings()
        self.settings.set(S_DICE_MODE, mode)
        self.granted = 0
        self.asked = 0
        self.due = [-1]
        self.wants = [0]
        self.events = events.Events()
        self.faults = []
        self.states = []
        self.words = iter(words or ())
        self.words_taken = 0
        self.grant_ms = grant_ms
        self.wanted_at = -1
        self.plate_turns = True
        self.dice = d.Dice(self)

    def raise_fault(self, code, place, detail):
        self.faults.append((self.t, code, place))

    def state_changed(self, chart):
        self.states.append((self.t, chart.state))

    def random_word(self):
        self.words_taken += 1
        return next(self.words)

    def scan(self):
        dice, inputs = self.dice, self.inputs
        inputs.now_ms = self.events.now_ms = (self.start_ms + self.t) & 0x3FFFFFFF
        self.now = inputs.now_ms & MASK
        turning = self.granted & PLATE and self.plate_turns and self.t % 100 == 0
        inputs.rose[iomap.BYTE_DICE_ROT] = iomap.BIT_DICE_ROT if turning else 0
        if turning or self.due[0] >= 0 and (self.now - self.due[0]) & MASK < 1 << 28:
            dice.run(self.now)
        if dice.want & PLATE:
            if self.wanted_at < 0:
                self.wanted_at = self.t
            if not self.granted and 0 <= self.grant_ms <= self.t - self.wanted_at:
                self.granted = PLATE
                dice.granted()
        else:
            self.granted, self.wanted_at = 0, -1

    def play(self, until):
        while self.t <= until:
            self.scan()
            self.t += 5

    def rolled(self):
        log = self.events
        slots = [log.slot(number) for number in range(log.first, log.next)]
        return [(log.s1[s], log.i1[s], log.i2[s], log.i3[s]) for s in slots]


@pytest.mark.parametrize("start_ms", [0, 0x1FFFFFFF - 2000, 0x3FFFFFFF - 2000])
def test_the_plate_turns_its_time_from_the_moment_it_has_power(start_ms):
    table = Table(start_ms=start_ms)
    table.scan()
    assert table.dice.roll(2)
    assert table.dice.rolling
    table.play(6000)
    stop = 150 + 3500
    assert table.states == [(0, "rolling"), (stop, "settling"), (stop + 1000, "rest")]
    assert DICE_PLATE_SETTLE_MS == 1000
    assert table.faults == []
    assert table.rolled() == [("motor", 0, 0, -1)]
    assert not table.dice.rolling and table.dice.want == 0 and table.due == [-1]
    assert bytes(table.dice.pips) == b"\0\0\0" and not table.dice.displayed


def test_the_roll_time_is_a_setting_and_three_dice_are_three():
    table = Table()
    table.settings.set(S_DICE_ROLL_MS, 1200)
    table.dice.roll(3)
    table.play(3000)
    assert table.states[-1] == (150 + 1200 + 1000, "rest")
    assert table.rolled() == [("motor", 0, 0, 0)]


def test_rolling_dice_are_not_rolled_again():
    table = Table()
    table.dice.roll(2)
    table.play(1000)
    assert not table.dice.roll(3)
    assert table.dice.count == 2
    table.play(6000)
    assert table.dice.roll(3)


def test_a_plate_that_stands_is_a_warning_and_the_play_goes_on():
    table = Table()
    table.plate_turns = False
    table.dice.roll(2)
    table.play(6000)
    assert table.faults == [(150 + DICE_PLATE_STALL_MS, DICE_PLATE, "dice")]
    assert table.states[-1] == (4650, "rest")


@pytest.mark.parametrize("roll_ms", [MINS[S_DICE_ROLL_MS], 800, 1000, 5000])
def test_a_plate_that_stands_is_told_however_short_the_roll(roll_ms):
    table = Table()
    table.settings.set(S_DICE_ROLL_MS, roll_ms)
    table.plate_turns = False
    table.dice.roll(2)
    table.play(8000)
    assert [(code, place) for _, code, place in table.faults] == [(DICE_PLATE, "dice")]
    assert table.states[-1] == (150 + roll_ms + DICE_PLATE_SETTLE_MS, "rest")


def test_the_stand_of_the_plate_is_known_before_the_shortest_roll_ends():
    """The generator refuses a table measured otherwise by the same least roll."""
    assert SHORTEST_ROLL_MS == MINS[S_DICE_ROLL_MS]
    assert DICE_PLATE_STALL_MS + SCAN_REACT_MS <= MINS[S_DICE_ROLL_MS]


def test_a_plate_that_stops_on_the_way_is_noticed():
    table = Table()
    table.dice.roll(2)
    table.play(1490)
    table.plate_turns = False
    table.play(6000)
    assert table.faults == [(1400 + DICE_PLATE_STALL_MS, DICE_PLATE, "dice")]


def test_a_plate_that_never_gets_power_does_not_stop_the_evening():
    table = Table(grant_ms=-1)
    table.dice.roll(2)
    table.play(d.GRANT_MS + 2000)
    assert table.faults == [(d.GRANT_MS, DICE_PLATE, "dice")]
    assert not table.dice.rolling


def test_a_fault_elsewhere_stops_the_dice():
    table = Table()
    table.dice.roll(2)
    table.play(1000)
    table.dice.fire("halt")
    assert table.dice.want == 0 and not table.dice.rolling
    table.play(6000)
    assert table.rolled() == []


def test_electronic_dice_take_the_same_time_and_move_nothing():
    random.seed(1)
    table = Table(mode=1, words=iter(lambda: random.getrandbits(16), None))
    table.dice.roll(3)
    table.play(3495)
    assert table.dice.displayed and all(1 <= face <= 6 for face in table.dice.faces)
    assert bytes(table.dice.pips) == b"\0\0\0"
    table.play(4000)
    assert [state for _, state in table.states] == ["tumbling", "drawing", "showing"]
    assert table.states[1][0] == 3500 and table.states[2][0] < 3600
    ((mode, *pips),) = table.rolled()
    assert mode == "electronic" and bytes(pips) == bytes(table.dice.pips)
    assert all(1 <= pip <= 6 for pip in pips)
    assert bytes(table.dice.faces) == bytes(table.dice.pips)
    assert table.dice.want == 0 and not table.dice.rolling and table.faults == []
    table.play(3600 + d.SHOW_MS)
    assert table.dice.state == "rest" and not table.dice.displayed
    assert bytes(table.dice.pips) == bytes(pips)


def words_with(group_words):
    """35 lively words for the display, then the ones the dice are drawn from."""
    return [word * 257 & 0xFFFF for word in range(35)] + list(group_words)


@pytest.mark.parametrize(
    "groups, pips",
    [
        ([0, 1, 2, 3, 4], [1, 2]),
        ([6, 7, 5, 6, 0], [6, 1]),
        ([6, 7, 6, 7, 3, 6, 6, 6, 6, 4], [4, 5]),
    ],
)
def test_groups_of_six_and_seven_are_thrown_away(groups, pips):
    words = []
    for start in range(0, len(groups), 5):
        words.append(sum(group << 3 * i for i, group in enumerate(groups[start : start + 5])))
    table = Table(mode=1, words=words_with(words))
    table.dice.roll(2)
    table.play(4000)
    assert list(table.dice.pips) == [*pips, 0]
    assert table.words_taken == 35 + len(words)


def test_every_pip_is_equally_likely():
    """All 65,536 words, each drawn from alone: exactly as many of each pip in each place."""
    table = Table(mode=1)
    dice = table.dice
    seen = [[0] * 7 for _ in range(3)]
    for word in range(0, 1 << 15):
        dice.count = 3
        dice._found = 0
        dice._draw(word)
        if dice._found == 3:
            for place in range(3):
                seen[place][dice.pips[place]] += 1
    for counts in seen:
        assert counts[0] == 0 and len(set(counts[1:])) == 1


@pytest.mark.parametrize("stuck", [0, 0xFFFF, 0x1234])
def test_a_source_that_repeats_itself_is_not_used(stuck):
    table = Table(mode=1, words=[stuck] * 100)
    table.dice.roll(2)
    table.play(400)
    assert table.faults == [(400, ENTROPY_WEAK, "dice")]
    assert table.dice.state == "rolling" and table.dice.mode == "motor"
    table.play(7000)
    assert table.rolled() == [("motor", 0, 0, -1)]
    assert bytes(table.dice.pips) == b"\0\0\0"


def test_a_source_that_dies_while_the_dice_are_drawn_leaves_them_unread():
    table = Table(mode=1, words=words_with([0b110110110110011] + [0xFFFF] * 9))
    table.dice.roll(2)
    table.play(9000)
    assert [code for _, code, _ in table.faults] == [ENTROPY_WEAK]
    assert table.rolled() == [("motor", 0, 0, -1)]
    assert bytes(table.dice.pips) == b"\0\0\0"


def test_four_equal_words_are_still_chance():
    words = [7, 7, 7, 7, 8] * 7 + [0b001000]
    table = Table(mode=1, words=words)
    table.dice.roll(2)
    table.play(4000)
    assert table.faults == [] and list(table.dice.pips) == [1, 2, 0]
