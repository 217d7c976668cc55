"""Lines: what is accepted, what is answered `0 err`, and that nothing of it is executed."""

import pytest

from mjtable.link.link import CHUNK
from tests.protocol.bench import Bench, bodies, line, tell

CRC, LENGTH, SYNTAX = "0 err crc", "0 err long", "0 err syntax"


def test_silence_is_answered_with_silence():
    bench = Bench()
    bench.scan(50)
    assert bench.port.take() == []


def test_a_carriage_return_before_the_line_feed_is_ignored():
    sent = Bench().raw(line("1 marker.get").replace(b"\n", b"\r\n"))
    assert bodies(sent[0])[0].startswith("1 ok")


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b"\n", SYNTAX),
        (b"\r\n", SYNTAX),
        (b"hello\n", SYNTAX),
        (b"*29B1\n", CRC),
        (b"*FFFF\n", SYNTAX),
        (b"1 hello*0000\n", CRC),
        (line("1 press key=elevator").lower(), CRC),
        (line("1 press key=elevator").replace(b"elevator", b"elevatos"), CRC),
        (line("0 press key=elevator"), SYNTAX),
        (line("65536 press key=elevator"), SYNTAX),
        (line("123456 press key=elevator"), SYNTAX),
        (line("01 press key=elevator"), SYNTAX),
        (line("-1 press key=elevator"), SYNTAX),
        (line("press key=elevator"), SYNTAX),
        (line("1"), SYNTAX),
        (line("1 "), SYNTAX),
        (line("1  press key=elevator"), SYNTAX),
        (line(" 1 press key=elevator"), SYNTAX),
        (line("1 press key=elevator "), SYNTAX),
        (line("1 press key"), SYNTAX),
        (line("1 press =elevator"), SYNTAX),
        (line("1 press Key=elevator"), SYNTAX),
        (line("1 press key=eleva/tor"), SYNTAX),
        (line("1 press\tkey=elevator"), SYNTAX),
        (line("1 press key=elevator*"), SYNTAX),
        (line("1 press key=" + "e" * 149), LENGTH),
        (b"x" * 5000 + b"\n", LENGTH),
    ],
)
def test_a_bad_line_is_counted_answered_once_and_not_executed(data, answer):
    bench = Bench()
    sent = bench.raw(data)
    assert [bodies(item) for item in sent] == [[answer]]
    assert bench.table.calls == []
    assert sum(bench.link.counts[2:]) == 1
    assert bench.ask("9 press key=elevator") == ["9 ok"]


def test_the_longest_line_is_accepted():
    text = "1 press key=" + "e" * 148
    assert len(text) == 160
    assert Bench().ask(text) == ["1 err unknown key=key value=" + "e" * 24]


def test_every_single_flipped_bit_is_noticed():
    good = line("7 press key=elevator ms=100")
    bench = Bench()
    for bit in range(8 * (len(good) - 1)):
        bad = bytearray(good)
        bad[bit >> 3] ^= 1 << (bit & 7)
        bench.raw(bytes(bad) + b"\n")
    assert bench.table.calls == []


def test_at_most_one_bad_line_is_answered_in_a_scan():
    bench = Bench()
    bench.port.put(b"\n" * 4)
    bench.scan()
    assert len(bench.port.take()) == 1
    assert bench.link.counts[4] == 4


def test_at_most_so_many_bytes_are_taken_in_a_scan():
    bench = Bench()
    bench.port.put(b"x" * 100)
    bench.scan(3)
    assert len(bench.port.incoming) == 100 - 3 * CHUNK


def test_two_requests_in_one_burst_are_answered_one_a_scan():
    bench = Bench()
    sent = bench.raw(line("1 press key=elevator") + line("2 press key=marker"))
    assert [bodies(item) for item in sent] == [["1 ok"], ["2 ok"]]
    assert [call[1] for call in bench.table.calls] == ["elevator", "marker"]


def test_an_answer_comes_within_a_tenth_of_a_second():
    for text in ("1 " + "x" * 158, "1 events from=0", "65535 settings.get from=0"):
        bench = Bench()
        tell(bench.table.events, 1, 0, "hatch", "opening")
        data = line(text)
        bench.port.put(data)
        bench.scan(-(-len(data) // CHUNK) - 1)
        assert bench.port.take() == []
        bench.scan(20)
        assert len(bench.port.take()) == 1
