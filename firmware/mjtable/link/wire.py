"""Writes lines of the serial link into one fixed buffer, digit by digit.

Nothing here allocates: texts are bytes or interned constants, numbers are written digit by digit.
What has to be measured first is written aside and then inserted.
"""

import struct

from mjtable.kit.crc import START, crc16
from mjtable.kit.letters import lay, lay_hex, lay_name, lay_number
from mjtable.kit.wording import AT_ONCE, COPIES, LONG

SIZE = 199  # a whole answer with its event lines stays under 200 bytes (design architecture)
BODY = 160  # longest body of one line
SEAL = 6  # "*", four digits, line feed
ROOM = SIZE - SEAL  # for everything but the seal
ECHO = 24  # longest part of a request that an answer repeats

KEY = 1
VALUE = 2
COMMAND = 4
DIGIT = 8


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
    for char in b"0123456789":
        table[char] |= DIGIT
    return table


CLASSES = _classes()


class Writer:
    """An answer under construction: `n` bytes of `buf`."""

    def __init__(self):
        self.buf = self._answer = bytearray(SIZE)
        self._aside = bytearray(SIZE)
        self.n = 0
        self.over = False  # something has been left out because there was no room
        self._line = 0  # where the line begins

    def begin(self):
        """Forget what was written."""
        self.buf = self._answer
        self.n = 0
        self.over = False
        self._line = 0

    def aside(self):
        """Write on in another buffer, from its beginning, for `insert`."""
        self.buf = self._aside
        self.n = 0
        self.over = False
        self._line = 0

    def back(self, n):
        """Write on in the answer, behind its first n bytes, which are of one line."""
        self.buf = self._answer
        self.n = n
        self.over = False
        self._line = 0

    def insert(self, size):
        """Write the first `size` bytes of what was written aside; its lines have their seals."""
        n = self.n
        if n + size > SIZE:
            self.over = True
            return
        self.n = lay(self.buf, n, self._aside, size)

    def text(self, data):
        """Write bytes, if there is room: what does not fit with its seal is left out whole."""
        if self._has_room(len(data)):
            self.n = lay(self.buf, self.n, data, len(data))

    def name(self, names, index):
        """Write one name of a packed list."""
        self._to(lay_name(self.buf, self.n, names, index, ROOM))

    def _to(self, end):
        """What was written ends at `end`, -1: it was left out."""
        if end < 0:
            self.over = True
        else:
            self.n = end

    def word(self, text):
        """Write an ASCII string that is a constant of the firmware."""
        self.word_of(b"", text)

    def text_of(self, key, data):
        """Write bytes behind their key, ` name=`; both or none."""
        if self._has_room(len(key) + len(data)):
            n = lay(self.buf, self.n, key, len(key))
            self.n = lay(self.buf, n, data, len(data))

    def _has_room(self, size):
        """This many bytes fit, or something is left out."""
        if self.n + size > ROOM:
            self.over = True
            return False
        return True

    def word_of(self, key, text):
        """Write a constant string behind its key."""
        if not self._has_room(len(key) + len(text)):
            return
        n = lay(self.buf, self.n, key, len(key))
        self.n = n + len(text)
        if AT_ONCE and len(text) < LONG:
            struct.pack_into(COPIES[len(text)], self.buf, n, text)
            return
        for i in range(len(text)):
            self.buf[n + i] = ord(text[i])

    def number_of(self, key, value):
        """Write an integer behind its key."""
        if self.n + len(key) < ROOM:
            n = lay(self.buf, self.n, key, len(key))
            n = lay_number(self.buf, n, value, ROOM)
            self._to(n)
        else:
            self.over = True

    def name_of(self, key, names, index):
        """Write one name of a packed list behind its key, none for -1."""
        if index < 0:
            self.text_of(key, b"none")
        elif self.n + len(key) < ROOM:
            n = lay(self.buf, self.n, key, len(key))
            n = lay_name(self.buf, n, names, index, ROOM)
            self._to(n)
        else:
            self.over = True

    def part(self, buf, at, end):
        """Write `buf[at:end]`, at most ECHO bytes, `_` for what a value must not contain."""
        if end - at > ECHO:
            end = at + ECHO
        n = self.n
        for i in range(at, end):
            self.buf[n] = buf[i] if CLASSES[buf[i]] & VALUE else 95
            n += 1
        self.n = n

    def key_of(self, names, index):
        """Write ` name=`, for a name of a packed list."""
        end = lay_name(self.buf, self.n + 1, names, index, ROOM - 1)
        if end < 0:
            self.over = True
            return
        self.buf[self.n] = 32
        self.buf[end] = 61
        self.n = end + 1

    def number(self, value):
        """Write a decimal integer, -(2^30-1)..2^30-1."""
        self._to(lay_number(self.buf, self.n, value, ROOM))

    def hexadecimal(self, value, digits):
        """Write `digits` upper-case hex digits of `value`."""
        if self.n + digits > ROOM:
            self.over = True
            return
        self.n = lay_hex(self.buf, self.n, value, digits)

    def code(self, fault):
        """Write a fault code, E and three digits."""
        self.number_of(b"E" if fault >= 100 else b"E0" if fault >= 10 else b"E00", fault)

    def seal(self):
        """End the line with its checksum and a line feed; the next one begins behind it."""
        buf = self.buf
        n = self.n
        crc = crc16(buf, self._line, n, START)
        buf[n] = 42
        lay_hex(buf, n + 1, crc, 4)
        n += SEAL
        buf[n - 1] = 10
        self.n = self._line = n
