"""What marker and dice show: six lamps a side and four digits (design hardware §1.7, domain §5).

Lamps of side s are 6s to 6s+5: dealer, stay ("old dealer"), then E, S, W, N. The letters light
white for the seat of that side, yellow for the prevailing wind, red where both are one. The
dealer's stay lamp is yellow while the dealer keeps the deal; all four are red at the end of the
game, blue when new seats are due, white while two equal dice double the hand (rules MH-S04).
Digits are ASCII: hand of the round on the left, streak on the right; or a word; or electronic
dice from the left.
"""

from mjtable.game.profiles import SHOW_DOUBLE, SHOW_STREAK, SHOW_WIND, shows

OFF, GREEN, BLUE, RED, WHITE, YELLOW = range(6)
PER_SIDE = 6
DEALER, STAY, LETTERS = 0, 1, 2  # offsets within a side
BLANK = 32
_END = b"End "
_SEATS = b"SEAt"


def picture(marker, dice, profile):
    """A number for what the lamps show: equal numbers, equal lamps."""
    number = marker.dealer | marker.wind << 2 | profile << 8
    if marker.streak:
        number |= 1 << 4
    if marker.ended:
        number |= 1 << 5
    if marker.reseat:
        number |= 1 << 6
    if _doubles(dice, profile):
        number |= 1 << 7
    return number


def show_side(marker, dice, profile, side, lamps):
    """Draw the six lamps of one side into `lamps` (24 colour codes)."""
    at = PER_SIDE * side
    lamps[at + DEALER] = GREEN if side == marker.dealer else OFF
    lamps[at + STAY] = _stay(marker, dice, profile, side)
    _letters(marker, profile, (side - marker.dealer) & 3, lamps, at + LETTERS)


def _stay(marker, dice, profile, side):
    """Colour of the lamp beside the dealer's."""
    if marker.ended:
        return RED
    if marker.reseat:
        return BLUE
    if side == marker.dealer and marker.streak:
        return YELLOW
    return WHITE if _doubles(dice, profile) else OFF


def _letters(marker, profile, seat, lamps, at):
    """The four letters of a side whose seat is the wind `seat`, from lamp `at`."""
    prevails = marker.wind if shows(profile, SHOW_WIND) else -1
    for letter in range(4):
        colour = YELLOW if letter == prevails else OFF
        if letter == seat:
            colour = RED if letter == prevails else WHITE
        lamps[at + letter] = colour


def show_digits(marker, dice, profile, digits):
    """Draw into `digits` (4 characters)."""
    if dice.is_displayed():
        for index in range(4):
            digits[index] = 48 + dice.faces[index] if index < dice.count else BLANK
    elif marker.ended or marker.reseat:
        word = _END if marker.ended else _SEATS
        for index in range(4):
            digits[index] = word[index]
    else:
        _number(digits, 0, marker.hand)
        _number(digits, 2, marker.streak if shows(profile, SHOW_STREAK) else 0)


def show_number(lamps, number):
    """Self-test: a number 0..15 in binary on the dealer lamps, the rest dark (domain §4.2)."""
    for lamp in range(len(lamps)):
        lamps[lamp] = OFF
    for side in range(4):
        lamps[PER_SIDE * side + DEALER] = GREEN if number >> 3 - side & 1 else OFF


def _doubles(dice, profile):
    """Two equal dice double the hand."""
    return shows(profile, SHOW_DOUBLE) and dice.pips[0] and dice.pips[0] == dice.pips[1]


def _number(digits, at, number):
    """0..99 in two digits from `at`, without leading zeros; 0 is blank."""
    digits[at] = 48 + number // 10 if number > 9 else BLANK
    digits[at + 1] = 48 + number % 10 if number else BLANK
