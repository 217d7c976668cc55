"""Counts tiles at a light sensor: bounces, drop-outs and belt stops inside a pulse do not count.

A tile is 33 mm long and passes in about 220 ms at full belt speed, the next one comes 80 ms later;
noise lasts 5-20 ms (design domain §14, hardware §3). A pulse counts once it has been on for
COUNT_MIN_MS; a gap that may have been shorter than GAP_MS inside a counted pulse does not end
it. A scan that began late saw an edge late: how much is taken off.
"""

from mjtable.generated.timing import COUNT_MIN_MS
from mjtable.scan.clock import MASK

GAP_MS = 40


class Pulse:
    """One sensor. Times are logic time; `due` asks for a call of `tick` (-1 = none)."""

    STATE = ("on", "counted", "edge", "back", "risen", "due", "late_ms")

    def __init__(self):
        self.on = False
        self.counted = False  # this pulse has been counted
        self.edge = 0  # when it was last free, but for the end of a rebound
        self.back = 0  # since when it is on, drop-outs not left out
        self.risen = 0  # start of this pulse, drop-outs left out
        self.due = -1
        self.late_ms = 0  # how much earlier than seen the edges of this scan may have been

    def parted(self, now):
        """What the sensor sees from `now` on is another tile than before."""
        return (now - self.edge) & MASK >= GAP_MS + self.late_ms

    def rise(self, now):
        """The sensor sees something."""
        if self.parted(now):
            self.counted = False
            self.risen = now
        self.on = True
        self.back = now
        self.due = -1 if self.counted else (now + COUNT_MIN_MS) & MASK

    def fall(self, now):
        """The sensor is free."""
        self.on = False
        if not self.counted or (now - self.back) & MASK >= COUNT_MIN_MS:
            self.edge = now
        self.due = -1

    def close(self, now):
        """This pulse is over and used: whatever comes next begins a new one."""
        self.counted = False
        self.edge = (now - GAP_MS) & MASK
        if self.on:  # by the next one already
            self.risen = now
            self.due = (now + COUNT_MIN_MS) & MASK

    def edges(self, now, level, rose, fell):
        """All edges of one scan, however long it was: from what was seen before to `level`."""
        if not self.on:
            if rose or level:
                self.rise(now)
        elif level and fell:
            self.late_ms = 0
            self.fall(now)  # a drop-out within the scan
            self.rise(now)
        if not level:
            self.fall(now)

    def tick(self):
        """The deadline has come, which only a new tile has; or what is seen is known."""
        self.due = -1
        self.counted = True
