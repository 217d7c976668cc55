"""Which way leads to a table: its port, or the shared link that holds it already."""

import time

import serial

from mjshare import meeting

from ..errors import NoDeviceError, PortInUseError
from ..transport import Transport
from .process import start

PATIENCE_S = 3.0  # another short command has the port, or a shared link is just being made
PAUSE_S = 0.05

serial.protocol_handler_packages.append("mjtool.share.handlers")


def shared(url: str) -> str:
    """The address of the shared link of a port, "" when there is none. A served table at an
    address (socket://...) is shared by its server."""
    if "://" in url:
        return ""
    place = meeting.place_of(url)
    return f"unix://{place}" if meeting.is_alive(place) else ""


def reach(url: str, lasting: bool) -> Transport:
    """The open way. `lasting`: others shall come meanwhile, so the port is shared."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            there = shared(url)
            if lasting and not there and "://" not in url:
                start(url)
                there = shared(url)
            return Transport(there or url, told=url)
        except PortInUseError:
            if "://" in url or time.monotonic() > until:
                raise
        except OSError as problem:
            raise NoDeviceError(f"the link cannot be shared ({problem})", url, "",
                                "make that folder yours, or use a table alone") from None
        time.sleep(PAUSE_S)
