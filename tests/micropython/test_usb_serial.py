"""The USB port: a host that stalls, floods or sends 0x03 never makes a scan wait."""

import random

import pytest

from hal.usb_serial import BUFFER, CHUNK, CONTROL, ONES, PACKET, TAKEN, UsbSerial

FIFO = 256  # what the USB stack holds for a host that does not read (design micropython §4)
USB_PACKET = 64


class Blocked(AssertionError):
    """A write that would have waited for the host."""


class Host:
    """The far end: bytes on their way to the board, the stack's FIFO, and a will to read.

    As TinyUSB: what is written goes to the FIFO and from there, 64 bytes at a time, to the
    endpoint; when the host has taken a packet, the next one follows once the stack has run.
    """

    def __init__(self):
        self.to_board = bytearray()
        self.fifo = bytearray()
        self.packet = bytearray()
        self.got = bytearray()
        self.writes = 0
        self.registers = {CONTROL: 0xA800, TAKEN: 0x0440}

    def asks(self, data):
        """A packet comes to the board, and the stack has taken it."""
        self.to_board += data
        self.registers[TAKEN] ^= 0x2000

    # the board's streams and registers
    def readinto(self, buf):
        if not self.to_board:
            raise Blocked("read with nothing there")
        buf[0] = self.to_board.pop(0)
        return 1

    def write(self, buf, first=0, size=FIFO):
        data = buf[first:first + size]
        self.writes += 1
        if len(self.fifo) + len(data) > FIFO:
            raise Blocked("write of %d bytes with %d free" % (len(data), FIFO - len(self.fifo)))
        self.fifo += data
        self.stack_runs()
        return len(data)

    def __getitem__(self, address):
        if address == PACKET:
            return 0x7000 | (0x400 if self.packet else 0)
        return self.registers[address]

    def stack_runs(self):
        if not self.packet:
            self.packet += self.fifo[:USB_PACKET]
            del self.fifo[:USB_PACKET]

    def room(self):
        self.stack_runs()
        return len(self.fifo) < FIFO

    # the host
    def takes(self):
        """One packet; the stack has not run yet."""
        self.got += self.packet
        del self.packet[:]

    def reads(self, packets=8):
        for _ in range(packets):
            self.takes()
            self.stack_runs()

    @property
    def waiting(self):
        return len(self.fifo) + len(self.packet)


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
    return UsbSerial(Poll(lambda: bool(host.to_board)), host, Poll(host.room), host, host)


def test_so_many_bytes_a_scan(port, host):
    host.asks(bytes(range(40)))
    buf = bytearray(CHUNK)
    assert [port.recv_into(buf) for _ in range(4)] == [CHUNK, CHUNK, 40 - 2 * CHUNK, 0]


def test_a_packet_is_seen_at_once(port, host):
    buf = bytearray(CHUNK)
    assert [port.recv_into(buf) for _ in range(10)] == [0] * 10
    host.asks(bytes(range(4)))
    assert port.recv_into(buf) == 4


def test_asking_the_stack_costs_time_and_is_done_every_eighth_scan_only(port, host):
    asked = []
    port._some = lambda timeout: asked.append(timeout) or iter(())
    for _ in range(40):
        port.recv_into(bytearray(CHUNK))
    assert len(asked) == 5


def test_two_packets_at_once_show_no_change_and_are_found_all_the_same(port, host):
    buf = bytearray(CHUNK)
    port.recv_into(buf)
    host.asks(bytes(64))
    host.asks(bytes(64))
    found = [port.recv_into(buf) for _ in range(8 + 128 // CHUNK)]
    assert found[:7] == [0] * 7, "the register is as it was"
    assert sum(found) == 128, "without a pause"


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


def test_an_answer_takes_few_writes(port, host):
    port.send(b"a" * 120, 120)
    port.pump()
    assert host.writes == 1 and host.waiting == 1
    host.reads()
    port.pump()
    assert host.writes == 2 and port.idle


def test_stale_bytes_are_pushed_on_and_waited_for(port, host):
    """The stack holds bytes that nothing sends on, as after a suspended bus."""
    host.fifo += b"s" * 255
    assert not host.packet
    port.send(b"a" * 199, 199)
    for _ in range(5):
        port.pump()
    assert not port.idle and host.writes == 1
    for _ in range(20):
        port.pump()
        host.takes()
    host.reads()
    assert host.got == b"s" * 255 + b"a" * 199


@pytest.mark.parametrize("control", [0, 0x2800, 0x8C00, 0xA000])
def test_on_another_endpoint_each_byte_is_asked_for(port, host, control):
    host.registers[CONTROL] = control
    port.send(b"a" * 199, 199)
    scans = 0
    while not port.idle:
        before = host.writes
        port.pump()
        assert host.writes - before <= ONES
        host.reads()
        scans += 1
    assert host.got == b"a" * 199 and host.writes == 199
    assert scans * 5 <= 110
    host.got.clear()
    port.send(b"b" * 199, 199)
    for _ in range(100):
        port.pump()
        host.reads()
    assert host.got == b"b" * 199


def test_a_host_that_stops_reading_stops_nothing_else(port, host):
    """One answer's first packet waits for the host, then nothing more is sent or read."""
    host.to_board += b"x" * 4000
    buf, taken = bytearray(CHUNK), 0
    for _ in range(500):
        taken += port.recv_into(buf)
        if port.idle:
            port.send(b"a" * 150, 150)
        port.pump()
    assert host.waiting < FIFO and not port.idle
    assert taken < 4000 and port.dropped == 0
    for _ in range(100):
        host.reads()
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
        before = host.waiting
        port.pump()
        assert host.waiting - before <= BUFFER
        for _ in range(rng.randrange(3)):
            host.takes()
            if rng.random() < 0.5:
                host.stack_runs()
    while not port.idle or host.waiting:
        port.pump()
        host.reads()
    assert host.got == sent


def test_nothing_is_sent_unasked(port, host):
    for _ in range(10):
        port.pump()
    assert not host.waiting
