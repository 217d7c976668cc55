"""Reads one line of the serial link: collects its bytes, checks it, finds its parts.

A line is `<id> <command> [key=value ...]*CCCC`; the parts are kept as positions in the buffer,
so nothing is copied and nothing allocated.
"""

from mjtable.crc import START, crc16
from mjtable.letters import find_name, has_hex, lay_part, run
from mjtable.packed import count
from mjtable.wire import BODY, CLASSES, COMMAND, KEY, VALUE

LINE = BODY + 5  # body, "*", four digits
GOOD = 0
CRC = 1
LENGTH = 2
SYNTAX = 3
MAX_PARAMS = 8  # more than any command has, so the first surplus one is always among them
HUGE = 0x3FFFFFFF  # numbers beyond a small integer are read as this one


class Request:
    """One received line. After `check()` and `split()`: `id`, the command, `count` parameters."""

    def __init__(self):
        self.buf = bytearray(LINE + 1)  # one more for a carriage return
        self.n = 0
        self.over = False
        self.end = 0  # end of the line without carriage return
        self.id = 0
        self.command_at = 0
        self.command_end = 0
        self.count = 0
        self.key_at = bytearray(MAX_PARAMS)
        self.key_end = bytearray(MAX_PARAMS)
        self.value_end = bytearray(MAX_PARAMS)
        self.value = 0  # of the last `number()`

    def add(self, data, begins, ends):
        """Take `data[begins:ends]`, in which there is no line feed."""
        n = self.n
        if n + ends - begins > LINE + 1:
            self.over = True
            return
        self.n = lay_part(self.buf, n, data, begins, ends)

    def check(self):
        """The line is complete: GOOD, CRC, LENGTH or SYNTAX. Ready for the next line's bytes.

        GOOD is not the last word: `split()` may still find the body to be of the wrong form.
        """
        buf = self.buf
        n = self.n
        over = self.over
        self.n = 0
        self.over = False
        if n and buf[n - 1] == 13:
            n -= 1
        self.end = n
        if over or n > LINE:
            return LENGTH
        star = n - 5
        if star < 0 or buf[star] != 42:
            return SYNTAX
        return GOOD if has_hex(buf, star + 1, crc16(buf, 0, star, START)) else CRC

    def split(self):
        """Find id, command and parameters in the body; False when it is not of that form."""
        buf = self.buf
        end = self.end - 5
        at = self._identity(end)
        j = self._run(at, end, COMMAND)
        if at == 0 or j == at:
            return False
        self.command_at = at
        self.command_end = j
        self.count = 0
        while j < end:
            at = j + 1
            if buf[j] != 32:
                return False
            equals = self._run(at, end, KEY)
            if equals == at or equals == end or buf[equals] != 61:
                return False
            j = self._run(equals + 1, end, VALUE)
            if self.count < MAX_PARAMS:
                self.key_at[self.count] = at
                self.key_end[self.count] = equals
                self.value_end[self.count] = j
                self.count += 1
        return True

    def _identity(self, end):
        """Read the id, 1..65535 without leading zeros; where the command begins, 0 when wrong."""
        i = self._digits(0, end)
        if i == 0 or i > 5 or i >= end or self.buf[0] == 48 or self.buf[i] != 32:
            return 0
        self.id = self.value
        return i + 1 if self.id <= 65535 else 0

    def _run(self, at, end, kind):
        """End of the run of characters of `kind` that begins at `at`."""
        return run(self.buf, at | end << 8, CLASSES, kind)

    def _digits(self, at, end):
        """Read digits into `value`, at most HUGE; where they end."""
        buf = self.buf
        value = 0
        while at < end and 48 <= buf[at] <= 57:
            digit = buf[at] - 48
            at += 1
            if value > 107374182 or value == 107374182 and digit > 3:
                value = HUGE
            else:
                value = value * 10 + digit
        self.value = value
        return at

    def number(self, param):
        """Read parameter `param` as an integer into `value`; False when it is none."""
        at = self.key_end[param] + 1
        end = self.value_end[param]
        minus = at < end and self.buf[at] == 45
        if minus:
            at += 1
        if at == end or self._digits(at, end) != end:
            return False
        if minus:
            self.value = -self.value
        return True

    def find(self, at, end, names):
        """Index of the bytes at `at`..`end` in a packed list, -1 when they are not in it."""
        return self.find_among(at, end, names, 0, count(names))

    def find_among(self, at, end, names, first, last):
        """As `find`, in the names from `first` to before `last` only."""
        return find_name(self.buf, at | end << 8, names, first | last << 8)
