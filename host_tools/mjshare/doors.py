"""Sockets through which programs come to a shared link. Nothing here waits."""

from __future__ import annotations

import socket
from functools import partial

from .hub import Hub
from .seat import Seat

READ_BYTES = 4096  # of one program in one look: a flood is not given all the time
OUT_LIMIT = 65536  # bytes for a program that does not read; it is shown out then


class Door:
    """Listens at a socket; everybody who comes gets a seat at the hub."""

    def __init__(self, hub: Hub, listener: socket.socket) -> None:
        self.hub = hub
        self._listener = listener
        self._listener.setblocking(False)
        self._guests: dict[socket.socket, Seat] = {}
        self._out: dict[socket.socket, bytearray] = {}

    def sockets(self) -> list[socket.socket]:
        """What to wait for with select."""
        return [self._listener, *self._guests]

    def pump(self, now_s: float) -> None:
        """Accept, read and write whatever is ready now."""
        self._accept()
        for guest in list(self._guests):
            self._read(guest, now_s)
        for guest in list(self._guests):
            self._write(guest)

    def _accept(self) -> None:
        while True:
            try:
                guest, _ = self._listener.accept()
            except OSError:
                return
            guest.setblocking(False)
            if guest.family != getattr(socket, "AF_UNIX", None):
                guest.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._out[guest] = out = bytearray()
            self._guests[guest] = self.hub.join(partial(_keep, out))

    def _read(self, guest: socket.socket, now_s: float) -> None:
        try:
            data = guest.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.hub.heard(self._guests[guest], data, now_s)
        else:
            self._gone(guest)

    def _write(self, guest: socket.socket) -> None:
        out = self._out[guest]
        if len(out) > OUT_LIMIT:
            self._gone(guest)
            return
        if out:
            try:
                del out[:guest.send(out)]
            except BlockingIOError:
                return
            except OSError:
                self._gone(guest)

    def _gone(self, guest: socket.socket) -> None:
        self.hub.leave(self._guests.pop(guest))
        del self._out[guest]
        guest.close()

    def close(self) -> None:
        """Show everybody out."""
        for guest in list(self._guests):
            self._write(guest)
        for guest in list(self._guests):
            self._gone(guest)
        self._listener.close()


def _keep(out: bytearray, data: bytes) -> None:
    out += data
