"""Virtual serial ports: the board's own caps, several programs, errors that say what to do."""

import os
import select
import socket
import time

import pytest

from hal.usb_serial import CHUNK
from mjshare.doors import OUT_LIMIT
from mjshare.frame import encode
from mjshare.hub import Hub
from mjsim.serving.pty_port import PtyPort
from mjsim.serving.tcp_port import TcpPort, parse_tcp
from mjsim.serving.usb_cable import IN_LIMIT, UsbCable
from mjsim.words.framing import crc16, framed
from mjsim.words.names import UsageError
from tests.patience import HANG_S

DEADLINE_S = HANG_S


class Asked:
    """A hub whose board answers nothing: `lines` is what it was asked."""

    def __init__(self):
        self.lines = b""
        self.hub = Hub(self._take, lambda command: False)

    def _take(self, data):
        self.lines += data


def until(condition, port):
    """Pump the port until `condition` holds; a deadline, never a bare sleep."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, "nothing happened within the deadline"
        port.pump(time.monotonic())
        time.sleep(0.001)


@pytest.fixture
def asked():
    return Asked()


@pytest.fixture
def tcp(asked):
    port = TcpPort(asked.hub, "127.0.0.1", 0)
    yield port
    port.close()


def connect(port):
    seats = len(port.hub.seats)
    address = port.url.removeprefix("socket://").split(":")
    host = socket.create_connection((address[0], int(address[1])), timeout=DEADLINE_S)
    until(lambda: len(port.hub.seats) == seats + 1, port)
    return host


def test_crc_check_value():
    assert crc16(b"123456789") == 0x29B1


def test_the_simulators_lines_are_those_of_the_host():
    assert framed("0 err busy") == encode("0 err busy")


def test_the_cable_takes_and_gives_what_a_board_does_in_a_scan():
    """The driver is the board's own: so many bytes a call in, a whole answer out, but the very
    first byte alone."""
    cable = UsbCable()
    cable.put(bytes(range(100)))
    buf = bytearray(64)
    assert [cable.serial.recv_into(buf) for _ in range(2)] == [CHUNK, CHUNK]
    answer = b"1 ok" + b"x" * 190
    assert cable.serial.send(answer, len(answer)) == len(answer)
    assert cable.serial.recv_into(buf) == 0, "nothing is read while an answer is on its way"
    assert cable.serial.send(answer, len(answer)) == 0
    pieces = []
    while cable.waiting and not cable.serial.idle:
        cable.serial.pump()
        pieces.append(len(cable.take()))
    assert pieces == [1, len(answer) - 1]
    cable.serial.send(answer, len(answer))
    cable.serial.pump()
    assert cable.take() == answer


def test_a_flood_is_not_kept_in_the_cable():
    cable = UsbCable()
    cable.put(b"x" * 4_000_000)
    cable.put(framed("1 status"))
    assert len(cable._to_board) == IN_LIMIT and cable._to_board.endswith(framed("1 status"))


def test_many_programs_come_and_go(tcp, asked):
    with connect(tcp) as first, connect(tcp) as second:
        first.sendall(framed("1 share.name name=first"))
        second.sendall(framed("1 share.list"))
        until(lambda: select_ready(second), tcp)
        assert b"ok n=2" in second.recv(200)
    until(lambda: not tcp.hub.seats, tcp)
    assert asked.lines == b"" or b"share" not in asked.lines


def select_ready(host):
    """Something can be read."""
    return select.select([host], [], [], 0)[0]


def test_whoever_does_not_read_is_shown_out(tcp):
    with connect(tcp) as host:
        host.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        (seat,) = tcp.hub.seats
        for _ in range(400):
            seat.reply(b"x" * (OUT_LIMIT // 4))
            tcp.pump(0.0)
        assert tcp.hub.seats == []


def test_taken_port_is_a_sentence(tcp, asked):
    number = int(tcp.url.rpartition(":")[2])
    with pytest.raises(UsageError, match="cannot listen on 127.0.0.1:%d.*or 0" % number):
        TcpPort(asked.hub, "127.0.0.1", number)


@pytest.mark.parametrize("text", ["127.0.0.1:port", "127.0.0.1:70000", ""])
def test_bad_tcp_number(text):
    with pytest.raises(UsageError, match="write 127.0.0.1:PORT"):
        parse_tcp(text)


def test_only_this_computer():
    with pytest.raises(UsageError, match="this computer only"):
        parse_tcp("0.0.0.0:2000")
    assert parse_tcp("2000") == ("127.0.0.1", 2000)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_pty_link_comes_and_goes(tmp_path, asked):
    link = tmp_path / "mj"
    port = PtyPort(asked.hub, str(link))
    assert port.url == str(link) and os.readlink(link) == port.device
    host = os.open(port.url, os.O_RDWR | os.O_NOCTTY)
    os.write(host, b"\x03\r\n" + framed("1 status"))
    until(lambda: framed("1 status") in asked.lines, port)
    asked.hub.seats[0].reply(b"ok\n")
    heard = b""
    while not heard.endswith(b"ok\n"):  # raw: nothing is translated
        until(lambda: select_ready(host), port)
        heard += os.read(host, 64)
    os.close(host)
    port.pump(0.0)
    port.close()
    assert not link.is_symlink()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_pty_link_that_cannot_be_made(tmp_path, asked):
    taken = tmp_path / "file"
    taken.write_text("something of somebody's")
    with pytest.raises(UsageError, match="cannot make the link"):
        PtyPort(asked.hub, str(taken))
    assert taken.read_text() == "something of somebody's"
