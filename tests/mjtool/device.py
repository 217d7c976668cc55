"""A table at a TCP port for the host's tests: the real link on a fake table, or a stranger."""

import contextlib
import socket
import threading
import time

from mjtable.link.link import Link
from tests.protocol.fake_table import FakeTable

SCAN_S = 0.001  # five times as fast as a board


class SocketPort:
    """The board's side of a connection. `spoil` may change or swallow what goes out."""

    def __init__(self, connection, spoil):
        self.connection = connection
        self.spoil = spoil
        connection.setblocking(False)

    def recv_into(self, buf):
        try:
            data = self.connection.recv(len(buf))
        except BlockingIOError:
            return 0
        if not data:
            raise ConnectionError("the host has gone")
        buf[: len(data)] = data
        return len(data)

    def send(self, buf, n):
        data = self.spoil(bytes(buf[:n]))
        if data:
            self.connection.sendall(data)


class Device:
    """Serves one host after the other; `accept(connection)` may be replaced by a wrong device."""

    def __init__(self, table=None, uid="E6614103E7452D2F"):
        self.table = table or FakeTable()
        self.link = Link(self.table, uid)
        self.spoil = lambda data: data
        self.heard = b""
        self.hosts = 0
        self.now_ms = 0
        self.each_scan = lambda device: None
        self.serve = self.run_table
        self.kick = threading.Event()
        self._end = threading.Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(0.02)
        self.url = "socket://127.0.0.1:%d" % self._server.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *problem):
        self._end.set()
        self._thread.join(5)
        self._server.close()

    def _accept(self):
        while not self._end.is_set():
            try:
                connection, _ = self._server.accept()
            except TimeoutError:
                continue
            self.hosts += 1
            with connection, contextlib.suppress(OSError):
                self.serve(connection)

    def run_table(self, connection):
        """The real link, scan by scan, until the host goes or `kick` is set."""
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        port = SocketPort(connection, lambda data: self.spoil(data))
        while not self._end.is_set():
            if self.kick.is_set():
                self.kick.clear()
                return
            self.now_ms += 5
            self.each_scan(self)
            self.link.poll(port, self.now_ms)
            time.sleep(SCAN_S)

    def says(self, data, answer=lambda data: b""):
        """Make it a wrong device: it sends `data` at once and `answer(line)` to what it hears."""

        def serve(connection):
            connection.settimeout(0.02)
            connection.sendall(data)
            while not self._end.is_set():
                try:
                    heard = connection.recv(100)
                except TimeoutError:
                    continue
                if not heard:
                    return
                self.heard += heard
                connection.sendall(answer(heard))

        self.serve = serve
