"""Collects what a bug report needs: every file of the archive by name, none of them required.

What cannot be had is said in the archive; the rest is there all the same.
"""

import json
from collections.abc import Callable
from typing import Any

from . import flight_recorder
from .client import Client
from .dictionary import load
from .doctor import Finding
from .errors import LinkLostError, ToolError
from .feed import Feed
from .message import Answer
from .redact import Redactor
from .sentences import log_line
from .settings_file import written
from .values import typed

Progress = Callable[[int, int], None]
ABOUT = """A bug report of an automatic mahjong table, made by `mjtool report`.

Taken out: the names of user, computer and home folder, and the table's number, which is `{table}`
here. Please look through the files before you send them.

{files}
{lacking}"""
WHAT = {
    "doctor.txt": "this computer and its ports, and what is wrong with them",
    "table.json": "who answered `hello`, `status`, and the image of inputs and outputs",
    "faults.txt": "active faults and warnings, code:place:detail",
    "settings.toml": "all settings, as `mjtool config import` takes them",
    "log.txt": "the events that the table still remembers",
    "stats.json": "counters since the start",
    "trends.json": "learnt and last times, in per cent of the design's",
    "recording.mjrec": "the flight recorder: `mjsim replay recording.mjrec --show`",
}


def collect(client: Client, redactor: Redactor, progress: Progress) -> tuple[
        dict[str, bytes], dict[str, ToolError]]:
    """Files by name, and what could not be read by its file's name."""
    readers: dict[str, Callable[[], str | bytes]] = {
        "table.json": lambda: table(client), "faults.txt": lambda: rows(client, "faults"),
        "settings.toml": lambda: settings(client), "log.txt": lambda: log(client),
        "stats.json": lambda: pairs(client, "stats"), "trends.json": lambda: trends(client),
        "recording.mjrec": lambda: recording(client, redactor, progress),
    }
    files: dict[str, bytes] = {}
    lacking: dict[str, ToolError] = {}
    for name, read in readers.items():
        if any(isinstance(problem, LinkLostError) for problem in lacking.values()):
            break
        try:
            files[name] = redacted(read(), redactor)
        except ToolError as problem:
            lacking[name] = problem
    return files, lacking


def redacted(content: str | bytes, redactor: Redactor) -> bytes:
    """A text without names; a recording is made without them."""
    return content if isinstance(content, bytes) else redactor.text(content).encode()


def about(files: dict[str, bytes], lacking: dict[str, ToolError], redactor: Redactor) -> str:
    """The archive's first page."""
    width = max(map(len, WHAT))
    shown = "\n".join(f"{name:{width}}  {WHAT[name]}" for name in WHAT if name in files)
    lost = "\n".join(f"{name} is not here: {problem}" for name, problem in lacking.items())
    return redactor.text(ABOUT.format(table=redactor.table, files=shown,
                                      lacking=f"\n{lost}\n" if lost else ""))


def examined(findings: list[Finding]) -> str:
    """The doctor's findings as lines."""
    return "".join(f"{finding.verdict:4}  {finding.what}: {finding.found}"
                   + (f" -> {finding.do}" if finding.do else "") + "\n" for finding in findings)


def table(client: Client) -> str:
    """Who is there and what it does."""
    found: dict[str, Any] = {"hello": client.hello.as_json()}
    for command in ("status", "image"):
        found[command] = fields(client.request(command))
    return json.dumps(found, indent=1) + "\n"


def fields(answer: Answer) -> dict[str, Any]:
    """An answer's fields, or the refusal."""
    return typed(answer.fields) | ({} if answer.ok else {"refused": answer.code})


def rows(client: Client, command: str) -> str:
    """A paged list, a row a line."""
    return "".join(row + "\n" for row in client.rows(command))


def pairs(client: Client, command: str) -> str:
    """A paged list of name:value."""
    split = (row.rpartition(":") for row in client.rows(command))
    return json.dumps({name: int(value) for name, _, value in split}, indent=1) + "\n"


def trends(client: Client) -> str:
    """All ways, those that were not gone too."""
    return json.dumps([way | {"row": row} for way, row in zip(
        load().ways, client.rows("trends"), strict=False)], indent=1) + "\n"


def settings(client: Client) -> str:
    """All settings."""
    split = (row.partition(":") for row in client.rows("settings.get"))
    return written({name: int(value) for name, _, value in split}, load().settings,
                   "Settings at the time of the report")


def log(client: Client) -> str:
    """Events as sentences."""
    return "".join(log_line(event) + "\n" for event in Feed(client))


def recording(client: Client, redactor: Redactor, progress: Progress) -> bytes:
    """The flight recorder's file."""
    data = flight_recorder.read(client, progress)
    return flight_recorder.content(client, data, redactor.table)
