"""A virtual serial port over TCP: one host at a time, on this computer only."""

from __future__ import annotations

import socket
import time

from mjsim.serving.ports import READ_BYTES, READS, Pipe
from mjsim.words.framing import framed
from mjsim.words.names import UsageError

LEAVE_S = 1.0
"""A refused host is closed from this side after this long, even if it stays."""


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
        if self._read():
            self._flush()

    def _read(self) -> bool:
        """Take what the host sent; False when there is none any more."""
        for look in range(READS):
            if self._host is None:
                return False
            try:
                data = self._host.recv(READ_BYTES)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            if data:
                self.arrived(data)
            elif look:
                break  # gone, but what it sent last is read first
            else:
                self._drop()
        return True

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
