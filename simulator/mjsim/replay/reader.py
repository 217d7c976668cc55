"""Takes values out of a recording's bytes, on any Python that runs the firmware."""

EDGE, WRITTEN, SOON, MORE = 1, 2, 4, 8
MEASURED, RANDOM, OUTSIDE, FOUND, PULSE, CALL, WHOLE, LATELY = 1, 2, 4, 8, 16, 32, 64, 128
SCAN_PERIOD_MS = 5
COMMAND, OVERRUN, HEARD, PROFILE, FILED, SETTING = 0, 1, 2, 3, 4, 16
LONG = 255
REFUSED = 32768  # beside how late a scan was: the memory took no record in it
CLOCK = 0x3FFFFFFF
MASK = 0x1FFFFFFF
ANALOGUE = 512
BYTES = 9
WANTED = 22  # place in the recorder's numbers
EVERYONE = 0x7FFFFF  # places of a scan
JOURNAL = 1 << 22  # the last of them
SIZE = 65536  # of the ring that what is played is recorded in
HEAD = 9  # bytes of a checkpoint's head
ANALOGUES = ("mains_gap_ms", "mains_dhz", "amps_a_ma", "amps_b_ma", "temp_hs_dc", "temp_bay_dc")
NONE = bytes(BYTES)


class Broken(Exception):
    """What is played is no recording: (place, why)."""


class Reader:
    """Takes values out of a recording's bytes."""

    def __init__(self, data, at=0):
        self.data = data
        self.at = at

    def byte(self):
        """The next byte."""
        if self.at >= len(self.data):
            raise Broken(self.at, "it ends in the middle of a record")
        self.at += 1
        return self.data[self.at - 1]

    def bytes(self, size):
        """The next `size` bytes."""
        if self.at + size > len(self.data):
            raise Broken(self.at, "it ends in the middle of a record")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size):
        """The next `size` bytes as one number, the low one first."""
        found = 0
        for i in range(size):
            found |= self.byte() << 8 * i
        return found

    def value(self):
        """An integer as `packing.lay_value` writes it."""
        byte = self.byte()
        found = byte >> 1 & 63
        shift = 6
        sign = byte & 1
        while byte & 128:
            byte = self.byte()
            found |= (byte & 127) << shift
            shift += 7
            if shift > 41:
                raise Broken(self.at, "a number has no end")
        return -1 - found if sign else found

    def ago(self):
        """How long ago motors were written."""
        found = shift = 0
        byte = 128
        while byte & 128 and shift < 35:
            byte = self.byte()
            found |= (byte & 127) << shift
            shift += 7
        return found

    def passed(self, kinds):
        """The ms since the record before; `kinds`: the record's first byte."""
        ms = SCAN_PERIOD_MS if kinds & SOON else self.byte()
        return self.number(4) & CLOCK if ms == LONG else ms

    def like(self, old):
        """What a checkpoint has in the place of `old`."""
        if isinstance(old, str):
            return bytes(self.bytes(self.value())).decode()
        if isinstance(old, (bool, int)):
            found = self.value()
            if not -1 << 30 <= found < 1 << 30:
                raise Broken(self.at, "a number is too large for the board")
            return found != 0 if isinstance(old, bool) else found
        if isinstance(old, bytearray):
            return bytearray(self.bytes(len(old)))
        return [self.like(each) for each in old]
