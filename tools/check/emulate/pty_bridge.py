"""The board's serial port as a pseudo-terminal: bytes both ways, and whether anybody has it open.

A program that opens the port raises DTR on the emulated cable. One that stops reading holds the
board up after `UNREAD` bytes: the kernel would keep some 20 KB more than a real cable does.
"""

from __future__ import annotations

import errno
import os
import select
import struct
from pathlib import Path

from mjsim.serving.pty_port import point, take_away
from tools.check.emulate.problems import EmulateError

CHUNK = 1024
UNREAD = 512
"""Bytes that may lie in the kernel, not yet read by the program."""


class PtyBridge:
    """`device` is the path to open; `link` a name of your choice that points to it."""

    def __init__(self, link: str = "") -> None:
        try:
            import tty
        except ImportError as problem:
            raise EmulateError("this system", "it has no pseudo-terminals",
                               do="use Linux, or macOS") from problem  # fmt: skip
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.device = os.ttyname(slave)
        os.close(slave)  # from now on the master can tell whether anybody has it open
        os.set_blocking(self.master, False)
        self.open = False
        self._outgoing = bytearray()
        self._link = Path(link) if link else None
        self._poll = select.poll()
        self._poll.register(self.master, select.POLLIN)
        if self._link:
            self._make_link(self._link)

    def _make_link(self, link: Path) -> None:
        try:
            point(link, self.device)
        except OSError as problem:
            self._link = None
            self.close()
            raise EmulateError(
                str(link), "cannot make this name for %s: %s" % (self.device, problem.strerror),
                do="name a path that does not exist yet, in a folder you may write to",
            ) from problem

    def look(self) -> bool:
        """Has somebody opened or closed the port? `open` says which.

        It counts as open until everything that was written before closing has been read.
        """
        events = sum(event for _, event in self._poll.poll(0))
        is_open = not events & select.POLLHUP or bool(events & select.POLLIN)
        if is_open == self.open:
            return False
        self.open = is_open
        if not is_open:
            self._forget()
        return True

    def _forget(self) -> None:
        """Nobody wants what waits for the program that has gone, here or in the kernel."""
        import termios

        self._outgoing.clear()
        slave = os.open(self.device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        termios.tcflush(slave, termios.TCIFLUSH)
        os.close(slave)

    def read(self, most: int = CHUNK) -> bytes:
        """What the program has written, at most `most` bytes; b"" when there is nothing."""
        try:
            return os.read(self.master, most)
        except OSError as problem:
            if problem.errno in (errno.EAGAIN, errno.EIO):
                return b""
            raise

    def send(self, data: bytes) -> int:
        """Bytes of the board for the program; how many the kernel took by now."""
        if self.open:
            self._outgoing += data
        return self.flush()

    def flush(self) -> int:
        """Try again with what the kernel has not taken yet."""
        room = UNREAD - self._unread() if self._outgoing else 0
        if room <= 0:
            return 0
        try:
            count = os.write(self.master, self._outgoing[:room])
        except OSError as problem:
            if problem.errno in (errno.EAGAIN, errno.EIO):
                return 0
            raise
        del self._outgoing[:count]
        return count

    def _unread(self) -> int:
        """Bytes in the kernel that the program has not read yet."""
        import fcntl
        import termios

        slave = os.open(self.device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            answer = fcntl.ioctl(slave, termios.FIONREAD, struct.pack("i", 0))
        finally:
            os.close(slave)
        return int(struct.unpack("i", answer)[0])

    @property
    def waiting(self) -> int:
        """Bytes of the board that the program has not made room for."""
        return len(self._outgoing)

    def close(self) -> None:
        """Remove the name and close the terminal."""
        take_away(self._link, self.device)
        os.close(self.master)
