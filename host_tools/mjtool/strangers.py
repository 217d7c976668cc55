"""Who it is that does not answer `hello`: known by the first bytes that it sent."""

import re
from dataclasses import dataclass

from .errors import WrongDeviceError

KEPT = 1000
"""Bytes that are kept to be looked at."""
FLOOD = 4000
"""Bytes within the three tries for an answer; a table that is asked once sends a line or two."""


@dataclass(frozen=True)
class Stranger:
    """What its first bytes are like, and the sentence for it."""

    like: re.Pattern[bytes]
    what: str
    cause: str
    do: str


def _row(like: str, what: str, cause: str, do: str) -> Stranger:
    return Stranger(re.compile(like.encode(), re.MULTILINE), what, cause, do)


STRANGERS = (
    _row(r"(?i)boot ?loader|bootsel|\buf2\b",
         "a board in its boot loader answers: it runs no program",
         "it was plugged in with the BOOTSEL button held, or has no firmware",
         "put MicroPython on it, then `mjtool flash` (docs/FLASHING.md)"),
    _row(r"^>>> |MicroPython v|CircuitPython|raw REPL|Traceback \(most recent call last\)",
         "a MicroPython prompt answers: the board runs no table",
         "it is in maintenance, its program stopped, or it is another board with MicroPython",
         "if it is the table, restart it (power off, wait 6 s, on); a new board needs "
         "`mjtool flash`"),
    _row(r"(?:login|[Pp]assword): ?$|command not found|: not found|[\w~\]/][$#] ?$",
         "a computer's shell answers, not a table",
         "the port is the console of another computer or of a network device",
         "run `mjtool ports` and name the table's with --port"),
    _row(r"^\s*(?:ERROR|OK|NO CARRIER|\+CME ERROR.*)\r?$",
         "a modem answers (it says OK or ERROR), not a table",
         "a phone, a modem or a radio module has this port",
         "run `mjtool ports` and name the table's with --port"),
    _row(r"^\d+ (?:ok|err)\b[^*\n]*\*[0-9A-Fa-f]{4}\r?$",
         "something answers like a table, but its lines have a wrong checksum",
         "a bad cable, interference from the motors, or another program at the same port",
         "use another cable, away from the motors' wires, and no hub"),
    _row(r"^\d+ (?:ok|err)\b[^*\n]*$",
         "something answers like a table, but only half lines come",
         "the cable loses bytes, or another program reads from the same port",
         "end other programs (`mjtool doctor` lists the ports), use another cable"),
)


def known(sample: bytes, count: int, url: str) -> WrongDeviceError | None:
    """The error for a stranger that sent `count` bytes, `sample` first; None: nobody we know."""
    if count > FLOOD:
        return WrongDeviceError(
            f"it sends without end, {count} bytes so far, and no line of a table", url,
            "a device that reports by itself (a receiver, a meter, a log), or a wrong speed",
            "run `mjtool ports` and name the table's with --port")
    for stranger in STRANGERS:
        if stranger.like.search(sample):
            return WrongDeviceError(stranger.what, url, stranger.cause, stranger.do)
    return None
