"""The USB port: a host that stalls, floods or sends 0x03 never makes a scan wait."""

import random

import pytest

from hal.usb_serial import BUFFER, CHUNK, SEND_CHUNK, UsbSerial

FIFO = 256  # what the USB stack holds for a host that does not read (design micropython §4)


class Blocked(AssertionError):
    """A write that would have waited for the host."""


class Host:
    """The far end: bytes on their way to the board, the board's FIFO, and a will to read."""

    def __init__(self):
        self.to_board = bytearray()
        self.fifo = bytearray()
        self.got = bytearray()
        self.open = True

    # the board's streams
    def readinto(self, buf):
        if not self.to_board:
            raise Blocked("read with nothing there")
        buf[0] = self.to_board.pop(0)
        return 1

    def write(self, buf):
        if len(self.fifo) + len(buf) > FIFO:
            raise Blocked("write of %d bytes with %d free" % (len(buf), FIFO - len(self.fifo)))
        self.fifo += buf
        return len(buf)

    # the host
    def reads(self, n=FIFO):
        self.got += self.fifo[:n]
        del self.fifo[:n]


class Poll:
    def __init__(self, ready):
        self.ready = ready

    def ipoll(self, timeout):
        assert timeout == 0, "a scan never waits"
        return iter([(None, 1)] if self.ready() else [])


@pytest.fixture
def host():
    return Host()


@pytest.fixture
def port(host):
    return UsbSerial(Poll(lambda: bool(host.to_board)), host,
                     Poll(lambda: len(host.fifo) < FIFO), host)


def test_at_most_eight_bytes_a_scan(port, host):
    host.to_board += bytes(range(20))
    buf = bytearray(CHUNK)
    assert [port.recv_into(buf) for _ in range(4)] == [8, 8, 4, 0]
    assert port.recv_into(bytearray(3)) == 0


def test_bytes_arrive_unchanged_and_in_order(port, host):
    data = bytes(range(256)) * 2
    host.to_board += data
    buf, got = bytearray(CHUNK), bytearray()
    while len(got) < len(data):
        got += buf[: port.recv_into(buf)]
    assert got == data, "3 (Ctrl-C) and 4 among them"


def test_the_longest_answer_is_out_within_the_links_100_ms(port, host):
    answer = random.Random(1).randbytes(199)
    assert port.send(answer, 199) == 199
    scans = 0
    while not port.idle:
        port.pump()
        host.reads()
        scans += 1
    assert host.got == answer and scans * 5 < 100


def test_a_host_that_stops_reading_stops_nothing_else(port, host):
    """Answers pile up to the FIFO's brim, then one waits, then further requests are not read."""
    host.to_board += b"x" * 4000
    buf, taken = bytearray(CHUNK), 0
    for _ in range(500):
        taken += port.recv_into(buf)
        if port.idle:
            port.send(b"a" * 150, 150)
        port.pump()
    assert len(host.fifo) == FIFO and not port.idle
    assert taken < 4000 and port.dropped == 0
    for _ in range(100):
        host.reads(64)
        port.pump()
    assert port.idle and set(host.got) == {97}


def test_an_answer_too_many_is_dropped_and_counted(port):
    assert port.send(b"a" * 100, 100) == 100
    assert port.send(b"b" * 100, 100) == 0 and port.dropped == 1
    port.pump()
    assert port.send(b"b" * BUFFER, BUFFER + 1) == 0


def test_a_slow_reader_gets_every_byte_once(port, host):
    rng = random.Random(3)
    sent = bytearray()
    for _ in range(3000):
        if port.idle:
            answer = rng.randbytes(rng.randrange(1, 200))
            sent += answer
            port.send(answer, len(answer))
        before = len(host.fifo)
        port.pump()
        assert len(host.fifo) - before <= SEND_CHUNK
        if rng.random() < 0.2:
            host.reads(rng.randrange(65))
    while not port.idle or host.fifo:
        port.pump()
        host.reads()
    assert host.got == sent


def test_nothing_is_sent_unasked(port, host):
    for _ in range(10):
        port.pump()
    assert not host.fifo
