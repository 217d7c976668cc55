"""What marker and dice show: six lamps a side and four digits (design hardware §1.7, domain §5).

Lamps of side s are 6s to 6s+5: dealer, stay ("old dealer"), then E, S, W, N. The letters light
white for the seat of that side, yellow for the prevailing wind, red where both are one. The
dealer's stay lamp is yellow while the dealer keeps the deal; all four are red at the end of the
game, blue when new seats are due, white while two equal dice double the hand (rules MH-S04).
Digits are ASCII: hand of the round on the left, streak on the right; or a word; or electronic
dice from the left.
"""

from mjtable.profiles import SHOW_DOUBLE, SHOW_STREAK, SHOW_WIND, shows

OFF, GREEN, BLUE, RED, WHITE, YELLOW = range(6)
PER_SIDE = 6
DEALER, STAY, LETTERS = 0, 1, 2  # offsets within a side
BLANK = 32
_END = b"End "
_SEATS = b"SEAt"


def show(marker, dice, profile, lamps, digits):
    """Draw into `lamps` (24 colour codes) and `digits` (4 characters)."""
    double = shows(profile, SHOW_DOUBLE) and dice.pips[0] and dice.pips[0] == dice.pips[1]
    _corners(marker, double, lamps)
    _letters(marker, shows(profile, SHOW_WIND), lamps)
    if dice.displayed:
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


def _corners(marker, double, lamps):
    """Dealer and stay lamp of each side."""
    for side in range(4):
        deals = side == marker.dealer
        stay = WHITE if double else OFF
        if marker.ended:
            stay = RED
        elif marker.reseat:
            stay = BLUE
        elif deals and marker.streak:
            stay = YELLOW
        lamps[PER_SIDE * side + DEALER] = GREEN if deals else OFF
        lamps[PER_SIDE * side + STAY] = stay


def _letters(marker, windy, lamps):
    """E, S, W, N of each side."""
    for side in range(4):
        seat = (side - marker.dealer) & 3
        for letter in range(4):
            prevails = windy and letter == marker.wind
            colour = YELLOW if prevails else OFF
            if letter == seat:
                colour = RED if prevails else WHITE
            lamps[PER_SIDE * side + LETTERS + letter] = colour


def _number(digits, at, number):
    """0..99 in two digits from `at`, without leading zeros; 0 is blank."""
    digits[at] = 48 + number // 10 if number > 9 else BLANK
    digits[at + 1] = 48 + number % 10 if number else BLANK
