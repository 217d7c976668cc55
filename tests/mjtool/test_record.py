"""`mjtool record` reads a served table's flight recorder, and `mjsim replay` plays it."""

import base64

import pytest

from mjsim.replay.compare import play
from mjsim.replay.record_file import read
from mjsim.serving.serve import Line
from mjsim.table.flight import RING, data
from mjsim.table.session import SimTable
from mjtool import flight_recorder
from mjtool.flight_recorder import NothingRecorded
from mjtool.handshake import Hello
from mjtool.message import Answer
from tests.protocol.bench import line


class Direct:
    """A client on a simulated table, without a port."""

    url = "here"
    hello = Hello("mjtable", "sim1", "0.1.0", "1.0", "x", "YEE", "four_port", "run", "power", True)

    def __init__(self, **options):
        self.table = SimTable("four_port", "YEE", 1, **options)
        self.number = 0
        self.line = Line(self.table)
        self.table.runner.links = [self.line]

    def request(self, command, **fields):
        self.number += 1
        words = [f"{self.number} {command}", *(f"{key}={value}" for key, value in fields.items())]
        self.line.cable.put(line(" ".join(words)))
        sent = b""
        while not sent.endswith(b"\n"):
            self.table.run_for(5)
            sent += self.line.cable.take()
        _, verdict, *rest = sent.decode().split("*")[0].split()
        fields = dict(each.split("=", 1) for each in rest)
        return Answer(self.number, "" if verdict == "ok" else verdict, fields)

    def rows(self, _command):
        return ["power.start_gap_ms:100"]


def test_what_is_read_is_what_the_ring_has_while_the_table_goes_on():
    client = Direct(record=RING)
    client.table.press("elevator")
    client.table.run_until("ready", 30_000)
    client.table.load()
    client.table.run_for(20_000)
    before = data(client.table.table.recorder)
    seen = []
    found = flight_recorder.read(client, lambda at, of: seen.append((at, of)))
    assert found[: len(before)] == before
    assert seen[-1] == (len(found), len(found))
    recording = read(flight_recorder.content(client, found), "it")
    assert play(recording).difference is None


def test_a_table_without_a_checkpoint_is_told():
    client = Direct(record=RING)
    client.table.table.recorder.marked = 0
    with pytest.raises(NothingRecorded, match="no checkpoint yet"):
        flight_recorder.read(client, lambda at, of: None)


def test_what_is_overtaken_is_read_again_and_then_told():
    class Quick:
        url = "here"
        dictionary = None

        def request(self, _command, **fields):
            at = fields.get("from", 0)
            first = at + 1000 if fields else 0
            piece = base64.urlsafe_b64encode(bytes(84)).decode()
            return Answer(1, "", {"first": str(first), "next": str(first + 5000),
                                  "data": piece})

    with pytest.raises(NothingRecorded, match="recorded over, 3 times"):
        flight_recorder.read(Quick(), lambda at, of: None)
