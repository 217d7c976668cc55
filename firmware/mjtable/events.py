"""The event ring: what happened, numbered, for whoever asks over the link.

Records are columns of preallocated arrays; adding one allocates nothing. Each kind's keys are in
firmware/tables/commands.toml, in this order (a test compares the two).
"""

from array import array

SIZE = 64
LAST = 0x1FFFFFFF  # numbers run 1..LAST, then from 1 again

STATE = 0
KEY = 1
COUNT = 2
STACK = 3
HATCH = 4
WALLS = 5
DICE = 6
MARKER = 7
SET = 8
FAULT = 9
ACK = 10
SENSOR = 11
MOTOR = 12
MAINS = 13
BOOT = 14


class Events:
    """A ring of the newest 64 events. Unused texts are "", unused numbers -1."""

    def __init__(self):
        self.first = 1  # oldest kept
        self.next = 1  # number of the next event
        self.t = array("i", [0] * SIZE)
        self.kind = bytearray(SIZE)
        self.s1 = [""] * SIZE
        self.s2 = [""] * SIZE
        self.i1 = array("i", [-1] * SIZE)
        self.i2 = array("i", [-1] * SIZE)
        self.i3 = array("i", [-1] * SIZE)
        self._slot = 0  # of the newest event
        self.tap = None  # simulator: called with the slot of each new event
        self.add = self.add  # found at once

    def add(self, t_ms, kind, s1="", s2="", i1=-1, i2=-1, i3=-1):
        """Record one event at `t_ms` (0..2^30-1)."""
        self._slot = self.next & SIZE - 1  # a variable more, and the frame came from the heap
        self.t[self._slot] = t_ms
        self.kind[self._slot] = kind
        self.s1[self._slot] = s1
        self.s2[self._slot] = s2
        self.i1[self._slot] = i1
        self.i2[self._slot] = i2
        self.i3[self._slot] = i3
        self._added()

    def _added(self):
        """One event more is kept, the oldest perhaps no longer."""
        number = self.next
        self.next = following = number + 1 if number < LAST else 1
        first = self.first
        if (following - first) & LAST > SIZE:
            self.first = first + 1 if first < LAST else 1
        if self.tap is not None:
            self.tap(self._slot)

    def slot(self, number):
        """Index of event `number` in the columns, -1 when it is not kept."""
        if (number - self.first) & LAST >= (self.next - self.first) & LAST:
            return -1
        return number % SIZE
