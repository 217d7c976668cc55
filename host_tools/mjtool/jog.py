"""Runs one motor in service mode and makes sure that it stops.

The table stops a jog by itself when the service key is let go, and half a second after the last
keepalive, whatever happens to this program; that is the floor, stopping it here is the rule.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from .client import Client
from .errors import LinkLostError, RefusedError, ToolError
from .feed import Feed
from .message import Event
from .refusal import ask, fault

KEEPALIVE_S = 0.2
SIMULATED_KEY_MS = 3000
SIMULATED_HOLD_MS = 20_000
HOLD = "Hold the service key at the table until the motor stands: it stops when you let go."


@dataclass
class Run:
    """How a jog went."""

    seconds: float  # how long it was wanted
    ran_ms: int | None = None  # by the table's own events
    stopped_by_you: bool = False
    events: tuple[Event, ...] = ()


def enter(client: Client, note: Callable[[str], None]) -> None:
    """Enter service mode; a simulated table has nobody else to hold its service key."""
    answer = client.request("service.enter")
    if not answer.ok and answer.code == "key" and client.hello.sim:
        note("Simulated table: holding its service key for you.")
        ask(client, "press", key="service", ms=SIMULATED_KEY_MS)
        until = time.monotonic() + 1.0
        while not answer.ok and time.monotonic() < until:
            time.sleep(0.05)
            answer = client.request("service.enter")
    if not answer.ok:
        ask(client, "service.enter")


def run(client: Client, motor: str, seconds: float, reverse: bool,
        progress: Callable[[float], None], note: Callable[[str], None]) -> Run:
    """Run `motor` for `seconds`; it stands when this returns or raises."""
    if not client.hello.sim:
        note(HOLD)
    here = client.request("status").fields.get("mode") == "service"
    result = Run(seconds)
    feed = Feed.from_now(client)
    begun = entered = False  # what somebody else has begun is not ended here
    try:
        if not here:
            enter(client, note)
            entered = True
        if client.hello.sim:  # what was pressed before has gone with the change of mode
            client.request("press", key="service", ms=SIMULATED_HOLD_MS)
        begun = True
        _start(client, motor, seconds, reverse)
        note(f"Motor {motor} turns; Ctrl-C stops it.")
        _turn(client, seconds, progress)
    except KeyboardInterrupt:
        result.stopped_by_you = True
    except RefusedError as refused:
        begun = begun and refused.owner == ""
        raise
    finally:
        _stop(client, motor if begun else "", entered)
    result.events = tuple(feed.poll())
    times = [event.t_ms for event in result.events
             if event.name == "motor" and event.fields.get("name") == motor]
    if len(times) > 1:
        result.ran_ms = (times[-1] - times[0]) & 0x3FFFFFFF
    return result


def _start(client: Client, motor: str, seconds: float, reverse: bool) -> None:
    ask(client, "motor.jog", name=motor, dir="rev" if reverse else "fwd",
        ms=max(1, round(seconds * 1000)))


def _turn(client: Client, seconds: float, progress: Callable[[float], None]) -> None:
    due = start = time.monotonic()
    while (now := time.monotonic()) - start < seconds:
        if now >= due:
            due += KEEPALIVE_S
            _keepalive(client)
        progress(now - start)
        time.sleep(max(0.0, min(due, start + seconds) - time.monotonic()))
    progress(seconds)


def _keepalive(client: Client) -> None:
    answer = client.request("keepalive")
    if not answer.ok:
        code = client.request("status").fields.get("fault", "none")
        if code != "none":
            raise fault(client.dictionary, code, client.url)
        ask(client, "keepalive")


def _stop(client: Client, motor: str, leave: bool) -> None:
    """Stop the motor and leave service mode; an error on the way is no reason not to try both."""
    lost: ToolError | None = None
    for command, fields, wanted in (("motor.jog", {"name": motor, "ms": 0}, motor),
                                    ("service.leave", {}, leave)):
        if not wanted:
            continue
        try:
            client.request(command, **fields)
        except ToolError as problem:
            lost = problem
    if lost is not None:
        raise LinkLostError(
            f"the stop of {motor} could not be confirmed ({lost.what})", client.url, lost.cause,
            "the table stops a motor by itself half a second after the link is lost; look that it "
            "stands before you reach in") from lost
