"""The way to a board's MicroPython prompt, and from there back to a table that answers.

A table that answers `hello` is asked for a restart into maintenance, where nothing moves and no
watchdog runs. Ctrl-C goes only to a table in maintenance, and to a board without our firmware.
"""

import contextlib
import io
import os
import time
from collections.abc import Mapping

from mpremote.transport import TransportError  # type: ignore[import-untyped]
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]
from serial.tools import list_ports

from .. import client as client_module
from ..errors import LinkLostError, NoDeviceError, RefusedError, ToolError, UsageError
from ..exchange import Exchange
from ..handshake import PRODUCT, Heard, nobody
from ..message import Answer
from ..ports import ENVIRONMENT, KNOWN_IDS
from ..transport import PORT_ERRORS, Transport
from .board import Board
from .errors import FlashError

PROMPT_S = 3.0  # a board that is at its prompt answers at once
RESTART_S = 20.0  # to restart and be found again by the computer
STAYS_S = 4.0  # a firmware that crashes restarts within this time
PAUSE_S = 0.2
READ_S = 5.0  # longest silence in the middle of a command
PAGE = "docs/FLASHING.md"


def find(named: str | None) -> str:
    """The port: named, from MJTOOL_PORT, or the only board that is plugged in."""
    if named or os.environ.get(ENVIRONMENT):
        return named or os.environ[ENVIRONMENT]
    boards = [info.device for info in sorted(list_ports.comports())
              if (info.vid, info.pid) in KNOWN_IDS]
    if len(boards) == 1:
        return str(boards[0])
    if boards:
        raise UsageError(f"there is more than one board: {', '.join(boards)}", "", "",
                         f"name the table's with --port or {ENVIRONMENT}")
    raise NoDeviceError(
        "no board with MicroPython is plugged in", "", "the USB cable is out or carries no data, "
        "or the board is new and has no MicroPython yet (then it shows up as a drive)",
        f"plug it in, or put MicroPython on it first ({PAGE})")


def hello(url: str) -> Mapping[str, str] | None:
    """What a table answers to `hello`, None when nobody answers; any protocol version."""
    heard = Heard()
    answer = _ask(url, "hello", {}, heard)
    if heard.busy:
        raise nobody(url, heard)
    if answer is None or not answer.ok or answer.fields.get("product") != PRODUCT:
        return None
    return answer.fields


def _ask(url: str, command: str, fields: dict[str, str], heard: Heard) -> Answer | None:
    with Transport(url) as port:
        exchange = Exchange(port, client_module.ANSWER_S)
        try:
            return None if exchange.taken(heard) else exchange.request(command, fields, heard)
        except LinkLostError:
            return None


def prompt(url: str, table: Mapping[str, str] | None) -> Board:
    """The board at its prompt; a table (its answer to `hello`) is asked for maintenance first."""
    if table is None:
        board = _prompt_within(url, PROMPT_S)
        if board is None:
            raise NoDeviceError(
                "neither a table nor a MicroPython prompt answers", url,
                "the board has no MicroPython, or its program hangs",
                "switch it off, hold the marker key while you switch it on (maintenance), and try "
                f"again; for a board that is new see {PAGE}")
        return board
    if table.get("sim") == "1":
        raise UsageError("this is a simulated table: it has no board", url, "",
                         "name the port of a real table's board")
    if table.get("mode") != "maintenance":
        _maintenance(url)
    board = _prompt_within(url, RESTART_S)
    if board is None:
        _still_there(url)
        raise FlashError(
            "the table restarted for maintenance but shows no MicroPython prompt", url,
            "the cable is loose, or the launcher main.py on the board is not ours",
            "switch the table off, hold the marker key while you switch it on, and try again")
    return board


def _still_there(url: str) -> None:
    """LinkLostError when the port went with the restart and has not come back."""
    try:
        Transport(url).close()
    except NoDeviceError:
        raise LinkLostError(
            "the table was asked to restart for maintenance, and its port has not come back", url,
            "the cable was pulled, or the table was switched off",
            "check the cable; switch the table off and on, then give the same command again"
        ) from None


def _maintenance(url: str) -> None:
    """Ask for a restart into maintenance; RefusedError when the table does not do it now."""
    answer = _ask(url, "restart", {"to": "maintenance"}, Heard())
    if answer is None or answer.ok:
        return  # the answer itself may be lost in the restart
    if answer.code in ("unknown", "param"):
        raise RefusedError(
            "the table's firmware cannot restart into maintenance by command", url,
            "it is older than this mjtool",
            "switch the table off, hold the marker key while you switch it on, and try again")
    if answer.code == "key":
        raise RefusedError(
            "the table does not restart while its motor power is on and nobody holds its service "
            "key", url, "it was homed since it was switched on",
            "hold the service key at the table and give the same command again, or switch the "
            "table off and on and give it before anybody presses a key")
    raise RefusedError(
        f"the table does not restart now ({answer.code})", url,
        "something moves, or a set is being sorted",
        "wait until the table stands still (`mjtool status`), then give the same command again")


def _prompt_within(url: str, wait_s: float) -> Board | None:
    """Try to reach the prompt until the time is over."""
    until = time.monotonic() + wait_s
    while True:
        board = _try_prompt(url)
        if board is not None or time.monotonic() >= until:
            return board
        time.sleep(PAUSE_S)


def _try_prompt(url: str) -> Board | None:
    """One try; mpremote prints what it did not understand, which nobody wants to see."""
    transport = None
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            transport = SerialTransport(url, timeout=READ_S)
            transport.serial.write_timeout = READ_S
            transport.enter_raw_repl(soft_reset=True, timeout_overall=PROMPT_S)
            return Board(transport, url)
        except (TransportError, *PORT_ERRORS):
            if transport is not None:
                with contextlib.suppress(*PORT_ERRORS):
                    transport.close()
            return None


def await_version(url: str) -> str:
    """Version of the firmware that answers after a restart, and goes on to; "" when none does."""
    until = time.monotonic() + RESTART_S
    version = _version(url)
    while not version and time.monotonic() < until:
        time.sleep(PAUSE_S)
        version = _version(url)
    until = time.monotonic() + STAYS_S
    while version and time.monotonic() < until:
        time.sleep(PAUSE_S)
        version = version if _version(url) == version else ""
    return version


def _version(url: str) -> str:
    try:
        table = hello(url)
    except ToolError:
        return ""  # the port comes back some time
    return table.get("fw", "") if table else ""
