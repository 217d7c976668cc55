"""Virtual serial ports: framing, one host at a time, reconnecting, errors that say what to do."""

import os
import socket
import time

import pytest

from mjsim.serving.ports import IN_LIMIT
from mjsim.serving.pty_port import PtyPort
from mjsim.serving.tcp_port import TcpPort, parse_tcp
from mjsim.words.framing import crc16, framed
from mjsim.words.names import UsageError
from tests.patience import HANG_S

DEADLINE_S = HANG_S


def until(condition, port):
    """Pump the port until `condition` holds; a deadline, never a bare sleep."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, "nothing happened within the deadline"
        port.pump()
        time.sleep(0.001)


@pytest.fixture
def tcp():
    port = TcpPort("127.0.0.1", 0)
    yield port
    port.close()


def connect(port):
    host = socket.create_connection(port._server.getsockname(), timeout=DEADLINE_S)
    until(lambda: port.connected, port)
    return host


def test_crc_check_value():
    assert crc16(b"123456789") == 0x29B1


def test_framed_line():
    assert framed("0 err busy") == b"0 err busy*%04X\n" % crc16(b"0 err busy")


def test_bytes_both_ways_at_most_eight_a_call(tcp):
    with connect(tcp) as host:
        host.sendall(b"0123456789")
        until(lambda: tcp.pending == 10, tcp)
        buf = bytearray(16)
        assert tcp.recv_into(buf) == 8 and bytes(buf[:8]) == b"01234567"
        assert tcp.recv_into(buf) == 2 and bytes(buf[:2]) == b"89"
        assert tcp.recv_into(buf) == 0
        tcp.send(b"answer--", 6)
        tcp.pump()
        assert host.recv(16) == b"answer"


def test_a_flood_is_not_kept(tcp):
    """Only its end is, and what comes behind it."""
    with connect(tcp) as host:
        host.setblocking(False)
        sent, flood = 0, memoryview(b"x" * 4_000_000)
        while sent < len(flood):
            try:
                sent += host.send(flood[sent:])
            except BlockingIOError:
                tcp.pump()
            assert tcp.pending <= IN_LIMIT
        host.setblocking(True)
        host.sendall(b"\n" + framed("1 status"))
        until(lambda: tcp.incoming.endswith(framed("1 status")), tcp)
        assert tcp.pending == IN_LIMIT


def test_second_host_is_told_and_closed_the_first_goes_on(tcp):
    with connect(tcp) as first:
        second = socket.create_connection(tcp._server.getsockname(), timeout=DEADLINE_S)
        second.sendall(b"1 hello*0000\n")
        heard = b""
        second.setblocking(False)

        def closed():
            nonlocal heard
            try:
                data = second.recv(64)
            except BlockingIOError:
                return False
            heard += data
            return data == b""

        until(closed, tcp)
        second.close()
        assert heard == framed("0 err busy")
        first.sendall(b"x")
        until(lambda: tcp.pending == 1, tcp)


def test_the_next_host_finds_a_fresh_line(tcp):
    with connect(tcp) as first:
        first.sendall(b"half a li")
        until(lambda: tcp.pending, tcp)
    until(lambda: not tcp.connected, tcp)
    with connect(tcp):
        assert tcp.pending == 0


def test_taken_port_is_a_sentence(tcp):
    number = tcp._server.getsockname()[1]
    with pytest.raises(UsageError, match="cannot listen on 127.0.0.1:%d.*or 0" % number):
        TcpPort("127.0.0.1", number)


@pytest.mark.parametrize("text", ["127.0.0.1:port", "127.0.0.1:70000", ""])
def test_bad_tcp_number(text):
    with pytest.raises(UsageError, match="write 127.0.0.1:PORT"):
        parse_tcp(text)


def test_only_this_computer():
    with pytest.raises(UsageError, match="this computer only"):
        parse_tcp("0.0.0.0:2000")
    assert parse_tcp("2000") == ("127.0.0.1", 2000)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_pty_link_comes_and_goes(tmp_path):
    link = tmp_path / "mj"
    port = PtyPort(str(link))
    assert port.url == str(link) and os.readlink(link) == port.device
    host = os.open(port.url, os.O_RDWR | os.O_NOCTTY)
    os.write(host, b"1 hello\r\n\x03")
    until(lambda: port.pending == 10, port)
    assert bytes(port.incoming) == b"1 hello\r\n\x03", "raw: nothing is translated"
    port.send(b"ok\n", 3)
    port.pump()
    assert os.read(host, 16) == b"ok\n"
    os.close(host)
    port.pump()
    port.close()
    assert not link.is_symlink()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_pty_link_that_cannot_be_made(tmp_path):
    taken = tmp_path / "file"
    taken.write_text("something of somebody's")
    with pytest.raises(UsageError, match="cannot make the link"):
        PtyPort(str(taken))
    assert taken.read_text() == "something of somebody's"
