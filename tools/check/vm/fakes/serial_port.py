"""Stand-ins for the USB serial port: `sys.stdin`, `sys.stdout` and `select`.

Towards the host 256 bytes wait in a buffer while the host does not read; a write that finds it
full blocks for half a second and is counted, as on the board (design micropython §4).
"""

from hub import IN, IN_RX, OUT, OUT_TX, hub

POLLIN, POLLOUT = 1, 4
BUFFER = 256
fifo = bytearray(BUFFER)
_ONCE = (0,)
_NEVER = ()


class Poll:
    """`ipoll(0)` gives one thing when its stream is ready."""

    def __init__(self):
        self._out = False

    def register(self, stream, mask):
        self._out = bool(mask & POLLOUT)

    def ipoll(self, timeout=-1, flags=0):
        if timeout != 0:
            raise ValueError("waiting for the port would stop the loop")
        if self._out:
            return _ONCE if hub.fifo_n < BUFFER else _NEVER
        return _ONCE if hub.rx_n else _NEVER

    def poll(self, timeout=-1):
        raise ValueError("poll() allocates; use ipoll(0)")


class Reader:
    """stdin.buffer."""

    def readinto(self, buf):
        if len(buf) > hub.rx_n:
            raise ValueError("this read would wait for more bytes")
        for i in range(len(buf)):
            buf[i] = IN[IN_RX + hub.rx_first]
            hub.rx_first += 1
            hub.rx_n -= 1
        return len(buf)


class Writer:
    """stdout.buffer."""

    def write(self, data, first=0, size=BUFFER):
        n = 0
        for at in range(first, min(first + size, len(data))):
            if hub.fifo_n == BUFFER and not drain():
                hub.blocked += 1
                hub.now_ms = hub.now_ms + 500 & 0x3FFFFFFF
                return n
            fifo[hub.fifo_n] = data[at]
            hub.fifo_n += 1
            n += 1
        return n


def drain():
    """The host takes what there is, when it reads at all. True when there is room then."""
    if hub.reads and hub.tx_n + hub.fifo_n <= 1024:
        for i in range(hub.fifo_n):
            OUT[OUT_TX + hub.tx_n + i] = fifo[i]
        hub.tx_n += hub.fifo_n
        hub.fifo_n = 0
    return hub.fifo_n < BUFFER


class Stream:
    """sys.stdin or sys.stdout."""

    def __init__(self, buffer):
        self.buffer = buffer


def poll():
    return Poll()
