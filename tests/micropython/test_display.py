"""The four digits: glyphs for all that the table can say, one short write a change, no chip."""

import pytest

from hal.display import ADDRESS, GLYPHS, PLACES, UNKNOWN, Display
from mjtable.game.profiles import PROFILES
from mjtable.generated.fault_codes import CODES
from mjtable.generated.iomap import SIDES
from mjtable.people import display, lamps

TOP, UPPER_RIGHT, LOWER_RIGHT, BOTTOM, LOWER_LEFT, UPPER_LEFT, MIDDLE = (1 << n for n in range(7))


class Chip:
    """An HT16K33 with a four-digit module."""

    def __init__(self):
        self.memory = bytearray(16)
        self.commands = []
        self.writes = 0
        self.there = True

    def writeto(self, address, buffer):
        if not self.there:
            raise OSError(5)
        assert address == ADDRESS
        self.writes += 1
        data = bytes(buffer)
        if len(data) == 1:
            self.commands.append(data[0])
            return
        for at, value in enumerate(data[1:]):
            self.memory[data[0] + at] = value

    @property
    def segments(self):
        """The four digits; the colon between them is dark."""
        assert self.memory[4] == 0
        return [self.memory[at] for at in (0, 2, 6, 8)]


def shown(text):
    chip = Chip()
    driver = Display(chip)
    driver.show(bytearray(text))
    driver.pump()
    return chip.segments


class Marker:
    """What the marker may stand at."""

    def __init__(self, hand=1, streak=0, ended=0, reseat=0):
        self.hand, self.streak, self.ended, self.reseat = hand, streak, ended, reseat
        self.dealer = self.wind = 0


class Dice:
    def __init__(self, displayed=False, faces=(1, 2, 3, 4), count=4):
        self.displayed, self.faces, self.count, self.pips = displayed, faces, count, (0, 0, 0)

    def is_displayed(self):
        return self.displayed


def everything_the_table_says():
    """Every text of mjtable's display and lamps."""
    digits = bytearray(4)

    def marked(marker, dice=None, profile=0):
        lamps.show_digits(marker, dice or Dice(), profile, digits)
        return bytes(digits)

    for code in CODES:
        display.fault(digits, code)
        yield bytes(digits)
    for tiles in [*range(-160, 0), *range(1, 161)]:
        display.change(digits, tiles)
        yield bytes(digits)
    for tiles in range(1, 161):
        for side in range(len(SIDES)):
            display.short(digits, tiles, side)
            yield bytes(digits)
    for number in range(100):
        for profile in range(len(PROFILES)):
            yield marked(Marker(hand=number, streak=number), profile=profile)
    yield marked(Marker(ended=1))
    yield marked(Marker(reseat=1))
    for face in range(1, 7):
        yield marked(Marker(), Dice(True, (face,) * 4, 3))


def test_there_is_a_glyph_for_every_character_the_table_says():
    said = set(b"".join(everything_the_table_says()))
    assert set(b" +-0123456789ABCDESEAtnd") <= said
    missing = {chr(code) for code in said if GLYPHS[code] == UNKNOWN or code > 127}
    assert not missing


def test_words_and_numbers_as_they_look():
    assert shown(b"E521") == [0x79, 0x6D, 0x5B, 0x06]
    assert shown(b"End ") == [0x79, 0x54, 0x5E, 0x00]
    assert shown(b"SEAt") == [0x6D, 0x79, 0x77, 0x78]
    assert shown(b"-3 A") == [0x40, 0x4F, 0x00, 0x77]


def test_glyphs_are_drawn_with_the_segments_they_need():
    assert GLYPHS[ord("7")] == TOP | UPPER_RIGHT | LOWER_RIGHT
    assert GLYPHS[ord("-")] == MIDDLE
    assert GLYPHS[ord("+")] == MIDDLE | UPPER_RIGHT | LOWER_RIGHT
    assert GLYPHS[ord("C")] == TOP | UPPER_LEFT | LOWER_LEFT | BOTTOM
    assert GLYPHS[ord("8")] == 0x7F


def test_no_two_characters_look_alike_that_stand_in_the_same_place():
    """S is read as a word, never as a number; D and d never share a text."""
    for place in (b" +-0123456789E", b" 0123456789", b" ABCD0123456789"):
        glyphs = [GLYPHS[code] for code in place]
        assert len(set(glyphs)) == len(glyphs)


def test_an_unknown_character_is_seen_to_be_one():
    assert shown(b"%~\x01\xff") == [UNKNOWN] * 4
    assert UNKNOWN not in (GLYPHS[code] for code in b" +-0123456789ABCDESEAtnd")


def test_the_chip_is_switched_on_once():
    chip = Chip()
    Display(chip)
    assert chip.commands == [0x21, 0x81, 0xE9]


def test_the_first_write_blanks_a_chip_that_shows_something():
    chip = Chip()
    chip.memory[:] = bytes([255] * 16)
    chip.memory[4:6] = b"\0\0"
    driver = Display(chip)
    driver.show(bytearray(b"    "))
    assert driver.pump()
    assert chip.segments == [0] * 4


def test_one_write_for_each_change_and_none_without():
    chip = Chip()
    driver = Display(chip)
    digits = bytearray(b"12 3")
    used = []
    for scan in range(50):
        if scan == 20:
            digits[2] = ord("8")
        driver.show(digits)
        used.append(driver.pump())
    assert [scan for scan, bus in enumerate(used) if bus] == [0, 20]
    assert chip.writes == 3 + 2


def test_a_change_waits_for_the_bus():
    """The board calls `pump` only when the memory chip left the bus alone."""
    chip = Chip()
    driver = Display(chip)
    driver.pump()
    driver.show(bytearray(b"1   "))
    driver.show(bytearray(b"2   "))
    assert driver.pump() and not driver.pump()
    assert chip.segments[0] == GLYPHS[ord("2")]


def test_a_board_without_display_plays_on():
    chip = Chip()
    chip.there = False
    driver = Display(chip)
    driver.show(bytearray(b"E521"))
    assert not driver.present
    assert not driver.pump()


def test_a_display_that_stops_answering_is_tried_once_until_it_is_looked_for():
    chip = Chip()
    driver = Display(chip)
    chip.there = False
    driver.show(bytearray(b"12  "))
    assert driver.pump() and not driver.present
    driver.show(bytearray(b"34  "))
    assert not driver.pump()
    driver.probe()
    assert not driver.present
    chip.there = True
    driver.probe()
    assert driver.pump()
    assert chip.segments == [GLYPHS[code] for code in b"34  "]


@pytest.mark.parametrize("place", range(4))
def test_each_digit_has_its_place(place):
    text = bytearray(b"    ")
    text[place] = ord("8")
    assert [bool(segments) for segments in shown(text)] == [n == place for n in range(4)]
    assert len(set(PLACES)) == 4
