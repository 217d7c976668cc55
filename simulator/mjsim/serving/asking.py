"""A host of one question: what `mjsim inject` and `mjsim hand` say to a table that is served."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable

from mjshare import meeting
from mjshare.frame import deframe, encode
from mjsim.words.names import UsageError

ENVIRONMENT = "MJTOOL_PORT"
ANSWER_S = 3.0
START = "start a table with `mjsim serve` and give the address that it prints with --port"


def ask(url: str, command: str, text: str = "") -> dict[str, str]:
    """The answer's fields; UsageError when nobody serves there, or it is refused, and why."""
    url = url or os.environ.get(ENVIRONMENT, "")
    if not url:
        raise UsageError("no table is named; %s, or set %s" % (START, ENVIRONMENT))
    words = [command] + (["text=" + text.replace(" ", ",")] if text else [])
    verdict, fields = _answer(url, " ".join(words))
    if verdict == "ok":
        return fields
    if fields.get("why"):
        raise UsageError(fields["why"].replace(",", " "))
    raise UsageError("%s is no simulated table: it does not know `%s`; %s" % (url, command, START))


def _answer(url: str, body: str) -> tuple[str, dict[str, str]]:
    try:
        read, write, close = _opened(url)
    except (OSError, ValueError) as problem:
        raise UsageError("nobody serves at %s (%s); %s" % (url, problem, START)) from problem
    try:
        write(encode("1 " + body))
        line = _line(read)
    except OSError as problem:
        raise UsageError("%s hung up (%s)" % (url, problem)) from problem
    finally:
        close()
    if line is None:
        raise UsageError("no answer from %s; is it a table?" % url)
    _, verdict, *rest = line.split(" ")
    pairs = (word.partition("=") for word in rest)
    return verdict, {key: value for key, _, value in pairs}


def _opened(url: str) -> tuple[Callable[[float], bytes], Callable[[bytes], object],
                               Callable[[], None]]:
    """Read, write and close a table's port; the link that shares it, when there is one."""
    if url.startswith("socket://"):
        host, _, port = url.removeprefix("socket://").partition(":")
        line = socket.create_connection((host, int(port)), ANSWER_S)
    elif (place := meeting.place_of(url)).exists() and meeting.is_alive(place):
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.connect(str(place))
    else:
        handle = os.open(url, os.O_RDWR | os.O_NOCTTY)
        return (lambda wait_s: _waited(handle, wait_s) and os.read(handle, 4096) or b"",
                lambda data: os.write(handle, data), lambda: os.close(handle))
    return (lambda wait_s: _waited(line.fileno(), wait_s) and line.recv(4096) or b"",
            line.sendall, line.close)


def _waited(handle: int, wait_s: float) -> bool:
    return bool(select.select([handle], [], [], wait_s)[0])


def _line(read: Callable[[float], bytes]) -> str | None:
    """The line that answers request 1."""
    rest = b""
    until = time.monotonic() + ANSWER_S
    while (left_s := until - time.monotonic()) > 0:
        bodies, rest, _ = deframe(rest + read(left_s))
        for body in bodies:
            if body.startswith("1 "):
                return body
    return None
