"""The four digits: what people must know first, in ASCII for the seven-segment driver.

A fault's code, tiles missing and where ("-3 A"), tiles to add or take out at the open hatch
("+  8", "-  8"); with none of these the marker and the dice (`lamps.py`).
"""

from mjtable.generated.iomap import SIDES

BLANK = 32
PLUS = 43
MINUS = 45
LETTER_E = 69


def _number(digits, at, number, width):
    """`number` right-aligned in `width` digits from `at`, blanks in front."""
    for place in range(at + width - 1, at - 1, -1):
        digits[place] = 48 + number % 10 if number or place == at + width - 1 else BLANK
        number //= 10


def fault(digits, code):
    """ "E521"."""
    digits[0] = LETTER_E
    _number(digits, 1, code, 3)


def change(digits, tiles):
    """Tiles to add (positive) or take out."""
    digits[0] = PLUS if tiles > 0 else MINUS
    _number(digits, 1, abs(tiles), 3)


def short(digits, tiles, side):
    """`tiles` are missing, `side` (0..3) waits for most of them."""
    digits[0] = MINUS
    _number(digits, 1, min(tiles, 99), 2)
    digits[3] = ord(SIDES[side])


def number(digits, value):
    """0 to 9999, alone."""
    _number(digits, 0, value, 4)
