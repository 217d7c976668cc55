"""Which port is the table's: by USB id and handshake, with the reason for every port.

Ports that are not USB serial with a known id are never opened unless named.
"""

import os
from dataclasses import dataclass
from typing import Any

from serial.tools import list_ports

from .client import Client
from .errors import NoDeviceError, ToolError, UsageError
from .handshake import Hello

KNOWN_IDS = {(0x2E8A, 0x0005): "a board with MicroPython"}  # Raspberry Pi Pico family
ENVIRONMENT = "MJTOOL_PORT"


@dataclass(frozen=True)
class Found:
    """One port, and why it was or was not taken."""

    url: str
    description: str
    usb_id: str
    taken: bool
    why: str
    hello: Hello | None = None

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"port": self.url, "description": self.description, "usb_id": self.usb_id,
                "taken": self.taken, "why": self.why,
                "hello": self.hello.as_json() if self.hello else None}


def survey(named: str | None = None) -> list[Found]:
    """Every port of this computer, and the named one, tried where that is allowed."""
    found = [_judge(info) for info in sorted(list_ports.comports())]
    if named and named not in [port.url for port in found]:
        found.insert(0, probe(named, "named by you", ""))
    elif named:
        found = [probe(named, port.description, port.usb_id) if port.url == named
                 and not port.taken else port for port in found]
    return found


def _judge(info: Any) -> Found:
    """One port of the computer's list."""
    description = info.description or ""
    if info.vid is None:
        return Found(info.device, description, "", False,
                     "not tried: it is no USB serial port; name it with --port to try it")
    usb_id = f"{info.vid:04X}:{info.pid:04X}"
    if (info.vid, info.pid) not in KNOWN_IDS:
        return Found(info.device, description, usb_id, False,
                     f"not tried: USB id {usb_id} is not that of a table; name it with --port to "
                     "try it")
    return probe(info.device, description, usb_id)


def probe(url: str, description: str, usb_id: str) -> Found:
    """Say hello to a port."""
    try:
        with Client(url, reconnect_s=0.0) as client:
            hello = client.hello
    except ToolError as problem:
        return Found(url, description, usb_id, False, f"tried: {problem.what}")
    kind = "simulated table" if hello.sim else "table"
    return Found(url, description, usb_id, True,
                 f"taken: {kind} {hello.uid}, firmware {hello.fw}, {hello.machine}", hello)


def choose(named: str | None) -> str:
    """The port to use: named, from MJTOOL_PORT, or the only table that is plugged in."""
    if named:
        return named
    if os.environ.get(ENVIRONMENT):
        return os.environ[ENVIRONMENT]
    found = survey()
    tables = [port for port in found if port.taken]
    if len(tables) == 1:
        return tables[0].url
    if tables:
        list_ = ", ".join(f"{port.url} ({port.hello.uid})" for port in tables if port.hello)
        raise UsageError(f"there is more than one table: {list_}", "", "",
                         f"name one with --port or {ENVIRONMENT}")
    seen = "; ".join(f"{port.url}: {port.why}" for port in found) or "this computer has no ports"
    raise NoDeviceError(f"no table found ({seen})", "", "the USB cable is out or carries no data",
                        "plug it in, or name the port with --port; for a simulated table start "
                        "`mjsim serve` and give the address that it prints")
