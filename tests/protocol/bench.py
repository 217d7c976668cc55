"""A link on a fake table, and the lines a host would write, made from the design page alone."""

from mjtable.link.link import Link
from tests.protocol.fake_table import FakePort, FakeTable


def crc(body):
    """CRC-16/CCITT-FALSE, bit by bit, on purpose not the firmware's table."""
    value = 0xFFFF
    for byte in body:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1) ^ 0x1021 if value & 0x8000 else value << 1
            value &= 0xFFFF
    return value


def line(body):
    """`body` with its checksum and line feed."""
    raw = body.encode()
    return raw + b"*%04X\n" % crc(raw)


def tell(events, t_ms, *record):
    """Add an event that happened at `t_ms`."""
    events.now_ms = t_ms
    events.add(*record)


STEPS = 12  # scans an answer may take at most, after the request's last byte


class Bench:
    """Talks to a link, one 5 ms scan after the other."""

    def __init__(self, table=None, uid="E6614103E7452D2F"):
        self.table = table or FakeTable()
        self.port = FakePort()
        self.link = Link(self.table, uid)
        self.now_ms = 0

    def scan(self, times=1):
        """Scans."""
        for _ in range(times):
            self.now_ms += 5
            self.link.poll(self.port, self.now_ms)

    def raw(self, data, scans=None):
        """Send bytes, run until all is answered; what was sent, one item a transmission."""
        self.port.put(data)
        self.scan(scans or 1)
        for _ in range(len(data) * (STEPS + 1)):
            if self.link.idle and not self.port.incoming:
                return self.port.take()
            self.scan()
        raise AssertionError(f"still at work: {data!r}")

    def ask(self, body):
        """Send a request; the bodies of the lines of the answer, checksums verified."""
        sent = self.raw(line(body))
        assert len(sent) == 1, sent
        return bodies(sent[0])


def bodies(sent):
    """The bodies of the lines in one transmission, each checksum verified."""
    assert sent.endswith(b"\n")
    found = []
    for text in sent[:-1].split(b"\n"):
        body, star, digits = text.rpartition(b"*")
        assert star and digits == b"%04X" % crc(body), text
        assert len(body) <= 160
        found.append(body.decode())
    return found
