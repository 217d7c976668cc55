"""Steady state: parsing and answering keep no memory and make no objects that stay."""

import gc
import sys

from mjtable.scan import events
from tests.protocol.bench import Bench, line, tell


class StillPort:
    """A port that makes nothing itself: it plays the same bytes over and over."""

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.sent = 0

    def recv_into(self, buf):
        n = 0
        while n < 8 and self.at < len(self.data):
            buf[n] = self.data[self.at]
            self.at += 1
            n += 1
        if n == 0:
            self.at = 0
        return n

    def send(self, buf, n):
        self.sent += n


REQUESTS = ["hello", "status", "image", "events from=0", "io.list kind=out", "marker.get",
            "profile.get", "profile.list", "faults", "settings.get",
            "settings.get name=power.budget_mw", "stats", "press key=elevator ms=1", "jump",
            "marker.set dealer=Q"]


def test_polling_keeps_nothing():
    bench = Bench()
    bench.table.faults.rows = [(521, "line_a", 3)]
    for index in range(20):
        tell(bench.table.events, index * 1000, events.KEY, "elevator", "short", 0, 4)
    data = b"".join(line(f"{i + 1} {text}") for i, text in enumerate(REQUESTS))
    port = StillPort(data + b"garbage\n" + b"y" * 200 + b"\n")
    for _ in range(500):
        bench.link.poll(port, 5)
    gc.collect()
    gc.disable()
    try:
        grown = [polled(bench, port) for _ in range(5)]
    finally:
        gc.enable()
    assert port.sent > 10000
    assert min(grown) <= 4, grown


def polled(bench, port):
    """Blocks of the interpreter that so many scans kept; a thread that another test has left
    running adds its own now and then."""
    before = sys.getallocatedblocks()
    for _ in range(1000):
        bench.link.poll(port, 5)
    return abs(sys.getallocatedblocks() - before)
