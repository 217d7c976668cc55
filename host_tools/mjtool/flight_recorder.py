"""Reads the table's flight recorder, which goes on meanwhile, and makes the file of a recording.

The file is a line of JSON and the bytes (docs/RECORDER.md); `mjsim replay` reads it.
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Callable
from typing import Any

from .client import Client
from .errors import ToolError
from .message import Answer
from .refusal import ask

FORMAT = 2
PIECE = 84  # bytes of an answer
MASK = 0x1FFFFFFF  # places go on from 0 behind it
TRIES = 3
MACHINES = ("four_port", "single_port")  # as a board is wired
DEFAULT = "default="


class NothingRecorded(ToolError):
    """The recorder has nothing to give, or is quicker than the link."""

    kind = "nothing_recorded"


def read(client: Client, progress: Callable[[int, int], None]) -> bytes:
    """Everything from the oldest checkpoint up to now; `progress` hears of bytes read, of all."""
    for _ in range(TRIES):
        found = _read(client, progress)
        if found is not None:
            return found
    raise NothingRecorded(
        "what was being read was recorded over, %d times" % TRIES, client.url,
        "the link is slow, or much is going on", "try again when the table rests")


def _read(client: Client, progress: Callable[[int, int], None]) -> bytes | None:
    """One try; None when the beginning was overtaken."""
    answer = ask(client, "record")
    first, end = answer.number("first"), answer.number("next")
    if first < 0:
        raise NothingRecorded(
            "the flight recorder has no checkpoint yet", client.url,
            "the table has just been switched on", "wait a second, then try again")
    total = (end - first) & MASK
    found = bytearray(_bytes(answer))
    while len(found) < total:
        at = (first + len(found)) & MASK
        answer = ask(client, "record", **{"from": at})
        if (answer.number("next") - at) & MASK > (answer.number("next")
                                                  - answer.number("first")) & MASK:
            return None
        found += _bytes(answer)
        progress(min(len(found), total), total)
    return bytes(found[:total])


def _bytes(answer: Answer) -> bytes:
    try:
        return base64.urlsafe_b64decode(answer.fields["data"])
    except binascii.Error:
        return b""


def content(client: Client, data: bytes, uid: str | None = None) -> bytes:
    """The file: what is known of the table (under another number), a checksum over all, the bytes.
    """
    hello = client.hello
    settings = {}
    for row in client.rows("settings.get"):
        name, _, value = row.partition(":")
        settings[name] = int(value)
    head: dict[str, Any] = {
        "mjrec": FORMAT, "machine": hello.machine, "wired": MACHINES.index(hello.machine),
        "firmware": hello.fw, "code": "", "dictionary": hello.dictionary,
        "profile": hello.profile, "settings": settings, "unit": "", "seed": -1, "late": "",
        "uid": hello.uid if uid is None else uid, "bytes": len(data),
    }  # fmt: skip
    head["sha256"] = hashlib.sha256(json.dumps(head).encode() + b"\n" + data).hexdigest()
    return json.dumps(head).encode() + b"\n" + data
