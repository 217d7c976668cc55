"""pyserial's port behind a Unix socket: `unix:///run/user/1000/mjtool/share-....sock`."""

import socket
from typing import Any

from serial.serialutil import SerialException
from serial.urlhandler import protocol_socket

PREFIX = "unix://"
CONNECT_S = 5.0


class Serial(protocol_socket.Serial):
    """As pyserial's `socket://`, but the other end is a file of this computer."""

    def open(self) -> None:
        """Connect; SerialException when nobody listens there."""
        self.logger: Any = None
        self._socket: socket.socket | None = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(CONNECT_S)
        try:
            self._socket.connect(str(self.portstr).removeprefix(PREFIX))
        except OSError as problem:
            self._socket.close()
            self._socket = None
            raise SerialException(f"Could not open port {self.portstr}: {problem}") from problem
        self._socket.setblocking(False)
        self.is_open = True

    def close(self) -> None:
        """Hang up; at once, for nobody at the other end needs a pause."""
        if self.is_open and self._socket is not None:
            self._socket.close()
            self._socket = None
        self.is_open = False
