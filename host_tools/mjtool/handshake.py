"""`hello`: is there a table at this port, and does it speak our protocol?

Nothing but `hello` is ever sent to a port that has not answered it.
"""

from dataclasses import asdict, dataclass
from typing import Any

from .dictionary import Dictionary
from .errors import NoDeviceError, ToolError, WrongDeviceError
from .message import Answer
from .strangers import KEPT, known

PRODUCT = "mjtable"
Data = bytes  # a field is called `bytes`


@dataclass(frozen=True)
class Hello:
    """Who is there."""

    product: str
    uid: str
    fw: str
    proto: str
    dictionary: str
    profile: str
    machine: str
    mode: str
    reset: str
    sim: bool

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


@dataclass
class Heard:
    """What came back while nobody had answered `hello` yet."""

    bytes: int = 0
    echo: bool = False
    lines: int = 0
    busy: bool = False
    sample: Data = b""

    def take(self, data: Data) -> None:
        """More has come; the first of it is kept."""
        self.bytes += len(data)
        self.sample = (self.sample + data)[:KEPT]


def accept(url: str, answer: Answer, dictionary: Dictionary) -> Hello:
    """The table behind an answer to `hello`; WrongDeviceError when it is none for us."""
    fields = answer.fields
    if not answer.ok or "product" not in fields or "proto" not in fields:
        raise WrongDeviceError(
            "it answers in our line format, but not as a table does to `hello`", url,
            "another device of the same family, or a broken firmware",
            "unplug other devices, or name the table's port with --port")
    if fields["product"] != PRODUCT:
        raise WrongDeviceError(
            f"this is a `{fields['product']}`, not an automatic mahjong table", url,
            "another device has this port",
            "run `mjtool ports` and name the right one with --port")
    check_protocol(url, fields["proto"], fields.get("fw", "unknown"), dictionary)
    return Hello(
        product=fields["product"], uid=fields.get("uid", ""), fw=fields.get("fw", ""),
        proto=fields["proto"], dictionary=fields.get("dict", ""),
        profile=fields.get("profile", ""), machine=fields.get("machine", ""),
        mode=fields.get("mode", ""), reset=fields.get("reset", ""),
        sim=fields.get("sim") == "1")


def check_protocol(url: str, proto: str, version: str, dictionary: Dictionary) -> None:
    """Both sides speak the same major protocol, or WrongDeviceError with both versions."""
    major = proto.split(".")[0]
    if major != str(dictionary.major):
        older = "table's firmware" if major < str(dictionary.major) else "mjtool"
        raise WrongDeviceError(
            f"the table speaks protocol {proto} (firmware {version}), this mjtool speaks "
            f"{dictionary.protocol}", url, f"the {older} is too old",
            f"update the {older}, so that both have the same number before the dot")


def nobody(url: str, heard: Heard) -> ToolError:
    """Why a port that did not answer `hello` was not taken."""
    if heard.busy:
        return NoDeviceError("another program already talks to this table", url,
                             "a second mjtool or dashboard uses the same port",
                             "end the other program and try again")
    stranger = known(heard.sample, heard.bytes, url) if not heard.lines or heard.echo else None
    if stranger:
        return stranger
    if heard.echo:
        return WrongDeviceError("the port only sends back what it is sent", url,
                                "a loop-back plug, or a terminal with echo",
                                "connect the table's own USB cable")
    if heard.lines:
        return WrongDeviceError("something answers, but never to `hello`", url,
                                "a table that is being used by another program, or another device",
                                "end other programs, or name another port with --port")
    if heard.bytes:
        return WrongDeviceError(
            f"it sent {heard.bytes} bytes that are no line of a table", url,
            "another kind of device",
            "run `mjtool ports`; if it is the table, restart it (power off, wait 6 s, on)")
    return NoDeviceError("the port is silent: nobody answered `hello`", url,
                         "the table is off, still starting, or its program has stopped",
                         "switch the table on, wait 5 s and try again")


def dictionary_note(hello: Hello, dictionary: Dictionary) -> str:
    """A sentence when the two sides know different commands, "" when they know the same."""
    if hello.dictionary == dictionary.hash:
        return ""
    theirs = hello.dictionary or "(none)"
    return (f"the table's firmware {hello.fw} has the dictionary {theirs}, this "
            f"mjtool has {dictionary.hash}: some commands or events may not be understood. "
            "Update whichever is older.")
