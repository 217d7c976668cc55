"""The serial port over USB: never waits, takes at most eight bytes a scan, sends only answers.

A write blocks for half a second when the host keeps the port open and stops reading (design
micropython §4), and "writable" promises one free byte, not more. So an answer is laid into a
buffer and goes out byte by byte, each after asking, a few a scan: 199 bytes take 50 ms of the
100 ms the link promises, which needs up to 50 ms to write them. Costs by design micropython §3,
§4: 23 us to ask, some 25 us a byte.
"""

import struct

from mjtable.hosted import for_host
from mjtable.wire import SIZE

CHUNK = 8
SEND_CHUNK = 20
BUFFER = 256
_COPY = "%ds" % SIZE


class UsbSerial:
    """`incoming`, `outgoing`: polls of stdin and stdout; `reader`, `writer`: their streams."""

    def __init__(self, incoming, reader, outgoing, writer):
        self._incoming = incoming
        self._read = reader.readinto
        self._outgoing = outgoing
        self._write = writer.write
        self._one = bytearray(1)
        self._out = bytearray(BUFFER)
        self._sent = 0
        self._n = 0
        self.dropped = 0  # answers for which there was no room: the host does not read

    def is_idle(self):
        """Everything has gone out."""
        return self._sent == self._n

    idle = for_host(is_idle)

    def recv_into(self, buf):
        """At most 8 bytes to the start of `buf`; their number.

        Nothing is read while an answer is going out: whoever asks on without reading waits.
        """
        if self._sent != self._n:
            return 0
        one = self._one
        limit = min(CHUNK, len(buf))
        n = 0
        while n < limit and _ready(self._incoming):
            if not self._read(one):
                break
            buf[n] = one[0]
            n += 1
        return n

    def send(self, buf, n):
        """Lay the first n bytes of `buf` by, to be sent; n, or 0 when they were dropped."""
        if self._sent != self._n or n > BUFFER:
            self.dropped = self.dropped + 1 & 0x3FFFFFFF
            return 0
        out = self._out
        if len(buf) == SIZE:
            struct.pack_into(_COPY, out, 0, buf)  # a loop takes 9 us a byte
        else:
            for i in range(n):
                out[i] = buf[i]
        self._sent = 0
        self._n = n
        return n

    def pump(self):
        """Send a few bytes, as long as each can go at once."""
        one = self._one
        left = SEND_CHUNK
        while left and self._sent != self._n and _ready(self._outgoing):
            one[0] = self._out[self._sent]
            if not self._write(one):
                break
            self._sent += 1
            left -= 1


def _ready(poll):
    for _ in poll.ipoll(0):
        return True
    return False
