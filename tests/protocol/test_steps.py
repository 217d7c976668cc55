"""A request is worked off in steps, one a scan: each does little, and there are few of them."""

import random
import sys

import pytest

from mjtable.kit import crc, letters
from mjtable.link.link import CHUNK
from mjtable.link.wire import SIZE
from mjtable.scan import events
from tests.protocol.bench import STEPS, Bench, line, tell
from tests.protocol.fake_table import FakeTable

LINES = 250  # of Python a poll may run, words letter by letter: about 1.2 ms on the board
MACHINE_CODE = (crc.__file__, letters.__file__)
REQUESTS = [
    "hello", "status", "image", "events from=1", "io.list kind=in", "io.list kind=out from=3",
    "io.list kind=motor", "profile.list", "faults", "settings.get", "settings.get from=7",
    "settings.get name=power.budget_mw", "stats", "stats from=9", "marker.get", "profile.get",
    "press key=elevator ms=1", "x" * 150, "press key=" + "e" * 143, "press" + " a=b" * 37,
]  # fmt: skip


def busy_table():
    """A table with as much to tell as there can be."""
    table = FakeTable()
    table.faults.rows = [(521, "line_a", 3), (901, "chain", 1 << 29)] * 4
    for index in range(20):
        tell(table.events, index * 1000, events.KEY, "elevator", "short", 0, 4)
    return table


def arrived(text):
    """A link that has just taken the last bytes of a request."""
    bench = Bench(busy_table())
    bench.port.put(line("65535 " + text))
    while bench.port.incoming:
        bench.scan()
    return bench


def traced(call):
    """Lines of Python that `call` ran."""
    lines = 0

    def count(frame, what, _arg):
        nonlocal lines
        if frame.f_code.co_filename in MACHINE_CODE:
            return None
        lines += what == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("text", REQUESTS)
def test_an_answer_takes_few_scans_and_comes_in_its_last(text):
    bench = arrived(text)
    scans = 0
    while not bench.link.idle:
        assert bench.port.take() == []
        bench.scan()
        scans += 1
    assert 2 <= scans <= STEPS
    assert len(bench.port.take()) == 1
    bench.scan(20)
    assert bench.port.take() == []


@pytest.mark.parametrize("text", REQUESTS)
def test_no_scan_has_much_to_do(text):
    bench = Bench(busy_table())
    bench.port.put(line("65535 " + text))
    while bench.port.incoming or not bench.link.idle:
        before = len(bench.port.incoming)
        assert traced(bench.scan) <= LINES
        assert before - len(bench.port.incoming) <= CHUNK
    assert bench.port.take()


EVERYTHING = [
    *REQUESTS, "settings.set name=power.budget_mw value=5", "settings.set name=x value=9999999999",
    "marker.set dealer=S wind=E streak=3 hand=2 round=1", "marker.set dealer=Q", "dice.roll",
    "profile.set name=nosuch", "fault.ack", "service.enter", "keepalive", "service.leave",
    "motor.jog name=belt_a dir=fwd ms=60000", "restart to=run", "press key=elevator key=elevator",
    "events from=-1", "stats from=255", "a" * 160, "press a", "", " ", "hello ", "events from=",
]  # fmt: skip


def spoilt(data, rng):
    """Some of the lines with a wrong byte, cut off, doubled, or with noise between."""
    kind = rng.randrange(8)
    at = rng.randrange(len(data))
    if kind == 0:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]
    if kind == 1:
        return data[:at]
    if kind == 2:
        return data + data
    if kind == 3:
        return data + rng.choice([b"\n" * 40, b"\xff" * 300, b"*\n" * 20, b"\r\n" * 20])
    return data


@pytest.mark.parametrize("seed", range(30))
def test_no_sequence_of_lines_gives_a_scan_much_to_do(seed):
    rng = random.Random(seed)
    bench = Bench(busy_table())
    bench.table.mode = rng.choice(["run", "service"])
    for _ in range(12):
        number = rng.choice([0, 1, 9, 65535, 65536])
        bench.port.put(spoilt(line("%d %s" % (number, rng.choice(EVERYTHING))), rng))
        for _ in range(rng.randrange(30)):
            assert traced(bench.scan) <= LINES
    while bench.port.incoming or not bench.link.idle:
        assert traced(bench.scan) <= LINES
    bench.raw(b"\n")
    bench.port.take()
    assert bench.ask("7 keepalive") or bench.table.mode == "run"


def test_nothing_is_received_until_the_answer_has_gone():
    bench = arrived("events from=1")
    bench.port.put(line("2 status"))
    waiting = len(bench.port.incoming)
    while not bench.link.idle:
        assert bench.port.sent == [] and len(bench.port.incoming) == waiting
        bench.scan()
    assert bench.port.take()[0].startswith(b"65535 ok n=2 ")
    bench.scan(20)
    assert bench.port.take()[0].startswith(b"2 ok state=")


def test_a_command_is_executed_once_however_many_scans_its_answer_takes():
    bench = arrived("press key=elevator ms=50")
    assert bench.table.calls == []
    bench.scan(20)
    assert len(bench.table.calls) == 1


def test_the_checksum_of_a_line_may_lie_in_the_next_chunk():
    for filler in range(40):
        for end in (b"\n", b"\r\n"):
            data = line("1 press key=" + "e" * filler).replace(b"\n", end)
            bench = Bench()
            assert b"err crc" not in bench.raw(data)[0]
            assert bench.raw(data.replace(b"press", b"prest"))[0].startswith(b"0 err crc*")


def test_an_answer_comes_and_goes_within_a_tenth_of_a_second():
    """The steps, one a scan when scans have no time for more; it goes out whole."""
    for text in REQUESTS:
        bench = arrived(text)
        scans = 0
        while not bench.link.idle:
            bench.scan()
            scans += 1
        assert len(bench.port.take()[0]) <= SIZE
        assert 5 * scans <= 100, text
