"""What people see of marker and dice."""

import pytest

from mjtable.game import profiles
from mjtable.game.marker import Marker
from mjtable.people import lamps
from mjtable.people.lamps import BLUE, GREEN, RED, WHITE, YELLOW


class Table:
    def __init__(self, name):
        self.profile_on_table = profiles.index_of(name)
        self.marker = Marker(self)
        self.dice = Dice()

    def played_profile(self):
        return self.profile_on_table

    def shown(self):
        lights, digits = bytearray(b"\x09" * 24), bytearray(b"8888")
        for side in range(4):
            lamps.show_side(self.marker, self.dice, self.profile_on_table, side, lights)
        lamps.show_digits(self.marker, self.dice, self.profile_on_table, digits)
        return [list(lights[6 * side : 6 * side + 6]) for side in range(4)], digits.decode()


class Dice:
    def __init__(self):
        self.count = 2
        self.displayed = False
        self.pips = bytearray(3)
        self.faces = bytearray(3)

    def is_displayed(self):
        return self.displayed


def stay_lamps(table):
    return [side[lamps.STAY] for side in table.shown()[0]]


def test_the_first_hand():
    sides, digits = Table("SHOP-B-136").shown()
    assert sides == [
        [GREEN, 0, WHITE, 0, 0, 0],
        [0, 0, 0, WHITE, 0, 0],
        [0, 0, 0, 0, WHITE, 0],
        [0, 0, 0, 0, 0, WHITE],
    ]
    assert digits == " 1  "


def test_wind_and_streak():
    table = Table("MJG")
    table.marker.set(1, 2, 12, 23, 3)  # side B deals, wind West
    sides, digits = table.shown()
    assert sides == [
        [0, 0, 0, 0, YELLOW, WHITE],  # North
        [GREEN, YELLOW, WHITE, 0, YELLOW, 0],  # East
        [0, 0, 0, WHITE, YELLOW, 0],  # South
        [0, 0, 0, 0, RED, 0],  # West: own and prevailing
    ]
    assert digits == "2312"


def test_a_game_without_wind_or_streak_does_not_show_them():
    table = Table("SHOP-A")
    table.marker.set(0, 2, 3, 4, 1)
    sides, digits = table.shown()
    assert digits == " 4  "
    assert stay_lamps(table) == [YELLOW, 0, 0, 0]
    assert [side[lamps.LETTERS + 2] for side in sides] == [0, 0, WHITE, 0]


def test_new_seats_and_the_end_are_shown_on_every_side():
    table = Table("HANDS-148")
    for _ in range(16):
        table.marker.passes()
    assert stay_lamps(table) == [BLUE] * 4
    assert table.shown()[1] == "SEAt"
    for _ in range(16):
        table.marker.passes()
    sides, digits = table.shown()
    assert stay_lamps(table) == [RED] * 4
    assert [side[lamps.DEALER] for side in sides] == [GREEN, 0, 0, 0]
    assert digits == "End "


@pytest.mark.parametrize("name", [row[0] for row in profiles.PROFILES])
def test_double_dice_are_shown_only_where_the_game_doubles_for_them(name):
    table = Table(name)
    colour = WHITE if name.startswith("HANDS") else 0
    for pips, expected in ((b"\4\4\0", colour), (b"\4\3\3", 0), (b"\0\0\0", 0)):
        table.dice.pips[:] = pips
        assert stay_lamps(table) == [expected] * 4


def test_electronic_dice_have_the_display():
    table = Table("YEE")
    table.dice.displayed = True
    table.dice.faces[:] = b"\6\1\3"
    assert table.shown()[1] == "61  "
    table.dice.count = 3
    assert table.shown()[1] == "613 "


def test_self_test_numbers_read_from_left_to_right():
    lights = bytearray([WHITE] * 24)
    lamps.show_number(lights, 0b0111)
    assert [lights[6 * side] for side in range(4)] == [0, GREEN, GREEN, GREEN]
    assert sum(lights) == 3 * GREEN
