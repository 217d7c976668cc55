"""Counts tiles at a light sensor: bounces, drop-outs and belt stops inside a pulse do not count.

A tile is 33 mm long and passes in about 220 ms at full belt speed; noise lasts 5-20 ms
(design domain §14, hardware §3). A pulse counts once it has been on for COUNT_MIN_MS; a gap
shorter than GAP_MS inside a counted pulse does not end it.
"""

from mjtable.clock import MASK
from mjtable.timing import COUNT_MIN_MS

GAP_MS = 40


class Pulse:
    """One sensor. Times are logic time; `due` asks for a call of `tick` (-1 = none)."""

    def __init__(self):
        self.on = False
        self.counted = False  # this pulse has been counted
        self.edge = 0  # time of the last edge
        self.risen = 0  # start of this pulse, drop-outs left out
        self.due = -1

    def rise(self, now):
        """The sensor sees something."""
        if (now - self.edge) & MASK >= GAP_MS:
            self.counted = False
            self.risen = now
        self.on = True
        self.edge = now
        self.due = -1 if self.counted else (now + COUNT_MIN_MS) & MASK

    def fall(self, now):
        """The sensor is free."""
        self.on = False
        self.edge = now
        self.due = -1

    def close(self, now):
        """This pulse is over and used: whatever comes next begins a new one."""
        self.counted = False
        self.edge = (now - GAP_MS) & MASK

    def ignore(self):
        """What the sensor sees now is no new tile."""
        self.counted = True
        self.due = -1

    def edges(self, now, level, rose, fell):
        """All edges of one scan, however long it was: from what was seen before to `level`."""
        if not self.on:
            if rose or level:
                self.rise(now)
        elif level and fell:
            self.fall(now)  # a drop-out within the scan
            self.rise(now)
        if not level:
            self.fall(now)

    def tick(self, now):
        """The deadline has come: True when this is a new tile."""
        self.due = -1
        if not self.on or self.counted:
            return False
        self.counted = True
        return True
