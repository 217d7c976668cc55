"""The port: opened with pyserial's `serial_for_url`, whatever is behind it."""

import io
import os
import re
import select
from types import TracebackType

import serial

from .address import mistake
from .errors import LinkLostError, NoDeviceError, PortInUseError

try:
    from termios import error as _TerminalError
except ImportError:  # Windows has no terminals of this kind
    _TerminalError = OSError  # type: ignore[assignment, misc]

PORT_ERRORS = (OSError, _TerminalError)
"""What a port that goes away raises; a terminal's own error is no OSError."""
TRIPS = (ValueError, LookupError, AttributeError, TypeError, re.error)
"""What pyserial raises over an address that it makes nothing of."""
BAUD = 115200  # of no meaning over USB, TCP or a PTY
READ_S = 0.05
READ_BYTES = 4096


class Transport:
    """One open port that gives bytes and takes lines; `told` is what messages call it."""

    def __init__(self, url: str, told: str = "") -> None:
        self.url = told or url
        if wrong := mistake(url):
            raise _no_address(url, wrong)
        try:
            self._port = serial.serial_for_url(url, baudrate=BAUD, timeout=READ_S,
                                               write_timeout=1.0, exclusive=True,
                                               do_not_open=True)
            if url.startswith(("socket:", "unix:")):
                # pyserial would throw away what a shared port says first: `0 err busy`
                self._port.reset_input_buffer = lambda: None  # type: ignore[method-assign]
            self._port.open()
            self._wait_at = _descriptor(self._port)
            if self._wait_at is not None:
                self._port.timeout = 0  # `select` waits: a read then takes all there is at once
        except PORT_ERRORS as problem:
            raise _cannot_open(url, problem) from None
        except TRIPS as problem:
            raise _no_address(url, _kind(url, problem)) from None

    def read(self) -> bytes:
        """What has come, waiting at most READ_S for the first byte."""
        try:
            if self._wait_at is not None:
                ready = select.select([self._wait_at], [], [], READ_S)[0]
                return bytes(self._port.read(READ_BYTES)) if ready else b""
            data = self._port.read(1)
            waiting = self._port.in_waiting if data else 0
            return bytes(data + self._port.read(waiting) if waiting else data)
        except PORT_ERRORS as problem:
            raise self._lost(problem) from None

    def descriptors(self) -> list[int]:
        """What `select` may wait at until there is something to read; none: it cannot."""
        return [] if self._wait_at is None else [self._wait_at]

    def write(self, line: bytes) -> None:
        """Send one line."""
        try:
            self._port.write(line)
            self._port.flush()
        except PORT_ERRORS as problem:
            raise self._lost(problem) from None

    def close(self) -> None:
        """Give the port back."""
        try:
            self._port.close()
        except PORT_ERRORS:
            return

    def _lost(self, problem: Exception) -> LinkLostError:
        return LinkLostError(f"the connection broke ({problem})", self.url,
                             "the cable was pulled, the board restarted or the simulator ended",
                             "check the cable and start the command again")

    def __enter__(self) -> "Transport":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def _descriptor(port: serial.SerialBase) -> int | None:
    """What to wait at, None where a port has no such thing (rfc2217, loop)."""
    try:
        return int(port.fileno())
    except (AttributeError, OSError, io.UnsupportedOperation):
        return None


def _cannot_open(url: str, problem: Exception) -> NoDeviceError:
    """Why a port could not be opened, in words."""
    text = str(problem)
    if "ermission" in text:
        return NoDeviceError("the port may not be opened by you", url,
                             "the user is not in the group that owns serial ports",
                             "add the user to that group (dialout or uucp) and log in again")
    if "usy" in text or "exclusively lock" in text:
        return PortInUseError("the port is in use", url, "another program has it open",
                              "close the other program, mjtool or a terminal, and try again")
    if "refused" in text:
        return NoDeviceError("nobody listens there", url, "the simulated table is not running",
                             "start it with `mjsim serve` and use the address that it prints")
    if "Could not configure port" in text:
        return NoDeviceError("this is no serial port", url, "it is a file or another device",
                             "run `mjtool ports` to see what there is")
    if "Errno -" in text:
        return NoDeviceError("no computer of that name is known", url, "a typing mistake",
                             "write the name or the number, like socket://127.0.0.1:5000")
    number = getattr(problem, "errno", None) or getattr(problem.__cause__, "errno", None)
    why = os.strerror(number).lower() if number else "it does not open"
    return NoDeviceError(f"there is no such port ({why})", url,
                         "the cable is out, or the port has another name now",
                         "run `mjtool ports` to see what there is")


def _no_address(url: str, why: str) -> NoDeviceError:
    return NoDeviceError(f"not an address of a port ({why})", url, "a typing mistake",
                         "write it like socket://127.0.0.1:5000")


def _kind(url: str, problem: Exception) -> str:
    """Why pyserial could make nothing of an address."""
    kind = url.partition("://")[0]
    return (f"there is no kind of port `{kind}`" if "not known" in str(problem)
            else f"what follows `{kind}://` is not understood")
