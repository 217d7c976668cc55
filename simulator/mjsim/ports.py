"""Virtual serial ports: TCP and PTY, each a byte pipe the firmware's link can poll.

A port has `url` (what `mjtool --port` takes), `recv_into(buf) -> n` with at most 8 bytes a
call (what a board reads in one scan), `send(buf, n)`, `pump()` which moves bytes between the
operating system and its buffers and never blocks, `connected`, `pending` and `close()`.
"""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Iterable
from pathlib import Path

from mjsim.names import UsageError

SCAN_BYTES = 8
"""Bytes a board takes from its port in one scan of 5 ms (14.4 kbit/s; design micropython §4)."""
LEAVE_S = 1.0
"""A refused host is closed from this side after so long, even if it stays."""
OUT_LIMIT = 65536
"""Bytes kept for a host that does not read; more are dropped, as USB does."""


def crc16(body: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF (design architecture "Serial link")."""
    crc = 0xFFFF
    for byte in body:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021) & 0xFFFF if crc & 0x8000 else crc << 1
    return crc


def framed(body: str) -> bytes:
    """`body` as a line of the link: body, `*`, CRC in four hex digits, line feed."""
    raw = body.encode("ascii")
    return b"%s*%04X\n" % (raw, crc16(raw))


class Pipe:
    """The buffers both kinds of port share."""

    url = ""

    def __init__(self) -> None:
        self.incoming = bytearray()
        self.outgoing = bytearray()

    @property
    def pending(self) -> int:
        """Bytes received and not yet read by the firmware."""
        return len(self.incoming)

    def recv_into(self, buf: bytearray) -> int:
        """Move at most 8 received bytes to the start of `buf`; their number."""
        n = min(SCAN_BYTES, len(self.incoming), len(buf))
        if n:
            buf[:n] = self.incoming[:n]
            del self.incoming[:n]
        return n

    def send(self, buf: bytes | bytearray | memoryview, n: int) -> int:
        """Queue the first `n` bytes of `buf` for the host."""
        if len(self.outgoing) + n <= OUT_LIMIT:
            self.outgoing += bytes(buf[:n])
        return n

    def forget(self) -> None:
        """Drop both buffers: a host came or went."""
        self.incoming.clear()
        self.outgoing.clear()


class TcpPort(Pipe):
    """A TCP server for one host at a time; a second one is told `0 err busy` and closed."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__()
        self._host: socket.socket | None = None
        self._leaving: list[tuple[socket.socket, float]] = []
        self._server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._server.bind((host, port))
        except OSError as problem:
            self._server.close()
            raise UsageError(
                "cannot listen on %s:%d: %s; take another port, or 0 for a free one"
                % (host, port, problem.strerror or problem)
            ) from problem
        self._server.listen(4)
        self._server.setblocking(False)
        self.url = "socket://%s:%d" % self._server.getsockname()[:2]

    @property
    def connected(self) -> bool:
        """True while a host is connected."""
        return self._host is not None

    def sockets(self) -> list[socket.socket]:
        """What to wait for with select."""
        return [self._server] + ([self._host] if self._host else [])

    def pump(self) -> None:
        """Accept, read and write whatever is ready now."""
        self._accept()
        self._see_off()
        if self._host is None:
            return
        try:
            data = self._host.recv(4096)
            if not data:
                self._drop()
                return
            self.incoming += data
        except BlockingIOError:
            pass
        except OSError:
            self._drop()
            return
        self._flush()

    def _accept(self) -> None:
        while True:
            try:
                newcomer, _ = self._server.accept()
            except BlockingIOError:
                return
            newcomer.setblocking(False)
            newcomer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._host is not None and not self._gone():
                self._refuse(newcomer)
                continue
            self._drop()
            self._host = newcomer

    def _refuse(self, newcomer: socket.socket) -> None:
        """Tell a second host that the table is taken; it is closed once it has heard."""
        try:
            newcomer.send(framed("0 err busy"))
            newcomer.shutdown(socket.SHUT_WR)
        except OSError:
            newcomer.close()
            return
        self._leaving.append((newcomer, time.monotonic() + LEAVE_S))

    def _see_off(self) -> None:
        """Close refused hosts that have closed too, or had their time.

        What they sent is read first: closing on unread bytes would reset the connection, and
        the answer could be lost.
        """
        for pair in list(self._leaving):
            host, until = pair
            try:
                done = host.recv(4096) == b""
            except BlockingIOError:
                done = time.monotonic() > until
            except OSError:
                done = True
            if done:
                host.close()
                self._leaving.remove(pair)

    def _gone(self) -> bool:
        """True when the connected host has closed and nothing of it is left to read."""
        if self._host is None:
            return True
        try:
            return self._host.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def _flush(self) -> None:
        if not self.outgoing or self._host is None:
            return
        try:
            del self.outgoing[: self._host.send(self.outgoing)]
        except BlockingIOError:
            return
        except OSError:
            self._drop()

    def _drop(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None
        self.forget()

    def close(self) -> None:
        """Close the host's connection and the server."""
        self._flush()
        self._drop()
        for host, _ in self._leaving:
            host.close()
        self._server.close()


class PtyPort(Pipe):
    """A pseudo-terminal in raw mode (Linux, macOS), with a symbolic link to it on request.

    The slave end stays open here, so hosts may come and go and the line never hangs up.
    """

    connected = True

    def __init__(self, link: str = "") -> None:
        super().__init__()
        try:
            import tty
        except ImportError as problem:
            raise UsageError(
                "this system has no pseudo-terminals; use --tcp 127.0.0.1:0"
            ) from problem
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.device = os.ttyname(self._slave)
        self.url = self.device
        self._link: Path | None = None
        if link:
            self._make_link(Path(link))

    def _make_link(self, link: Path) -> None:
        try:
            if link.is_symlink():
                link.unlink()
            link.symlink_to(self.device)
        except OSError as problem:
            self.close()
            raise UsageError(
                "cannot make the link %s to %s: %s; name a path that does not exist yet, in a "
                "folder you may write" % (link, self.device, problem.strerror)
            ) from problem
        self._link = link
        self.url = str(link)

    def sockets(self) -> list[int]:
        """What to wait for with select."""
        return [self._master]

    def pump(self) -> None:
        """Read and write whatever is ready now."""
        try:
            self.incoming += os.read(self._master, 4096)
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.EIO):
                raise
        if self.outgoing:
            try:
                del self.outgoing[: os.write(self._master, self.outgoing)]
            except BlockingIOError:
                self._overrun()

    def _overrun(self) -> None:
        """Nobody reads: throw away what waits, so that the next host starts fresh."""
        import termios

        termios.tcflush(self._slave, termios.TCIFLUSH)
        self.outgoing.clear()

    def close(self) -> None:
        """Remove the symbolic link and close both ends."""
        link = getattr(self, "_link", None)
        if link is not None and link.is_symlink() and os.readlink(link) == self.device:
            link.unlink()
        os.close(self._master)
        os.close(self._slave)


def parse_tcp(text: str) -> tuple[str, int]:
    """`127.0.0.1:PORT` or `PORT` as (host, port); only this computer's own addresses."""
    host, _, port = text.rpartition(":")
    host = host or "127.0.0.1"
    if not port.isdigit() or int(port) > 65535:
        raise UsageError(
            "--tcp %s: '%s' is no port number; write 127.0.0.1:PORT, PORT 0..65535 "
            "(0 = any free one)" % (text, port)
        )
    if host not in ("127.0.0.1", "localhost"):
        raise UsageError(
            "--tcp %s: the simulated table serves this computer only; write 127.0.0.1:%s"
            % (text, port)
        )
    return "127.0.0.1", int(port)


def pump_all(ports: Iterable[TcpPort | PtyPort]) -> int:
    """Pump every port; the number of bytes now waiting for the firmware."""
    waiting = 0
    for port in ports:
        port.pump()
        waiting += port.pending
    return waiting
