"""A virtual serial port as a pseudo-terminal (Linux, macOS)."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from mjshare.hub import Hub
from mjsim.words.names import UsageError

READ_BYTES = 4096
"""Of the host in one look: a flood is not given the simulator's whole time."""


def point(link: Path, device: str) -> None:
    """Make a symbolic link to a terminal, in place of an older one."""
    if link.is_symlink():
        link.unlink()
    link.symlink_to(device)


def take_away(link: Path | None, device: str) -> None:
    """Remove the link, if it still leads to this terminal."""
    if link is not None and link.is_symlink() and os.readlink(link) == device:
        link.unlink()


class PtyPort:
    """A pseudo-terminal in raw mode (Linux, macOS), with a symbolic link to it on request.

    The slave end stays open here, so hosts may come and go and the line never hangs up. It is one
    seat at the hub, whoever has it open: a cable does not say who is at its end.
    """

    def __init__(self, hub: Hub, link: str = "") -> None:
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
        self._outgoing = bytearray()
        self._hub = hub
        self._seat = hub.join(self._outgoing.extend)

    def _make_link(self, link: Path) -> None:
        try:
            point(link, self.device)
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

    def pump(self, now_s: float) -> None:
        """Read and write whatever is ready now."""
        try:
            self._hub.heard(self._seat, os.read(self._master, READ_BYTES), now_s)
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.EIO):
                raise
        if self._outgoing:
            try:
                del self._outgoing[: os.write(self._master, self._outgoing)]
            except BlockingIOError:
                self._overrun()

    def _overrun(self) -> None:
        """Nobody reads: throw away what waits, so that the next host starts fresh."""
        import termios

        termios.tcflush(self._slave, termios.TCIFLUSH)
        self._outgoing.clear()

    def close(self) -> None:
        """Remove the symbolic link and close both ends."""
        take_away(getattr(self, "_link", None), self.device)
        os.close(self._master)
        os.close(self._slave)
