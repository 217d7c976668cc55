"""Writes lines of the serial link into one fixed buffer, digit by digit.

Nothing here allocates: texts are bytes or interned constants, numbers are written by division.
With `dry` set the same calls only measure, which is how a page of a list is fitted in.
"""

import struct

from mjtable.crc import START, crc16
from mjtable.packed import start

SIZE = 199  # a whole answer with its event lines stays under 200 bytes (design architecture)
BODY = 160  # longest body of one line
SEAL = 6  # "*", four digits, line feed
HEX = b"0123456789ABCDEF"
# Every character a value may have; reading them once interns the one-letter strings, so that
# indexing a string later allocates nothing on MicroPython.
VALUE_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:+,-"
SEAL_CHUNK = 80  # bytes of a line whose checksum is taken in one scan
ECHO = 24  # longest part of a request that an answer repeats

KEY = 1
VALUE = 2
COMMAND = 4


def _classes():
    """Which characters may stand where, one byte of bits for each character code."""
    table = bytearray(256)
    for code in range(33, 127):
        table[code] = COMMAND
    table[42] = 0
    for char in b"abcdefghijklmnopqrstuvwxyz0123456789_":
        table[char] |= KEY | VALUE
    for char in b"ABCDEFGHIJKLMNOPQRSTUVWXYZ.:+,-":
        table[char] |= VALUE
    return table


CLASSES = _classes()
ASIDE = 143  # most that is written aside
_COPY_ASIDE = "%ds" % ASIDE
_COPIES = ["%ds" % size for size in range(25)]  # longer texts are rare


def _copy(data, size, buf, at):
    """Put bytes into `buf`: at once, because a loop takes 9 us a byte on the board."""
    if size < len(_COPIES):
        struct.pack_into(_COPIES[size], buf, at, data)
    else:
        for i in range(size):
            buf[at + i] = data[i]


class Writer:
    """An answer under construction: `n` bytes of `buf`."""

    def __init__(self):
        self.buf = self._answer = bytearray(SIZE)
        self._aside = bytearray(SIZE)
        self.n = 0
        self.dry = False
        self._crc = START  # of the line so far
        self._summed = 0  # so far
        for char in VALUE_CHARS:
            ord(char)

    def begin(self):
        """Forget what was written."""
        self.buf = self._answer
        self.n = 0
        self.dry = False
        self._crc = START
        self._summed = 0

    def aside(self):
        """Write on in another buffer, from its beginning, for `insert`."""
        self.buf = self._aside
        self.n = 0

    def back(self, n):
        """Write on in the answer, behind its first n bytes."""
        self.buf = self._answer
        self.n = n

    def insert(self, size):
        """Write the first `size` bytes of what was written aside."""
        n = self._room(size)
        if n >= 0:
            struct.pack_into(_COPY_ASIDE, self.buf, n, self._aside)

    def _room(self, size):
        """Where the next `size` bytes go, -1 when nothing shall be written.

        What would not fit with its checksum is left out whole; a dry run only counts.
        """
        n = self.n
        if self.dry:
            self.n = n + size
            return -1
        if n + size > SIZE - SEAL:
            return -1
        self.n = n + size
        return n

    def text(self, data):
        """Write bytes, if there is room."""
        size = len(data)
        n = self._room(size)
        if n >= 0:
            _copy(data, size, self.buf, n)

    def name(self, names, index):
        """Write one name of a packed list."""
        begins = start(names, index)
        size = start(names, index + 1) - begins
        n = self._room(size)
        if n >= 0:
            buf = self.buf
            for i in range(size):
                buf[n + i] = names[begins + i]

    def word(self, text):
        """Write an ASCII string that is a constant of the firmware."""
        n = self._room(len(text))
        if n >= 0:
            buf = self.buf
            for i in range(len(text)):
                buf[n + i] = ord(text[i])

    def part(self, buf, at, end):
        """Write `buf[at:end]`, at most ECHO bytes, `_` for what a value must not contain."""
        if end - at > ECHO:
            end = at + ECHO
        n = self.n
        for i in range(at, end):
            self.buf[n] = buf[i] if CLASSES[buf[i]] & VALUE else 95
            n += 1
        self.n = n

    def key(self, name):
        """Write ` name=`; `name` is bytes."""
        size = len(name)
        n = self._room(size + 2)
        if n >= 0:
            buf = self.buf
            buf[n] = 32
            _copy(name, size, buf, n + 1)
            buf[n + 1 + size] = 61

    def key_of(self, names, index):
        """As `key`, for a name of a packed list."""
        self.text(b" ")
        self.name(names, index)
        self.text(b"=")

    def number(self, value):
        """Write a decimal integer, -(2^30-1)..2^30-1."""
        if value < 0:
            self.text(b"-")
            value = -value
        if value < 10:
            n = self._room(1)
            if n >= 0:
                self.buf[n] = 48 + value
            return
        unit = 1
        digits = 1
        while value // unit >= 10:
            unit *= 10
            digits += 1
        n = self._room(digits)
        if n < 0:
            return
        buf = self.buf
        while unit:
            buf[n] = 48 + value // unit % 10
            unit //= 10
            n += 1

    def hexadecimal(self, value, digits):
        """Write `digits` upper-case hex digits of `value`."""
        n = self.n
        if self.dry:
            self.n = n + digits
            return
        if n + digits > SIZE:
            return
        buf = self.buf
        while digits:
            digits -= 1
            buf[n] = HEX[value >> 4 * digits & 15]
            n += 1
        self.n = n

    def code(self, fault):
        """Write a fault code, E and three digits."""
        self.text(b"E")
        if fault < 100:
            self.text(b"0" if fault >= 10 else b"00")
        self.number(fault)

    def seal(self):
        """End the line, piece by piece: True when its checksum and a line feed are written.

        The next line begins behind it. Called again until it says True, once a scan.
        """
        n = self.n
        if self.dry:
            self.n = n + SEAL
            return True
        buf = self.buf
        end = min(n, self._summed + SEAL_CHUNK)
        crc = crc16(buf, self._summed, end, self._crc)
        if end < n:
            self._crc = crc
            self._summed = end
            return False
        buf[n] = 42
        self.n = n + 1
        self.hexadecimal(crc, 4)
        n += SEAL
        buf[n - 1] = 10
        self.n = n
        self._crc = START
        self._summed = n
        return True
