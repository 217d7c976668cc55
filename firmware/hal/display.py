"""The four digits: an HT16K33 on the I2C bus, address 0x70, with a common 7-segment module.

The module has its digits on rows 0, 1, 3 and 4; row 2 is the colon, which stays dark. A row is
two bytes of the chip's memory. A letter looks as well as seven segments can: B and D are small,
S is like 5, + is a short bar with its stroke on the right.

One write of 11 bytes when the text changes, about 0.3 ms. A chip that does not answer is left
alone until `probe`: the table plays on without digits.
"""

ADDRESS = 0x70
OSCILLATOR_ON = 0x21
DISPLAY_ON = 0x81  # steady
BRIGHTNESS = 0xE0 + 9  # 10/16 of full duty
MODULE_BYTES = 11  # memory address 0, then rows 0-4
PLACES = (1, 3, 7, 9)  # of the four digits within them

# Segments: 1 top, 2 upper right, 4 lower right, 8 bottom, 16 lower left, 32 upper left, 64 middle.
SHOWN = b" +-0123456789ABCDESdnt"
SEGMENTS = bytes((
    0x00, 0x46, 0x40,
    0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F,
    0x77, 0x7C, 0x39, 0x5E, 0x79, 0x6D, 0x5E, 0x54, 0x78,
))  # fmt: skip
UNKNOWN = 0x49  # three bars: a character this page does not have


def _glyphs():
    """Segments by character code, 0..127."""
    table = bytearray((UNKNOWN,) * 128)
    for index in range(len(SHOWN)):
        table[SHOWN[index]] = SEGMENTS[index]
    return bytes(table)


GLYPHS = _glyphs()


class Display:
    """`i2c`: has `writeto(address, buffer)` and a time limit of a few milliseconds."""

    def __init__(self, i2c):
        self._write = i2c.writeto
        self._memory = bytearray(MODULE_BYTES)
        self._shown = bytearray(b"    ")
        self._unsent = True
        self.present = False
        self.probe()

    def probe(self):
        """Look for the chip and switch it on; about 0.3 ms, allocates: at start or at rest."""
        try:
            for command in (OSCILLATOR_ON, DISPLAY_ON, BRIGHTNESS):
                self._write(ADDRESS, bytes((command,)))
            self.present = True
            self._unsent = True
        except OSError:
            self.present = False

    def show(self, digits):
        """Once a scan: what the four digits (ASCII) should be."""
        if digits != self._shown:
            for index in range(4):
                self._shown[index] = digits[index]
                self._memory[PLACES[index]] = GLYPHS[digits[index] & 127]
            self._unsent = True

    def pump(self):
        """Send the digits if they changed, when the bus is free. True when the bus was used."""
        if not self._unsent or not self.present:
            return False
        try:
            self._write(ADDRESS, self._memory)
            self._unsent = False
        except OSError:
            self.present = False
        return True
