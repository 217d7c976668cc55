"""A hub between made-up programs and the firmware's own link on a fake table, in virtual time."""

from mjshare.frame import deframe, encode
from mjshare.hub import Hub
from mjtable.link.link import Link
from mjtool.dictionary import load
from tests.protocol.fake_table import FakePort, FakeTable

SCAN_S = 0.005


class Program:
    """One of those who share: what it hears, line by line."""

    def __init__(self, bench):
        self.bench = bench
        self.lines = []
        self._rest = b""
        self.number = 0
        self.seat = bench.hub.join(self._take)

    def _take(self, data):
        bodies, self._rest, spoilt = deframe(self._rest + data)
        assert not spoilt
        self.lines += bodies

    def send(self, text, number=None):
        """A request; its id."""
        self.number = number or self.number + 1
        self.raw(encode(f"{self.number} {text}"))
        return self.number

    def raw(self, data):
        self.bench.hub.heard(self.seat, data, self.bench.now_s)

    def ask(self, text):
        """A request and its answer, with the event lines behind it."""
        number = self.send(text)
        for _ in range(400):
            self.bench.scan()
            at = [i for i, line in enumerate(self.lines) if line.startswith(f"{number} ")]
            if at:
                found, self.lines = self.lines[at[0]:], self.lines[:at[0]]
                return [found[0].partition(" ")[2], *found[1:]]
        raise AssertionError(f"no answer to {text}: {self.lines}")

    def leave(self):
        self.bench.hub.leave(self.seat)


class SharedBench:
    """`spoil(data)` may change what goes over the cable, either way."""

    def __init__(self, extra=None):
        self.table = FakeTable()
        self.link = Link(self.table, "E6614103E7452D2F")
        self.port = FakePort()
        self.now_s = 100.0
        self.sent = []  # lines to the board
        self.spoil = lambda data: data
        self.hub = Hub(self._to_board, load().moves, extra)

    def _to_board(self, data):
        self.sent.append(data.decode().partition(" ")[2].partition("*")[0])
        self.port.put(self.spoil(data))

    def scan(self, count=1):
        for _ in range(count):
            self.now_s += SCAN_S
            self.link.poll(self.port, round(self.now_s * 1000))
            for data in self.port.take():
                self.hub.answered(self.spoil(data), self.now_s)
            self.hub.tick(self.now_s)

    def programs(self, count):
        return [Program(self) for _ in range(count)]

    def told(self, *kinds):
        """Requests that went to the board, of these commands."""
        return [text for text in self.sent if text.split(" ")[0] in kinds]
