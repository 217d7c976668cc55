"""Checkpoints of the recorder: the table's whole state, so that a replay can begin there.

Every part says in STATE which of its attributes are state (`tools/check/state.py` looks). They are
written behind the last record a few parts at a time, in scans that change nothing, and count when
the last one is written. A record that comes between begins it anew: something has changed.
"""

import struct
from array import array

from mjtable.kit.wording import AT_ONCE, COPIES, LONG
from mjtable.memory import packing as p
from mjtable.memory.packing import lay_bytes, lay_values
from mjtable.scan.clock import MASK

TOUCHES = {
    "reads": "asked inputs.level inputs.now_ms journal.store",
    "calls": "refresh_stats",
}

MARKS = 8  # checkpoints whose places are known
HEAD = 9  # bytes: kinds, LONG, four of time, further kinds, two of size
A_SCAN = 12  # values and words, 0.6 ms on a Pico: as many parts as have them
ROW = 32  # numbers of a part, or in a list: no part has more
ROOM = 1280  # no checkpoint is longer


class Checkpoint:
    """What the recorder needs for them; `n[WANTED]`: it is time for one."""

    def __init__(self, table, parts, ring):
        self.table = table
        self.parts = parts  # the table first, its inputs last
        self.ring = ring
        self.n = array("i", [0] * p.NUMBERS)
        self.n[p.LAST] = len(ring) - 1
        self.before = bytearray(len(table.inputs.level))
        self.marks = array("i", [0] * MARKS)  # where checkpoints begin
        self.marked = 0  # how many there were, MARKS of them known
        self.n[p.WANTED] = 1
        self._text = bytearray(LONG)
        self._one = array("i", [0])
        self._row = array("i", [0] * ROW)
        # at hand: a builtin is sought in two large tables
        self._get, self._is, self._int, self._str = getattr, isinstance, int, str
        self._list, self._bytes = list, bytearray
        self.asked = 0  # who was asked for when the scan began
        self.store = table.journal.store
        self.refused = 0  # times the memory refused a record
        self.scan = self.scan
        self._part = 0
        self._begun = -1  # where the one in the making begins
        self._to = 0  # where it goes on

    def is_under_way(self):
        """Nothing has changed since the first piece."""
        return self.n[p.AT] == self._begun

    def keep(self):
        """A piece of a checkpoint, in a scan that changed nothing."""
        n = self.n
        if not self.is_under_way():
            self._begun = n[p.AT]
            self._part = 0
            self._to = self._begun + HEAD & MASK
            self.table.refresh_stats()
        n[p.AT] = self._to
        left = A_SCAN
        while left > 0 and self._part < len(self.parts):
            left -= self._lay(self.parts[self._part])
            self._part += 1
        self._to = n[p.AT]
        n[p.AT] = self._begun
        if self._part == len(self.parts):
            self._begun = -1
            self._count(self.ring, n)

    def _lay(self, part):
        """One part's state; how much that was. Numbers in a row are written at once."""
        state = part.STATE
        get = self._get
        is_a = self._is
        number = self._int
        row = self._row
        more = len(state)
        size = 0
        for name in state:
            value = get(part, name)
            if is_a(value, number) or value is True or value is False:  # these are none there
                row[size] = value
                size += 1
            else:
                lay_values(self.ring, self.n, row, size)
                size = 0
                more += self._value(value)
        lay_values(self.ring, self.n, row, size)
        return more

    def _value(self, value):
        """Anything but a number; how many words more than one it was.

        An array is one of "i": machine code reads four bytes a number, whatever its items have.
        """
        if self._is(value, self._str):
            self._word(value, len(value))
        elif self._is(value, self._list):
            return self._items(value)
        elif self._is(value, self._bytes):
            lay_bytes(self.ring, self.n, value, len(value))
        else:
            lay_values(self.ring, self.n, value, len(value))
        return 0

    def _items(self, items):
        """A list's; as `_value`."""
        words = self._is(items[0], self._str)
        count = len(items)
        at = 0
        while at < count:
            if words:
                self._word(items[at], len(items[at]))
            else:
                self._row[at] = items[at]
            at += 1
        if words:
            return count
        lay_values(self.ring, self.n, self._row, count)
        return 0

    def _lay_one(self, value):
        self._one[0] = value
        lay_values(self.ring, self.n, self._one, 1)

    def _word(self, text, size):
        self._lay_one(size)
        if size:
            struct.pack_into(COPIES[size], self._text, 0, text if AT_ONCE else text.encode())
            lay_bytes(self.ring, self.n, self._text, size)

    def _count(self, ring, n):
        """It is whole: its head is written, and what comes is recorded by what it says."""
        inputs = self.table.inputs
        last = n[p.LAST]
        at = n[p.AT]
        size = self._to - at - HEAD & MASK
        passed = inputs.now_ms - n[p.THEN] & p.CLOCK
        ring[at & last] = p.MORE
        ring[at + 1 & last] = p.LONG
        for i in range(4):
            ring[at + 2 + i & last] = passed >> 8 * i & 255
        ring[at + 6 & last] = p.WHOLE
        ring[at + 7 & last] = size & 255
        ring[at + 8 & last] = size >> 8
        n[p.AT] = self._to
        n[p.FROM] = at
        self.marks[self.marked & MARKS - 1] = at
        self.marked += 1
        n[p.MARK] = at
        n[p.WANTED] = 0
        self.take(inputs, n)

    def take(self, inputs, n):
        """What has been recorded is as it is now."""
        for i in range(len(self.before)):
            self.before[i] = inputs.level[i]
        n[p.THEN] = inputs.now_ms
        n[p.WROTE_THEN] = inputs.wrote_ms
        n[p.WORD_THEN] = inputs.entropy
        n[p.FAULT_THEN] = inputs.board_fault
        n[p.ASKED_THEN] = self.table.asked
        n[p.CHECK] = 0

    def first(self):
        """Where the oldest checkpoint that is still there begins, -1: there is none."""
        for back in range(min(self.marked, MARKS), 0, -1):
            place = self.marks[self.marked - back & MARKS - 1]
            if self.n[p.AT] - place & MASK <= self.n[p.LAST] - ROOM:
                return place
        return -1
