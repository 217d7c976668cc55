"""Looks at this computer and every port, and says what to do; needs no table.

A finding is `good`, `look` (it may matter) or `bad` (with the exit code of its kind).
"""

import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from .client import Client
from .dictionary import load
from .errors import FaultError, NoDeviceError, ToolError, UsageError
from .handshake import dictionary_note
from .ports import ENVIRONMENT, KNOWN_IDS, survey

GOOD, LOOK, BAD = "good", "look", "bad"
OLDEST = (3, 11)
DRIVES = ("media/RP*", "media/*/RP*", "run/media/*/RP*", "mnt/RP*", "Volumes/RP*")
"""Where systems put the drive RPI-RP2 or RP2350, below the root."""


@dataclass(frozen=True)
class Finding:
    """What was looked at, what was found, how it is, what to do."""

    what: str
    found: str
    verdict: str = GOOD
    do: str = ""
    exit_code: int = 0


def examine(named: str | None) -> list[Finding]:
    """Everything, from this computer to the table."""
    port = named or os.environ.get(ENVIRONMENT)
    return [*computer(), *permissions(port), *ports(port)]


def computer() -> Iterator[Finding]:
    """Versions and the dictionary."""
    version = platform.python_version()
    yield Finding("Python", version) if sys.version_info >= OLDEST else Finding(
        "Python", version, BAD, "install Python 3.11 or newer", UsageError.exit_code)
    yield Finding("system", f"{platform.system()} {platform.release()} {platform.machine()}")
    for name in ("mjtable-project", "pyserial", "typer", "rich", "mpremote"):
        yield package(name)
    known = load()
    yield Finding("dictionary", f"{known.hash}, protocol {known.protocol}, "
                                f"{len(known.commands)} commands, {len(known.faults)} faults")


def package(name: str) -> Finding:
    """An installed package."""
    try:
        return Finding(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Finding(name, "not installed", BAD, "run `make setup` in the project's folder",
                       UsageError.exit_code)


def permissions(named: str | None) -> Iterator[Finding]:
    """May this user open the ports that could be a table's?"""
    wanted = [info.device for info in list_ports.comports()
              if (info.vid, info.pid) in KNOWN_IDS]
    if named and named.startswith("/") and named not in wanted:
        wanted.append(named)
    for device in wanted:
        if not Path(device).exists():
            continue  # the survey tells it
        if os.access(device, os.R_OK | os.W_OK):
            yield Finding(f"permission {device}", "you may read and write it")
        else:
            group = owner(device)
            yield Finding(f"permission {device}", f"you may not open it, group {group} may", BAD,
                          f"`sudo usermod -aG {group} $USER`, then log out and in again",
                          NoDeviceError.exit_code)


def owner(device: str) -> str:
    """The group that a device belongs to."""
    try:
        return Path(device).group()
    except (OSError, KeyError, NotImplementedError):
        return "dialout"


def ports(named: str | None) -> Iterator[Finding]:
    """Every port, and the table behind each that has one."""
    found = survey(named)
    for port in found:
        yield Finding(f"port {port.url}", port.why, GOOD if port.taken else LOOK)
        if port.taken:
            yield from behind(port.url)
    for drive in boot_drives():
        yield Finding("boot loader", f"a board in its boot loader is the drive {drive}", LOOK,
                      "copy MicroPython onto it, then `mjtool flash` (docs/FLASHING.md)")
    taken = sum(port.taken for port in found)
    if not taken:
        yield Finding("table", "none was found", BAD, advice(bool(found), named),
                      NoDeviceError.exit_code)
    elif taken > 1 and not named:
        yield Finding("table", f"{taken} tables are plugged in", LOOK,
                      f"name one with --port or {ENVIRONMENT}")


def boot_drives() -> list[str]:
    """Drives that a Pico without a program shows; it has no serial port then."""
    return sorted(str(file.parent) for place in DRIVES
                  for file in Path("/").glob(f"{place}/INFO_UF2.TXT"))


def advice(any_port: bool, named: str | None) -> str:
    """What to do when there is no table."""
    if named:
        return "see what stands at that port, or run `mjtool doctor` without --port"
    if any_port:
        return "read why each port was not taken; name the table's with --port"
    return ("plug the USB cable in (one that carries data) and switch the table on; for a "
            "simulated table start `mjsim serve` and give its address with --port")


def behind(url: str) -> Iterator[Finding]:
    """A table: versions, mode, faults; what goes wrong on the way is a finding too."""
    try:
        with Client(url, reconnect_s=0.0) as client:
            hello, known = client.hello, client.dictionary
            differs = dictionary_note(hello, known)
            yield Finding("firmware", f"{hello.fw}, protocol {hello.proto}, {hello.machine}",
                          LOOK if differs else GOOD, differs)
            yield Finding("started", f"{hello.reset}, mode {hello.mode}",
                          LOOK if hello.reset == "watchdog" else GOOD,
                          "`mjtool report` for a bug report" if hello.reset == "watchdog" else "")
            yield fault(client.request("status").fields.get("fault", "none"), known.faults)
            yield line(client)
    except ToolError as problem:
        yield Finding("table", problem.what, BAD, problem.do, problem.exit_code)


def fault(code: str, known: dict[str, dict[str, Any]]) -> Finding:
    """The active fault."""
    if code == "none":
        return Finding("faults", "none")
    name = known.get(code, {}).get("name", "not known to this mjtool")
    return Finding("faults", f"{code} {name}", BAD, "see `mjtool faults`, then `mjtool ack`",
                   FaultError.exit_code)


def line(client: Client) -> Finding:
    """Was the line clean so far?"""
    if client.repeats or client.discarded:
        return Finding("line", f"{client.repeats} lines were sent again, {client.discarded} bytes "
                               "were no line", LOOK, "another cable, away from the motors' wires")
    return Finding("line", "clean")

