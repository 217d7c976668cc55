"""A virtual serial port over TCP, on this computer only, for any number of programs."""

from __future__ import annotations

import socket

from mjshare.doors import Door
from mjshare.hub import Hub
from mjsim.words.names import UsageError


class TcpPort(Door):
    """Listens at `url`."""

    def __init__(self, hub: Hub, host: str, port: int) -> None:
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((host, port))
        except OSError as problem:
            server.close()
            raise UsageError(
                "cannot listen on %s:%d: %s; take another port, or 0 for a free one"
                % (host, port, problem.strerror or problem)
            ) from problem
        server.listen()
        self.url = "socket://%s:%d" % server.getsockname()[:2]
        super().__init__(hub, server)


def parse_tcp(text: str) -> tuple[str, int]:
    """`127.0.0.1:PORT` or `PORT` as (host, port); only this computer's own addresses."""
    host, _, port = text.rpartition(":")
    host = host or "127.0.0.1"
    if not port.isdecimal() or int(port) > 65535:
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
