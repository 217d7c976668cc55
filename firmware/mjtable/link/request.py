"""Reads one line of the serial link: collects its bytes, checks it, finds its parts.

A line is `<id> <command> [key=value ...]*CCCC`; the parts are kept as positions in the buffer,
so nothing is copied and nothing allocated.
"""

from mjtable.kit.crc import START, crc16
from mjtable.kit.letters import find_name, has_hex, lay_part, read_number, run, split_pairs
from mjtable.kit.packed import count
from mjtable.link.wire import BODY, CLASSES, COMMAND, DIGIT

LINE = BODY + 5  # body, "*", four digits
GOOD = 0
CRC = 1
LENGTH = 2
SYNTAX = 3
MAX_PARAMS = 8  # that `split_pairs` keeps: more than any command has
NO_NUMBER = ~0x3FFFFFFF


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
        n = self.n
        over = self.over
        self.n = 0
        self.over = False
        if n and self.buf[n - 1] == 13:
            n -= 1
        self.end = n
        if over or n > LINE:
            return LENGTH
        return self._judge(self.buf, n - 5)

    def _judge(self, buf, star):
        """Whether what stands at `star` is the seal of what is before it."""
        if star < 0 or buf[star] != 42:
            return SYNTAX
        return GOOD if has_hex(buf, star + 1, crc16(buf, 0, star, START)) else CRC

    def split(self):
        """Find id, command and parameters in the body; False when it is not of that form.

        The id is 1..65535, without leading zeros.
        """
        buf = self.buf
        end = self.end - 5
        at = run(buf, end << 8, CLASSES, DIGIT)
        if at == 0 or at > 5 or at >= end or buf[0] == 48 or buf[at] != 32:
            return False
        self.id = read_number(buf, 0, at)
        at += 1
        self.command_at = at
        self.command_end = run(buf, at | end << 8, CLASSES, COMMAND)
        if self.command_end == at or self.id > 65535:
            return False
        self.count = self._pairs(self.command_end | end << 8)
        return self.count >= 0

    def _pairs(self, part):
        """How many parameters this part of the line is, -1 when it is something else."""
        return split_pairs(
            self.buf, part, CLASSES, self.key_at, self.key_end, self.value_end
        )

    def number(self, param):
        """Read parameter `param` as an integer into `value`; False when it is none."""
        self.value = read_number(self.buf, self.key_end[param] + 1, self.value_end[param])
        return self.value != NO_NUMBER

    def find(self, part, names):
        """Index of the bytes of `part`, `at | end << 8`, in a packed list, -1: not in it."""
        return find_name(self.buf, part, names, count(names) << 8)

    def find_key(self, param, names, some):
        """As `find`, of a parameter's key, in the names from `first` of `first | last << 8` on."""
        return find_name(self.buf, self.key_at[param] | self.key_end[param] << 8, names, some)

    def find_value(self, param, names):
        """As `find`, of a parameter's value."""
        return self.find(self.key_end[param] + 1 | self.value_end[param] << 8, names)
