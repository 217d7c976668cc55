"""The serial port with a host that behaves badly: the table plays on as if it were not there."""

import pytest

from mjtable.kit.crc import START, crc16
from tests.micropython.evenings import difference, sorting, ways

WINDOW = 200  # unanswered bytes that may be on their way (design micropython §4)


def line(text):
    """A request of the link with its checksum."""
    body = text.encode()
    return body + b"*%04X\n" % crc16(body, 0, len(body), START)


def script(table):
    sorting(table, 6_000)


def asking(text, times=1, from_ms=500, reads=True):
    """The host sends that many requests at once; it reads what comes, or it does not."""
    def act(board):
        board.incoming += line(text) * times
        board.reads = reads
    return (from_ms, act)


def reading(from_ms):
    """The host reads again."""
    def act(board):
        board.reads = True
    return (from_ms, act)


def undisturbed(played):
    """No write waited and the table did what it does without a host."""
    assert played.board.blocked == 0, "a write waited: half a second without a scan"
    assert not difference(played.expected, played.found)


def test_an_answer_comes():
    played = ways(script, acts=[asking("1 hello")])
    assert played.board.sent.startswith(b"1 ok") and played.board.sent.endswith(b"\n")
    undisturbed(played)


@pytest.mark.parametrize("text", ["1 hello", "1 status", "1 settings", "1 nonsense"])
def test_one_answer_fits_into_the_window_of_a_host_that_does_not_read(text):
    played = ways(script, acts=[asking(text, reads=False)])
    assert played.board.sent == b"" and 0 < played.unread <= WINDOW
    undisturbed(played)


def test_a_host_that_asks_on_and_on_and_does_not_read():
    played = ways(script, acts=[asking("1 hello", 300, reads=False)])
    assert played.board.sent == b"" and 0 < played.unread <= WINDOW
    undisturbed(played)


def test_a_host_that_reads_again_gets_whole_lines():
    played = ways(script, acts=[asking("1 hello", 40, reads=False), reading(8_000)])
    lines = bytes(played.board.sent).split(b"\n")
    assert lines[-1] == b"" and len(lines) == 41
    assert all(each.startswith(b"1 ok") for each in lines[:-1])
    undisturbed(played)


@pytest.mark.parametrize("byte", [0x00, 0x03, 0x04, 0x0A, 0x80, 0xFF])
def test_a_flood_of_rubbish(byte):
    def flood(board):
        board.incoming += bytes([byte]) * 8_000

    undisturbed(ways(script, acts=[(500, flood)]))
