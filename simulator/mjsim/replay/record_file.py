"""The file of a recording: a line of JSON that says what it is, then the recorder's bytes.

The line has `sha256`, a checksum over all the rest, so that a file that was cut or changed is
refused before anything is played. What is wrong is always said with what to do.
"""

from __future__ import annotations

import ast
import hashlib
import json
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

import mjtable
from mjsim.generated import constants as C
from mjsim.words.names import MACHINES, UsageError, choose
from mjsim.words.vocabulary import checked_settings, profiles
from mjtable.generated.command_table import DICT
from mjtable.version import VERSION

FORMAT = 2
SUFFIX = ".mjrec"
MOST = 1 << 20
"""No recording is longer: the largest ring is a sixteenth of it."""
AGAIN = "record again: `mjtool record FILE`, or a run with the same seed"


@dataclass
class Recording:
    """One recording and where it comes from; unknown numbers are -1, unknown texts ""."""

    data: bytes
    machine: str
    wired: int
    firmware: str = VERSION
    code: str = ""
    dictionary: str = DICT.decode()
    profile: str = ""
    settings: dict[str, int] = field(default_factory=dict)
    unit: str = ""
    seed: int = -1
    late: str = ""
    uid: str = ""

    def save(self, path: Path) -> None:
        """Write the file, as a whole or not at all."""
        fresh = path.with_name(path.name + ".new")
        try:
            fresh.write_bytes(self.content())
            fresh.replace(path)
        except OSError as problem:
            raise UsageError("cannot write the recording %s: %s; choose a folder you may write to"
                             % (path, problem.strerror)) from problem  # fmt: skip

    def content(self) -> bytes:
        """The file's bytes."""
        head: dict[str, Any] = {"mjrec": FORMAT}
        head.update((key, value) for key, value in asdict(self).items() if key != "data")
        head["bytes"] = len(self.data)
        head["sha256"] = _checksum(head, self.data)
        return json.dumps(head).encode() + b"\n" + self.data


def load(path: Path, any_firmware: bool = False) -> Recording:
    """A file, checked; UsageError says what is wrong with it and what to do."""
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise UsageError("cannot read the recording %s: %s; give a file that `mjtool record` or a "
                         "failed simulation wrote" % (path, problem.strerror)) from problem
    recording = read(content, str(path))
    if not any_firmware:
        _of_this_firmware(recording, str(path))
    return recording


def read(content: bytes, name: str) -> Recording:
    """The recording that a file's bytes are."""
    line, end, data = content.partition(b"\n")
    head = _head(line) if len(line) < 1 << 16 else None
    if head is None or "mjrec" not in head:
        raise UsageError("%s is no recording: it does not begin with a line of JSON that has "
                         "`mjrec`; give a .mjrec file" % name)
    if head["mjrec"] != FORMAT:
        raise UsageError("%s has the format %s, this program reads %d; use the mjsim that belongs "
                         "to it" % (name, head["mjrec"], FORMAT))
    if not end or len(data) != head.get("bytes"):
        raise UsageError("%s is cut off: %d bytes are there, it says %s; copy it again, or %s"
                         % (name, len(data), head.get("bytes", "none"), AGAIN))
    if head.get("sha256") != _checksum(head, data):
        raise UsageError("%s was changed after it was recorded: its checksum does not fit; copy "
                         "it again, or %s" % (name, AGAIN))
    known = {each.name for each in fields(Recording)}
    wrong = [key for key in known if key in head and not _fits(key, head)]
    if wrong:
        raise UsageError("%s says of itself what cannot be: %s; %s" % (name, ", ".join(
            "%s %r" % (key, head[key]) for key in sorted(wrong)), AGAIN))  # fmt: skip
    try:
        return Recording(data, **{key: value for key, value in head.items() if key in known})
    except TypeError as problem:
        raise UsageError("%s lacks what a recording says of itself (%s); %s"
                         % (name, problem, AGAIN)) from problem


def _fits(key: str, head: dict[str, Any]) -> bool:
    """Is this a value that a recording can have there?"""
    value = head[key]
    if key == "machine":
        return value in MACHINES
    if key == "wired" and head.get("machine") in MACHINES:
        return type(value) is int and value == C.WIRED[MACHINES.index(head["machine"])]
    if key == "settings":
        return isinstance(value, dict) and all(type(one) is int for one in value.values())
    return type(value) is (int if key in ("wired", "seed") else str)


def _head(line: bytes) -> dict[str, Any] | None:
    try:
        head = json.loads(line)
    except ValueError:
        return None
    return head if isinstance(head, dict) else None


def _of_this_firmware(recording: Recording, name: str) -> None:
    """UsageError when another firmware made it, or it says of this one what is not so."""
    here, dictionary = code(), DICT.decode()
    if recording.firmware == VERSION and recording.code in ("", here):
        try:
            checked_settings(recording.settings)
            if recording.profile:
                choose("profile", recording.profile, profiles())
            choose("dictionary", recording.dictionary, (dictionary,))
        except UsageError as problem:
            raise UsageError("%s says of itself what cannot be: %s; %s"
                             % (name, problem, AGAIN)) from problem
        return
    raise UsageError(
        "%s was recorded by another firmware: %s, code %s; this is %s, code %s. Replay it with "
        "that one, or see by --any-firmware what this one does differently"
        % (name, recording.firmware, recording.code or "unknown", VERSION, here))


def _checksum(head: dict[str, Any], data: bytes) -> str:
    said = {key: value for key, value in head.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(said).encode() + b"\n" + data).hexdigest()


@cache
def code() -> str:
    """What this firmware does, as eight letters: comments and texts for readers do not count."""
    total = hashlib.sha256()
    home = Path(mjtable.__file__ or "").parent
    for path in sorted(home.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list) and body and _is_text(body[0]):
                del body[0]
        total.update(path.relative_to(home).as_posix().encode() + ast.dump(tree).encode())
    return total.hexdigest()[:8]


def _is_text(node: ast.AST) -> bool:
    return (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str))
