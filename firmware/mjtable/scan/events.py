"""The event ring: what happened, numbered, for whoever asks over the link.

Records are columns of preallocated arrays; adding one allocates nothing. Each kind's keys are in
firmware/tables/commands.toml, in this order (a test compares the two).
"""

from array import array

SIZE = 64  # of a Pico; LARGE where there is memory: powers of two
LARGE = 1024
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
    """A ring of the newest `last` + 1 events. Unused texts are "", unused numbers -1."""

    STATE = ("next",)

    def __init__(self):
        self.now_ms = 0  # of the scan: when what is added happened, 0..2^30-1
        self.first = 1  # oldest kept: of a ring's size, so no state
        self.next = 1  # number of the next event
        self.make(SIZE)
        self.add = self.add  # found at once

    def make(self, size):
        """Columns for so many events, a power of two, before the first one."""
        self.last = size - 1
        self.t = array("i", [0] * size)
        self.kind = bytearray(size)
        self.s1 = [""] * size
        self.s2 = [""] * size
        self.i1 = array("i", [-1] * size)
        self.i2 = array("i", [-1] * size)
        self.i3 = array("i", [-1] * size)

    def add(self, kind, s1="", s2="", i1=-1, i2=-1, i3=-1):
        """Record one event."""
        kind = self._begin(kind)  # its slot: with one variable more the frame was on the heap
        self.t[kind] = self.now_ms
        self.s1[kind] = s1
        self.s2[kind] = s2
        self.i1[kind] = i1
        self.i2[kind] = i2
        self.i3[kind] = i3

    def _begin(self, kind):
        """The slot of one event more, in the place of the oldest when the ring is full."""
        number = self.next
        self.kind[number & self.last] = kind
        self.next = following = number + 1 if number < LAST else 1
        first = self.first
        if (following - first) & LAST > self.last + 1:
            self.first = first + 1 if first < LAST else 1
        return number & self.last

    def slot(self, number):
        """Index of event `number` in the columns, -1 when it is not kept."""
        if (number - self.first) & LAST >= (self.next - self.first) & LAST:
            return -1
        return number & self.last
