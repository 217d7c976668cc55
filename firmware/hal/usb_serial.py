"""The serial port over USB: never waits, takes a few bytes a scan, sends only answers.

A write blocks for half a second when the host keeps the port open and stops reading (design
micropython §4), "writable" promises one free byte, not more, and nothing says how many bytes can
be read. A read is therefore one byte at a time, each after asking: 40 us at 200 MHz.

The very first byte goes alone, after asking; it pushes on whatever lies in the stack's buffer of
256 bytes. From then on the endpoint's own register tells when the host has taken everything:
TinyUSB starts the next packet as soon as one has gone, so an endpoint that has none to send, just
after the stack has run, has an empty buffer behind it, and a whole answer fits. A write of 64
bytes takes 45 us, 64 writes of one byte 4 ms. Where the registers do not show the endpoint that
MicroPython has used since its 1.23, bytes go one by one, each after asking.

Registers: RP2040 data sheet §4.1.2.5.3 (endpoint control) and §4.1.2.5.4 (buffer control), the
same on the RP2350; MicroPython's serial port sends through endpoint 2 (its tusb_config.h).
"""

from mjtable.kit.hosted import for_host
from mjtable.kit.letters import lay
from mjtable.link.wire import SIZE

CHUNK = 16  # bytes taken a call, 0.6 ms: most of a question, which then takes two
ONES = 10  # bytes a scan when each must be asked for
BUFFER = SIZE
CONTROL = 0x50100012  # upper half of the control register of endpoint 2 towards the host
BULK = 0x8800  # in it: enabled, for bulk data
BULK_MASK = 0x8C00
PACKET = 0x50100090  # lower half of its buffer control
WAITS = 1 << 10  # in it: a packet waits for the host
TAKEN = 0x50100094  # lower half of the buffer control of endpoint 2 from the host
PACKET_ID = 1 << 13  # in it: changes when the stack has taken a packet and waits for the next
LOOKS = 7  # scans without a look


class UsbSerial:
    """`incoming`, `outgoing`: polls of stdin and stdout; `reader`, `writer`: their streams.

    `memory[address]`: 16 bits of a register.
    """

    def __init__(self, incoming, reader, outgoing, writer, memory):
        self._some = incoming.ipoll  # kept: a look-up would make a new object each time
        self._read = reader.readinto
        self._room = outgoing.ipoll
        self._write = writer.write
        self._memory = memory
        self._one = bytearray(1)
        self._out = bytearray(BUFFER)
        self._sent = 0
        self._n = 0
        self._pushed = False  # the very first byte has gone
        self._packet = -1  # the last one that was seen to come
        self._looks = 0  # scans until the next look though no packet is seen to come
        self.recv_into = self.recv_into  # found at once
        self.dropped = 0  # answers for which there was no room: the host does not read

    def is_idle(self):
        """Everything has gone out."""
        return self._sent == self._n

    idle = for_host(is_idle)

    def recv_into(self, buf):
        """At most CHUNK bytes to the start of `buf`, which has room for them; their number.

        Nothing is read while an answer is going out: whoever asks on without reading waits.
        After a scan in which nothing came the endpoint has to show another packet first; two that
        came together look like none, so every eighth scan looks all the same.
        """
        if self._sent != self._n:
            return 0
        packet = self._memory[TAKEN] & PACKET_ID
        if packet == self._packet and self._looks:
            self._looks -= 1
            return 0
        self._packet = packet
        n = self._read_into(buf)
        self._looks = 0 if n else LOOKS
        return n

    def _read_into(self, buf):
        some = self._some
        one = self._one
        n = 0
        while n < CHUNK:
            for _ in some(0):
                break
            else:
                break
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
        lay(self._out, 0, buf, n)
        self._sent = 0
        self._n = n
        return n

    def pump(self):
        """Send what can go at once."""
        sent = self._sent
        if sent == self._n:
            return
        for _ in self._room(0):  # this also lets the USB stack work: see above
            break
        else:
            return
        if self._pushed and self._memory[CONTROL] & BULK_MASK == BULK:
            if not self._memory[PACKET] & WAITS:
                self._sent = sent + (self._write(self._out, sent, self._n - sent) or 0)
            return
        self._one_by_one(ONES if sent else 1)
        self._pushed = True

    def _one_by_one(self, most):
        """Bytes that are asked for one at a time."""
        one = self._one
        while most and self._sent != self._n:
            for _ in self._room(0):
                break
            else:
                return
            one[0] = self._out[self._sent]
            if not self._write(one):
                return
            self._sent += 1
            most -= 1
